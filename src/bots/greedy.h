/*
 * The greedy player: always builds along a cheapest tree for its own cities, whether or not
 * opponents benefit.
 */
#ifndef RAILHEAD_BOTS_GREEDY_H
#define RAILHEAD_BOTS_GREEDY_H

#include "bots/bot.h"

void greedy_turn(void *memory, const struct question *question, struct turn *turn,
                 struct thoughts *thoughts);

#endif
