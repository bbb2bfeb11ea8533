/*
 * The easy and medium levels: players who see the sensible turns but misjudge them.
 *
 * They value turns by their play style (bots/policy.h) and add a random error to each value, scaled
 * by the style's temperature, then play the best.  Small mistakes are common, large ones rare, and
 * every track still serves the player's own cities.
 */
#ifndef RAILHEAD_BOTS_EASY_MEDIUM_H
#define RAILHEAD_BOTS_EASY_MEDIUM_H

#include "bots/bot.h"
#include "bots/candidates.h"
#include "bots/policy.h"

/* Scratch space; nothing is remembered between turns. */
struct easy_medium {
    struct seat_distances seat_distances;
    struct line_demand line_demand;
    struct policy policy;
    struct candidates starts;
};

void easy_turn(void *memory, const struct question *question, struct turn *turn,
               struct thoughts *thoughts);
void medium_turn(void *memory, const struct question *question, struct turn *turn,
                 struct thoughts *thoughts);

#endif
