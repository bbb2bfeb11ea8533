/*
 * How much one address or one person may ask for: a bucket of tokens for each key, and a count of
 * its open connections.
 *
 * A table of fixed size that never grows: a key whose bucket is full again and that has no open
 * connection is as good as unknown and is forgotten when its place is needed.  Keys are kept as
 * hashes under a random key, so nobody can choose addresses that collide, and no address is kept.
 * Time is an argument, in milliseconds of a clock that does not go back.
 */
#ifndef RAILHEAD_SERVER_LIMITS_RATE_LIMIT_H
#define RAILHEAD_SERVER_LIMITS_RATE_LIMIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A bucket holds `burst` tokens and gets `per_minute` new ones, one after the other. */
struct rate_limit_rate {
    uint32_t burst, per_minute;
};

struct rate_limit_entry;

struct rate_limit {
    struct rate_limit_entry *entries;
    size_t sets; /* a power of two; the entries come in sets of a few */
    struct rate_limit_rate rate;
    int64_t origin; /* the time of the first question */
    uint8_t secret[16];
};

/*
 * Room for at least `capacity` keys.  False when there is no memory.  A key finds room in one set
 * only: give four times as much as there may be keys with open connections.
 */
bool rate_limit_init(struct rate_limit *limit, size_t capacity, struct rate_limit_rate rate);
void rate_limit_release(struct rate_limit *limit);

/* Takes `cost` tokens if the key has so many; false, and nothing is taken, if not. */
bool rate_limit_take(struct rate_limit *limit, const char *key, int64_t now, uint32_t cost);

/* Gives back what was taken for something that turned out to cost less. */
void rate_limit_return(struct rate_limit *limit, const char *key, int64_t now, uint32_t cost);

/* One more open connection, unless the key has `most` already. */
bool rate_limit_connect(struct rate_limit *limit, const char *key, int64_t now, uint32_t most);

/* The end of one that rate_limit_connect() allowed. */
void rate_limit_disconnect(struct rate_limit *limit, const char *key);

enum { RATE_LIMIT_KEY_SIZE = 48 };

/*
 * The key of an address as text: itself, but of IPv6 only the network (64 bits), since one customer
 * has all of it, and of IPv4 within IPv6 the IPv4 address.  What is not an address is cut to the
 * size.
 */
void rate_limit_address_key(char key[RATE_LIMIT_KEY_SIZE], const char *address);

#endif
