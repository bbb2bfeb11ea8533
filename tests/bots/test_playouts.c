/* Playouts by plans and by models: legal turns, exact points, and the same with every kernel. */
#include "support.h"

#include <string.h>

#include "board_file/boards.h"
#include "bots/playout_by_models.h"
#include "bots/playout_by_plans.h"
#include "bots/random.h"
#include "rules/scoring.h"
#include "score/kernel.h"

enum { ROUNDS = 400, TURNS_MAX = 2000 };

/* too large for the stack */
static struct playout_by_plans plan_playout;
static struct seat_distances seat_distances;
static struct playout_by_models model_playout;
static struct line_demand line_demand;

/* Deals a round on any board and plays up to 40 random turns. */
static const struct board *any_round(struct position *position, uint64_t *random)
{
    const struct board *board = board_builtin_at(test_random_below(random, board_builtin_count()));
    const unsigned seats = SEATS_MIN + test_random_below(random, SEATS_MAX - SEATS_MIN + 1);
    const unsigned turns = test_random_below(random, 2) ? 0 : test_random_below(random, 40);
    uint8_t seed[SEED_SIZE] = {0};
    struct rng rng;
    for (unsigned i = 0; i < sizeof seed; i++)
        seed[i] = (uint8_t)test_random(random);
    rng_init(&rng, test_random(random));
    position_init(position, board, seats, test_random_below(random, VARIANTS_ALL + 1), seed);
    position_deal(position, board);
    for (unsigned i = 0; i < turns; i++) {
        struct view view;
        struct turn turn;
        view_of(&view, position, position->table.to_move);
        random_legal_turn(board, &view, &rng, &turn);
        position_settle(position, board, &turn);
        const struct position before = *position;
        position_play(position, board, &turn);
        if (position->table.phase != PHASE_PLAYING) {
            *position = before;
            break;
        }
    }
    seat_distances_init(&seat_distances, &position->table, board);
    return board;
}

/* Checks that a turn of the playout is legal and leads to the same position as in `judge`. */
static void assert_played(struct position *judge, const struct position *position,
                          const struct board *board, const struct turn *turn, bool goes_on)
{
    assert_int_equal(position_play(judge, board, turn), ACCEPTED);
    assert_int_equal(goes_on, judge->table.phase == PHASE_PLAYING);
    assert_memory_equal(position->table.track, judge->table.track, sizeof judge->table.track);
}

/* Plays each turn with position_play() as well, which checks the rules. */
TEST_CASE(every_turn_is_legal_and_every_point_counts)
{
    uint64_t random = test_seed();
    for (unsigned round = 0; round < test_count(ROUNDS); round++) {
        struct position position;
        struct turn turn;
        struct rng rng;
        int lost[SEATS_MAX];
        unsigned turns = 0;
        const struct board *board = any_round(&position, &random);
        struct position judge = position;
        rng_init(&rng, test_random(&random));
        playout_by_plans_begin(&plan_playout, board, &position, &seat_distances, &rng);
        bool goes_on = true;
        while (goes_on) {
            goes_on = playout_by_plans_turn(&plan_playout, &position, &rng, &turn);
            assert_played(&judge, &position, board, &turn, goes_on);
            assert_true(++turns < TURNS_MAX);
        }
        playout_by_plans_end(&plan_playout, position.table.seats, lost);
        for (unsigned seat = 0; seat < judge.table.seats; seat++)
            assert_int_equal(lost[seat],
                             scoring_missing(&judge.table, board, seat, &judge.hand[seat], NULL));
    }
}

/* Starts a playout with random types of players. */
static void begin_model_playout(const struct board *board, const struct position *position,
                                uint64_t *random)
{
    struct playout_by_models_start start = {.seat_distances = &seat_distances,
                                            .line_demand = &line_demand,
                                            .hands =
                                                1 + test_random_below(random, LIKELY_HANDS_MAX)};
    struct rng rng;
    for (unsigned i = 0; i < SEATS_MAX; i++)
        start.type[i] = (uint8_t)test_random_below(random, PLAYER_TYPES);
    rng_init(&rng, test_random(random));
    line_demand_init(&line_demand, board, &position->table, &seat_distances, &rng);
    playout_by_models_begin(&model_playout, board, &start, &rng);
}

TEST_CASE(every_turn_of_a_model_is_legal_and_every_point_counts)
{
    uint64_t random = test_seed();
    unsigned moved = 0,
             coloured = 0; /* V2, F5, X1: how often markers moved and coloured track was laid */
    for (unsigned round = 0; round < test_count(ROUNDS); round++) {
        struct position position;
        struct turn turn;
        struct rng rng;
        int lost[SEATS_MAX];
        unsigned turns = 0;
        const struct board *board = any_round(&position, &random);
        struct position judge = position;
        rng_init(&rng, test_random(&random));
        begin_model_playout(board, &position, &random);
        bool goes_on = true;
        while (goes_on) {
            goes_on = playout_by_models_turn(&model_playout, &position, &rng, &turn);
            assert_played(&judge, &position, board, &turn, goes_on);
            assert_memory_equal(position.table.marker, judge.table.marker,
                                sizeof judge.table.marker);
            assert_true(++turns < TURNS_MAX);
            moved += turn.kind == TURN_LAY && turn.marker != JUNCTION_NONE;
            coloured += turn.tracks > 0 && turn.track[0].own;
        }
        assert_true(playout_by_models_end(&model_playout, &position, lost) <=
                    MODEL_PLAYOUT_STEPS_MAX);
        for (unsigned seat = 0; seat < judge.table.seats; seat++)
            assert_int_equal(lost[seat], judge.table.lost[seat]);
    }
    assert_true(moved > 0 && coloured > 0);
}

