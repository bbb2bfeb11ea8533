/*
 * The greedy player: always along a cheapest tree for its own cities, whoever else gains by it.
 */
#ifndef RAILHEAD_BOTS_GREEDY_H
#define RAILHEAD_BOTS_GREEDY_H

#include "bots/bot.h"

void greedy_turn(void *memory, const struct question *question, struct turn *turn,
                 struct thoughts *thoughts);

#endif
