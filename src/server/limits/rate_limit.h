/*
 * Rate limits by address or person: a token bucket for each key, and a count of its open
 * connections.
 *
 * A hash table of fixed size: a key with a full bucket and no open connection is equivalent to an
 * unknown one and is dropped when its place is needed. Only hashes of keys under a random secret
 * are kept, so that nobody can choose colliding addresses. Time is an argument, in monotonic ms.
 */
#ifndef RAILHEAD_SERVER_LIMITS_RATE_LIMIT_H
#define RAILHEAD_SERVER_LIMITS_RATE_LIMIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A bucket holds `burst` tokens and gains `per_minute` tokens a minute, evenly. */
struct rate_limit_rate {
    uint32_t burst, per_minute;
};

struct rate_limit_entry;

struct rate_limit {
    struct rate_limit_entry *entries;
    size_t sets; /* a power of two */
    struct rate_limit_rate rate;
    int64_t origin; /* time of the first call */
    uint8_t secret[16];
};

/*
 * Capacity for at least `capacity` keys. A key has places in one set only: allow four times the
 * number of keys with open connections. Returns false if allocation fails.
 */
bool rate_limit_init(struct rate_limit *limit, size_t capacity, struct rate_limit_rate rate);
void rate_limit_release(struct rate_limit *limit);

/* Takes `cost` tokens; returns false, taking none, if the key has fewer. */
bool rate_limit_take(struct rate_limit *limit, const char *key, int64_t now, uint32_t cost);

/* Returns tokens for a request that cost less than expected. */
void rate_limit_return(struct rate_limit *limit, const char *key, int64_t now, uint32_t cost);

/* Counts an open connection; returns false if the key has `most` already. */
bool rate_limit_connect(struct rate_limit *limit, const char *key, int64_t now, uint32_t most);

/* Ends a connection that rate_limit_connect() has counted. */
void rate_limit_disconnect(struct rate_limit *limit, const char *key);

enum { RATE_LIMIT_KEY_SIZE = 48 };

/*
 * The key of an address: for IPv4 the address, also if it is mapped into IPv6; for IPv6 the /64
 * network, since a customer has all of it. Other text is cut to the size.
 */
void rate_limit_address_key(char key[RATE_LIMIT_KEY_SIZE], const char *address);

#endif
