/* Who plays there, and with what. */
#include "bots/opponent_model.h"

#include <string.h>

/* Hands that are less likely than this, as a share of the likeliest, are judged by rule of thumb.
 */
static const float HARDLY_LIKELY = 1e-4F;

/* How likely anybody's turn is where the rule of thumb finds nothing against it. */
static const double ANYBODYS_TURN = 0.15;

/*
 * What a type never falls below before all are made one again.  Every turn may be of no type at
 * all: without that, one turn that a model does not understand would rule out the true hand.
 */
static const double LEAST_WEIGHT = 0.01, LEAST_OF_ANYBODY = 0.3;

void reader_begin_game(struct reader *reader)
{
    for (unsigned seat = 0; seat < SEATS_MAX; seat++) {
        for (unsigned type = 0; type < READER_TYPES; type++)
            reader->weight[seat][type] = 1.0 / READER_TYPES;
    }
}

void reader_begin_round(struct reader *reader)
{
    rng_init(&reader->rng, 1);
}

/* What the mover saw. */
static void look_at_table(struct reader *reader, const struct board *board,
                          const struct table *before)
{
    ways_init(&reader->ways, before, board);
    if (before->variants & VARIANT_BLOCKING)
        ways_avoid_markers(&reader->ways, before, board, before->to_move);
    wants_init(&reader->wants, board, before, &reader->ways, &reader->rng);
    policy_begin(&reader->policy, board, before, &reader->ways);
}

/*
 * Whether a track of the turn brought a hand nothing.  That is odd for every type, and there is no
 * need to weigh the turns that the hand would rather have played.  With blocking (V2) what a track
 * brings depends on where the others stand.
 */
static bool is_odd(const struct belief *belief, const struct table *before, unsigned hand,
                   const struct turn *turn)
{
    const unsigned gain = (unsigned)belief->cost_before[hand] - belief->cost_after[hand];
    return gain < turn->tracks && !(before->variants & VARIANT_BLOCKING);
}

/* How likely the turn was with a hand, for each type. */
static void judge_hand(struct reader *reader, const struct hand *hand, const struct turn *turn,
                       double of_type[PLAYER_TYPES])
{
    struct others others;
    wants_of_others(&reader->wants, reader->policy.table->to_move, hand, &others);
    policy_weigh(&reader->policy, taste_of(TYPE_HARD), hand, &others, POLICY_WIDE);
    const unsigned found = policy_find(&reader->policy, turn);
    for (unsigned type = 0; type < PLAYER_TYPES; type++)
        of_type[type] = policy_chance(&reader->policy, taste_of(type), found);
}

/* The weights together are 1 again. */
static void share_out(double weight[READER_TYPES])
{
    double sum = 0;
    for (unsigned type = 0; type < READER_TYPES; type++)
        sum += weight[type];
    for (unsigned type = 0; type < READER_TYPES; type++)
        weight[type] /= sum;
}

/* The types that explained the turn well count more from now on. */
static void weigh_types(double weight[READER_TYPES], const double explained[READER_TYPES])
{
    for (unsigned type = 0; type < READER_TYPES; type++)
        weight[type] *= explained[type];
    share_out(weight);
    for (unsigned type = 0; type < READER_TYPES; type++) {
        const double least = type == TYPE_ANYBODY ? LEAST_OF_ANYBODY : LEAST_WEIGHT;
        weight[type] = weight[type] > least ? weight[type] : least;
    }
    share_out(weight);
}

static void see_tracks(struct reader *reader, struct belief *belief, const struct board *board,
                       const struct table *before, const struct turn *turn)
{
    const unsigned seat = before->to_move;
    double *weight = reader->weight[seat], explained[READER_TYPES] = {0}, judged = 0, by_rule = 0;
    double odd[PLAYER_TYPES];
    for (unsigned type = 0; type < PLAYER_TYPES; type++)
        odd[type] = policy_chance_of_odd(taste_of(type));
    reader->hands = 0;
    look_at_table(reader, board, before);
    for (unsigned i = 0; i < belief->hands; i++) {
        const double likely = (double)belief->weight[seat][i], rule = (double)reader->chance[i];
        double of_type[READER_TYPES], chance = 0;
        struct hand hand;
        if (belief->weight[seat][i] < HARDLY_LIKELY || !(rule > 0))
            continue;
        memcpy(of_type, odd, sizeof odd);
        of_type[TYPE_ANYBODY] = ANYBODYS_TURN * rule;
        if (!is_odd(belief, before, i, turn)) {
            belief_hand(belief, board, i, &hand);
            judge_hand(reader, &hand, turn, of_type);
            reader->hands++;
        }
        for (unsigned type = 0; type < READER_TYPES; type++) {
            explained[type] += likely * of_type[type];
            chance += weight[type] * of_type[type];
        }
        judged += likely * chance;
        by_rule += likely * rule;
        belief->chance[i] = (float)chance;
    }
    const float usual = by_rule > 0 ? (float)(judged / by_rule) : 1;
    for (unsigned i = 0; i < belief->hands; i++) {
        if (belief->weight[seat][i] < HARDLY_LIKELY || !(reader->chance[i] > 0))
            belief->chance[i] = usual * reader->chance[i];
    }
    belief_weigh(belief, seat, belief->chance);
    if (by_rule > 0)
        weigh_types(weight, explained);
}

void reader_see(struct reader *reader, struct belief *belief, const struct board *board,
                const struct table *before, const struct turn *turn)
{
    const unsigned seat = before->to_move;
    if (!belief->tracked || seat == belief->seat)
        return;
    belief_judge(belief, board, before, turn, reader->chance);
    if (turn->kind == TURN_LAY)
        see_tracks(reader, belief, board, before, turn);
    else
        belief_weigh(belief, seat, reader->chance);
}

enum player_type reader_draw_type(const struct reader *reader, unsigned seat, struct rng *rng)
{
    double left = rng_unit(rng);
    unsigned type = 0;
    while (type < TYPE_ANYBODY && left >= reader->weight[seat][type])
        left -= reader->weight[seat][type++];
    return type == TYPE_ANYBODY ? TYPE_HARD : (enum player_type)type;
}

double reader_understands(const struct reader *reader, unsigned seats, unsigned seat)
{
    double sum = 0;
    for (unsigned other = 0; other < seats; other++) {
        const double *weight = reader->weight[other];
        sum += other != seat ? 1 - weight[TYPE_ANYBODY] - weight[TYPE_EXPERT] : 0;
    }
    return sum / (seats - 1);
}
