/*
 * Straight for the nearest city, around whatever is in the way: what bots do that weigh whole turns
 * when none of them makes their tree cheaper (V2, X1).  The start marker stands.
 */
#ifndef RAILHEAD_BOTS_FALLBACK_TURN_H
#define RAILHEAD_BOTS_FALLBACK_TURN_H

#include "bots/bot.h"
#include "core/distances.h"

void fallback_turn(const struct question *question, struct turn *turn, struct thoughts *thoughts);

/* The same for a caller who knows the distances of the view's seat, which take a while to measure.
 */
void fallback_turn_with_distances(const struct distances *known, const struct question *question,
                                  struct turn *turn, struct thoughts *thoughts);

#endif
