/* The random numbers and the password hashes of a simulated server: see memory.h. */
#include "simulate/memory.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "support.h"

static uint64_t dice; /* of the server's random numbers */

/* ---- Random numbers -------------------------------------------------------------------------- */

static const char *dice_name(void)
{
    return "simulated";
}

static uint32_t dice_throw(void)
{
    return (uint32_t)test_random(&dice);
}

static void dice_fill(void *const bytes, const size_t size)
{
    uint8_t *place = bytes;
    for (size_t i = 0; i < size; i++)
        place[i] = (uint8_t)test_random(&dice);
}

static struct randombytes_implementation dice_kind = {
    .implementation_name = dice_name,
    .random = dice_throw,
    .buf = dice_fill,
};

void memory_begin(uint64_t seed)
{
    allocation_reset();
    allocation.random = seed ^ 0x6d656d6f7279;
    dice = seed ^ 0x64696365;
    randombytes_set_implementation(&dice_kind);
}

/* ---- Passwords, whose true hash would take longer than a game ---------------------------------
 */

int __wrap_crypto_pwhash_str(char *out, const char *password, unsigned long long length,
                             unsigned long long work, size_t capacity);
int __wrap_crypto_pwhash_str_verify(const char *hash, const char *password,
                                    unsigned long long length);

int __wrap_crypto_pwhash_str(char *out, const char *password, unsigned long long length,
                             unsigned long long work, size_t capacity)
{
    uint64_t sum = 1469598103934665603u;
    (void)work, (void)capacity;
    for (unsigned long long i = 0; i < length; i++)
        sum = (sum ^ (uint8_t)password[i]) * 1099511628211u;
    snprintf(out, crypto_pwhash_STRBYTES, "simulated-%016llx", (unsigned long long)sum);
    return 0;
}

int __wrap_crypto_pwhash_str_verify(const char *hash, const char *password,
                                    unsigned long long length)
{
    char again[crypto_pwhash_STRBYTES];
    __wrap_crypto_pwhash_str(again, password, length, 0, 0);
    return strcmp(again, hash) == 0 ? 0 : -1;
}
