/*
 * The 'nearest city first' player: always builds along a shortest path to its nearest city, with no
 * preference among equals.  A simple reference for measuring stronger players.
 */
#ifndef RAILHEAD_BOTS_NEAREST_CITY_H
#define RAILHEAD_BOTS_NEAREST_CITY_H

#include "bots/bot.h"

void nearest_city_turn(void *memory, const struct question *question, struct turn *turn,
                       struct thoughts *thoughts);

#endif
