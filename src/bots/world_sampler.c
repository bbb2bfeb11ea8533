/* Samples worlds independently, or as a Markov chain. */
#include "bots/world_sampler.h"

#include <string.h>

#include "base/check.h"
#include "bots/hand_sampling.h"
#include "bots/work.h"

enum {
    INDEPENDENT_SEATS_MAX = 4,   /* most seats for which independent sampling is fast */
    INDEPENDENT_HANDS_MAX = 256, /* most hands drawn for one world before the chain is used */
    CHAIN_FIRST_EXCHANGES = 300,
    CHAIN_EXCHANGES = 45,
    GROUP_SUBSETS = 1 << GROUPS, /* ways to exchange cards between two places */
    CARD_NONE = 255,
};

/* Work by kind of operation, in eighths of a step. */
enum { WORK_HAND = 2, WORK_EXCHANGE = 1 };
_Static_assert((INDEPENDENT_HANDS_MAX * WORK_HAND + CHAIN_FIRST_EXCHANGES * WORK_EXCHANGE) /
                       WORK_PER_STEP <
                   WORLD_STEPS_MAX,
               "no world takes more");

/*
 * The weight of an impossible hand in the chain.  It is positive because the first world of the
 * chain may contain such hands.
 */
static const double IMPOSSIBLE_WEIGHT = 1e-20;

/* ---- Independent sampling ----------------------------------------------------------------- */

static bool hand_conflicts(const struct hand *hand, const struct hand other[], unsigned opponents)
{
    bool shares = false;
    for (unsigned i = 0; i < opponents; i++) {
        for (unsigned group = 0; group < GROUPS; group++)
            shares |= other[i].city[group] == hand->city[group];
    }
    return shares;
}

/*
 * Draws a hand for `seat`.  Returns false if it is impossible with the hands of the seats before
 * it, or already connected.
 */
static bool draw_fitting_hand(struct world_sampler *sampler, unsigned seat, struct rng *rng,
                              struct hand hand[SEATS_MAX])
{
    const struct belief *belief = sampler->belief;
    const unsigned number = belief_draw_number(belief, seat, rng);
    sampler->work += WORK_HAND;
    belief_hand(belief, sampler->board, number, &hand[seat]);
    return belief->weight[seat][number] > 0 && !hand_conflicts(&hand[seat], hand, seat) &&
           !table_connects(&sampler->view->table, sampler->board, seat, &hand[seat]);
}

/* Returns false if no consistent world was found within INDEPENDENT_HANDS_MAX hands. */
static bool draw_independent_world(struct world_sampler *sampler, struct rng *rng,
                                   struct hand hand[SEATS_MAX])
{
    const struct view *view = sampler->view;
    while (sampler->work < (INDEPENDENT_HANDS_MAX - SEATS_MAX) * WORK_HAND) {
        unsigned seat = 0;
        for (; seat < view->table.seats; seat++) {
            if (seat == view->seat)
                hand[seat] = view->hand;
            else if (!draw_fitting_hand(sampler, seat, rng, hand))
                break;
        }
        if (seat == view->table.seats)
            return true;
    }
    return false;
}

/* ---- Markov chain ------------------------------------------------------------------------- */

/* Creates the places of the opponents, with the cards of `hand`. */
static void chain_begin_places(struct world_sampler *sampler, const struct hand hand[SEATS_MAX])
{
    const struct view *view = sampler->view;
    sampler->places = 0;
    for (unsigned seat = 0; seat < view->table.seats; seat++) {
        if (seat == view->seat)
            continue;
        for (unsigned group = 0; group < GROUPS; group++)
            sampler->card[sampler->places][group] = (uint8_t)belief_card(
                sampler->belief, sampler->board, group, hand[seat].city[group]);
        sampler->seat[sampler->places++] = (uint8_t)seat;
    }
}

static bool card_is_held(const struct world_sampler *sampler, const struct hand hand[SEATS_MAX],
                         unsigned group, unsigned card)
{
    bool held = false;
    for (unsigned seat = 0; seat < sampler->view->table.seats; seat++)
        held |= hand[seat].city[group] == sampler->board->card[group][card];
    return held;
}

