/*
 * Allocations that fail on demand, and a count of the blocks in use.
 *
 * A program linked with --wrap for the functions in ALLOCATION_WRAP (Makefile) gets every
 * allocation of its own and of librailhead through here, but none of shared libraries.  Only those
 * made between allocation_arm() and allocation_disarm() can fail.
 */
#ifndef RAILHEAD_TESTS_FAULT_ALLOCATION_H
#define RAILHEAD_TESTS_FAULT_ALLOCATION_H

#include <stdbool.h>
#include <stdint.h>

struct allocation {
    bool armed;
    uint64_t number;             /* this armed allocation fails, counted from 1; 0: none */
    unsigned per_million;        /* and each one with this probability, by `random` */
    unsigned growth_per_million; /* and each realloc() with this additional probability */
    uint64_t random;

    uint64_t asked, failed; /* armed allocations, and how many of them failed */
    int64_t blocks;         /* allocated and not freed, armed or not */
};

/* One for the process, since the wrapped functions have no argument for it. */
extern struct allocation allocation;

/* Resets everything but `blocks`. */
void allocation_reset(void);

/* Counts one armed allocation; true if it is to fail, with errno set to ENOMEM. */
bool allocation_fails(void);

static inline void allocation_arm(void)
{
    allocation.armed = true;
}

static inline void allocation_disarm(void)
{
    allocation.armed = false;
}

#endif
