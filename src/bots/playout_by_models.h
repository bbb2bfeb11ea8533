/*
 * Playouts by models: plays a round to its end with known hands, each seat by the policy of its
 * type (bots/policy.h), and with the information that seat would have.
 *
 * Supports all variants: coloured and private tracks, closed ferries and blocking markers.  Slower
 * than playouts by plans (bots/playout_by_plans.h), but much closer to real games.
 */
#ifndef RAILHEAD_BOTS_PLAYOUT_BY_MODELS_H
#define RAILHEAD_BOTS_PLAYOUT_BY_MODELS_H

#include "bots/policy.h"
#include "rules/position.h"

/*
 * Number of hands of each opponent that a mover considers: the usual number, and one that saves
 * time.
 */
enum { MODEL_PLAYOUT_HANDS = 4, MODEL_PLAYOUT_HANDS_QUICK = 2 };

/* An upper bound for the steps charged for a playout. */
enum { MODEL_PLAYOUT_STEPS_MAX = 2000 };

struct playout_by_models {
    const struct board *board;
    uint8_t type[SEATS_MAX]; /* enum player_type */
    unsigned hands;          /* considered of each opponent, from 1 to LIKELY_HANDS_MAX */
    struct seat_distances seat_distances; /* on the current table */
    struct demand_tracker tracker;        /* current demand of all seats */
    struct opponents_demand opponents;    /* as the seat to move sees it */
    struct policy policy;
    unsigned work; /* in eighths of a step */
};

/*
 * The position to start from.  `seat_distances` belongs to that position.  `line_demand` may be the
 * sample before the turn `since` of `seat`, and must stay unchanged during the playout.  More
 * `hands` make the playout more realistic and slower.
 */
struct playout_by_models_start {
    const struct seat_distances *seat_distances;
    const struct line_demand *line_demand;
    const struct turn *since; /* or NULL if line_demand is up to date */
    unsigned seat;            /* the seat that played `since` */
    unsigned hands;
    uint8_t type[SEATS_MAX];
};
void playout_by_models_begin(struct playout_by_models *playout, const struct board *board,
                             const struct playout_by_models_start *start, struct rng *rng);

/*
 * Plays one turn on `position` and writes it to `turn`.  Returns false once the round is over;
 * scoring is left to the caller.
 */
bool playout_by_models_turn(struct playout_by_models *playout, struct position *position,
                            struct rng *rng, struct turn *turn);

/* Writes the points each seat would lose now.  Returns the steps used by the whole playout. */
unsigned playout_by_models_end(struct playout_by_models *playout, const struct position *position,
                               int lost[SEATS_MAX]);

/* Plays to the end of the round, then playout_by_models_end().  A finished round is only scored. */
unsigned playout_by_models_run(struct playout_by_models *playout, struct position *position,
                               struct rng *rng, int lost[SEATS_MAX]);

#endif
