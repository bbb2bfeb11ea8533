/*
 * Rounds of random play: how fast the rules themselves are.
 *
 * Four random players place their markers and lay track until the round ends; every track is drawn
 * from all legal ones with equal chances, and the end is judged after every turn.
 */
#include "board/boards.h"
#include "bots/random.h"
#include "cli/bench.h"
#include "core/scoring.h"

enum { SEATS = 4, ROUNDS_PER_REPEAT = 2000, DEALS = 64, WANTED_A_SECOND = 250000 };

static double nanoseconds_a_round(const struct position *deal, const struct board *board,
                                  struct rng *rng, bool scored)
{
    const uint64_t start = bench_clock();
    const unsigned rounds = scored ? ROUNDS_PER_REPEAT / 10 : ROUNDS_PER_REPEAT;
    for (unsigned i = 0; i < rounds; i++) {
        struct position position = deal[i % DEALS];
        position.table.connected = (uint8_t)random_rest_of_round(&position, board, rng);
        if (scored)
            scoring_close_round(&position.table, board, position.hand);
    }
    return (double)(bench_clock() - start) / rounds;
}

static void deal_all(struct position deal[DEALS], const struct board *board, unsigned variants)
{
    for (unsigned i = 0; i < DEALS; i++) {
        uint8_t seed[SEED_SIZE];
        seed_of_series(1, i, seed);
        position_init(&deal[i], board, SEATS, variants, seed);
        position_deal(&deal[i], board);
    }
}

static void bench_board(struct bench_table *table, const struct bench_setup *setup,
                        const struct board *board, bool scored)
{
    static const char goal[] = "at most 4000 ns, 250,000 a second";
    struct position deal[DEALS];
    double repeat[BENCH_REPEATS_MAX];
    unsigned repeats = 0;
    struct rng rng;
    deal_all(deal, board, 0);
    rng_init(&rng, 1);
    const uint64_t end = bench_clock() + (uint64_t)(setup->seconds * 1e9);
    do
        repeat[repeats++] = nanoseconds_a_round(deal, board, &rng, scored);
    while (repeats < BENCH_REPEATS_MAX && bench_clock() < end);
    const double each = bench_median(repeat, repeats);
    const bool has_goal = !scored && board->ruleset == RULESET_TRANSAMERICA;
    bench_add(table, (struct bench_row){
                         .board = board->id,
                         .what = scored ? "random round of 4, scored" : "random round of 4",
                         .nanoseconds = each,
                         .goal = has_goal ? goal : "",
                         .met = each <= 1e9 / WANTED_A_SECOND,
                     });
}

void bench_rounds(struct bench_table *table, const struct bench_setup *setup)
{
    for (unsigned i = 0; i < board_builtin_count(); i++) {
        bench_board(table, setup, board_builtin_at(i), false);
        bench_board(table, setup, board_builtin_at(i), true);
    }
}
