/*
 * What each line would be worth to the others, by the hands that they may hold.
 */
#ifndef RAILHEAD_BOTS_OPPONENT_GAIN_H
#define RAILHEAD_BOTS_OPPONENT_GAIN_H

#include "bots/seat_distances.h"
#include "core/view.h"

struct opponent_gain {
    float line[LINES_MAX]; /* what the others together would save if the line were free */
    float weight;          /* of the hands of one seat, while it is being added up */
    float sum[LINES_MAX];  /* what they save */
};

void opponent_gain_init(struct opponent_gain *opponent_gain);

/* The seat may hold this hand, which counts with a weight; then the seat is done. */
void opponent_gain_add_hand(struct opponent_gain *opponent_gain, const struct board *board,
                            const struct table *table, const struct seat_distances *seat_distances,
                            unsigned seat, const struct hand *hand, float weight);
void opponent_gain_add_seat(struct opponent_gain *opponent_gain, const struct board *board);

#endif
