/* Converts seeds to text, and computes the hash that commits to one. */
#include "match/seed.h"

#include <sodium.h>

void seed_text(const uint8_t seed[SEED_SIZE], char text[SEED_TEXT_SIZE])
{
    sodium_bin2hex(text, SEED_TEXT_SIZE, seed, SEED_SIZE);
}

void seed_commitment(const uint8_t seed[SEED_SIZE], char text[SEED_TEXT_SIZE])
{
    char digits[SEED_TEXT_SIZE];
    unsigned char hash[crypto_hash_sha256_BYTES];
    _Static_assert(sizeof hash == SEED_SIZE, "the hash is as long as a seed");
    seed_text(seed, digits);
    crypto_hash_sha256(hash, (const unsigned char *)digits, SEED_TEXT_SIZE - 1);
    sodium_bin2hex(text, SEED_TEXT_SIZE, hash, sizeof hash);
}

bool seed_parse(const char *text, uint8_t seed[SEED_SIZE])
{
    size_t length;
    const char *end;
    size_t digits = 0;
    while (digits < SEED_TEXT_SIZE && text[digits] != '\0')
        digits++;
    return digits == SEED_TEXT_SIZE - 1 &&
           sodium_hex2bin(seed, SEED_SIZE, text, digits, NULL, &length, &end) == 0 &&
           length == SEED_SIZE && *end == '\0';
}
