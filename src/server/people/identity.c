/* Identities and secrets; see identity.h. */
#include "server/people/identity.h"

#include <sodium.h>
#include <string.h>

#include "base/check.h"
#include "net/http_head.h"

_Static_assert((int)SECRET_SIZE == (int)HTTP_SECRET_SIZE, "http_is_secret() judges them");

/* Omits letters and digits that are easily confused. */
static const char letters[] = "abcdefghijkmnpqrstuvwxyz23456789";

static void spell_id(const uint8_t *bytes, char *id, unsigned characters)
{
    for (unsigned i = 0; i < characters; i++)
        id[i] = letters[bytes[i] % 32];
    id[characters] = '\0';
}

void identity_new_id(char *id, unsigned characters)
{
    uint8_t bytes[64];
    CHECK(characters <= sizeof bytes);
    randombytes_buf(bytes, sizeof bytes);
    spell_id(bytes, id, characters);
}

/* A hash for one purpose; `key` may be NULL. */
static void keyed_digest(uint8_t out[32], const char *purpose, const uint8_t *key, const char *text)
{
    crypto_generichash_state state;
    crypto_generichash_init(&state, key, key != NULL ? SERVER_SECRET_SIZE : 0, 32);
    crypto_generichash_update(&state, (const unsigned char *)purpose, strlen(purpose) + 1);
    crypto_generichash_update(&state, (const unsigned char *)text, strlen(text) + 1);
    crypto_generichash_final(&state, out, 32);
}

void identity_new_secret(char secret[SECRET_SIZE])
{
    uint8_t bytes[32];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2base64(secret, SECRET_SIZE, bytes, sizeof bytes,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

void identity_of_secret(struct identity *identity, const char *secret)
{
    uint8_t hash[32];
    memset(identity, 0, sizeof *identity);
    keyed_digest(hash, "session", NULL, secret);
    sodium_bin2hex(identity->session, sizeof identity->session, hash, sizeof hash);
    keyed_digest(hash, "person", NULL, secret);
    spell_id(hash, identity->person, PERSON_SIZE - 1);
}

void identity_invitation_key(const uint8_t server[SERVER_SECRET_SIZE], const char *table,
                             char key[KEY_SIZE])
{
    uint8_t hash[32];
    keyed_digest(hash, "invitation", server, table);
    spell_id(hash, key, KEY_SIZE - 1);
}

bool identity_key_matches(const char right[KEY_SIZE], const char *key)
{
    return strlen(key) == KEY_SIZE - 1 && sodium_memcmp(right, key, KEY_SIZE) == 0;
}

void identity_table_seed(const uint8_t server[SERVER_SECRET_SIZE], const char *table,
                         const struct match_settings *settings, uint8_t seed[SEED_SIZE])
{
    char text[sizeof settings->seed_words + TABLE_ID_SIZE];
    struct text words;
    if (settings->seed_words[0] == '\0') {
        randombytes_buf(seed, SEED_SIZE);
        return;
    }
    text_init(&words, text, sizeof text);
    text_add(&words, table);
    text_add_char(&words, ' ');
    text_add(&words, settings->seed_words);
    CHECK(!words.cut);
    keyed_digest(seed, "deals", server, text);
}
