/* Bayesian weights for every hand of every opponent. */
#include "bots/belief.h"

#include <limits.h>
#include <string.h>

#include "base/check.h"

/*
 * Likelihood of a turn that gains 0, 1 or 2 lines less than the hand could have gained.  A player
 * who counts never plays the last two, but people and weak bots do, so a bad turn must not rule a
 * hand out.
 */
static const float REGRET[] = {1.0F, 0.1F, 0.03F};
static const float LEAST = 0.03F; /* lower bound for the likelihood of one turn, given any hand */

/*
 * Most players go for a near city before a far one.  Factors for a turn that brings some other city
 * of the hand nearer, but not the nearest one, and for a turn that brings none nearer.
 */
static const float NOT_THE_NEAREST = 0.6F, NO_CITY = 0.4F;

/*
 * Start marker: START_LESS_LIKELY is the factor for each half line that a city is farther from the
 * rest of the hand than the best one.  START_ANYWHERE is the share of starts spread evenly over all
 * five cities.
 */
static const double START_LESS_LIKELY = 0.6, START_ANYWHERE = 0.2;
/*
 * Likelihood of a start on a given junction outside the player's own cities: one start in ten,
 * spread over 200 junctions.
 */
static const double START_ELSEWHERE = 0.0005;

unsigned belief_card(const struct belief *belief, const struct board *board, unsigned group,
                     unsigned city)
{
    unsigned card = 0;
    while (card < belief->cards[group] && board->card[group][card] != city)
        card++;
    return card;
}

/*
 * Returns the number of a hand (see belief.h), or BELIEF_HANDS_MAX if it contains a card that is
 * not in play.
 */
static unsigned belief_hand_number(const struct belief *belief, const struct board *board,
                                   const struct hand *hand)
{
    unsigned number = 0;
    for (unsigned group = 0; group < GROUPS; group++) {
        const unsigned card = belief_card(belief, board, group, hand->city[group]);
        if (card == belief->cards[group])
            return BELIEF_HANDS_MAX;
        number = number * belief->cards[group] + card;
    }
    return number;
}

void belief_hand(const struct belief *belief, const struct board *board, unsigned number,
                 struct hand *hand)
{
    for (unsigned group = GROUPS; group-- > 0;) {
        hand->city[group] = board->card[group][number % belief->cards[group]];
        number /= belief->cards[group];
    }
}

/* Advances `card`, the cards of a hand as indices, to the hand with the next number. */
static void cards_of_next_hand(const struct belief *belief, uint8_t card[GROUPS])
{
    for (unsigned group = GROUPS; group-- > 0;) {
        if (++card[group] < belief->cards[group])
            return;
        card[group] = 0;
    }
}

static bool hands_are_open(const struct view *view)
{
    return (view->table.variants & VARIANT_OPEN_CARDS) != 0;
}

/* Hands with one of the observer's own cards get weight 0, all others weight 1. */
static void set_start_weights(struct belief *belief, const struct board *board,
                              const struct view *view, float weight[])
{
    uint8_t card[GROUPS] = {0};
    for (unsigned number = 0; number < belief->hands; number++, cards_of_next_hand(belief, card)) {
        bool own = false;
        for (unsigned group = 0; group < GROUPS; group++)
            own |= board->card[group][card[group]] == view->hand.city[group];
        weight[number] = own ? 0.0F : 1.0F;
    }
}

/*
 * Summed distance from a card's city to the rest of the hand, minus the distances to the markers
 * already placed, in half lines.  Players prefer to start where this is small.
 */
static int start_remoteness(const struct belief *belief, const struct table *table, unsigned seat,
                            const uint8_t card[GROUPS], unsigned group)
{
    const uint8_t *row = belief->distances.row[belief->junction[group][card[group]]];
    int sum = 0;
    for (unsigned i = 0; i < GROUPS; i++)
        sum += 2 * row[belief->junction[i][card[i]]];
    for (unsigned i = 0; i < table->seats; i++) {
        if (i != seat && table->marker[i] != JUNCTION_NONE)
            sum -= row[table->marker[i]];
    }
    return sum;
}

/* The likelihood that a player with this hand starts in their city of `group`. */
static double chance_to_start(const struct belief *belief, const struct table *table, unsigned seat,
                              const uint8_t card[GROUPS], unsigned group)
{
    int away[GROUPS], least = INT_MAX;
    double own = 0, all = 0;
    for (unsigned i = 0; i < GROUPS; i++) {
        away[i] = start_remoteness(belief, table, seat, card, i);
        least = away[i] < least ? away[i] : least;
    }
    for (unsigned i = 0; i < GROUPS; i++) {
        double chance = 1;
        for (int more = away[i] - least; more > 0; more--)
            chance *= START_LESS_LIKELY;
        all += chance;
        own = i == group ? chance : own;
    }
    return (1 - START_ANYWHERE) * own / all + START_ANYWHERE / GROUPS;
}

/*
 * Sets `chance[number]`, for every possible hand, to the likelihood that its holder starts on
 * `marker`.
 */
