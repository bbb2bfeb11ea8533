/*
 * The hard player: no search.  It plays the best candidate at first sight: what brings it further
 * and helps the others little, by what the others may hold.
 */
#ifndef RAILHEAD_BOTS_HARD_H
#define RAILHEAD_BOTS_HARD_H

#include "bots/bot.h"
#include "bots/candidates.h"

/* Nothing is remembered from turn to turn: this is room to work in. */
struct hard {
    struct seat_distances seat_distances;
    struct opponent_gain opponent_gain;
    struct candidates candidates;
};

void hard_turn(void *memory, const struct question *question, struct turn *turn,
               struct thoughts *thoughts);

#endif
