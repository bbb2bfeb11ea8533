/*
 * Playouts by plans: plays a round to its end with known hands, quickly.
 *
 * A plan is one cheapest tree for the seat's cities.  A seat first lays the lines of its plan that
 * are in no other plan, and leaves the shared ones to the opponents.  It makes a new plan when
 * other tracks allow a cheaper one.  This is how the hard player would play if it knew all hands.
 */
#ifndef RAILHEAD_BOTS_PLAYOUT_BY_PLANS_H
#define RAILHEAD_BOTS_PLAYOUT_BY_PLANS_H

#include "bots/rng.h"
#include "bots/seat_distances.h"
#include "rules/position.h"

/*
 * An upper bound for the steps of a playout.  A turn, with its share of the planning, takes less
 * than one step.
 */
enum { PLAN_PLAYOUT_STEPS_MAX = 200 };

/* The plan of one seat. */
struct planner {
    struct line_set plan;            /* one cheapest tree, including lines laid since it was made */
    unsigned missing;                /* cost that the plan still misses */
    unsigned terminals;              /* number of junctions still to be joined */
    uint8_t terminal[TERMINALS_MAX]; /* the cities, and the marker once it is placed */
    bool outdated;                   /* track was laid since that is not in the plan */
};

struct playout_by_plans {
    const struct board *board;
    const struct seat_distances *start; /* distances at the start of the playout */
    bool colours;                       /* coloured track is possible on this table */
    unsigned turns;                     /* played in this playout */
    unsigned work;                      /* without the turns, in eighths of a step */
    /* Random preferences among equally good lines; lower is better. */
    uint8_t avoid[(LINES_MAX + 7) / 8 * 8];
    struct line_set shared; /* lines in two or more plans */
    struct planner planner[SEATS_MAX];
    struct lazy_distances distances[SEATS_MAX]; /* current distances, by the matrices of `start` */
    uint8_t cost[SEATS_MAX][LINES_MAX]; /* current line costs, likewise; unused without colours */
};

/*
 * Starts at any point of a round.  `start` are the distances at that point; it must stay unchanged.
 */
void playout_by_plans_begin(struct playout_by_plans *playout, const struct board *board,
                            const struct position *position, const struct seat_distances *start,
                            struct rng *rng);

/*
 * Plays one turn on `position` and writes it to `turn`.  Returns false once the round is over;
 * scoring is left to the caller.
 */
bool playout_by_plans_turn(struct playout_by_plans *playout, struct position *position,
                           struct rng *rng, struct turn *turn);

/*
 * Writes the points each seat would lose now.  Returns the steps used by the whole playout, one
 * about a microsecond of a 2 GHz core with AVX-512.  The count is the same on every machine.
 */
unsigned playout_by_plans_end(struct playout_by_plans *playout, unsigned seats,
                              int lost[SEATS_MAX]);

/* Plays a whole playout: begin, all turns, end. */
unsigned playout_by_plans_run(struct playout_by_plans *playout, const struct board *board,
                              struct position *position, const struct seat_distances *start,
                              struct rng *rng, int lost[SEATS_MAX]);

#endif