static void judge_start_marker(const struct belief *belief, const struct table *before,
                               unsigned seat, unsigned marker, float chance[])
{
    uint8_t card[GROUPS] = {0};
    const float *weight = belief->weight[seat];
    for (unsigned number = 0; number < belief->hands; number++, cards_of_next_hand(belief, card)) {
        double start = START_ELSEWHERE;
        for (unsigned group = 0; weight[number] > 0 && group < GROUPS; group++) {
            if (belief->junction[group][card[group]] == marker)
                start = chance_to_start(belief, before, seat, card, group);
        }
        chance[number] = (float)start;
    }
}

static void set_all_chances(float chance[], unsigned hands, float value)
{
    for (unsigned i = 0; i < hands; i++)
        chance[i] = value;
}

/*
 * Scales the weights of a seat so that the largest is 1, to avoid underflow, and recomputes its
 * sums.
 */
static void belief_normalise(struct belief *belief, unsigned seat)
{
    float *weight = belief->weight[seat];
    const unsigned hands = belief->hands;
    float largest = 0;
    for (unsigned i = 0; i < hands; i++)
        largest = weight[i] > largest ? weight[i] : largest;
    belief->total[seat] = 0;
    if (largest <= 0)
        return;
    for (unsigned block = 0; block * BELIEF_BLOCK < hands; block++) {
        const unsigned from = block * BELIEF_BLOCK;
        const unsigned to = from + BELIEF_BLOCK < hands ? from + BELIEF_BLOCK : hands;
        double sum = 0;
        for (unsigned i = from; i < to; i++) {
            weight[i] /= largest;
            sum += (double)weight[i];
        }
        belief->sum[seat][block] = sum;
        belief->total[seat] += sum;
    }
}

void belief_begin_round(struct belief *belief, const struct board *board, const struct view *view)
{
    belief->seats = view->table.seats;
    belief->seat = view->seat;
    belief->hands = 1;
    belief->tracked = !hands_are_open(view);
    for (unsigned group = 0; group < GROUPS; group++) {
        belief->cards[group] = (uint8_t)deal_cards_in_play(board, view->table.seats, group);
        for (unsigned i = 0; i < belief->cards[group]; i++)
            belief->junction[group][i] = board->city[board->card[group][i]].junction;
        if (belief->tracked && belief->hands * belief->cards[group] > BELIEF_HANDS_MAX)
            belief->tracked = 0;
        if (belief->tracked)
            belief->hands *= belief->cards[group];
    }
    if (!belief->tracked)
        return;
    distances_init(&belief->distances, board);
    for (unsigned seat = 0; seat < view->table.seats; seat++) {
        if (seat == view->seat)
            continue;
        set_start_weights(belief, board, view, belief->weight[seat]);
        set_all_chances(belief->chance, belief->hands, 1);
        if (view->table.marker[seat] != JUNCTION_NONE)
            judge_start_marker(belief, &view->table, seat, view->table.marker[seat],
                               belief->chance);
        belief_weigh(belief, seat, belief->chance);
    }
}

/*
 * For each card: the distance from its city to the seat's network before a turn, and whether the
 * turn reduced it.
 */
struct approach {
    uint8_t way[GROUPS][GROUP_CARDS_MAX];
    bool nearer[GROUPS][GROUP_CARDS_MAX];
};

static void approach_begin(struct approach *approach, const struct belief *belief, unsigned start)
{
    for (unsigned group = 0; group < GROUPS; group++) {
        for (unsigned i = 0; i < belief->cards[group]; i++)
            approach->way[group][i] = belief->distances.row[start][belief->junction[group][i]];
    }
}

static void approach_end(struct approach *approach, const struct belief *belief, unsigned start)
{
    for (unsigned group = 0; group < GROUPS; group++) {
        for (unsigned i = 0; i < belief->cards[group]; i++)
            approach->nearer[group][i] =
                belief->distances.row[start][belief->junction[group][i]] < approach->way[group][i];
    }
}

/*
 * The factor for the direction of the turn: 1 if the hand's nearest city came nearer, otherwise
 * NOT_THE_NEAREST or NO_CITY.
 */
static float chance_of_approach(const struct approach *approach, const uint8_t card[GROUPS])
{
    unsigned nearest = UINT_MAX;
    bool nearest_nearer = false, any_nearer = false;
    for (unsigned group = 0; group < GROUPS; group++) {
        const unsigned way = approach->way[group][card[group]];
        const bool nearer = approach->nearer[group][card[group]];
        any_nearer |= nearer;
        if (way > 0 && way < nearest) {
            nearest = way;
            nearest_nearer = nearer;
        } else if (way == nearest) {
            nearest_nearer |= nearer;
        }
    }
    return nearest_nearer ? 1 : any_nearer ? NOT_THE_NEAREST : NO_CITY;
}

/*
 * Sets `chance[number]`, for every possible hand, to the likelihood of the turn, from the lines it
 * saved that hand and the cities it approached.
 */
