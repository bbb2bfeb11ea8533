/*
 * The example engines in whole games: every turn is legal, on every board and for every number of
 * seats, and they play far better than at random.
 */
/* run: not quick */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "board_file/boards.h"
#include "engine/engine_game.h"
#include "support.h"

static char folder[] = "/tmp/engine-example-XXXXXX";
static char compiled[sizeof folder + 16];
static const char python[] = "exec python3 examples/engine.py";

static int compile(void **state)
{
    (void)state;
    char command[256];
    if (mkdtemp(folder) == NULL)
        return -1;
    snprintf(compiled, sizeof compiled, "exec %s/engine", folder);
    snprintf(command, sizeof command,
             "cc -std=c17 -Wall -Wextra -Werror examples/engine.c -o %s/engine", folder);
    return system(command) == 0 ? 0 : -1;
}

static int clean(void **state)
{
    (void)state;
    char path[sizeof folder + 16];
    snprintf(path, sizeof path, "%s/engine", folder);
    unlink(path);
    return rmdir(folder);
}

static void expect_only_legal_turns(const struct engine *engine)
{
    for (unsigned answer = ENGINE_TURN + 1; answer < ENGINE_ANSWERS; answer++) {
        if (engine->answers[answer] > 0)
            fail_msg("%s: %s", engine_answer_name(answer), engine->report);
    }
    assert_true(engine->answers[ENGINE_TURN] > 0);
}

/* One round on a board; all turns that the engine plays there are its own. */
static void play_on(const char *command, const struct board *board, unsigned variants,
                    unsigned seats)
{
    const struct engine_trial trial = {.board = board,
                                       .variants = variants,
                                       .seats = seats,
                                       .seat = seats - 1,
                                       .number = seats,
                                       .rounds_max = 1};
    struct engine engine;
    engine_trial_start(&engine, command);
    engine_trial_play(&trial, &engine, NULL);
    engine_stop(&engine);
    expect_only_legal_turns(&engine);
}

static void play_everywhere(const char *command, unsigned seats)
{
    for (unsigned i = 0; i < board_builtin_count(); i++)
        play_on(command, board_builtin_at(i), 0, seats);
}

TEST_CASE(the_example_in_c_plays_legally)
{
    for (unsigned seats = SEATS_MIN; seats <= SEATS_MAX; seats++)
        play_everywhere(compiled, seats);
}

TEST_CASE(the_example_in_python_plays_legally)
{
    for (unsigned seats = SEATS_MIN; seats <= SEATS_MAX; seats += 2)
        play_everywhere(python, seats);
}

TEST_CASE(the_examples_know_the_variants)
{
    static const unsigned variants[] = {VARIANT_OPEN_CARDS, VARIANT_BLOCKING,
                                        VARIANT_PRIVATE_TRACKS, VARIANTS_ALL};
    for (unsigned i = 0; i < 4; i++)
        play_on(i % 2 == 0 ? compiled : python, board_builtin_at(i % board_builtin_count()),
                variants[i], 2);
}

/* The same heuristic in both: at most a tie is broken in another way. */
static void expect_far_better_than_random(const char *command)
{
    struct engine engine;
    struct position position;
    int engine_lost = 0, others_lost = 0;
    engine_trial_start(&engine, command);
    for (uint64_t number = 0; number < 4; number++) {
        const struct engine_trial trial = {.board = board_builtin("transamerica", 12),
                                           .seats = 2,
                                           .seat = (unsigned)number % 2,
                                           .number = number,
                                           .rounds_max = 1};
        engine_trial_play(&trial, &engine, &position);
        engine_lost += position.table.lost[trial.seat];
        others_lost += position.table.lost[1 - trial.seat];
    }
    engine_stop(&engine);
    printf("# lost in four rounds: %d, at random %d\n", engine_lost, others_lost);
    assert_true(4 * engine_lost < others_lost);
}

TEST_CASE(the_examples_play_far_better_than_at_random)
{
    expect_far_better_than_random(compiled);
    expect_far_better_than_random(python);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("the example in C plays legally on every board", the_example_in_c_plays_legally),
        TEST("the example in Python plays legally on every board",
             the_example_in_python_plays_legally),
        TEST("V3: the examples play legally in the variants", the_examples_know_the_variants),
        TEST("the examples play far better than at random",
             the_examples_play_far_better_than_at_random),
    };
    return cmocka_run_group_tests(tests, compile, clean);
}
