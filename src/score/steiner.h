/*
 * The exact score: the cheapest way to join up to six junctions, a minimum Steiner tree.
 *
 * All functions are exact for every board that src/board/ accepts.  They do not allocate and modify
 * only their output.
 */
#ifndef RAILHEAD_SCORE_STEINER_H
#define RAILHEAD_SCORE_STEINER_H

#include "score/distances.h"

enum { TERMINALS_MAX = 6 }; /* five cities and the marker */

/*
 * The lines at each junction of a board, precomputed for callers that make thousands of plans.
 * Each entry combines a line and the junction that it leads to: line * 256 + junction.  In a
 * direction without a line, the entry is another line and the junction itself, so that it leads
 * nowhere.
 */
struct steps {
    uint32_t around[JUNCTIONS_MAX][DIRECTIONS];
};

void steps_init(struct steps *steps, const struct board *board);

/* Returns the cost of the cheapest tree that joins the terminals (1 to 6, duplicates allowed). */
unsigned steiner_cost(const struct distances *distances, const uint8_t terminal[], unsigned count);

/*
 * The same, and one such tree: the lines still to be laid, whose costs add up to the returned cost.
 * `cost` is the missing cost of each line from which the distances were computed; it may ignore
 * lines inside networks joined with lazy_join().  If several lines are equally good, the one with
 * the smallest number in `avoid` is chosen (NULL: all are equal), then the first of the board.  The
 * choice is the same on every machine.
 */
unsigned steiner_plan(const struct distances *distances, const struct board *board,
                      const uint8_t cost[LINES_MAX], const uint8_t terminal[], unsigned count,
                      const uint8_t avoid[LINES_MAX], struct line_set *plan);

/*
 * The same from lazy distances, for terminals of which no two are joined, as steiner_merge() leaves
 * them.  Lines are added to the plan, which must be empty, only if the tree costs less than the
 * limit.
 */
unsigned steiner_plan_below(struct lazy_distances *lazy, const struct steps *steps,
                            const uint8_t cost[LINES_MAX], const uint8_t terminal[], unsigned count,
                            const uint8_t avoid[LINES_MAX], unsigned limit, struct line_set *plan);

/* Keeps the first of each group of joined terminals, in their order.  Returns how many are left. */
unsigned steiner_merge(struct lazy_distances *lazy, uint8_t terminal[], unsigned count);

/* The cost alone, for terminals of which no two are joined. */
unsigned steiner_cost_lazily(struct lazy_distances *lazy, const uint8_t terminal[], unsigned count);

/* Returns the cost.  cost_after[line] is what the cost would be if that line alone were free. */
unsigned steiner_gradient(const struct distances *distances, const struct board *board,
                          const uint8_t terminal[], unsigned count, uint8_t cost_after[LINES_MAX]);

/*
 * Returns the cost.  For every junction that a line joins to the network of the last terminal,
 * cost_with[] is what the cost would be if that line were free.  For a junction in the network it
 * is the cost itself; for one farther away it is an upper bound.  So for the lines at a network
 * this is the gradient in a third of the time.  `lazy` is NULL or contains `distances`.
 */
unsigned steiner_branches(const struct distances *distances, struct lazy_distances *lazy,
                          const uint8_t terminal[], unsigned count,
                          uint8_t cost_with[DISTANCE_STRIDE]);

/*
 * Computes the cost of joining `start` with one junction of each group, for every choice:
 * cost[(((g0 * n1 + g1) * n2 + g2) * n3 + g3) * n4 + g4] for counts n0 to n4.  `cost` must hold the
 * product of the counts.
 */
void steiner_all_hands(const struct distances *distances, unsigned start,
                       const uint8_t junction[GROUPS][GROUP_CARDS_MAX], const uint8_t count[GROUPS],
                       uint8_t *cost);

#endif
