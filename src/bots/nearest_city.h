/*
 * The plain 'nearest city first' player, a reference that stronger players are measured against:
 * always along a shortest way to its nearest city, with no preference among equals.
 */
#ifndef RAILHEAD_BOTS_NEAREST_CITY_H
#define RAILHEAD_BOTS_NEAREST_CITY_H

#include "bots/bot.h"

void nearest_city_turn(void *memory, const struct question *question, struct turn *turn,
                       struct thoughts *thoughts);

#endif
