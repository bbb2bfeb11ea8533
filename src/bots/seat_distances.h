/*
 * The distances between all junctions for every seat.
 *
 * If all track is black, everyone shares one matrix.  With coloured track, distances depend on the
 * seat; seats with equal costs share a matrix.
 */
#ifndef RAILHEAD_BOTS_SEAT_DISTANCES_H
#define RAILHEAD_BOTS_SEAT_DISTANCES_H

#include "rules/scoring.h"
#include "rules/turn.h"

struct seat_distances {
    struct distances matrix[SEATS_MAX];
    uint8_t cost[SEATS_MAX][LINES_MAX]; /* cost missing on each line, by matrix */
    uint8_t matrix_of[SEATS_MAX];       /* index of each seat's matrix */
    uint8_t matrices;                   /* number of matrices in use */
    struct steps adjacency;             /* neighbours of each junction */
};

void seat_distances_init(struct seat_distances *seat_distances, const struct table *table,
                         const struct board *board);

/* Copies the parts in use, which is faster than an assignment. */
void seat_distances_copy(struct seat_distances *to, const struct seat_distances *from);

/* Updates the distances after the tracks of `turn`.  `table` already contains them. */
void seat_distances_lay(struct seat_distances *seat_distances, const struct table *table,
                        const struct board *board, const struct turn *turn);

/*
 * V2: a seat may not build on from a junction with an opponent's marker.  Doubles the cost of
 * single lines that end there, in the matrix of `seat`, so that a detour of the same length is
 * preferred.
 */
void seat_distances_avoid_markers(struct seat_distances *seat_distances, const struct table *table,
                                  const struct board *board, unsigned seat);

/* P1: the cost that `seat` misses with this hand. */
unsigned seat_distances_missing(const struct seat_distances *seat_distances,
                                const struct table *table, const struct board *board, unsigned seat,
                                const struct hand *hand);

/* The same.  Also writes what each line would save the seat if it were free. */
unsigned seat_distances_savings(const struct seat_distances *seat_distances,
                                const struct table *table, const struct board *board, unsigned seat,
                                const struct hand *hand, uint8_t saved[LINES_MAX]);

static inline const struct distances *seat_distances_of(const struct seat_distances *seat_distances,
                                                        unsigned seat)
{
    return &seat_distances->matrix[seat_distances->matrix_of[seat]];
}

#endif
