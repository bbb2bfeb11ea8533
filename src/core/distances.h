/*
 * All distances between junctions for one seat, kept up to date as tracks are laid.
 *
 * The cost of a line is what is still missing on it: 0 where usable track lies, 1 for a single
 * line or a half-built ferry, 2 for a double line, a ferry nobody has begun, or anything closed
 * to the seat (P1, P2, X1).  The matrix is the workspace of the exact score (core/steiner.h).
 * It is large (64 KB): callers keep one for each kind of knowledge and copy it with `=`, or with
 * distances_copy(), which leaves out what the board does not use.
 *
 *               to   0   1   2  ...  junctions - 1        width   DISTANCE_STRIDE
 *     row[0]       | 0 | 1 | 3 | ... |     9     | 255 ... 255 |  not read  |
 *     row[1]       | 1 | 0 | 2 | ... |     8     | 255 ... 255 |            |
 *     ...
 *     row[junctions - 1]                   0
 *
 * It is symmetric, with 0 in the diagonal.  A row is read as whole vectors: that is why it goes on
 * to `width`, which is 192 or 256, and what stands there is never the smallest.
 */
#ifndef RAILHEAD_CORE_DISTANCES_H
#define RAILHEAD_CORE_DISTANCES_H

#include <stdalign.h>

#include "core/board.h"

enum {
    DISTANCE_STRIDE = 256, /* bytes from row to row */
    DISTANCE_NARROW = 192, /* bytes that count when there are no more junctions than that */
    LAZY_JOINS_MAX = 16,   /* groups of junctions that became one since the beginning */
    LAZY_LOWERED_MAX = 8,  /* lines that cost less, but something */
};

struct kernel; /* one compiled variant of the inner loops: core/kernel.h */

struct distances {
    alignas(64) uint8_t
        row[JUNCTIONS_MAX][DISTANCE_STRIDE]; /* past the last junction, up to `width`: 255 */
    struct junction_set first; /* of all junctions at distance 0 from one another, the first */
    const struct kernel *kernel;
    uint16_t junctions;
    uint16_t width; /* bytes of a row that the kernel reads: one of the above */
};

/* The distances on the empty board; picks the fastest kernel this machine can run. */
void distances_init(struct distances *distances, const struct board *board);

/* The same with each line's missing cost (0, 1 or 2) given, for any state of a table. */
void distances_init_costs(struct distances *distances, const struct board *board,
                          const uint8_t cost[LINES_MAX]);

/* The line from a to b costs `cost` from now on, which is no more than it did. */
void distances_lower(struct distances *distances, unsigned a, unsigned b, unsigned cost);

/* For tests and benchmarks, a kernel other than the fastest: the results are the same. */
void distances_init_with(struct distances *distances, const struct board *board,
                         const uint8_t cost[LINES_MAX], const struct kernel *kernel);
void distances_use_kernel(struct distances *distances, const struct kernel *kernel);

/* *to = *from, without the rows that the board does not use. */
void distances_copy(struct distances *to, const struct distances *from);

/*
 * Distances that follow a table through many turns while only a few rows of them are asked for,
 * as when a round is played to its end.  They begin as another matrix, whose rows are copied when
 * they are wanted; what has changed is kept apart and put into a row then.
 */
struct lazy_distances {
    struct distances now;         /* only the rows with known[] == clock are what they should be */
    const struct distances *from; /* how it began; must stay as it is */
    struct junction_set joined;   /* the junctions at distance 0 from another */
    unsigned clock;               /* counts the changes, from 1 */
    unsigned joins, lowered;
    uint16_t known[JUNCTIONS_MAX]; /* when each row was brought up to date, or 0 */
    /* For each group that became one: one of it, and how far it is from everywhere. */
    uint8_t member[LAZY_JOINS_MAX];
    alignas(64) uint8_t join[LAZY_JOINS_MAX][DISTANCE_STRIDE];
    /* For each line that costs less: how far one end is, and the other over the line. */
    alignas(64) uint8_t lower[LAZY_LOWERED_MAX][2][DISTANCE_STRIDE];
};

/* Begins with the distances `from`. */
void lazy_begin(struct lazy_distances *lazy, const struct distances *from);

/* Brings all rows up to date: `now` is a whole matrix then. */
void lazy_refresh_all(struct lazy_distances *lazy);

/* Brings the rows of these junctions up to date. */
void lazy_refresh(struct lazy_distances *lazy, const uint8_t junction[], unsigned count);

/* Usable track joins these junctions from now on: each is at distance 0 from each other. */
void lazy_join(struct lazy_distances *lazy, const uint8_t junction[], unsigned count);

/* distances_lower(). */
void lazy_lower(struct lazy_distances *lazy, unsigned a, unsigned b, unsigned cost);

static inline unsigned distances_between(const struct distances *distances, unsigned a, unsigned b)
{
    return distances->row[a][b];
}

#endif
