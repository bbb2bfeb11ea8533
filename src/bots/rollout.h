/*
 * Playing a round to its end with all hands known, as players of given types would: everybody by
 * the model of bots/policy.h, from what they could see.
 *
 * All that is played is legal by the core's rules, in every variant: coloured and private track,
 * ferries that are closed, markers that move and stand in the way.  Slower than rounds between
 * planners (bots/playout.h) and far more like what people and bots do.
 */
#ifndef RAILHEAD_BOTS_ROLLOUT_H
#define RAILHEAD_BOTS_ROLLOUT_H

#include "bots/policy.h"
#include "core/position.h"

/* No rollout counts for more steps, however long it is. */
enum { ROLLOUT_STEPS_MAX = 600 };

struct rollout {
    const struct board *board;
    const struct wants *from; /* the wants at the beginning */
    uint8_t type[SEATS_MAX];  /* enum player_type */
    struct ways ways;         /* these follow the round */
    struct wants wants;
    struct policy policy;
    unsigned work; /* in parts of a step */
};

/*
 * The beginning of a round or any point of it; `start` and `from` are the distances and the wants
 * there.  `from` must stay as it is.
 */
void rollout_begin(struct rollout *rollout, const struct board *board, const struct ways *start,
                   const struct wants *from, const uint8_t type[SEATS_MAX]);

/* Plays a turn on the position itself and tells it; false when the round is over, not scored. */
bool rollout_turn(struct rollout *rollout, struct position *position, struct rng *rng,
                  struct turn *turn);

/* Everybody's minus points as it stands; answers the steps it all took. */
unsigned rollout_end(struct rollout *rollout, const struct position *position, int lost[SEATS_MAX]);

/* All of it, to the end of the round.  A round that is over is only scored. */
unsigned rollout_run(struct rollout *rollout, struct position *position, struct rng *rng,
                     int lost[SEATS_MAX]);

#endif
