/*
 * The greedy player: always along a cheapest tree for its own cities, whoever else gains by it.
 */
#ifndef RAILHEAD_BOTS_GREEDY_H
#define RAILHEAD_BOTS_GREEDY_H

#include "bots/rng.h"
#include "core/view.h"

void greedy_bot_turn(const struct board *board, const struct view *view, struct rng *rng,
                     struct turn *turn);

#endif
