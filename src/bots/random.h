/*
 * The random player: every legal line is as good as another.
 */
#ifndef RAILHEAD_BOTS_RANDOM_H
#define RAILHEAD_BOTS_RANDOM_H

#include "bots/bot.h"

/* Any legal turn: also what others play when they have no idea. */
void random_legal_turn(const struct board *board, const struct view *view, struct rng *rng,
                       struct turn *turn);

void random_turn(void *memory, const struct question *question, struct turn *turn,
                 struct thoughts *thoughts);

/*
 * Plays the rest of a round with random turns on the position itself, up to its end but without
 * scoring it; answers the seats that are connected.  No marker moves.
 */
unsigned random_rest_of_round(struct position *position, const struct board *board,
                              struct rng *rng);

#endif
