/*
 * What each line would save the opponents together, averaged over the hands they may hold.
 */
#ifndef RAILHEAD_BOTS_OPPONENT_GAIN_H
#define RAILHEAD_BOTS_OPPONENT_GAIN_H

#include "bots/seat_distances.h"
#include "rules/view.h"

struct opponent_gain {
    float line[LINES_MAX]; /* expected saving of all opponents if the line were free */
    float weight;          /* total weight of the hands added for the current opponent */
    float sum[LINES_MAX];  /* weighted sum of their savings */
};

void opponent_gain_init(struct opponent_gain *opponent_gain);

/*
 * Usage: for each opponent, call opponent_gain_add_hand() for each possible hand with its weight,
 * then opponent_gain_add_seat() once.  `seat` is the opponent's.
 */
void opponent_gain_add_hand(struct opponent_gain *opponent_gain, const struct board *board,
                            const struct table *table, const struct seat_distances *seat_distances,
                            unsigned seat, const struct hand *hand, float weight);
void opponent_gain_add_seat(struct opponent_gain *opponent_gain, const struct board *board);

#endif
