/*
 * The random player: all legal lines are equally likely.
 */
#ifndef RAILHEAD_BOTS_RANDOM_H
#define RAILHEAD_BOTS_RANDOM_H

#include "bots/bot.h"

/* Any legal turn.  Other bots use it when nothing better is possible. */
void random_legal_turn(const struct board *board, const struct view *view, struct rng *rng,
                       struct turn *turn);

void random_turn(void *memory, const struct question *question, struct turn *turn,
                 struct thoughts *thoughts);

/*
 * Plays random turns on `position` until the round ends, without scoring it and without marker
 * moves.  Returns a bit set of the connected seats.
 */
unsigned random_rest_of_round(struct position *position, const struct board *board,
                              struct rng *rng);

#endif
