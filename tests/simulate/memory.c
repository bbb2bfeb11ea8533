/* The allocator, the random numbers and the password hashes of a simulated server: see memory.h. */
#include "simulate/memory.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

struct memory memory;

static uint64_t dice; /* of the server's random numbers */

/* ---- Memory ---------------------------------------------------------------------------------- */

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void __real_free(void *block);

void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
char *__wrap_strdup(const char *text);
void __wrap_free(void *block);

static bool by_chance(unsigned per_million)
{
    return per_million > 0 && test_random_below(&memory.random, 1000000) < per_million;
}

/* Whether this allocation fails.  `per_million` is an additional probability, for its kind alone.
 */
static bool is_refused(unsigned per_million)
{
    if (!memory.armed)
        return false;
    memory.asked++;
    const bool now =
        memory.asked == memory.number || by_chance(memory.per_million) || by_chance(per_million);
    memory.failed += now;
    return now;
}

static void *counted(void *block)
{
    memory.blocks += block != NULL;
    return block;
}

void *__wrap_malloc(size_t size)
{
    return is_refused(0) ? NULL : counted(__real_malloc(size));
}

void *__wrap_calloc(size_t count, size_t size)
{
    return is_refused(0) ? NULL : counted(__real_calloc(count, size));
}

void *__wrap_realloc(void *old, size_t size)
{
    if (is_refused(memory.growth_per_million))
        return NULL;
    void *block = __real_realloc(old, size);
    return old ? block : counted(block);
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    return is_refused(0) ? NULL : counted(__real_aligned_alloc(alignment, size));
}

char *__wrap_strdup(const char *text)
{
    const size_t size = strlen(text) + 1;
    char *copy = __wrap_malloc(size);
    return copy ? memcpy(copy, text, size) : NULL;
}

void __wrap_free(void *block)
{
    memory.blocks -= block != NULL;
    __real_free(block);
}

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
    const int64_t blocks = memory.blocks;
    memory = (struct memory){.blocks = blocks, .random = seed ^ 0x6d656d6f7279};
    dice = seed ^ 0x64696365;
    randombytes_set_implementation(&dice_kind);
}

/* ---- Passwords, whose true hash would take longer than a game ---------------------------------
 */

int __wrap_crypto_pwhash_str(char *out, const char *password, unsigned long long length,
                             unsigned long long work, size_t room);
int __wrap_crypto_pwhash_str_verify(const char *hash, const char *password,
                                    unsigned long long length);

int __wrap_crypto_pwhash_str(char *out, const char *password, unsigned long long length,
                             unsigned long long work, size_t room)
{
    uint64_t sum = 1469598103934665603u;
    (void)work, (void)room;
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