/* Creates the places for unheld cards, as many as the group with the most of them needs. */
static void chain_begin_unheld(struct world_sampler *sampler, const struct hand hand[SEATS_MAX])
{
    const unsigned opponents = sampler->places;
    for (unsigned group = 0; group < GROUPS; group++) {
        unsigned place = opponents;
        for (unsigned card = 0; card < sampler->belief->cards[group]; card++) {
            if (card_is_held(sampler, hand, group, card))
                continue;
            if (place == sampler->places) {
                memset(sampler->card[place], CARD_NONE, sizeof sampler->card[place]);
                sampler->seat[sampler->places++] = SEAT_NONE;
            }
            sampler->card[place++][group] = (uint8_t)card;
        }
    }
}

static void chain_begin_joined(struct world_sampler *sampler)
{
    const struct belief *belief = sampler->belief;
    const struct table *table = &sampler->view->table;
    for (unsigned seat = 0; seat < table->seats; seat++) {
        for (unsigned group = 0; group < GROUPS; group++) {
            for (unsigned card = 0; card < belief->cards[group]; card++)
                sampler->joined[seat][group][card] =
                    junction_set_has(table_reach(table, seat), belief->junction[group][card]);
        }
    }
}

/* One of the two places of an exchange. */
struct exchange_side {
    const float *weight; /* weights of its hands by number; NULL if all are equally likely */
    unsigned number;     /* number of its current hand */
    unsigned kept;       /* bit set: groups in which its own card is in its network */
    unsigned given;      /* bit set: groups in which the other card would be */
};

static struct exchange_side exchange_side_of(const struct world_sampler *sampler, unsigned place,
                                             unsigned other)
{
    const struct belief *belief = sampler->belief;
    const unsigned seat = sampler->seat[place];
    struct exchange_side side = {.weight = NULL};
    for (unsigned group = 0; group < GROUPS; group++)
        side.number = side.number * belief->cards[group] + sampler->card[place][group];
    if (seat == SEAT_NONE)
        return side;
    if (belief->total[seat] > 0)
        side.weight = belief->weight[seat];
    for (unsigned group = 0; group < GROUPS; group++) {
        const bool *joined = sampler->joined[seat][group];
        const unsigned given = sampler->card[other][group];
        side.kept |= (unsigned)joined[sampler->card[place][group]] << group;
        side.given |= (given != CARD_NONE && joined[given] ? 1U : 0U) << group;
    }
    return side;
}

/*
 * The weight of the hand with this number after exchanging the groups in `subset`;
 * IMPOSSIBLE_WEIGHT at least.
 */
static double exchange_weight(const struct exchange_side *side, unsigned number, unsigned subset)
{
    const unsigned joined = (side->given & subset) | (side->kept & ~subset);
    if (side->weight == NULL)
        return 1;
    const double weight = joined == GROUP_SUBSETS - 1 ? 0 : (double)side->weight[number];
    return weight > IMPOSSIBLE_WEIGHT ? weight : IMPOSSIBLE_WEIGHT;
}

/*
 * Writes, for each subset of groups, the change of the first place's hand number if they are
 * exchanged; that of the second place changes by the negative.  Returns the bit set of groups that
 * can be exchanged.
 */
static unsigned exchange_shifts(const struct world_sampler *sampler, unsigned one, unsigned other,
                                int shift[GROUP_SUBSETS])
{
    int of_group[GROUPS], stride = 1;
    unsigned movable = 0;
    for (unsigned group = GROUPS; group-- > 0; stride *= sampler->belief->cards[group]) {
        const int mine = sampler->card[one][group], theirs = sampler->card[other][group];
        of_group[group] = (theirs - mine) * stride;
        movable |= (mine != CARD_NONE && theirs != CARD_NONE ? 1U : 0U) << group;
    }
    shift[0] = 0;
    for (unsigned subset = 1; subset < GROUP_SUBSETS; subset++)
        shift[subset] = shift[subset & (subset - 1)] + of_group[__builtin_ctz(subset)];
    return movable;
}

/*
 * Draws a subset of groups to exchange, with probability proportional to the product of the
 * resulting weights.
 */
