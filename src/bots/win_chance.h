/*
 * What the end of a round is worth to a seat: its chance to win the game.
 */
#ifndef RAILHEAD_BOTS_WIN_CHANCE_H
#define RAILHEAD_BOTS_WIN_CHANCE_H

#include "core/table.h"

/*
 * The round is over on this table and the points have been taken (scoring_take_points()).  From 0
 * to 1: the seat's share of a game that is over, an estimate of it otherwise.
 */
double win_chance(const struct table *table, unsigned seat);

#endif
