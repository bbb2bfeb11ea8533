/*
 * Infers hands and playing styles of the opponents from their turns.
 *
 * For every plausible hand, the policy (bots/policy.h) gives the likelihood of the turn for each
 * type of player.  This updates two things: the belief about the hand, and a weight for each type
 * and seat.  One more type, TYPE_ANYBODY, uses the rule of thumb of bots/belief.h, so that a player
 * who matches no type is judged as without models.
 */
#ifndef RAILHEAD_BOTS_OPPONENT_MODEL_H
#define RAILHEAD_BOTS_OPPONENT_MODEL_H

#include "bots/belief.h"
#include "bots/policy.h"

enum { TYPE_ANYBODY = PLAYER_TYPES, OPPONENT_TYPES };

struct opponent_model {
    double weight[SEATS_MAX]
                 [OPPONENT_TYPES]; /* probability of each type; adds up to 1 for each seat */
    struct rng rng;                /* seeded the same for every round */
    unsigned hands;                /* number of hands evaluated by the policy in the last turn */
    struct seat_distances seat_distances;
    struct line_demand line_demand;
    struct policy policy;
    float chance[BELIEF_HANDS_MAX]; /* likelihood of the last turn by rule of thumb */
};

/* Starts a game: every type gets the same weight. */
void opponent_model_begin_game(struct opponent_model *opponent_model);

/* Starts a round.  The weights of the types are kept. */
void opponent_model_begin_round(struct opponent_model *opponent_model);

/*
 * Updates the belief and the types after a turn of any seat.  `before` is the table before the
 * turn.
 */
void opponent_model_see(struct opponent_model *opponent_model, struct belief *belief,
                        const struct board *board, const struct table *before,
                        const struct turn *turn);

/* Draws a type for a seat by weight.  TYPE_ANYBODY is replaced by TYPE_HARD. */
enum player_type opponent_model_draw_type(const struct opponent_model *opponent_model,
                                          unsigned seat, struct rng *rng);

/*
 * The mean probability, over all seats but `seat`, of being a predictable type, from 0 to 1.  Not
 * predictable are TYPE_ANYBODY, and TYPE_EXPERT, whose model predicts only half of its turns.
 */
double opponent_model_predictability(const struct opponent_model *opponent_model, unsigned seats,
                                     unsigned seat);

#endif
