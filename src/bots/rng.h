/*
 * Random numbers for bots (splitmix64): small, fast and the same on every machine.
 *
 * Not for deals, which use a cipher (rules/deal.h).
 */
#ifndef RAILHEAD_BOTS_RNG_H
#define RAILHEAD_BOTS_RNG_H

#include <stdint.h>

struct rng {
    uint64_t state;
};

static inline void rng_init(struct rng *rng, uint64_t seed)
{
    rng->state = seed;
}

static inline uint64_t rng_next(struct rng *rng)
{
    uint64_t word = rng->state += UINT64_C(0x9e3779b97f4a7c15);
    word = (word ^ word >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    word = (word ^ word >> 27) * UINT64_C(0x94d049bb133111eb);
    return word ^ word >> 31;
}

/* A number from 0 to bound - 1.  The bias is below bound / 2^32, which is negligible here. */
static inline unsigned rng_below(struct rng *rng, unsigned bound)
{
    return (unsigned)((rng_next(rng) >> 32) * bound >> 32);
}

/* A number in [0, 1). */
static inline double rng_unit(struct rng *rng)
{
    return (double)(rng_next(rng) >> 11) * 0x1p-53;
}

#endif
