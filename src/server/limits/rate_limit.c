/*
 * Rate limits: a set-associative hash table. A bucket is a single number, the time at which it will
 * be full: taking tokens moves that time, and nothing has to be refilled.
 */
#include "server/limits/rate_limit.h"

#include <arpa/inet.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "text/text.h"

enum { WAYS = 8, MINUTE_MS = 60 * 1000 };

/* Zero where there has never been a key. */
struct rate_limit_entry {
    uint8_t key[crypto_shorthash_siphashx24_BYTES];
    int64_t full_at; /* in units of 1 / per_minute ms, so that it is an integer */
    uint32_t open;   /* open connections */
    uint32_t used;   /* whether there is a key */
};

_Static_assert(crypto_shorthash_siphashx24_KEYBYTES == sizeof((struct rate_limit *)0)->secret,
               "the secret is the hash's key");

bool rate_limit_init(struct rate_limit *limit, size_t capacity, struct rate_limit_rate rate)
{
    CHECK(rate.burst > 0 && rate.per_minute > 0);
    size_t sets = 1;
    while (sets * WAYS < capacity)
        sets *= 2;
    limit->entries = calloc(sets * WAYS, sizeof *limit->entries);
    if (limit->entries == NULL)
        return false;
    limit->sets = sets;
    limit->rate = rate;
    limit->origin = 0;
    randombytes_buf(limit->secret, sizeof limit->secret);
    return true;
}

void rate_limit_release(struct rate_limit *limit)
{
    free(limit->entries);
    limit->entries = NULL;
}

/*
 * Converts a time to the units of `full_at`, counted from the first call, so that it stays small.
 */
static int64_t units_at(const struct rate_limit *limit, int64_t now)
{
    return (now - limit->origin) * limit->rate.per_minute;
}

static void note_origin(struct rate_limit *limit, int64_t now)
{
    if (limit->origin == 0)
        limit->origin = now;
}

/* Returns how far from full the bucket is; at most completely empty, whatever the clock does. */
static int64_t missing_units(const struct rate_limit *limit, const struct rate_limit_entry *entry,
                             int64_t now)
{
    const int64_t missing = entry->full_at - units_at(limit, now);
    const int64_t empty = (int64_t)limit->rate.burst * MINUTE_MS;
    return missing < 0 ? 0 : missing > empty ? empty : missing;
}

static struct rate_limit_entry *find_entry(const struct rate_limit *limit, const char *key,
                                           uint8_t hash[crypto_shorthash_siphashx24_BYTES],
                                           struct rate_limit_entry **set)
{
    uint64_t number;
    crypto_shorthash_siphashx24(hash, (const uint8_t *)key, strlen(key), limit->secret);
    memcpy(&number, hash, sizeof number);
    *set = limit->entries + (number & (limit->sets - 1)) * WAYS;
    for (unsigned way = 0; way < WAYS; way++) {
        struct rate_limit_entry *entry = *set + way;
        if (entry->used && memcmp(entry->key, hash, sizeof entry->key) == 0)
            return entry;
    }
    return NULL;
}

/*
 * Returns the entry of a key, creating it in place of the one closest to being full. Returns NULL
 * if all places of the set have open connections.
 */
static struct rate_limit_entry *find_or_make(struct rate_limit *limit, const char *key, int64_t now)
{
    uint8_t hash[crypto_shorthash_siphashx24_BYTES];
    struct rate_limit_entry *set, *place = NULL;
    struct rate_limit_entry *entry = find_entry(limit, key, hash, &set);
    if (entry != NULL)
        return entry;
    for (unsigned way = 0; way < WAYS; way++) {
        struct rate_limit_entry *other = set + way;
        if (other->open == 0 &&
            (place == NULL || missing_units(limit, other, now) < missing_units(limit, place, now)))
            place = other;
    }
    if (place == NULL)
        return NULL;
    *place = (struct rate_limit_entry){.used = 1, .full_at = units_at(limit, now)};
    memcpy(place->key, hash, sizeof place->key);
    return place;
}

bool rate_limit_take(struct rate_limit *limit, const char *key, int64_t now, uint32_t cost)
{
    note_origin(limit, now);
    struct rate_limit_entry *entry = find_or_make(limit, key, now);
    if (entry == NULL)
        return false;
    const int64_t after = missing_units(limit, entry, now) + (int64_t)cost * MINUTE_MS;
    if (after > (int64_t)limit->rate.burst * MINUTE_MS)
        return false;
    entry->full_at = units_at(limit, now) + after;
    return true;
}

void rate_limit_return(struct rate_limit *limit, const char *key, int64_t now, uint32_t cost)
{
    uint8_t hash[crypto_shorthash_siphashx24_BYTES];
    struct rate_limit_entry *set;
    struct rate_limit_entry *entry = find_entry(limit, key, hash, &set);
    if (entry == NULL)
        return; /* full again, so forgotten */
    const int64_t before = missing_units(limit, entry, now), back = (int64_t)cost * MINUTE_MS;
    entry->full_at = units_at(limit, now) + (before > back ? before - back : 0);
}

bool rate_limit_connect(struct rate_limit *limit, const char *key, int64_t now, uint32_t most)
{
    note_origin(limit, now);
    struct rate_limit_entry *entry = find_or_make(limit, key, now);
    if (entry == NULL || entry->open >= most)
        return false;
    entry->open++;
    return true;
}

void rate_limit_disconnect(struct rate_limit *limit, const char *key)
{
    uint8_t hash[crypto_shorthash_siphashx24_BYTES];
    struct rate_limit_entry *set;
    struct rate_limit_entry *entry = find_entry(limit, key, hash, &set);
    CHECK(entry != NULL && entry->open > 0);
    entry->open--;
}

void rate_limit_address_key(char key[RATE_LIMIT_KEY_SIZE], const char *address)
{
    struct in6_addr six;
    struct text text;
    text_init(&text, key, RATE_LIMIT_KEY_SIZE);
    if (inet_pton(AF_INET6, address, &six) != 1) {
        text_add(&text, address);
        return;
    }
    const bool is_four = IN6_IS_ADDR_V4MAPPED(&six);
    if (!is_four)
        memset(six.s6_addr + 8, 0, 8);
    const char *written = is_four ? inet_ntop(AF_INET, six.s6_addr + 12, key, RATE_LIMIT_KEY_SIZE)
                                  : inet_ntop(AF_INET6, &six, key, RATE_LIMIT_KEY_SIZE);
    CHECK(written != NULL);
}
