/* Adds up deals. */
#include "arena/arena_summary.h"

#include <math.h>
#include <stdlib.h>

_Static_assert((int)ORDER_PLACES_MAX >= (int)SEATS_MAX && (int)RATINGS_MAX >= (int)SEATS_MAX,
               "the statistics have room for a full table");

struct arena_deal arena_deal_at(const struct arena_setup *setup, const struct arena_game *game,
                                unsigned games, unsigned number)
{
    const unsigned games_a_deal = arena_games_a_deal(setup);
    const unsigned from = number * games_a_deal;
    const unsigned to = from + games_a_deal < games ? from + games_a_deal : games;
    return (struct arena_deal){.setup = setup, .game = game, .from = from, .to = to};
}

void arena_shares(const struct arena_setup *setup, const struct arena_game *game,
                  double share[SEATS_MAX])
{
    int most = game->points[0];
    unsigned winners = 0;
    for (unsigned place = 0; place < setup->seats; place++)
        most = game->points[place] > most ? game->points[place] : most;
    for (unsigned place = 0; place < setup->seats; place++)
        winners += game->points[place] == most;
    for (unsigned place = 0; place < setup->seats; place++)
        share[place] = game->points[place] == most ? 1.0 / winners : 0;
}

/* The values of one deal for a row. */
struct deal_value {
    double won, lost, ahead;
};

static bool row_has(const struct arena_row *row, unsigned place)
{
    return place >= row->place && place < row->place + row->places;
}

static struct deal_value deal_value(const struct arena_deal *deal, const struct arena_row *row)
{
    const struct arena_setup *setup = deal->setup;
    unsigned games = 0, rounds = 0, lost = 0, others_lost = 0;
    double won = 0;
    for (unsigned i = deal->from; i < deal->to; i++) {
        const struct arena_game *game = &deal->game[i];
        double share[SEATS_MAX];
        if (arena_lineup(setup, i) != row->lineup)
            continue;
        arena_shares(setup, game, share);
        for (unsigned place = 0; place < setup->seats; place++) {
            const bool own = row_has(row, place);
            won += own ? share[place] : 0;
            *(own ? &lost : &others_lost) += game->lost[place];
        }
        rounds += game->rounds;
        games++;
    }
    const double own = (double)lost / (row->places * rounds);
    const double others = (double)others_lost / ((setup->seats - row->places) * rounds);
    return (struct deal_value){
        .won = won / (row->places * games), .lost = own, .ahead = others - own};
}

/* ---- Comparisons ----------------------------------------------------------------------------- */

/* Returns the row of the lone contender of a lineup. */
static struct arena_row lone_row(unsigned lineup)
{
    return (struct arena_row){.lineup = lineup, .place = 0, .places = 1};
}

double arena_deal_ahead(const struct arena_deal *deal)
{
    double ahead = 0;
    for (unsigned lineup = 0; lineup < deal->setup->lineups; lineup++) {
        const struct arena_row row = lone_row(lineup);
        const double lone = deal_value(deal, &row).ahead;
        ahead += lineup == 0 ? lone : -lone;
    }
    return ahead / deal->setup->lineups;
}

/*
 * Returns the difference between the win shares of the contenders when each plays alone.  With one
 * lineup, both are alone in the same games.
 */
static double deal_wins_more(const struct arena_deal *deal)
{
    const struct arena_row first = lone_row(0);
    const double won = deal_value(deal, &first).won;
    if (deal->setup->lineups == 1)
        return won - (1 - won);
    const struct arena_row second = lone_row(1);
    return won - deal_value(deal, &second).won;
}

double arena_deal_test(const struct arena_deal *deal)
{
    return deal->setup->test == ARENA_TEST_POINTS ? arena_deal_ahead(deal) : deal_wins_more(deal);
}

static double wins_more_of_elo(double elo, unsigned seats)
{
    return share_of_rating(elo, seats) - share_of_rating(-elo, seats);
}

struct sprt arena_sprt(const struct arena_setup *setup)
{
    struct sprt sprt = setup->sprt;
    sprt.doubt = 1; /* a whole win, or a point per round: large for a deal, but not unusual */
    if (setup->test == ARENA_TEST_ELO) {
        sprt.low = wins_more_of_elo(setup->sprt.low, setup->seats);
        sprt.high = wins_more_of_elo(setup->sprt.high, setup->seats);
    }
    return sprt;
}

