/*
 * The distances between all junctions for one seat, updated as tracks are laid.
 *
 * The cost of a line is what is still missing on it: 0 for usable track, 1 for a single line or a
 * half-built ferry, 2 for a double line, a ferry without track, or a line closed to the seat (P1,
 * P2, X1).  The matrix is the input of the exact score (score/steiner.h).  It is large (64 KB):
 * callers keep one per kind of knowledge and copy it with `=`, or with distances_copy(), which
 * skips the rows that the board does not use.
 *
 *               to   0   1   2  ...  junctions - 1        width   DISTANCE_STRIDE
 *     row[0]       | 0 | 1 | 3 | ... |     9     | 255 ... 255 |  not read  |
 *     row[1]       | 1 | 0 | 2 | ... |     8     | 255 ... 255 |            |
 *     ...
 *     row[junctions - 1]                   0
 *
 * It is symmetric, with 0 on the diagonal.  Kernels read rows as whole vectors, so each row is
 * padded to `width` (192 or 256) with 255, which never wins a minimum.
 */
#ifndef RAILHEAD_SCORE_DISTANCES_H
#define RAILHEAD_SCORE_DISTANCES_H

#include <stdalign.h>

#include "board/board.h"

enum {
    DISTANCE_STRIDE = 256, /* bytes from one row to the next */
    DISTANCE_NARROW = 192, /* width for boards with at most this many junctions */
    LAZY_JOINS_MAX = 16,   /* joined groups stored until all rows are refreshed */
    LAZY_LOWERED_MAX = 8,  /* lowered lines (cost above 0) stored until then */
};

struct kernel; /* one compiled variant of the inner loops: score/kernel.h */

struct distances {
    alignas(64) uint8_t row[JUNCTIONS_MAX][DISTANCE_STRIDE]; /* padded with 255 up to `width` */
    struct junction_set first; /* the lowest-numbered junction of each group at distance 0 */
    const struct kernel *kernel;
    uint16_t junctions;
    uint16_t width; /* bytes of a row that kernels read: DISTANCE_NARROW or DISTANCE_STRIDE */
};

/* Computes the distances on the empty board and selects the fastest kernel for this machine. */
void distances_init(struct distances *distances, const struct board *board);

/* The same for any state of a table, given the missing cost of each line (0, 1 or 2). */
void distances_init_costs(struct distances *distances, const struct board *board,
                          const uint8_t cost[LINES_MAX]);

/* Lowers the cost of the line from a to b to `cost`, which must not exceed its current cost. */
void distances_lower(struct distances *distances, unsigned a, unsigned b, unsigned cost);

/* For tests and benchmarks: selects a kernel.  Results do not depend on it. */
void distances_init_with(struct distances *distances, const struct board *board,
                         const uint8_t cost[LINES_MAX], const struct kernel *kernel);
void distances_use_kernel(struct distances *distances, const struct kernel *kernel);

/* *to = *from, but copies only the rows that the board uses. */
void distances_copy(struct distances *to, const struct distances *from);

/*
 * Distances that follow a table through many turns while only a few rows are needed, as in a
 * playout.  Rows are copied from the matrix `from` on demand.  Changes are stored separately and
 * applied to a row when it is refreshed.
 */
struct lazy_distances {
    struct distances now;         /* a row is valid only if known[] == clock */
    const struct distances *from; /* the initial distances; must not change meanwhile */
    struct junction_set joined;   /* junctions at distance 0 from another one */
    unsigned clock;               /* version number of the distances, from 1 */
    unsigned joins, lowered;
    uint16_t known[JUNCTIONS_MAX]; /* version at which each row was refreshed; 0: never copied */
    /* For each joined group: one member, and the distances from the group to all junctions. */
    uint8_t member[LAZY_JOINS_MAX];
    alignas(64) uint8_t join[LAZY_JOINS_MAX][DISTANCE_STRIDE];
    /*
     * For each lowered line: the distances from one end, and those from the other end plus the
     * line.
     */
    alignas(64) uint8_t lower[LAZY_LOWERED_MAX][2][DISTANCE_STRIDE];
};

/* Starts from `from`, which must stay valid and unchanged while `lazy` is used. */
void lazy_begin(struct lazy_distances *lazy, const struct distances *from);

/* Refreshes all rows, so that `now` is a complete matrix. */
void lazy_refresh_all(struct lazy_distances *lazy);

/* Refreshes the rows of these junctions. */
void lazy_refresh(struct lazy_distances *lazy, const uint8_t junction[], unsigned count);

/* Records that usable track joins these junctions: they are now at distance 0 from each other. */
void lazy_join(struct lazy_distances *lazy, const uint8_t junction[], unsigned count);

/* Like distances_lower(). */
void lazy_lower(struct lazy_distances *lazy, unsigned a, unsigned b, unsigned cost);

static inline unsigned distances_between(const struct distances *distances, unsigned a, unsigned b)
{
    return distances->row[a][b];
}

#endif
