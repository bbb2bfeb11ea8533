/*
 * Identities, and what is derived from secrets: the person, the key of an invitation, the seed of a
 * table. Only hashes; nothing here stores a secret.
 */
#ifndef RAILHEAD_SERVER_PEOPLE_IDENTITY_H
#define RAILHEAD_SERVER_PEOPLE_IDENTITY_H

#include "match/match.h"
#include "protocol/bodies.h"

enum {
    SERVER_SECRET_SIZE = 32,
    KEY_SIZE = 17,                      /* of an invitation; all sizes of texts include the NUL */
    TABLE_ID_SIZE = TOLD_TABLE_ID_SIZE, /* 16 letters and digits */
    NAME_SIZE = TOLD_NAME_SIZE,
    HASH_SIZE = 65,       /* of a secret, in hexadecimal */
    REQUEST_ID_SIZE = 65, /* of a request, for logs: letters, digits and "-_." */
};

/* The person at the other end of a connection. */
struct identity {
    char person[PERSON_SIZE]; /* "" without a secret */
    char name[NAME_SIZE];
    char login[LOGIN_SIZE];
    char session[HASH_SIZE]; /* hash of the secret */
};

/* Writes random letters and digits, and a NUL. */
void identity_new_id(char *id, unsigned characters);

/* Creates a secret of 32 random bytes. */
void identity_new_secret(char secret[SECRET_SIZE]);

/*
 * Computes the session's hash, and the person that a secret stands for until that person has an
 * account.
 */
void identity_of_secret(struct identity *identity, const char *secret);

/* Computes the key of a table's invitation; compares a key in constant time. */
void identity_invitation_key(const uint8_t server[SERVER_SECRET_SIZE], const char *table,
                             char key[KEY_SIZE]);
bool identity_key_matches(const char right[KEY_SIZE], const char *key);

/*
 * Computes the seed of a table: random, or from the host's text, the table's id and the server's
 * secret, so that nobody can predict it and no two tables deal the same cards.
 */
void identity_table_seed(const uint8_t server[SERVER_SECRET_SIZE], const char *table,
                         const struct match_settings *settings, uint8_t seed[SEED_SIZE]);

#endif
