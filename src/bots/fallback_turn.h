/*
 * The turn of last resort: builds towards the nearest city, around any obstacle.  For bots whose
 * evaluation finds no turn that reduces their missing cost (V2, X1).  The start marker must be
 * placed.
 */
#ifndef RAILHEAD_BOTS_FALLBACK_TURN_H
#define RAILHEAD_BOTS_FALLBACK_TURN_H

#include "bots/bot.h"
#include "score/distances.h"

void fallback_turn(const struct question *question, struct turn *turn, struct thoughts *thoughts);

/*
 * The same if the caller already has the distances of the seat of `view`, which are expensive to
 * compute.
 */
void fallback_turn_with_distances(const struct distances *known, const struct question *question,
                                  struct turn *turn, struct thoughts *thoughts);

#endif
