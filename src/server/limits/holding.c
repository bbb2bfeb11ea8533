/* Bytes held by key: a hash table of small sets; see holding.h. */
#include "server/limits/holding.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "core/check.h"

enum { WAYS = 8, LITTLE = 512 };

/* An entry that holds nothing is free, whatever its key. */
struct holding_entry {
    uint8_t key[crypto_shorthash_siphashx24_BYTES];
    size_t bytes;
};

_Static_assert(crypto_shorthash_siphashx24_KEYBYTES == sizeof((struct holding *)0)->secret,
               "the secret is the hash's key");

bool holding_init(struct holding *holding, size_t capacity, size_t most_by_key, size_t most_in_all)
{
    size_t sets = 1;
    while (sets * WAYS < capacity)
        sets *= 2;
    *holding = (struct holding){.sets = sets};
    holding->most_by_key = most_by_key;
    holding->most_in_all = most_in_all;
    holding->entries = calloc(sets * WAYS, sizeof *holding->entries);
    if (holding->entries == NULL)
        return false;
    randombytes_buf(holding->secret, sizeof holding->secret);
    return true;
}

void holding_release(struct holding *holding)
{
    free(holding->entries);
    holding->entries = NULL;
}

/* The entry of a key or, where there is none, a free one with that key; NULL when all are taken. */
static struct holding_entry *find(const struct holding *holding, const char *key)
{
    uint8_t hash[crypto_shorthash_siphashx24_BYTES];
    uint64_t number;
    struct holding_entry *free_entry = NULL;
    crypto_shorthash_siphashx24(hash, (const uint8_t *)key, strlen(key), holding->secret);
    memcpy(&number, hash, sizeof number);
    struct holding_entry *set = holding->entries + (number & (holding->sets - 1)) * WAYS;
    for (unsigned way = 0; way < WAYS; way++) {
        struct holding_entry *entry = set + way;
        if (entry->bytes == 0)
            free_entry = entry;
        else if (memcmp(entry->key, hash, sizeof entry->key) == 0)
            return entry;
    }
    if (free_entry)
        memcpy(free_entry->key, hash, sizeof free_entry->key);
    return free_entry;
}

/* Whoever would hold little gets it as long as any is left; half of all is for them alone. */
static bool is_allowed(const struct holding *holding, size_t by_key, size_t in_all)
{
    const bool little = by_key <= holding->most_in_all / LITTLE;
    return by_key <= holding->most_by_key && (little || in_all <= holding->most_in_all / 2);
}

bool holding_take(struct holding *holding, const char *key, size_t bytes)
{
    if (bytes == 0)
        return true;
    struct holding_entry *entry = find(holding, key);
    if (entry == NULL || bytes > holding->most_in_all - holding->total ||
        !is_allowed(holding, entry->bytes + bytes, holding->total + bytes))
        return false;
    entry->bytes += bytes;
    holding->total += bytes;
    return true;
}

void holding_give(struct holding *holding, const char *key, size_t bytes)
{
    if (bytes == 0)
        return;
    struct holding_entry *entry = find(holding, key);
    CHECK(entry != NULL && entry->bytes >= bytes && holding->total >= bytes);
    entry->bytes -= bytes;
    holding->total -= bytes;
}

size_t holding_total(const struct holding *holding)
{
    return holding->total;
}
