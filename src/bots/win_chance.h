/*
 * The value of a position at the end of a round: a seat's chance of winning the game.
 */
#ifndef RAILHEAD_BOTS_WIN_CHANCE_H
#define RAILHEAD_BOTS_WIN_CHANCE_H

#include "rules/table.h"

/*
 * Requires a finished round whose points have been taken (scoring_take_points()).  Returns a value
 * from 0 to 1: the seat's share of the win if the game is over, otherwise an estimate.
 */
double win_chance(const struct table *table, unsigned seat);

#endif
