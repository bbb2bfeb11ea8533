/*
 * Secrets and what follows from them: who a person is, which invitation is true, which cards a
 * seed of the host's deals.  Hashes only; nothing here remembers a secret.
 */
#ifndef RAILHEAD_SERVER_IDENTITY_H
#define RAILHEAD_SERVER_IDENTITY_H

#include "match/match.h"
#include "server/hub.h"

enum { SECRET_SIZE = 44, KEY_SIZE = 17 }; /* with the NUL */

/* A new secret of 32 random bytes. */
void secret_new(char secret[SECRET_SIZE]);

/* 43 characters of base64url. */
bool secret_is_sound(const char *secret);

/* The session's hash, and the person that a secret stands for while no account has taken it. */
void identity_of_secret(struct identity *identity, const char *secret);

/* The invitation's key of a table, and whether somebody has it (in constant time). */
void invitation_key(const uint8_t server[SERVER_SECRET_SIZE], const char *table,
                    char key[KEY_SIZE]);
bool invitation_is_true(const uint8_t server[SERVER_SECRET_SIZE], const char *table,
                        const char *key);

/* The seed of a table: random, or by the host's words, which nobody can compute elsewhere. */
void table_seed(const uint8_t server[SERVER_SECRET_SIZE], const struct match_settings *settings,
                uint8_t seed[SEED_SIZE]);

#endif
