/*
 * Playing a round to its end with all hands known, quickly: everybody follows a plan.
 *
 * A plan is one cheapest tree for the seat's own cities.  Of its lines a seat lays those first
 * that nobody else has in their plan, and leaves the others to the others.  When the others' track
 * has made a plan too dear, the seat makes a new one.  This is how the hard player plays, without
 * the guesses it needs because it does not see the hands.
 */
#ifndef RAILHEAD_BOTS_PLAYOUT_BY_PLANS_H
#define RAILHEAD_BOTS_PLAYOUT_BY_PLANS_H

#include "bots/rng.h"
#include "bots/seat_distances.h"
#include "core/position.h"

/* No playout takes more steps: a turn and its share of new plans are less than one. */
enum { PLAN_PLAYOUT_STEPS_MAX = 200 };

/* What a seat is about. */
struct planner {
    struct line_set plan;            /* one cheapest tree, with what has been laid of it since */
    unsigned missing;                /* what the plan still costs */
    unsigned terminals;              /* how many junctions are still to be joined */
    uint8_t terminal[TERMINALS_MAX]; /* the cities, and the marker once it stands */
    bool outdated;                   /* track lies now that the plan does not know of */
};

struct playout_by_plans {
    const struct board *board;
    const struct seat_distances *start;     /* the distances at the beginning */
    bool colours;                           /* coloured track can lie on this table */
    unsigned turns;                         /* since the beginning */
    unsigned work;                          /* besides the turns, in parts of a step */
    uint8_t avoid[(LINES_MAX + 7) / 8 * 8]; /* what speaks against each line in this playout */
    struct line_set shared;                 /* what is in the plans of two or more */
    struct planner planner[SEATS_MAX];
    struct lazy_distances distances[SEATS_MAX]; /* by matrix, as `start` has them */
    uint8_t cost[SEATS_MAX][LINES_MAX];         /* the same; only where there are colours */
};

/* The beginning of a round or any point of it; `start` are the distances there. */
void playout_by_plans_begin(struct playout_by_plans *playout, const struct board *board,
                            const struct position *position, const struct seat_distances *start,
                            struct rng *rng);

/* Plays a turn on the position itself and tells it; false when the round is over, not scored. */
bool playout_by_plans_turn(struct playout_by_plans *playout, struct position *position,
                           struct rng *rng, struct turn *turn);

/*
 * Everybody's minus points as it stands.  Answers the steps it all took, of which each is about a
 * microsecond of a core with AVX-512 at 2 GHz; other machines count the same.
 */
unsigned playout_by_plans_end(struct playout_by_plans *playout, unsigned seats,
                              int lost[SEATS_MAX]);

/* All of it, to the end of the round. */
unsigned playout_by_plans_run(struct playout_by_plans *playout, const struct board *board,
                              struct position *position, const struct seat_distances *start,
                              struct rng *rng, int lost[SEATS_MAX]);

#endif
