/*
 * Playing a round to its end with all hands known, as players of given types would: everybody by
 * the model of bots/policy.h, from what they could see.
 *
 * All that is played is legal by the core's rules, in every variant: coloured and private track,
 * ferries that are closed, markers that move and stand in the way.  Slower than rounds between
 * planners (bots/playout_by_plans.h) and far more like what people and bots do.
 */
#ifndef RAILHEAD_BOTS_PLAYOUT_BY_MODELS_H
#define RAILHEAD_BOTS_PLAYOUT_BY_MODELS_H

#include "bots/policy.h"
#include "core/position.h"

/* Hands of each of the others that everybody looks at, where there is time and where there is not.
 */
enum { MODEL_PLAYOUT_HANDS = 4, MODEL_PLAYOUT_HANDS_QUICK = 2 };

/* No rollout counts for more steps, however long it is. */
enum { MODEL_PLAYOUT_STEPS_MAX = 2000 };

struct playout_by_models {
    const struct board *board;
    uint8_t type[SEATS_MAX];              /* enum player_type */
    unsigned hands;                       /* of each seat that the others look at */
    struct seat_distances seat_distances; /* these follow the round */
    struct demand_tracker tracker;
    struct opponents_demand opponents; /* what the mover guesses of them */
    struct policy policy;
    unsigned work; /* in parts of a step */
};

/*
 * Any point of a round, with its distances.  The wants are those there, or those before the turn
 * `since` of a seat; they must stay as they are.  The more hands are looked at, the more it is like
 * real rounds, and the longer it takes.
 */
struct playout_by_models_start {
    const struct seat_distances *seat_distances;
    const struct line_demand *line_demand;
    const struct turn *since; /* or NULL */
    unsigned seat;
    unsigned hands;
    uint8_t type[SEATS_MAX];
};
void playout_by_models_begin(struct playout_by_models *playout, const struct board *board,
                             const struct playout_by_models_start *start, struct rng *rng);

/* Plays a turn on the position itself and tells it; false when the round is over, not scored. */
bool playout_by_models_turn(struct playout_by_models *playout, struct position *position,
                            struct rng *rng, struct turn *turn);

/* Everybody's minus points as it stands; answers the steps it all took. */
unsigned playout_by_models_end(struct playout_by_models *playout, const struct position *position,
                               int lost[SEATS_MAX]);

/* All of it, to the end of the round.  A round that is over is only scored. */
unsigned playout_by_models_run(struct playout_by_models *playout, struct position *position,
                               struct rng *rng, int lost[SEATS_MAX]);

#endif
