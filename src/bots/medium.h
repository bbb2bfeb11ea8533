/*
 * The medium player: always to the nearest of its cities that is not yet joined.
 *
 * It is also the reference that stronger players are measured against.
 */
#ifndef RAILHEAD_BOTS_MEDIUM_H
#define RAILHEAD_BOTS_MEDIUM_H

#include "bots/bot.h"

void medium_turn(void *memory, const struct question *question, struct turn *turn,
                 struct thoughts *thoughts);

#endif