static void judge_approach(const struct belief *belief, const struct approach *approach,
                           float chance[])
{
    uint8_t card[GROUPS] = {0};
    for (unsigned i = 0; i < belief->hands; i++, cards_of_next_hand(belief, card)) {
        const unsigned was = belief->cost_before[i];
        const unsigned gain = was - belief->cost_after[i];
        const unsigned wanted = was < 2 ? was : 2;
        const float judged =
            REGRET[wanted > gain ? wanted - gain : 0] * chance_of_approach(approach, card);
        chance[i] = was == 0 ? 0 : judged > LEAST ? judged : LEAST;
    }
}

static void judge_tracks(struct belief *belief, const struct board *board,
                         const struct table *before, const struct turn *turn, float chance[])
{
    uint8_t cost[LINES_MAX];
    const unsigned seat = before->to_move;
    const unsigned start = before->marker[seat];
    struct table after = *before;
    struct approach approach;
    table_missing_all(before, board, seat, cost);
    distances_init_costs(&belief->distances, board, cost);
    approach_begin(&approach, belief, start);
    steiner_all_hands(&belief->distances, start,
                      (const uint8_t(*)[GROUP_CARDS_MAX])belief->junction, belief->cards,
                      belief->cost_before);
    for (unsigned i = 0; i < turn->tracks; i++) {
        const unsigned line = turn->track[i].line;
        table_lay(&after, board, seat, line, turn->track[i].own);
        distances_lower(&belief->distances, board->line[line].a, board->line[line].b,
                        table_missing(&after, board, seat, line));
    }
    steiner_all_hands(&belief->distances, start,
                      (const uint8_t(*)[GROUP_CARDS_MAX])belief->junction, belief->cards,
                      belief->cost_after);
    approach_end(&approach, belief, start);
    judge_approach(belief, &approach, chance);
}

void belief_judge(struct belief *belief, const struct board *board, const struct table *before,
                  const struct turn *turn, float chance[BELIEF_HANDS_MAX])
{
    if (turn->kind == TURN_PLACE)
        judge_start_marker(belief, before, before->to_move, turn->marker, chance);
    else if (turn->kind == TURN_LAY)
        judge_tracks(belief, board, before, turn, chance);
    else
        set_all_chances(chance, belief->hands, 1);
}

void belief_weigh(struct belief *belief, unsigned seat, const float chance[BELIEF_HANDS_MAX])
{
    for (unsigned i = 0; i < belief->hands; i++)
        belief->weight[seat][i] *= chance[i];
    belief_normalise(belief, seat);
}

void belief_see(struct belief *belief, const struct board *board, const struct table *before,
                const struct turn *turn)
{
    const unsigned seat = before->to_move;
    if (!belief->tracked || seat == belief->seat)
        return;
    belief_judge(belief, board, before, turn, belief->chance);
    belief_weigh(belief, seat, belief->chance);
}

/*
 * The probability of any single hand without the observer's own cards, if all are equally likely.
 */
static double uniform_chance(const struct belief *belief)
{
    double chance = 1;
    for (unsigned group = 0; group < GROUPS; group++)
        chance /= belief->cards[group] - 1;
    return chance;
}

double belief_of(const struct belief *belief, const struct board *board, unsigned seat,
                 const struct hand *hand)
{
    CHECK(seat != belief->seat && seat < belief->seats);
    if (!belief->tracked)
        return uniform_chance(belief);
    const unsigned number = belief_hand_number(belief, board, hand);
    const double total = belief->total[seat];
    return number < belief->hands && total > 0 ? (double)belief->weight[seat][number] / total : 0;
}

unsigned belief_draw_number(const struct belief *belief, unsigned seat, struct rng *rng)
{
    double left = rng_unit(rng) * belief->total[seat];
    unsigned block = 0;
    while ((block + 1) * BELIEF_BLOCK < belief->hands && left >= belief->sum[seat][block])
        left -= belief->sum[seat][block++];
    unsigned number = block * BELIEF_BLOCK;
    const unsigned last =
        number + BELIEF_BLOCK < belief->hands ? number + BELIEF_BLOCK - 1 : belief->hands - 1;
    while (number < last && left >= (double)belief->weight[seat][number])
        left -= (double)belief->weight[seat][number++];
    return number;
}

void belief_chances(const struct belief *belief, const struct board *board,
                    float chance[SEATS_MAX][CITIES_MAX])
{
    for (unsigned seat = 0; belief->tracked && seat < belief->seats; seat++) {
        uint8_t card[GROUPS] = {0};
        double sum[GROUPS][GROUP_CARDS_MAX] = {{0}};
        if (seat == belief->seat || !(belief->total[seat] > 0))
            continue;
        for (unsigned number = 0; number < belief->hands;
             number++, cards_of_next_hand(belief, card)) {
            for (unsigned group = 0; group < GROUPS; group++)
                sum[group][card[group]] += (double)belief->weight[seat][number];
        }
        for (unsigned group = 0; group < GROUPS; group++) {
            for (unsigned i = 0; i < belief->cards[group]; i++)
                chance[seat][board->card[group][i]] = (float)(sum[group][i] / belief->total[seat]);
        }
    }
}
