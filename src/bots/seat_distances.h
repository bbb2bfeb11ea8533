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

struct seat_distances {
    struct distances matrix[SEATS_MAX];
    uint8_t cost[SEATS_MAX][LINES_MAX]; /* what is missing on each line, by matrix */
    uint8_t matrix_of[SEATS_MAX];       /* which matrix is the seat's */
    uint8_t matrices;
    struct steps adjacency; /* of the board */
};

void seat_distances_init(struct seat_distances *seat_distances, const struct table *table,
                         const struct board *board);

/* *to = *from, without what the board does not use. */
void seat_distances_copy(struct seat_distances *to, const struct seat_distances *from);

/* The tracks of a turn have been laid: `table` has them already. */
void seat_distances_lay(struct seat_distances *seat_distances, const struct table *table,
                        const struct board *board, const struct turn *turn);

/*
 * V2: nobody builds on from a junction with another's marker.  A line that ends at one counts as a
 * double line from now on, in the distances of `seat` and of whoever shares them: a way around is
 * taken if it is no longer than that.
 */
void seat_distances_avoid_markers(struct seat_distances *seat_distances, const struct table *table,
                                  const struct board *board, unsigned seat);

/* P1: what a seat misses with a hand. */
unsigned seat_distances_missing(const struct seat_distances *seat_distances,
                                const struct table *table, const struct board *board, unsigned seat,
                                const struct hand *hand);

/* The same; and for every line, what it would save the seat if it were free. */
unsigned seat_distances_savings(const struct seat_distances *seat_distances,
                                const struct table *table, const struct board *board, unsigned seat,
                                const struct hand *hand, uint8_t saved[LINES_MAX]);

static inline const struct distances *seat_distances_of(const struct seat_distances *seat_distances,
                                                        unsigned seat)
{
    return &seat_distances->matrix[seat_distances->matrix_of[seat]];
}

#endif
