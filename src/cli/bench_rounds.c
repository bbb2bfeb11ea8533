/*
 * Rounds of random play: how fast the rules themselves are.
 *
 * Four random players place their markers and lay track until the round ends; every track is drawn
 * from all legal ones with equal chances, and the end is judged after every turn.  The textbook
 * score of the same deals, measured in turns with the rounds, tells how fast the machine is now.
 */
#include "board/boards.h"
#include "bots/random.h"
#include "cli/bench.h"
#include "core/scoring.h"
#include "core/textbook.h"

enum {
    SEATS = 4,
    DEALS = 64,
    ROUNDS_PER_REPEAT = 2000,
    SCORED_ROUNDS_PER_REPEAT = 200,
    SCORES_PER_REPEAT = 20,
    /* 250,000 rounds a second where the textbook takes 100 us for a score. */
    WANTED_RATIO = 25,
};

struct scene {
    const struct board *board;
    struct position deal[DEALS];
    uint8_t cost[LINES_MAX]; /* of the empty board */
    struct rng rng;
    bool scored;
};

static void scene_make(struct scene *scene, const struct board *board, bool scored)
{
    scene->board = board;
    scene->scored = scored;
    rng_init(&scene->rng, 1);
    for (unsigned i = 0; i < DEALS; i++) {
        uint8_t seed[SEED_SIZE];
        seed_of_series(1, i, seed);
        position_init(&scene->deal[i], board, SEATS, 0, seed);
        position_deal(&scene->deal[i], board);
    }
    table_missing_all(&scene->deal[0].table, board, 0, scene->cost);
}

static double nanoseconds_a_round(struct scene *scene)
{
    const unsigned rounds = scene->scored ? SCORED_ROUNDS_PER_REPEAT : ROUNDS_PER_REPEAT;
    const uint64_t start = bench_clock();
    for (unsigned i = 0; i < rounds; i++) {
        struct position position = scene->deal[i % DEALS];
        const unsigned connected = random_rest_of_round(&position, scene->board, &scene->rng);
        position.table.connected = (uint8_t)connected;
        if (scene->scored)
            scoring_close_round(&position.table, scene->board, position.hand);
    }
    return (double)(bench_clock() - start) / rounds;
}

static double nanoseconds_a_textbook_score(const struct scene *scene)
{
    const uint64_t start = bench_clock();
    unsigned sum = 0;
    for (unsigned i = 0; i < SCORES_PER_REPEAT; i++) {
        uint8_t terminal[TERMINALS_MAX];
        for (unsigned group = 0; group < GROUPS; group++)
            terminal[group] = scene->board->city[scene->deal[i].hand[0].city[group]].junction;
        terminal[GROUPS] = (uint8_t)i;
        sum += textbook_cost(scene->board, scene->cost, terminal, TERMINALS_MAX);
    }
    const double each = (double)(bench_clock() - start) / SCORES_PER_REPEAT;
    return sum > 0 ? each : 0;
}

static void bench_board(struct bench_table *table, const struct bench_setup *setup,
                        const struct board *board, bool scored)
{
    struct scene scene; /* 140 KB, once */
    double round[BENCH_REPEATS_MAX], ratio[BENCH_REPEATS_MAX];
    unsigned repeats = 0;
    scene_make(&scene, board, scored);
    const uint64_t end = bench_clock() + (uint64_t)(setup->seconds * 1e9);
    do {
        round[repeats] = nanoseconds_a_round(&scene);
        ratio[repeats] = nanoseconds_a_textbook_score(&scene) / round[repeats];
        repeats++;
    } while (repeats < BENCH_REPEATS_MAX && bench_clock() < end);
    const double median_ratio = bench_median(ratio, repeats);
    const bool has_goal = !scored && board->ruleset == RULESET_TRANSAMERICA;
    bench_add(table, (struct bench_row){
                         .board = board->id,
                         .what = scored ? "random round of 4, scored" : "random round of 4",
                         .nanoseconds = bench_median(round, repeats),
                         .ratio = median_ratio,
                         .unit = "x textbook",
                         .goal = has_goal ? "25 times the textbook" : "",
                         .met = median_ratio >= WANTED_RATIO,
                     });
}

void bench_rounds(struct bench_table *table, const struct bench_setup *setup)
{
    for (unsigned i = 0; i < board_builtin_count(); i++) {
        bench_board(table, setup, board_builtin_at(i), false);
        bench_board(table, setup, board_builtin_at(i), true);
    }
}
