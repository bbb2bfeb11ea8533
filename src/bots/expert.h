/*
 * The expert: infers the opponents' hands from their play and searches by playing rounds out in
 * worlds sampled from that belief.  All candidate turns are tried in the same worlds.
 */
#ifndef RAILHEAD_BOTS_EXPERT_H
#define RAILHEAD_BOTS_EXPERT_H

#include "bots/bot.h"
#include "bots/candidates.h"
#include "bots/opponent_model.h"
#include "bots/playout_by_models.h"
#include "bots/playout_by_plans.h"
#include "bots/world_sampler.h"

enum {
    EXPERT_WORK = 100000, /* default budget of a turn in steps: about a tenth of a second */
    WORLDS_MAX = 1024,    /* largest number of sampled worlds */
};

/* A candidate and its results so far. */
struct trial {
    struct candidate candidate;
    uint8_t number;              /* its row in expert.value */
    double value, squares, lost; /* sums over the worlds; `squares` of the squared values */
    unsigned worlds;             /* number of worlds tried */
    double batch_value, batch_squares, batch_lost; /* the same for the batch in progress */
};

/* The result of playing a round out in one world. */
struct outcome {
    double value; /* chance of winning the game, 0 to 1 */
    double lost;  /* points lost by the seat in this round */
};

struct expert {
    struct belief belief; /* weights of the opponents' hands, kept through the round */
    struct seat_distances seat_distances; /* before the turn */
    struct seat_distances after;          /* after the turn being tried */
    struct opponent_gain opponent_gain;
    struct candidates candidates;
    struct playout_by_plans plan_playout;
    struct playout_by_models model_playout;
    struct line_demand line_demand; /* before the turn; sampled again for each batch */
    bool by_plans, by_models;       /* kinds of playouts in use */
    double share_of_models; /* weight of playouts by models, 0 to 1, if both kinds are used */
    struct trial trial[CANDIDATES_MAX];
    unsigned trials;                          /* remaining, best first once sorted */
    float value[CANDIDATES_MAX][WORLDS_MAX];  /* by trial.number and world */
    struct world_sampler sampler;             /* draws from the belief */
    struct hand world[WORLDS_MAX][SEATS_MAX]; /* sampled hands */
    uint64_t seed[WORLDS_MAX];                /* of the playouts in each world */
    unsigned worlds;                          /* number sampled so far */
    uint64_t work;                            /* steps used so far */
};

void expert_begin_round(void *memory, const struct board *board, const struct view *view);
void expert_see(void *memory, const struct board *board, const struct table *before,
                const struct turn *turn);
void expert_turn(void *memory, const struct question *question, struct turn *turn,
                 struct thoughts *thoughts);

/* expert_turn() that also plays rounds out by the opponents' types in `opponent_model`. */
void expert_turn_with_models(struct expert *expert, const struct opponent_model *opponent_model,
                             const struct question *question, struct turn *turn,
                             struct thoughts *thoughts);

/*
 * Compares given legal turns: all are played out in the same worlds with the same random numbers
 * until the budget is used.  Worlds are sampled afresh, so a turn that was chosen for its luck in
 * an earlier search has no advantage.  Returns the number of worlds, a multiple of the batch size;
 * outcome[i][w] is the result of turn[i] in world w.
 */
unsigned expert_compare(struct expert *expert, const struct question *question,
                        const struct turn turn[], unsigned turns,
                        struct outcome outcome[][WORLDS_MAX]);

#endif
