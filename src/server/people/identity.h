/*
 * Who somebody is, and secrets with what follows from them: which person, which invitation is true,
 * which cards a table deals.  Hashes only; nothing here remembers a secret.
 */
#ifndef RAILHEAD_SERVER_PEOPLE_IDENTITY_H
#define RAILHEAD_SERVER_PEOPLE_IDENTITY_H

#include "match/match.h"
#include "protocol/bodies.h"

enum {
    SERVER_SECRET_SIZE = 32,
    KEY_SIZE = 17,                      /* of an invitation; all sizes of texts are with the NUL */
    TABLE_ID_SIZE = TOLD_TABLE_ID_SIZE, /* 16 letters and digits */
    NAME_SIZE = TOLD_NAME_SIZE,
    HASH_SIZE = 65,       /* of a secret, in hexadecimal digits */
    REQUEST_ID_SIZE = 65, /* of a request, for logs: letters, digits and "-_." */
};

/* Who is at the other end of a connection. */
struct identity {
    char person[PERSON_SIZE]; /* "" for somebody without a secret */
    char name[NAME_SIZE];
    char login[LOGIN_SIZE];
    char session[HASH_SIZE]; /* the hash of the secret */
};

/* Letters and digits, and a NUL. */
void identity_new_id(char *id, unsigned characters);

/* A new secret of 32 random bytes. */
void identity_new_secret(char secret[SECRET_SIZE]);

/* The session's hash, and the person that a secret stands for while no account has taken it. */
void identity_of_secret(struct identity *identity, const char *secret);

/* The invitation's key of a table, and whether somebody has it (in constant time). */
void identity_invitation_key(const uint8_t server[SERVER_SECRET_SIZE], const char *table,
                             char key[KEY_SIZE]);
bool identity_key_matches(const char right[KEY_SIZE], const char *key);

/*
 * The seed of a table: random, or by the host's words and the table's id, so that nobody can
 * compute it and no other table deals the same cards.
 */
void identity_table_seed(const uint8_t server[SERVER_SECRET_SIZE], const char *table,
                         const struct match_settings *settings, uint8_t seed[SEED_SIZE]);

#endif
