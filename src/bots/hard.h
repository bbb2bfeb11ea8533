/*
 * The hard player: no search.  Of the turns that bring it furthest it takes the one that helps the
 * others least, by what the others may hold.
 */
#ifndef RAILHEAD_BOTS_HARD_H
#define RAILHEAD_BOTS_HARD_H

#include "bots/bot.h"
#include "bots/candidates.h"

/* Nothing is remembered from turn to turn: this is room to work in. */
struct hard {
    struct ways ways;
    struct help help;
    struct candidates candidates;
};

void hard_turn(void *memory, const struct question *question, struct turn *turn,
               struct thoughts *thoughts);

#endif
