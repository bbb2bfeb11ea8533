/*
 * Every call fails once: a fixed story in which each call of the store, or each allocation, is the
 * one that fails, in a world of its own.  People try again, and all ends well.
 */
#ifndef RAILHEAD_TESTS_SIMULATE_SWEEP_H
#define RAILHEAD_TESTS_SIMULATE_SWEEP_H

#include "simulate/world.h"

enum sweep_kind {
    SWEEP_STORE,   /* a call of the database is not made */
    SWEEP_UNHEARD, /* it is made, and its answer lost */
    SWEEP_MEMORY,  /* an allocation is refused */
};

/*
 * Tells the story in a world that has begun, with the `number`-th call from now failing.  False
 * when the story has fewer.
 */
bool sweep_story(struct world *world, enum sweep_kind kind, uint64_t number);

#endif