static void summarise_comparison(const struct arena_setup *setup, const struct arena_game *game,
                                 struct arena_result *result)
{
    const struct sprt sprt = arena_sprt(setup);
    struct tally ahead = {0}, test = {0};
    for (unsigned number = 0; number < result->deals; number++) {
        const struct arena_deal deal = arena_deal_at(setup, game, result->games, number);
        tally_add(&ahead, arena_deal_ahead(&deal));
        tally_add(&test, arena_deal_test(&deal));
    }
    result->ahead = tally_estimate(&ahead);
    if (setup->test == ARENA_NO_TEST)
        return;
    result->test_ratio = sprt_ratio(&sprt, &test);
    result->verdict = sprt_verdict(&sprt, &test);
}

/* ---- Beliefs ------------------------------------------------------------------------------- */

static void summarise_belief(const struct arena_setup *setup, const struct arena_game *game,
                             struct arena_result *result)
{
    struct tally believed = {0}, uniform = {0};
    for (unsigned number = 0; number < result->deals; number++) {
        const struct arena_deal deal = arena_deal_at(setup, game, result->games, number);
        struct arena_guess sum = {0};
        for (unsigned i = deal.from; i < deal.to; i++) {
            sum.believed += game[i].guess.believed;
            sum.uniform += game[i].guess.uniform;
            sum.hands += game[i].guess.hands;
            sum.impossible += game[i].guess.impossible;
        }
        tally_add(&believed, sum.believed / sum.hands);
        tally_add(&uniform, sum.uniform / sum.hands);
        result->belief_hands += sum.hands;
        result->belief_impossible += sum.impossible;
    }
    result->belief = tally_estimate(&believed);
    result->belief_uniform = uniform.mean;
}

/* ---- Rows and ratings ---------------------------------------------------------------------- */

static void summarise_row(const struct arena_setup *setup, const struct arena_game *game,
                          const struct arena_result *result, struct arena_row *row)
{
    struct tally won = {0}, lost = {0}, ahead = {0};
    for (unsigned number = 0; number < result->deals; number++) {
        const struct arena_deal deal = arena_deal_at(setup, game, result->games, number);
        const struct deal_value value = deal_value(&deal, row);
        tally_add(&won, value.won);
        tally_add(&lost, value.lost);
        tally_add(&ahead, value.ahead);
    }
    row->won = tally_estimate(&won);
    row->lost = tally_estimate(&lost);
    row->ahead = tally_estimate(&ahead);
}

static void lay_out_rows(const struct arena_setup *setup, struct arena_result *result)
{
    for (unsigned lineup = 0; lineup < setup->lineups; lineup++) {
        for (unsigned place = 0; place < setup->seats; place++) {
            const unsigned number = arena_row_of(setup, lineup, place);
            struct arena_row *row = &result->row[number];
            if (row->places++ > 0)
                continue;
            row->lineup = lineup;
            row->place = place;
            row->contender = setup->lineup[lineup][place];
            result->rows = number + 1;
        }
    }
}

static struct order game_order(const struct arena_setup *setup, const struct arena_game *game,
                               unsigned number)
{
    const uint8_t *lineup = setup->lineup[arena_lineup(setup, number)];
    struct order order = {.deal = arena_deal(setup, number), .count = (uint8_t)setup->seats};
    for (unsigned place = 0; place < setup->seats; place++) {
        order.who[place] = lineup[place];
        for (unsigned other = 0; other < setup->seats; other++)
            order.tier[place] =
                (uint8_t)(order.tier[place] + (game->points[other] > game->points[place]));
    }
    return order;
}

bool arena_summarise(const struct arena_setup *setup, const struct arena_game *game, unsigned games,
                     struct order *order, struct arena_result *result)
{
    const unsigned games_a_deal = arena_games_a_deal(setup);
    struct order *own = order == NULL ? calloc(games, sizeof *own) : NULL;
    if (order == NULL)
        order = own;
    if (order == NULL)
        return false;
    result->games = games;
    result->deals = (games + games_a_deal - 1) / games_a_deal;
    lay_out_rows(setup, result);
    for (unsigned i = 0; i < result->rows; i++)
        summarise_row(setup, game, result, &result->row[i]);
    if (setup->compared)
        summarise_comparison(setup, game, result);
    if (setup->belief)
        summarise_belief(setup, game, result);
    for (unsigned i = 0; i < games; i++) {
        result->rounds += game[i].rounds;
        result->turns += game[i].turns;
        order[i] = game_order(setup, &game[i], i);
    }
    const bool fitted = ratings_fit(order, games, setup->contenders, result->elo);
    free(own);
    return fitted;
}
