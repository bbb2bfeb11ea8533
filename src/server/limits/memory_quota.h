/*
 * Bytes that strangers make us hold: bodies and messages that are not complete, answers that are
 * not read.  Counted for each key (an address) and in all, and refused when either is too much.
 *
 * Half of all is for keys that hold little, a five-hundredth of all each: however much the greedy
 * take, whoever needs little gets it.
 *
 * A table of fixed size that never grows, as that of rate_limit.h: a key that holds nothing is
 * forgotten when its place is needed, and no address is kept, only its hash under a random key.
 */
#ifndef RAILHEAD_SERVER_LIMITS_MEMORY_QUOTA_H
#define RAILHEAD_SERVER_LIMITS_MEMORY_QUOTA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct memory_quota_entry;

struct memory_quota {
    struct memory_quota_entry *entries;
    size_t sets;  /* a power of two; the entries come in sets of a few */
    size_t total; /* held by all keys together */
    size_t most_by_key, most_in_all;
    uint8_t secret[16];
};

/*
 * Room for `capacity` keys that hold something.  A key finds room in one set only: give four times
 * as many as there may be, and one in a thousand is refused at worst.  False when there is no
 * memory.
 */
bool memory_quota_init(struct memory_quota *quota, size_t capacity, size_t most_by_key,
                       size_t most_in_all);
void memory_quota_release(struct memory_quota *quota);

/* False, and nothing is taken, when the key or all together would hold too much. */
bool memory_quota_take(struct memory_quota *quota, const char *key, size_t bytes);

/* Of what memory_quota_take() allowed. */
void memory_quota_give(struct memory_quota *quota, const char *key, size_t bytes);

size_t memory_quota_total(const struct memory_quota *quota);

#endif
