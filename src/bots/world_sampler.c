/* Worlds, each by itself or one from another. */
#include "bots/world_sampler.h"

#include <string.h>

#include "bots/hand_sampling.h"
#include "bots/work.h"
#include "core/check.h"

enum {
    ALONE_SEATS_MAX = 4, /* up to so many, hands that are drawn one by one often fit together */
    HANDS_MAX = 256,     /* that are drawn for one world before it comes from the chain */
    FIRST_EXCHANGES = 300,
    EXCHANGES = 45,
    WAYS = 1 << GROUPS, /* to exchange cards between two places */
    CARD_NONE = 255,
};

/* What things take, in eighths of a step. */
enum { WORK_HAND = 2, WORK_EXCHANGE = 1 };
_Static_assert((HANDS_MAX * WORK_HAND + FIRST_EXCHANGES * WORK_EXCHANGE) / WORK_PER_STEP <
                   WORLD_STEPS_MAX,
               "no world takes more");

/* What counts for an impossible hand in the chain, which may have to begin with one. */
static const double HARDLY_EVER = 1e-20;

/* ---- Each world by itself ----------------------------------------------------------------- */

static bool shares_a_card(const struct hand *hand, const struct hand other[], unsigned opponents)
{
    bool shares = false;
    for (unsigned i = 0; i < opponents; i++) {
        for (unsigned group = 0; group < GROUPS; group++)
            shares |= other[i].city[group] == hand->city[group];
    }
    return shares;
}

/* A hand for a seat that goes with those of the seats before it; false if it does not. */
static bool draw_fitting(struct world_sampler *sampler, unsigned seat, struct rng *rng,
                         struct hand hand[SEATS_MAX])
{
    const struct belief *belief = sampler->belief;
    const unsigned number = belief_draw_number(belief, seat, rng);
    sampler->parts += WORK_HAND;
    belief_hand(belief, sampler->board, number, &hand[seat]);
    return belief->weight[seat][number] > 0 && !shares_a_card(&hand[seat], hand, seat) &&
           !table_connects(&sampler->view->table, sampler->board, seat, &hand[seat]);
}

/* False when nothing fitted for a long time. */
static bool draw_alone(struct world_sampler *sampler, struct rng *rng, struct hand hand[SEATS_MAX])
{
    const struct view *view = sampler->view;
    while (sampler->parts < (HANDS_MAX - SEATS_MAX) * WORK_HAND) {
        unsigned seat = 0;
        for (; seat < view->table.seats; seat++) {
            if (seat == view->seat)
                hand[seat] = view->hand;
            else if (!draw_fitting(sampler, seat, rng, hand))
                break;
        }
        if (seat == view->table.seats)
            return true;
    }
    return false;
}

/* ---- The chain ---------------------------------------------------------------------------- */

/* The places of the others, and the cards that they hold in a world. */
static void begin_places(struct world_sampler *sampler, const struct hand hand[SEATS_MAX])
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

static bool is_held(const struct world_sampler *sampler, const struct hand hand[SEATS_MAX],
                    unsigned group, unsigned card)
{
    bool held = false;
    for (unsigned seat = 0; seat < sampler->view->table.seats; seat++)
        held |= hand[seat].city[group] == sampler->board->card[group][card];
    return held;
}

/* The cards that nobody holds lie in rows, as many as the group with most of them needs. */
static void begin_rows(struct world_sampler *sampler, const struct hand hand[SEATS_MAX])
{
    const unsigned opponents = sampler->places;
    for (unsigned group = 0; group < GROUPS; group++) {
        unsigned place = opponents;
        for (unsigned card = 0; card < sampler->belief->cards[group]; card++) {
            if (is_held(sampler, hand, group, card))
                continue;
            if (place == sampler->places) {
                memset(sampler->card[place], CARD_NONE, sizeof sampler->card[place]);
                sampler->seat[sampler->places++] = SEAT_NONE;
            }
            sampler->card[place++][group] = (uint8_t)card;
        }
    }
}

static void begin_joined(struct world_sampler *sampler)
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

/* A place in an exchange with another. */
struct side {
    const float *weight; /* of each hand, or NULL where all are as likely */
    unsigned number;     /* of the hand that it holds */
    unsigned kept;       /* groups whose card of its own is joined to its network */
    unsigned given;      /* groups where that of the other place is */
};

