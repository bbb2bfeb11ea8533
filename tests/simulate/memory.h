/*
 * Memory that runs out when it is told to, and random numbers and passwords that follow a seed.
 *
 * The simulator's program is linked with --wrap, so that every allocation of ours and of the
 * server comes through here.  Only what is asked for between memory_arm() and
 * memory_disarm() can fail: the simulator arms around its calls of the server and is never refused
 * itself.
 */
#ifndef RAILHEAD_TESTS_SIMULATE_MEMORY_H
#define RAILHEAD_TESTS_SIMULATE_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

struct memory {
    bool armed;
    uint64_t number;      /* fails this one of those that are armed, counted from 1; 0 for none */
    unsigned per_million; /* and every one with this probability, by `random` */
    unsigned growth_per_million; /* also fails each realloc() with this probability */
    uint64_t random;

    /* What came of it. */
    uint64_t asked, failed;
    int64_t blocks; /* that are allocated and not freed, armed or not */
};

/* The one and only: the linker's doors have no argument for it. */
extern struct memory memory;

/* Sets everything but `blocks` back; libsodium's random numbers are those of the seed. */
void memory_begin(uint64_t seed);

static inline void memory_arm(void)
{
    memory.armed = true;
}

static inline void memory_disarm(void)
{
    memory.armed = false;
}

#endif
