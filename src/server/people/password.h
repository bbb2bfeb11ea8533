/*
 * Passwords and their hashes (Argon2id, by libsodium). A hash takes 64 MB and about 50 ms: call
 * these on a password worker, never on the event loop.
 */
#ifndef RAILHEAD_SERVER_PEOPLE_PASSWORD_H
#define RAILHEAD_SERVER_PEOPLE_PASSWORD_H

#include <sodium.h>
#include <stdbool.h>

enum { PASSWORD_HASH_SIZE = crypto_pwhash_STRBYTES };

/* Returns false if allocation fails. */
bool password_hash(const char *password, char hash[PASSWORD_HASH_SIZE]);

enum password_answer {
    PASSWORD_RIGHT,
    PASSWORD_WRONG,
    PASSWORD_UNKNOWN, /* allocation failed */
};

enum password_answer password_check(const char *password, const char *hash);

#endif
