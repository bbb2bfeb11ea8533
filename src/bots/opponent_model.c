/* Bayesian update of hands and types after each turn. */
#include "bots/opponent_model.h"

#include <string.h>

/*
 * Hands with less than this share of the largest weight are judged by the rule of thumb, to save
 * time.
 */
static const float HARDLY_LIKELY = 1e-4F;

/*
 * The likelihood of a turn for TYPE_ANYBODY if the rule of thumb finds nothing against it.  Makes
 * its scale comparable with that of the models.
 */
static const double ANYBODYS_TURN = 0.15;

/*
 * Lower bounds for the weights of types, applied before they are normalised.  Any turn may be an
 * exception: without a bound, one turn that no model expects would rule out the true type and hand.
 */
static const double LEAST_WEIGHT = 0.01, LEAST_OF_ANYBODY = 0.3;

void opponent_model_begin_game(struct opponent_model *opponent_model)
{
    for (unsigned seat = 0; seat < SEATS_MAX; seat++) {
        for (unsigned type = 0; type < OPPONENT_TYPES; type++)
            opponent_model->weight[seat][type] = 1.0 / OPPONENT_TYPES;
    }
}

void opponent_model_begin_round(struct opponent_model *opponent_model)
{
    rng_init(&opponent_model->rng, 1);
}

/* Prepares the policy with what the mover could see before the turn. */
static void opponent_model_look(struct opponent_model *opponent_model, const struct board *board,
                                const struct table *before)
{
    seat_distances_init(&opponent_model->seat_distances, before, board);
    if (before->variants & VARIANT_BLOCKING)
        seat_distances_avoid_markers(&opponent_model->seat_distances, before, board,
                                     before->to_move);
    line_demand_init(&opponent_model->line_demand, board, before, &opponent_model->seat_distances,
                     &opponent_model->rng);
    policy_begin(&opponent_model->policy, board, before, &opponent_model->seat_distances);
}

/*
 * True if the turn gained the hand less than one per track.  No type plays so deliberately, so the
 * slower comparison with better turns can be skipped.  With blocking (V2) the gain of a track also
 * depends on the markers, so the answer is always false.
 */
static bool gains_too_little(const struct belief *belief, const struct table *before, unsigned hand,
                             const struct turn *turn)
{
    const unsigned gain = (unsigned)belief->cost_before[hand] - belief->cost_after[hand];
    return gain < turn->tracks && !(before->variants & VARIANT_BLOCKING);
}

/* Writes the likelihood of the turn, for a player with this hand, for each type. */
static void type_chances_of_hand(struct opponent_model *opponent_model, const struct hand *hand,
                                 const struct turn *turn, double of_type[PLAYER_TYPES])
{
    struct opponents_demand opponents;
    line_demand_of_opponents(&opponent_model->line_demand, opponent_model->policy.table->to_move,
                             hand, &opponents);
    policy_weigh(&opponent_model->policy, play_style_of(TYPE_HARD), hand, &opponents, POLICY_WIDE);
    const unsigned found = policy_find(&opponent_model->policy, turn);
    for (unsigned type = 0; type < PLAYER_TYPES; type++)
        of_type[type] = policy_chance(&opponent_model->policy, play_style_of(type), found);
}

/* Scales the weights so that they add up to 1. */
static void normalise_weights(double weight[OPPONENT_TYPES])
{
    double sum = 0;
    for (unsigned type = 0; type < OPPONENT_TYPES; type++)
        sum += weight[type];
    for (unsigned type = 0; type < OPPONENT_TYPES; type++)
        weight[type] /= sum;
}

/* Multiplies the weight of each type by the likelihood of the turn, with lower bounds. */
static void update_type_weights(double weight[OPPONENT_TYPES],
                                const double explained[OPPONENT_TYPES])
{
    for (unsigned type = 0; type < OPPONENT_TYPES; type++)
        weight[type] *= explained[type];
    normalise_weights(weight);
    for (unsigned type = 0; type < OPPONENT_TYPES; type++) {
        const double least = type == TYPE_ANYBODY ? LEAST_OF_ANYBODY : LEAST_WEIGHT;
        weight[type] = weight[type] > least ? weight[type] : least;
    }
    normalise_weights(weight);
}

static void opponent_model_see_tracks(struct opponent_model *opponent_model, struct belief *belief,
                                      const struct board *board, const struct table *before,
                                      const struct turn *turn)
{
    const unsigned seat = before->to_move;
    double *weight = opponent_model->weight[seat], explained[OPPONENT_TYPES] = {0}, judged = 0,
           by_rule = 0;
    double odd[PLAYER_TYPES];
    for (unsigned type = 0; type < PLAYER_TYPES; type++)
        odd[type] = policy_chance_of_unlisted(play_style_of(type));
    opponent_model->hands = 0;
    opponent_model_look(opponent_model, board, before);
    for (unsigned i = 0; i < belief->hands; i++) {
        const double likely = (double)belief->weight[seat][i],
                     rule = (double)opponent_model->chance[i];
        double of_type[OPPONENT_TYPES], chance = 0;
        struct hand hand;
        if (belief->weight[seat][i] < HARDLY_LIKELY || !(rule > 0))
            continue;
        memcpy(of_type, odd, sizeof odd);
        of_type[TYPE_ANYBODY] = ANYBODYS_TURN * rule;
        if (!gains_too_little(belief, before, i, turn)) {
            belief_hand(belief, board, i, &hand);
            type_chances_of_hand(opponent_model, &hand, turn, of_type);
            opponent_model->hands++;
        }
        for (unsigned type = 0; type < OPPONENT_TYPES; type++) {
            explained[type] += likely * of_type[type];
            chance += weight[type] * of_type[type];
        }
        judged += likely * chance;
        by_rule += likely * rule;
        belief->chance[i] = (float)chance;
    }
    const float usual = by_rule > 0 ? (float)(judged / by_rule) : 1;
    for (unsigned i = 0; i < belief->hands; i++) {
        if (belief->weight[seat][i] < HARDLY_LIKELY || !(opponent_model->chance[i] > 0))
            belief->chance[i] = usual * opponent_model->chance[i];
    }
    belief_weigh(belief, seat, belief->chance);
    if (by_rule > 0)
        update_type_weights(weight, explained);
}

void opponent_model_see(struct opponent_model *opponent_model, struct belief *belief,
                        const struct board *board, const struct table *before,
                        const struct turn *turn)
{
    const unsigned seat = before->to_move;
    if (!belief->tracked || seat == belief->seat)
        return;
    belief_judge(belief, board, before, turn, opponent_model->chance);
    if (turn->kind == TURN_LAY)
        opponent_model_see_tracks(opponent_model, belief, board, before, turn);
    else
        belief_weigh(belief, seat, opponent_model->chance);
}

enum player_type opponent_model_draw_type(const struct opponent_model *opponent_model,
                                          unsigned seat, struct rng *rng)
{
    double left = rng_unit(rng);
    unsigned type = 0;
    while (type < TYPE_ANYBODY && left >= opponent_model->weight[seat][type])
        left -= opponent_model->weight[seat][type++];
    return type == TYPE_ANYBODY ? TYPE_HARD : (enum player_type)type;
}

double opponent_model_predictability(const struct opponent_model *opponent_model, unsigned seats,
                                     unsigned seat)
{
    double sum = 0;
    for (unsigned other = 0; other < seats; other++) {
        const double *weight = opponent_model->weight[other];
        sum += other != seat ? 1 - weight[TYPE_ANYBODY] - weight[TYPE_EXPERT] : 0;
    }
    return sum / (seats - 1);
}
