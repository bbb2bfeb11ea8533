/*
 * Limits the memory that clients can make the server hold: incomplete input, unsent output. Counted
 * per key (an address) and in total; refuses when either limit is exceeded.
 *
 * Half of the total is reserved for keys that hold little (1/500 of the total each), so that greedy
 * keys cannot starve others.
 *
 * A hash table of fixed size, like that of rate_limit.h: a key that holds nothing is dropped when
 * its place is needed, and only hashes of keys under a random secret are kept.
 */
#ifndef RAILHEAD_SERVER_LIMITS_MEMORY_QUOTA_H
#define RAILHEAD_SERVER_LIMITS_MEMORY_QUOTA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct memory_quota_entry;

struct memory_quota {
    struct memory_quota_entry *entries;
    size_t sets;  /* a power of two */
    size_t total; /* held by all keys, in bytes */
    size_t most_by_key, most_in_all;
    uint8_t secret[16];
};

/*
 * Capacity for `capacity` keys that hold something. A key has places in one set only: allow four
 * times the expected number, and at worst one in a thousand is refused. Returns false if allocation
 * fails.
 */
bool memory_quota_init(struct memory_quota *quota, size_t capacity, size_t most_by_key,
                       size_t most_in_all);
void memory_quota_release(struct memory_quota *quota);

/*
 * Charges bytes to a key. Returns false, charging nothing, if the key's or the total limit would be
 * exceeded.
 */
bool memory_quota_take(struct memory_quota *quota, const char *key, size_t bytes);

/* Releases bytes that memory_quota_take() has charged. */
void memory_quota_give(struct memory_quota *quota, const char *key, size_t bytes);

size_t memory_quota_total(const struct memory_quota *quota);

#endif
