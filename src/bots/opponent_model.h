/*
 * Reading hands and people: how likely a turn was, by models of players, tells what its player may
 * hold and what type of player they are.
 *
 * For every hand that is at all likely the models of bots/policy.h say how likely its holder would
 * have played the turn.  Each type of player has a weight for each seat, which grows with every
 * turn that the type explains better than the others do.  One type more is `anybody`: by the rule
 * of thumb of bots/belief.h.  So whoever is like none of the types is read as without models.
 */
#ifndef RAILHEAD_BOTS_OPPONENT_MODEL_H
#define RAILHEAD_BOTS_OPPONENT_MODEL_H

#include "bots/belief.h"
#include "bots/policy.h"

enum { TYPE_ANYBODY = PLAYER_TYPES, OPPONENT_TYPES };

struct opponent_model {
    double weight[SEATS_MAX][OPPONENT_TYPES]; /* together 1 for each seat */
    struct rng rng;
    unsigned hands; /* to which the models were asked in the last turn */
    struct seat_distances seat_distances;
    struct line_demand line_demand;
    struct policy policy;
    float chance[BELIEF_HANDS_MAX];
};

/* A game begins: everybody may be of any type. */
void opponent_model_begin_game(struct opponent_model *opponent_model);

/* A round of it begins: people are still who they were. */
void opponent_model_begin_round(struct opponent_model *opponent_model);

/* A turn of any seat, with the table as it was before: brings the belief and the types up to date.
 */
void opponent_model_see(struct opponent_model *opponent_model, struct belief *belief,
                        const struct board *board, const struct table *before,
                        const struct turn *turn);

/* A type for a seat, drawn by weight; `anybody` counts as a hard player. */
enum player_type opponent_model_draw_type(const struct opponent_model *opponent_model,
                                          unsigned seat, struct rng *rng);

/*
 * How far the others are of types whose turns can be foretold, from 0 to 1: not `anybody`, and not
 * experts, whose model foretells but half of what they play.
 */
double opponent_model_predictability(const struct opponent_model *opponent_model, unsigned seats,
                                     unsigned seat);

#endif
