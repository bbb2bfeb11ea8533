/*
 * Rounds of random play: how fast the rules themselves are.  And rounds between planners and
 * between models of players, which a player that searches plays by the thousand.
 *
 * Four random players place their markers and lay track until the round ends; every track is drawn
 * from all legal ones with equal chances, and the end is judged after every turn.  The planners see
 * all hands, and what everybody loses is counted too.  The textbook score of the same deals,
 * measured in turns with the rounds, tells how fast the machine is now.
 */
#include "bench/core/bench.h"
#include "bench/core/textbook.h"
#include "board_file/boards.h"
#include "bots/playout_by_models.h"
#include "bots/playout_by_plans.h"
#include "bots/random.h"
#include "rules/scoring.h"

enum {
    SEATS = 4,
    DEALS = 64,
    ROUNDS_PER_REPEAT = 2000,
    SCORED_ROUNDS_PER_REPEAT = 200,
    MODELLED_ROUNDS_PER_REPEAT = 64,
    SCORES_PER_REPEAT = 20,
};

enum play { PLAY_RANDOM, PLAY_RANDOM_SCORED, PLAY_PLANNED, PLAY_MODELLED, PLAYS };

static const char *const play_name[] = {
    [PLAY_RANDOM] = "random round of 4",
    [PLAY_RANDOM_SCORED] = "random round of 4, scored",
    [PLAY_PLANNED] = "round played out by plans, 4 players",
    [PLAY_MODELLED] = "round played out by models, 4 players",
};

/* What rounds are to reach where the textbook takes 100 us: 250,000, 50,000 and 5,000 a second. */
struct wanted {
    double ratio; /* in textbook scores; 0 where there is no goal */
    const char *goal;
};

static const struct wanted wanted_of[] = {
    [PLAY_RANDOM] = {25, "25 times the textbook"},
    [PLAY_RANDOM_SCORED] = {0, ""},
    [PLAY_PLANNED] = {5, "5 times the textbook"},
    [PLAY_MODELLED] = {0.5, "half of the textbook"},
};

struct scene {
    const struct board *board;
    const struct kernel *kernel;
    enum play play;
    struct position deal[DEALS];
    uint8_t cost[LINES_MAX]; /* of the empty board */
    struct rng rng;
};

static void scene_make(struct scene *scene, const struct board *board, enum play play,
                       const struct kernel *kernel)
{
    scene->board = board;
    scene->kernel = kernel;
    scene->play = play;
    rng_init(&scene->rng, 1);
    for (unsigned i = 0; i < DEALS; i++) {
        uint8_t seed[SEED_SIZE];
        seed_of_series(1, i, seed);
        position_init(&scene->deal[i], board, SEATS, 0, seed);
        position_deal(&scene->deal[i], board);
    }
    table_missing_all(&scene->deal[0].table, board, 0, scene->cost);
}

static double nanoseconds_a_random_round(struct scene *scene)
{
    const bool scored = scene->play == PLAY_RANDOM_SCORED;
    const unsigned rounds = scored ? SCORED_ROUNDS_PER_REPEAT : ROUNDS_PER_REPEAT;
    const uint64_t start = bench_clock();
    for (unsigned i = 0; i < rounds; i++) {
        struct position position = scene->deal[i % DEALS];
        const unsigned connected = random_rest_of_round(&position, scene->board, &scene->rng);
        position.table.connected = (uint8_t)connected;
        if (scored)
            scoring_close_round(&position.table, scene->board, position.hand);
    }
    return (double)(bench_clock() - start) / rounds;
}

static double nanoseconds_a_planned_round(struct scene *scene)
{
    struct seat_distances start; /* 400 KB and 450 KB, once */
    struct playout_by_plans plan_playout;
    seat_distances_init(&start, &scene->deal[0].table, scene->board);
    for (unsigned i = 0; i < start.matrices; i++)
        distances_use_kernel(&start.matrix[i], scene->kernel);
    const uint64_t begin = bench_clock();
    for (unsigned i = 0; i < SCORED_ROUNDS_PER_REPEAT; i++) {
        struct position position = scene->deal[i % DEALS];
        int lost[SEATS_MAX];
        playout_by_plans_run(&plan_playout, scene->board, &position, &start, &scene->rng, lost);
    }
    return (double)(bench_clock() - begin) / SCORED_ROUNDS_PER_REPEAT;
}

static double nanoseconds_a_modelled_round(struct scene *scene)
{
    struct seat_distances start; /* 400 KB and 650 KB, once */
    struct line_demand line_demand;
    struct playout_by_models model_playout;
    const struct playout_by_models_start from = {
        .seat_distances = &start,
        .line_demand = &line_demand,
        .hands = MODEL_PLAYOUT_HANDS,
        .type = {TYPE_HARD, TYPE_HARD, TYPE_HARD, TYPE_HARD, TYPE_HARD, TYPE_HARD}};
    seat_distances_init(&start, &scene->deal[0].table, scene->board);
    for (unsigned i = 0; i < start.matrices; i++)
        distances_use_kernel(&start.matrix[i], scene->kernel);
    line_demand_init(&line_demand, scene->board, &scene->deal[0].table, &start, &scene->rng);
    const uint64_t begin = bench_clock();
    for (unsigned i = 0; i < MODELLED_ROUNDS_PER_REPEAT; i++) {
        struct position position = scene->deal[i % DEALS];
        int lost[SEATS_MAX];
        playout_by_models_begin(&model_playout, scene->board, &from, &scene->rng);
        playout_by_models_run(&model_playout, &position, &scene->rng, lost);
    }
    return (double)(bench_clock() - begin) / MODELLED_ROUNDS_PER_REPEAT;
}

static double nanoseconds_a_round(struct scene *scene)
{
    if (scene->play == PLAY_MODELLED)
        return nanoseconds_a_modelled_round(scene);
    return scene->play == PLAY_PLANNED ? nanoseconds_a_planned_round(scene)
                                       : nanoseconds_a_random_round(scene);
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
                        const struct board *board, enum play play)
{
    struct scene scene; /* 140 KB, once */
    double round[BENCH_REPEATS_MAX], ratio[BENCH_REPEATS_MAX];
    unsigned repeats = 0;
    scene_make(&scene, board, play, setup->kernel);
    const uint64_t start = bench_clock(), end = start + (uint64_t)(setup->seconds * 1e9);
    do {
        round[repeats] = nanoseconds_a_round(&scene);
        ratio[repeats] = nanoseconds_a_textbook_score(&scene) / round[repeats];
        repeats++;
        bench_tell(table, setup, 1, start);
    } while (repeats < BENCH_REPEATS_MAX && bench_clock() < end);
    const double median_ratio = bench_median(ratio, repeats);
    const bool has_goal = board->ruleset == RULESET_TRANSAMERICA;
    bench_add(table, (struct bench_row){
                         .board = board->id,
                         .what = play_name[play],
                         .nanoseconds = bench_median(round, repeats),
                         .ratio = median_ratio,
                         .unit = "x textbook",
                         .goal = has_goal ? wanted_of[play].goal : "",
                         .met = median_ratio >= wanted_of[play].ratio,
                     });
}

unsigned bench_rounds_rows(void)
{
    return PLAYS * board_builtin_count();
}

void bench_rounds(struct bench_table *table, const struct bench_setup *setup)
{
    for (unsigned i = 0; i < board_builtin_count(); i++) {
        for (unsigned play = 0; play < PLAYS; play++)
            bench_board(table, setup, board_builtin_at(i), (enum play)play);
    }
}