static unsigned draw_exchange(const struct world_sampler *sampler, unsigned one, unsigned other,
                              struct rng *rng)
{
    const struct exchange_side mine = exchange_side_of(sampler, one, other),
                               theirs = exchange_side_of(sampler, other, one);
    double weight[GROUP_SUBSETS], sum = 0;
    int shift[GROUP_SUBSETS];
    const unsigned movable = exchange_shifts(sampler, one, other, shift);
    for (unsigned subset = 0; subset < GROUP_SUBSETS; subset++) {
        weight[subset] = 0;
        if ((subset & ~movable) == 0)
            weight[subset] =
                exchange_weight(&mine, mine.number + (unsigned)shift[subset], subset) *
                exchange_weight(&theirs, theirs.number - (unsigned)shift[subset], subset);
        sum += weight[subset];
    }
    double left = rng_unit(rng) * sum;
    unsigned subset = 0;
    while (subset + 1 < GROUP_SUBSETS && (left >= weight[subset] || weight[subset] == 0))
        left -= weight[subset++];
    return subset & movable;
}

static void chain_exchange(struct world_sampler *sampler, struct rng *rng)
{
    const unsigned opponents = sampler->view->table.seats - 1U;
    const unsigned one = rng_below(rng, opponents);
    const unsigned next = rng_below(rng, sampler->places - 1);
    const unsigned other = next < one ? next : next + 1;
    const unsigned subset = draw_exchange(sampler, one, other, rng);
    sampler->work += WORK_EXCHANGE;
    for (unsigned group = 0; group < GROUPS; group++) {
        const uint8_t mine = sampler->card[one][group];
        if (subset >> group & 1) {
            sampler->card[one][group] = sampler->card[other][group];
            sampler->card[other][group] = mine;
        }
    }
}

static void chain_begin(struct world_sampler *sampler, struct rng *rng)
{
    struct hand hand[SEATS_MAX];
    hand_sampling_deal(sampler->board, sampler->view, rng, hand);
    sampler->chained = true;
    chain_begin_places(sampler, hand);
    chain_begin_unheld(sampler, hand);
    chain_begin_joined(sampler);
    for (unsigned i = CHAIN_EXCHANGES; i < CHAIN_FIRST_EXCHANGES && sampler->places > 1; i++)
        chain_exchange(sampler, rng);
}

static void chain_draw_world(struct world_sampler *sampler, struct rng *rng,
                             struct hand hand[SEATS_MAX])
{
    if (!sampler->chained)
        chain_begin(sampler, rng);
    for (unsigned i = 0; i < CHAIN_EXCHANGES && sampler->places > 1; i++)
        chain_exchange(sampler, rng);
    hand[sampler->view->seat] = sampler->view->hand;
    for (unsigned place = 0; place + 1U < sampler->view->table.seats; place++) {
        for (unsigned group = 0; group < GROUPS; group++)
            hand[sampler->seat[place]].city[group] =
                sampler->board->card[group][sampler->card[place][group]];
    }
}

/* ---- Interface ---------------------------------------------------------------------------- */

void world_sampler_begin(struct world_sampler *sampler, const struct belief *belief,
                         const struct board *board, const struct view *view)
{
    sampler->belief = belief;
    sampler->board = board;
    sampler->view = view;
    sampler->independent = view->table.seats <= INDEPENDENT_SEATS_MAX;
    sampler->chained = false;
    for (unsigned seat = 0; belief->tracked && seat < view->table.seats; seat++)
        sampler->independent &= seat == view->seat || belief->total[seat] > 0;
}

unsigned world_sampler_next(struct world_sampler *sampler, struct rng *rng,
                            struct hand hand[SEATS_MAX])
{
    sampler->work = 0;
    if (!sampler->belief->tracked) { /* all deals are equally likely, at negligible cost */
        hand_sampling_deal(sampler->board, sampler->view, rng, hand);
        return 0;
    }
    sampler->independent = sampler->independent && draw_independent_world(sampler, rng, hand);
    if (!sampler->independent)
        chain_draw_world(sampler, rng, hand);
    return work_steps(sampler->work);
}
