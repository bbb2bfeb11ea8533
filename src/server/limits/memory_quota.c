/* Memory quota by key: a set-associative hash table; see memory_quota.h. */
#include "server/limits/memory_quota.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"

enum { WAYS = 8, LITTLE = 512 };

/* An entry that holds nothing is free, whatever its key. */
struct memory_quota_entry {
    uint8_t key[crypto_shorthash_siphashx24_BYTES];
    size_t bytes;
};

_Static_assert(crypto_shorthash_siphashx24_KEYBYTES == sizeof((struct memory_quota *)0)->secret,
               "the secret is the hash's key");

bool memory_quota_init(struct memory_quota *quota, size_t capacity, size_t most_by_key,
                       size_t most_in_all)
{
    size_t sets = 1;
    while (sets * WAYS < capacity)
        sets *= 2;
    *quota = (struct memory_quota){.sets = sets};
    quota->most_by_key = most_by_key;
    quota->most_in_all = most_in_all;
    quota->entries = calloc(sets * WAYS, sizeof *quota->entries);
    if (quota->entries == NULL)
        return false;
    randombytes_buf(quota->secret, sizeof quota->secret);
    return true;
}

void memory_quota_release(struct memory_quota *quota)
{
    free(quota->entries);
    quota->entries = NULL;
}

/*
 * Returns the entry of a key or, if there is none, a free one with that key; NULL if the set is
 * full.
 */
static struct memory_quota_entry *find_entry(const struct memory_quota *quota, const char *key)
{
    uint8_t hash[crypto_shorthash_siphashx24_BYTES];
    uint64_t number;
    struct memory_quota_entry *free_entry = NULL;
    crypto_shorthash_siphashx24(hash, (const uint8_t *)key, strlen(key), quota->secret);
    memcpy(&number, hash, sizeof number);
    struct memory_quota_entry *set = quota->entries + (number & (quota->sets - 1)) * WAYS;
    for (unsigned way = 0; way < WAYS; way++) {
        struct memory_quota_entry *entry = set + way;
        if (entry->bytes == 0)
            free_entry = entry;
        else if (memcmp(entry->key, hash, sizeof entry->key) == 0)
            return entry;
    }
    if (free_entry != NULL)
        memcpy(free_entry->key, hash, sizeof free_entry->key);
    return free_entry;
}

/* Keys that hold little may use everything; half of the total is reserved for them. */
static bool is_allowed(const struct memory_quota *quota, size_t by_key, size_t in_all)
{
    const bool little = by_key <= quota->most_in_all / LITTLE;
    return by_key <= quota->most_by_key && (little || in_all <= quota->most_in_all / 2);
}

bool memory_quota_take(struct memory_quota *quota, const char *key, size_t bytes)
{
    if (bytes == 0)
        return true;
    struct memory_quota_entry *entry = find_entry(quota, key);
    if (entry == NULL || bytes > quota->most_in_all - quota->total ||
        !is_allowed(quota, entry->bytes + bytes, quota->total + bytes))
        return false;
    entry->bytes += bytes;
    quota->total += bytes;
    return true;
}

void memory_quota_give(struct memory_quota *quota, const char *key, size_t bytes)
{
    if (bytes == 0)
        return;
    struct memory_quota_entry *entry = find_entry(quota, key);
    CHECK(entry != NULL && entry->bytes >= bytes && quota->total >= bytes);
    entry->bytes -= bytes;
    quota->total -= bytes;
}

size_t memory_quota_total(const struct memory_quota *quota)
{
    return quota->total;
}
