/*
 * Limits: a hash table of small sets.  A bucket is one number, the time at which it will be full:
 * taking tokens moves that time on, and nothing has to be refilled.
 */
#include "server/limits/limits.h"

#include <arpa/inet.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "core/check.h"
#include "core/text.h"

enum { WAYS = 8, MINUTE_MS = 60 * 1000 };

/* All zero where no key has ever been. */
struct limits_entry {
    uint8_t key[crypto_shorthash_siphashx24_BYTES];
    int64_t full_at; /* in units of 1 / per_minute milliseconds, which keeps it a whole number */
    uint32_t open;   /* connections */
    uint32_t used;   /* whether there is a key */
};

_Static_assert(crypto_shorthash_siphashx24_KEYBYTES == sizeof((struct limits *)0)->secret,
               "the secret is the hash's key");

bool limits_init(struct limits *limits, size_t capacity, struct limits_rate rate)
{
    CHECK(rate.burst > 0 && rate.per_minute > 0);
    size_t sets = 1;
    while (sets * WAYS < capacity)
        sets *= 2;
    limits->entries = calloc(sets * WAYS, sizeof *limits->entries);
    if (limits->entries == NULL)
        return false;
    limits->sets = sets;
    limits->rate = rate;
    limits->origin = 0;
    randombytes_buf(limits->secret, sizeof limits->secret);
    return true;
}

void limits_release(struct limits *limits)
{
    free(limits->entries);
    limits->entries = NULL;
}

/* A time in the units of `full_at`.  Counted from the first question, so that it stays small. */
static int64_t units(const struct limits *limits, int64_t now)
{
    return (now - limits->origin) * limits->rate.per_minute;
}

static void note_origin(struct limits *limits, int64_t now)
{
    if (limits->origin == 0)
        limits->origin = now;
}

/* How far from full the bucket is; never further than empty, whatever the clock did. */
static int64_t missing(const struct limits *limits, const struct limits_entry *entry, int64_t now)
{
    const int64_t missing = entry->full_at - units(limits, now);
    const int64_t empty = (int64_t)limits->rate.burst * MINUTE_MS;
    return missing < 0 ? 0 : missing > empty ? empty : missing;
}

static struct limits_entry *find(const struct limits *limits, const char *key,
                                 uint8_t hash[crypto_shorthash_siphashx24_BYTES],
                                 struct limits_entry **set)
{
    uint64_t number;
    crypto_shorthash_siphashx24(hash, (const uint8_t *)key, strlen(key), limits->secret);
    memcpy(&number, hash, sizeof number);
    *set = limits->entries + (number & (limits->sets - 1)) * WAYS;
    for (unsigned way = 0; way < WAYS; way++) {
        struct limits_entry *entry = *set + way;
        if (entry->used && memcmp(entry->key, hash, sizeof entry->key) == 0)
            return entry;
    }
    return NULL;
}

/*
 * The entry of a key, made if need be in the place of the one that is nearest to being forgotten.
 * NULL when every place of the set is held by an open connection.
 */
static struct limits_entry *find_or_make(struct limits *limits, const char *key, int64_t now)
{
    uint8_t hash[crypto_shorthash_siphashx24_BYTES];
    struct limits_entry *set, *place = NULL;
    struct limits_entry *entry = find(limits, key, hash, &set);
    if (entry != NULL)
        return entry;
    for (unsigned way = 0; way < WAYS; way++) {
        struct limits_entry *other = set + way;
        if (other->open == 0 &&
            (place == NULL || missing(limits, other, now) < missing(limits, place, now)))
            place = other;
    }
    if (place == NULL)
        return NULL;
    *place = (struct limits_entry){.used = 1, .full_at = units(limits, now)};
    memcpy(place->key, hash, sizeof place->key);
    return place;
}

bool limits_take(struct limits *limits, const char *key, int64_t now, uint32_t cost)
{
    note_origin(limits, now);
    struct limits_entry *entry = find_or_make(limits, key, now);
    if (entry == NULL)
        return false;
    const int64_t after = missing(limits, entry, now) + (int64_t)cost * MINUTE_MS;
    if (after > (int64_t)limits->rate.burst * MINUTE_MS)
        return false;
    entry->full_at = units(limits, now) + after;
    return true;
}

void limits_return(struct limits *limits, const char *key, int64_t now, uint32_t cost)
{
    uint8_t hash[crypto_shorthash_siphashx24_BYTES];
    struct limits_entry *set;
    struct limits_entry *entry = find(limits, key, hash, &set);
    if (entry == NULL)
        return; /* full again, and forgotten */
    const int64_t before = missing(limits, entry, now), back = (int64_t)cost * MINUTE_MS;
    entry->full_at = units(limits, now) + (before > back ? before - back : 0);
}

bool limits_connect(struct limits *limits, const char *key, int64_t now, uint32_t most)
{
    note_origin(limits, now);
    struct limits_entry *entry = find_or_make(limits, key, now);
    if (entry == NULL || entry->open >= most)
        return false;
    entry->open++;
    return true;
}

void limits_disconnect(struct limits *limits, const char *key)
{
    uint8_t hash[crypto_shorthash_siphashx24_BYTES];
    struct limits_entry *set;
    struct limits_entry *entry = find(limits, key, hash, &set);
    CHECK(entry != NULL && entry->open > 0);
    entry->open--;
}

void limits_address_key(char key[LIMITS_KEY_SIZE], const char *address)
{
    struct in6_addr six;
    struct text text;
    text_init(&text, key, LIMITS_KEY_SIZE);
    if (inet_pton(AF_INET6, address, &six) != 1) {
        text_add(&text, address);
        return;
    }
    const bool is_four = IN6_IS_ADDR_V4MAPPED(&six);
    if (!is_four)
        memset(six.s6_addr + 8, 0, 8);
    const char *written = is_four ? inet_ntop(AF_INET, six.s6_addr + 12, key, LIMITS_KEY_SIZE)
                                  : inet_ntop(AF_INET6, &six, key, LIMITS_KEY_SIZE);
    CHECK(written != NULL);
}
