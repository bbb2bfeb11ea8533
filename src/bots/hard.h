/*
 * The hard player: no search.  It plays the candidate with the best static value, which weighs its
 * own gain against the gain of the opponents' likely hands.
 */
#ifndef RAILHEAD_BOTS_HARD_H
#define RAILHEAD_BOTS_HARD_H

#include "bots/bot.h"
#include "bots/candidates.h"

/* Scratch space; nothing is remembered between turns. */
struct hard {
    struct seat_distances seat_distances;
    struct opponent_gain opponent_gain;
    struct candidates candidates;
};

void hard_turn(void *memory, const struct question *question, struct turn *turn,
               struct thoughts *thoughts);

#endif