/* The positions must be the same and also the steps, as a search depends on both. */
TEST_CASE(every_kernel_plays_the_same_round)
{
    uint64_t random = test_seed();
    const struct kernel *kernel[KERNELS_MAX];
    const unsigned kernels = kernel_list(kernel);
    for (unsigned round = 0; round < test_count(ROUNDS); round++) {
        struct position position, end[KERNELS_MAX];
        int lost[KERNELS_MAX][SEATS_MAX];
        unsigned steps[KERNELS_MAX];
        const struct board *board = any_round(&position, &random);
        const uint64_t seed = test_random(&random);
        for (unsigned k = 0; k < kernels; k++) {
            struct rng rng;
            rng_init(&rng, seed);
            for (unsigned i = 0; i < seat_distances.matrices; i++)
                distances_use_kernel(&seat_distances.matrix[i], kernel[k]);
            end[k] = position;
            steps[k] =
                playout_by_plans_run(&plan_playout, board, &end[k], &seat_distances, &rng, lost[k]);
            assert_memory_equal(&end[k], &end[0], sizeof end[0]);
            assert_memory_equal(lost[k], lost[0], position.table.seats * sizeof(int));
            assert_int_equal(steps[k], steps[0]);
        }
    }
}

TEST_CASE(every_kernel_plays_the_same_round_of_models)
{
    uint64_t random = test_seed();
    const struct kernel *kernel[KERNELS_MAX];
    const unsigned kernels = kernel_list(kernel);
    for (unsigned round = 0; round < test_count(ROUNDS / 4); round++) {
        struct position position, end[KERNELS_MAX];
        int lost[KERNELS_MAX][SEATS_MAX];
        unsigned steps[KERNELS_MAX];
        const struct board *board = any_round(&position, &random);
        const uint64_t seed = test_random(&random);
        for (unsigned k = 0; k < kernels; k++) {
            struct rng rng;
            uint64_t same = seed;
            rng_init(&rng, seed);
            for (unsigned i = 0; i < seat_distances.matrices; i++)
                distances_use_kernel(&seat_distances.matrix[i], kernel[k]);
            end[k] = position;
            begin_model_playout(board, &position, &same);
            steps[k] = playout_by_models_run(&model_playout, &end[k], &rng, lost[k]);
            assert_memory_equal(&end[k], &end[0], sizeof end[0]);
            assert_memory_equal(lost[k], lost[0], position.table.seats * sizeof(int));
            assert_int_equal(steps[k], steps[0]);
        }
    }
}

TEST_CASE(a_round_that_is_over_is_only_scored)
{
    uint64_t random = test_seed();
    for (unsigned round = 0; round < test_count(ROUNDS / 10); round++) {
        struct position position;
        struct rng rng;
        int lost[SEATS_MAX];
        const struct board *board = any_round(&position, &random);
        rng_init(&rng, test_random(&random));
        playout_by_plans_run(&plan_playout, board, &position, &seat_distances, &rng, lost);
        const struct position over = position;
        seat_distances_init(&seat_distances, &position.table, board);
        playout_by_plans_run(&plan_playout, board, &position, &seat_distances, &rng, lost);
        assert_memory_equal(&position, &over, sizeof over);
        for (unsigned seat = 0; seat < over.table.seats; seat++)
            assert_int_equal(lost[seat],
                             scoring_missing(&over.table, board, seat, &over.hand[seat], NULL));
    }
}

TEST_CASE(planners_lose_less_than_random_players)
{
    uint64_t random = test_seed();
    long planned = 0, drawn = 0;
    for (unsigned round = 0; round < test_count(ROUNDS / 4); round++) {
        struct position position;
        struct rng rng;
        int lost[SEATS_MAX];
        const struct board *board = any_round(&position, &random);
        struct position other = position;
        rng_init(&rng, test_random(&random));
        playout_by_plans_run(&plan_playout, board, &position, &seat_distances, &rng, lost);
        random_rest_of_round(&other, board, &rng);
        for (unsigned seat = 0; seat < position.table.seats; seat++) {
            planned += lost[seat];
            drawn += scoring_missing(&other.table, board, seat, &other.hand[seat], NULL);
        }
    }
    assert_true(2 * planned < drawn);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("T2 to T6, P1: every turn of a playout is legal and its points are exact",
             every_turn_is_legal_and_every_point_counts),
        TEST("T2 to T6, F2 to F6, V2, X1, P1: so is every turn of a model, and its points",
             every_turn_of_a_model_is_legal_and_every_point_counts),
        TEST("every kernel plays the same round", every_kernel_plays_the_same_round),
        TEST("with models of players too", every_kernel_plays_the_same_round_of_models),
        TEST("P1: a round that is over is only scored", a_round_that_is_over_is_only_scored),
        TEST("planners lose less than half of what random players lose",
             planners_lose_less_than_random_players),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