static struct side side_of(const struct world_sampler *sampler, unsigned place, unsigned other)
{
    const struct belief *belief = sampler->belief;
    const unsigned seat = sampler->seat[place];
    struct side side = {.weight = NULL};
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

/* How likely a place holds what a way of exchanging gives it. */
static double weight_of(const struct side *side, unsigned number, unsigned way)
{
    const unsigned joined = (side->given & way) | (side->kept & ~way);
    if (side->weight == NULL)
        return 1;
    const double weight = joined == WAYS - 1 ? 0 : (double)side->weight[number];
    return weight > HARDLY_EVER ? weight : HARDLY_EVER;
}

/* What each way changes in the number of one side's hand; the other's changes by as much less. */
static unsigned find_shifts(const struct world_sampler *sampler, unsigned one, unsigned other,
                            int shift[WAYS])
{
    int of_group[GROUPS], stride = 1;
    unsigned movable = 0;
    for (unsigned group = GROUPS; group-- > 0; stride *= sampler->belief->cards[group]) {
        const int mine = sampler->card[one][group], theirs = sampler->card[other][group];
        of_group[group] = (theirs - mine) * stride;
        movable |= (mine != CARD_NONE && theirs != CARD_NONE ? 1U : 0U) << group;
    }
    shift[0] = 0;
    for (unsigned way = 1; way < WAYS; way++)
        shift[way] = shift[way & (way - 1)] + of_group[__builtin_ctz(way)];
    return movable;
}

/* One of the ways to exchange cards between two places, by what it makes of them. */
static unsigned draw_way(const struct world_sampler *sampler, unsigned one, unsigned other,
                         struct rng *rng)
{
    const struct side mine = side_of(sampler, one, other), theirs = side_of(sampler, other, one);
    double weight[WAYS], sum = 0;
    int shift[WAYS];
    const unsigned movable = find_shifts(sampler, one, other, shift);
    for (unsigned way = 0; way < WAYS; way++) {
        weight[way] = 0;
        if ((way & ~movable) == 0)
            weight[way] = weight_of(&mine, mine.number + (unsigned)shift[way], way) *
                          weight_of(&theirs, theirs.number - (unsigned)shift[way], way);
        sum += weight[way];
    }
    double left = rng_unit(rng) * sum;
    unsigned way = 0;
    while (way + 1 < WAYS && (left >= weight[way] || weight[way] == 0))
        left -= weight[way++];
    return way & movable;
}

static void exchange(struct world_sampler *sampler, struct rng *rng)
{
    const unsigned opponents = sampler->view->table.seats - 1U;
    const unsigned one = rng_below(rng, opponents);
    const unsigned next = rng_below(rng, sampler->places - 1);
    const unsigned other = next < one ? next : next + 1;
    const unsigned way = draw_way(sampler, one, other, rng);
    sampler->parts += WORK_EXCHANGE;
    for (unsigned group = 0; group < GROUPS; group++) {
        const uint8_t mine = sampler->card[one][group];
        if (way >> group & 1) {
            sampler->card[one][group] = sampler->card[other][group];
            sampler->card[other][group] = mine;
        }
    }
}

static void begin_chain(struct world_sampler *sampler, struct rng *rng)
{
    struct hand hand[SEATS_MAX];
    hand_sampling_deal(sampler->board, sampler->view, rng, hand);
    sampler->chained = true;
    begin_places(sampler, hand);
    begin_rows(sampler, hand);
    begin_joined(sampler);
    for (unsigned i = EXCHANGES; i < FIRST_EXCHANGES && sampler->places > 1; i++)
        exchange(sampler, rng);
}

static void draw_from_chain(struct world_sampler *sampler, struct rng *rng,
                            struct hand hand[SEATS_MAX])
{
    if (!sampler->chained)
        begin_chain(sampler, rng);
    for (unsigned i = 0; i < EXCHANGES && sampler->places > 1; i++)
        exchange(sampler, rng);
    hand[sampler->view->seat] = sampler->view->hand;
    for (unsigned place = 0; place + 1U < sampler->view->table.seats; place++) {
        for (unsigned group = 0; group < GROUPS; group++)
            hand[sampler->seat[place]].city[group] =
                sampler->board->card[group][sampler->card[place][group]];
    }
}

/* ---- Both --------------------------------------------------------------------------------- */

void world_sampler_begin(struct world_sampler *sampler, const struct belief *belief,
                         const struct board *board, const struct view *view)
{
    sampler->belief = belief;
    sampler->board = board;
    sampler->view = view;
    sampler->alone = view->table.seats <= ALONE_SEATS_MAX;
    sampler->chained = false;
    for (unsigned seat = 0; belief->tracked && seat < view->table.seats; seat++)
        sampler->alone &= seat == view->seat || belief->total[seat] > 0;
}

unsigned world_sampler_next(struct world_sampler *sampler, struct rng *rng,
                            struct hand hand[SEATS_MAX])
{
    sampler->parts = 0;
    if (!sampler->belief->tracked) { /* a deal like any other, next to no work */
        hand_sampling_deal(sampler->board, sampler->view, rng, hand);
        return 0;
    }
    sampler->alone = sampler->alone && draw_alone(sampler, rng, hand);
    if (!sampler->alone)
        draw_from_chain(sampler, rng, hand);
    return work_steps(sampler->parts);
}
