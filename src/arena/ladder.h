/*
 * The ladder: compares every two levels, at tables of one size.
 *
 *                 level 0    level 1    level 2         a rung: all pairs of one table size
 *      level 1    pair 2                                 a pair: the upper level against a field
 *      level 2    pair 1     pair 0                      of the lower, and the reverse
 *
 * It plays and computes.  Displaying is up to the caller, who follows the progress with the setup's
 * watch.
 */
#ifndef RAILHEAD_ARENA_LADDER_H
#define RAILHEAD_ARENA_LADDER_H

#include "arena/arena.h"

enum { LADDER_PAIRS_MAX = SEATS_MAX * (SEATS_MAX - 1) / 2 };

/* Two levels compared; contender 0 of the setup is the upper one. */
struct ladder_pair {
    unsigned upper, lower;
    struct arena_setup setup;
    struct arena_result result;
};

/* All pairs for one number of players, the best level first. */
struct ladder_rung {
    unsigned players;
    struct ladder_pair pair[LADDER_PAIRS_MAX];
    unsigned pairs;
    struct estimate elo[SEATS_MAX]; /* by level, from the games of all pairs; the mean is 0 */
};

/*
 * Plays a rung.  The contenders of `levels` are the levels, weakest first; `levels->games` is the
 * number of games per pair.  Returns false and a sentence in `error` like arena_run().
 */
bool ladder_play(const struct arena_setup *levels, unsigned players, struct ladder_rung *rung,
                 char error[ARENA_ERROR_SIZE]);

/* Returns true if the upper level is ahead by more than the margin. */
bool ladder_is_clear(const struct ladder_pair *pair);

#endif
