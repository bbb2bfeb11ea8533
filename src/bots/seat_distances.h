/*
 * The distances of every seat on one table.
 *
 * Where all track belongs to all there is one matrix for everybody; coloured track makes the
 * distances a matter of the seat, and then only the seats that miss the same share one.
 */
#ifndef RAILHEAD_BOTS_SEAT_DISTANCES_H
#define RAILHEAD_BOTS_SEAT_DISTANCES_H

#include "core/scoring.h"
#include "core/turn.h"

struct ways {
    struct distances matrix[SEATS_MAX];
    uint8_t cost[SEATS_MAX][LINES_MAX]; /* what is missing on each line, by matrix */
    uint8_t of[SEATS_MAX];              /* which matrix is the seat's */
    uint8_t matrices;
    struct steps steps; /* of the board */
};

void ways_init(struct ways *ways, const struct table *table, const struct board *board);

/* *to = *from, without what the board does not use. */
void ways_copy(struct ways *to, const struct ways *from);

/* The tracks of a turn have been laid: `table` has them already. */
void ways_lay(struct ways *ways, const struct table *table, const struct board *board,
              const struct turn *turn);

/*
 * V2: nobody builds on from a junction with another's marker.  A line that ends at one counts as a
 * double line from now on, in the distances of `seat` and of whoever shares them: a way around is
 * taken if it is no longer than that.
 */
void ways_avoid_markers(struct ways *ways, const struct table *table, const struct board *board,
                        unsigned seat);

/* P1: what a seat misses with a hand. */
unsigned ways_missing(const struct ways *ways, const struct table *table, const struct board *board,
                      unsigned seat, const struct hand *hand);

/* The same; and for every line, what it would save the seat if it were free. */
unsigned ways_saved(const struct ways *ways, const struct table *table, const struct board *board,
                    unsigned seat, const struct hand *hand, uint8_t saved[LINES_MAX]);

static inline const struct distances *ways_of(const struct ways *ways, unsigned seat)
{
    return &ways->matrix[ways->of[seat]];
}

#endif
