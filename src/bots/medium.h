/*
 * The medium player: always to the nearest of its cities that is not yet joined.
 *
 * It is also the reference that stronger players are measured against.
 */
#ifndef RAILHEAD_BOTS_MEDIUM_H
#define RAILHEAD_BOTS_MEDIUM_H

#include "bots/bot.h"
#include "core/distances.h"

void medium_turn(void *memory, const struct question *question, struct turn *turn,
                 struct thoughts *thoughts);

/* The same for a caller who knows the distances of the view's seat, which take a while to measure.
 */
void medium_turn_with(const struct distances *known, const struct question *question,
                      struct turn *turn, struct thoughts *thoughts);

#endif
