/*
 * The expert: infers the others' hands from their play, and plays rounds to their end with hands
 * drawn from that belief, the same ones for every turn it weighs.
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
    EXPERT_WORK = 100000, /* steps for a turn where nobody says otherwise: a tenth of a second */
    WORLDS_MAX = 1024,    /* deals of the others' cards that a turn is tried in */
};

/* A candidate and what became of it. */
struct trial {
    struct candidate candidate;
    uint8_t number;              /* where the expert has its values */
    double value, squares, lost; /* summed up over the worlds, with the squares of values */
    unsigned worlds;
    double batch_value, batch_squares, batch_lost; /* of the worlds that are being tried */
};

/* How a round went on in one world. */
struct outcome {
    double value; /* the chance to win the game that it left */
    double lost;  /* minus points of the seat */
};

struct expert {
    struct belief belief;
    struct seat_distances seat_distances; /* before the turn */
    struct seat_distances after;          /* after the candidate that is being tried */
    struct opponent_gain opponent_gain;
    struct candidates candidates;
    struct playout_by_plans plan_playout;
    struct playout_by_models model_playout;
    struct line_demand line_demand; /* before the turn, for rollouts; guessed anew for each batch */
    bool by_plans, by_models;       /* how rounds are played out, */
    double share_of_models;         /* and where by both, how much the models count */
    struct trial trial[CANDIDATES_MAX];
    unsigned trials;                         /* those still in question */
    float value[CANDIDATES_MAX][WORLDS_MAX]; /* of every trial in every world, by its number */
    struct world_sampler sampler;
    struct hand world[WORLDS_MAX][SEATS_MAX];
    uint64_t seed[WORLDS_MAX]; /* of the playouts in that world */
    unsigned worlds;           /* that have been drawn */
    uint64_t work;             /* steps done */
};

void expert_begin_round(void *memory, const struct board *board, const struct view *view);
void expert_see(void *memory, const struct board *board, const struct table *before,
                const struct turn *turn);
void expert_turn(void *memory, const struct question *question, struct turn *turn,
                 struct thoughts *thoughts);

/* The same with everybody playing on as the reader takes them for, beside plans. */
void expert_turn_with_models(struct expert *expert, const struct opponent_model *opponent_model,
                             const struct question *question, struct turn *turn,
                             struct thoughts *thoughts);

/*
 * What the expert holds of turns that are given, each legal: they are played out in the same worlds
 * with the same random numbers until the budget is used, so that outcomes of one world can be
 * compared.  The worlds are drawn anew: a turn that was chosen for its luck in others has none of
 * it here.  Answers how many worlds there were, a multiple of a batch.
 */
unsigned expert_compare(struct expert *expert, const struct question *question,
                        const struct turn turn[], unsigned turns,
                        struct outcome outcome[][WORLDS_MAX]);

#endif
