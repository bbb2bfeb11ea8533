/*
 * The exact score: the cheapest way to join up to six junctions, a minimum Steiner tree.
 *
 * All functions are exact for every board that src/board/ accepts.  None allocates; none changes
 * anything but its output.
 */
#ifndef RAILHEAD_CORE_STEINER_H
#define RAILHEAD_CORE_STEINER_H

#include "core/distances.h"

enum { TERMINALS_MAX = 6 }; /* five cities and the marker */

/*
 * The lines at each junction of a board as walks along a plan want them, for those who make
 * thousands of plans: the line and the junction it leads to as one number, line * 256 + junction.
 * Where no line leads in a direction, one of the others stands, leading nowhere.
 */
struct steps {
    uint32_t around[JUNCTIONS_MAX][DIRECTIONS];
};

void steps_init(struct steps *steps, const struct board *board);

/* The cost of the cheapest tree that joins the terminals (1 to 6, repeats allowed). */
unsigned steiner_cost(const struct distances *distances, const uint8_t terminal[], unsigned count);

/*
 * The same, and one such tree: the lines still to be laid, which cost exactly the answer.
 * `cost` gives each line's missing cost, as the distances were made from; it need not know of lines
 * within what lazy_join() joined.  Where several lines lead on equally well, the walk along a
 * branch takes the one with the smallest number in `avoid` (a null pointer: all are the same), then
 * the first of the board.  The choice is the same on every machine.
 */
unsigned steiner_plan(const struct distances *distances, const struct board *board,
                      const uint8_t cost[LINES_MAX], const uint8_t terminal[], unsigned count,
                      const uint8_t avoid[LINES_MAX], struct line_set *plan);

/*
 * The same from distances that are brought up to date as they are needed, for terminals of which
 * no two are joined (steiner_merge() leaves such).  A tree is put into the plan, which is empty
 * before, only if it costs less than the limit.
 */
unsigned steiner_plan_below(struct lazy_distances *lazy, const struct steps *steps,
                            const uint8_t cost[LINES_MAX], const uint8_t terminal[], unsigned count,
                            const uint8_t avoid[LINES_MAX], unsigned limit, struct line_set *plan);

/* Keeps one of each set of terminals that are joined, in their order; answers how many are left. */
unsigned steiner_merge(struct lazy_distances *lazy, uint8_t terminal[], unsigned count);

/* The cost alone, of the same terminals. */
unsigned steiner_cost_lazily(struct lazy_distances *lazy, const uint8_t terminal[], unsigned count);

/* The cost; and for every line, what it would be if that line alone cost nothing. */
unsigned steiner_gradient(const struct distances *distances, const struct board *board,
                          const uint8_t terminal[], unsigned count, uint8_t cost_after[LINES_MAX]);

/*
 * The cost; and for every junction that a line joins to the network of the last terminal, what the
 * cost would be if that line cost nothing.  Of a junction in the network it is the cost itself, of
 * one farther away no less than the truth.  So for the lines at a network this is the gradient, in
 * a third of the time.  `lazy` is NULL, or `distances` are its own.
 */
unsigned steiner_branches(const struct distances *distances, struct lazy_distances *lazy,
                          const uint8_t terminal[], unsigned count,
                          uint8_t cost_with[DISTANCE_STRIDE]);

/*
 * The cost of joining `start` with one junction of each group, for every choice:
 * cost[(((g0 * n1 + g1) * n2 + g2) * n3 + g3) * n4 + g4] for counts n0 to n4.
 * `cost` must hold the product of the counts.
 */
void steiner_all_hands(const struct distances *distances, unsigned start,
                       const uint8_t junction[GROUPS][GROUP_CARDS_MAX], const uint8_t count[GROUPS],
                       uint8_t *cost);

#endif
