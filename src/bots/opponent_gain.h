/*
 * What each line would be worth to the others, by the hands that they may hold.
 */
#ifndef RAILHEAD_BOTS_OPPONENT_GAIN_H
#define RAILHEAD_BOTS_OPPONENT_GAIN_H

#include "bots/seat_distances.h"
#include "core/view.h"

struct help {
    float line[LINES_MAX]; /* what the others together would save if the line were free */
    float weight;          /* of the hands of one seat, while it is being added up */
    float sum[LINES_MAX];  /* what they save */
};

void help_init(struct help *help);

/* The seat may hold this hand, which counts with a weight; then the seat is done. */
void help_add_hand(struct help *help, const struct board *board, const struct table *table,
                   const struct ways *ways, unsigned seat, const struct hand *hand, float weight);
void help_add_seat(struct help *help, const struct board *board);

#endif
