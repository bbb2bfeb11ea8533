/* Hashing passwords; see password.h. */
#include "server/people/password.h"

#include <stdio.h>
#include <string.h>

bool password_hash(const char *password, char hash[PASSWORD_HASH_SIZE])
{
    return crypto_pwhash_str(hash, password, strlen(password), crypto_pwhash_OPSLIMIT_INTERACTIVE,
                             crypto_pwhash_MEMLIMIT_INTERACTIVE) == 0;
}

/* ---- Parsing a hash -------------------------------------------------------------------------- */

enum { OUTCOME_BYTES = 32, SALT_LETTERS = 22, OUTCOME_LETTERS = 43 };

struct parts {
    unsigned long long work;
    size_t memory; /* in bytes */
    unsigned char salt[crypto_pwhash_argon2id_SALTBYTES];
    unsigned char outcome[OUTCOME_BYTES];
};

static bool read_bytes(const char *letters, unsigned char *bytes, size_t size)
{
    size_t length = 0;
    return sodium_base642bin(bytes, size, letters, strlen(letters), NULL, &length, NULL,
                             sodium_base64_VARIANT_ORIGINAL_NO_PADDING) == 0 &&
           length == size;
}

/* Parses "$argon2id$v=19$m=KIBIBYTES,t=WORK,p=1$SALT$OUTCOME", as crypto_pwhash_str() writes it. */
static bool take_apart(const char *hash, struct parts *parts)
{
    unsigned kibibytes, work;
    char salt[SALT_LETTERS + 1], outcome[OUTCOME_LETTERS + 1];
    int length = 0;
    if (sscanf(hash, "$argon2id$v=19$m=%9u,t=%9u,p=1$%22[A-Za-z0-9+/]$%43[A-Za-z0-9+/]%n",
               &kibibytes, &work, salt, outcome, &length) != 4 ||
        hash[length] != '\0')
        return false;
    parts->work = work;
    parts->memory = (size_t)kibibytes * 1024;
    return work >= crypto_pwhash_argon2id_OPSLIMIT_MIN &&
           parts->memory >= crypto_pwhash_argon2id_MEMLIMIT_MIN &&
           parts->memory <= crypto_pwhash_argon2id_MEMLIMIT_MAX &&
           read_bytes(salt, parts->salt, sizeof parts->salt) &&
           read_bytes(outcome, parts->outcome, sizeof parts->outcome);
}

/*
 * crypto_pwhash_str_verify() does not distinguish a wrong password from a failed allocation, not
 * even in errno, so a correct password could be reported as wrong. crypto_pwhash() with the
 * parameters of the hash only fails if allocation does.
 */
enum password_answer password_check(const char *password, const char *hash)
{
    struct parts parts;
    unsigned char outcome[OUTCOME_BYTES];
    if (!take_apart(hash, &parts))
        return crypto_pwhash_str_verify(hash, password, strlen(password)) == 0 ? PASSWORD_RIGHT
                                                                               : PASSWORD_WRONG;
    if (crypto_pwhash(outcome, sizeof outcome, password, strlen(password), parts.salt, parts.work,
                      parts.memory, crypto_pwhash_ALG_ARGON2ID13) != 0)
        return PASSWORD_UNKNOWN;
    const bool right = sodium_memcmp(outcome, parts.outcome, sizeof outcome) == 0;
    sodium_memzero(outcome, sizeof outcome);
    sodium_memzero(&parts, sizeof parts);
    return right ? PASSWORD_RIGHT : PASSWORD_WRONG;
}
