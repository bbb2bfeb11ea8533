/* The ladder: which pairs it plays, what it makes of them, and whom it tells. */
#include "arena/ladder.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "board_file/boards.h"
#include "support.h"

enum { LEVELS = 3 };

/* Three levels, from random ones to those who know where to go. */
static struct arena_setup levels_setup(void)
{
    static const char *const names[LEVELS] = {"random", "greedy", "nearest"};
    struct arena_setup setup = {
        .board = board_builtin_at(0), .games = 10, .seed = 20020501, .threads = 2, .rounds = true};
    for (unsigned i = 0; i < LEVELS; i++) {
        char error[CONTENDER_ERROR_SIZE];
        assert_true(contender_parse(&setup.contender[setup.contenders++], names[i],
                                    strlen(names[i]), error));
    }
    return setup;
}

static struct ladder_rung *play(const struct arena_setup *setup, unsigned players)
{
    char error[ARENA_ERROR_SIZE];
    struct ladder_rung *rung = malloc(sizeof *rung);
    assert_non_null(rung);
    if (!ladder_play(setup, players, rung, error))
        fail_msg("the ladder says: %s", error);
    return rung;
}

TEST_CASE(every_two_levels_meet_once)
{
    static const unsigned expected[][2] = {{2, 1}, {2, 0}, {1, 0}};
    const struct arena_setup setup = levels_setup();
    struct ladder_rung *rung = play(&setup, 3);
    assert_int_equal(rung->players, 3);
    assert_int_equal(rung->pairs, 3);
    for (unsigned i = 0; i < rung->pairs; i++) {
        const struct ladder_pair *pair = &rung->pair[i];
        assert_int_equal(pair->upper, expected[i][0]);
        assert_int_equal(pair->lower, expected[i][1]);
        assert_string_equal(pair->setup.contender[0].text, setup.contender[pair->upper].text);
        assert_string_equal(pair->setup.contender[1].text, setup.contender[pair->lower].text);
        assert_int_equal(pair->result.games, 12); /* 10, in whole deals of 6 */
    }
    free(rung);
}

TEST_CASE(a_pair_is_the_comparison_of_two)
{
    char error[ARENA_ERROR_SIZE];
    const struct arena_setup setup = levels_setup();
    struct ladder_rung *rung = play(&setup, 2);
    struct arena_setup two = setup;
    struct arena_result result;
    two.contender[0] = setup.contender[2];
    two.contender[1] = setup.contender[1];
    arena_compare(&two, 2);
    assert_true(arena_run(&two, &result, NULL, error));
    assert_true(result.ahead.mean == rung->pair[0].result.ahead.mean);
    assert_true(result.ahead.margin == rung->pair[0].result.ahead.margin);
    assert_int_equal(result.turns, rung->pair[0].result.turns);
    free(rung);
}

TEST_CASE(levels_are_in_order)
{
    struct arena_setup setup = levels_setup();
    setup.contender[0] = setup.contender[1]; /* random ones never win, which is no number of Elo */
    setup.contender[1] = setup.contender[2];
    setup.contenders = 2;
    setup.games = 120;
    struct ladder_rung *rung = play(&setup, 2);
    assert_true(fabs(rung->elo[0].mean + rung->elo[1].mean) < 1e-6);
    assert_true(rung->elo[0].mean < rung->elo[1].mean);
    assert_true(ladder_is_clear(&rung->pair[0]));
    struct ladder_pair even = {.result = {.ahead = {.mean = 0.1, .margin = 0.2}}};
    assert_false(ladder_is_clear(&even));
    free(rung);
}

/* What a watcher hears. */
struct heard {
    unsigned begun, ended, played, games;
};

static void hear_begin(void *context, const struct arena_setup *setup)
{
    struct heard *heard = context;
    assert_int_equal(heard->begun++, heard->ended);
    heard->games += setup->games;
}

static void hear_played(void *context, unsigned done)
{
    struct heard *heard = context;
    assert_true(done > 0);
    heard->played++;
}

static void hear_end(void *context)
{
    struct heard *heard = context;
    assert_int_equal(++heard->ended, heard->begun);
}

TEST_CASE(a_watcher_hears_of_every_pair)
{
    struct heard heard = {0};
    struct arena_setup setup = levels_setup();
    setup.watch = (struct arena_watch){
        .begin = hear_begin, .played = hear_played, .end = hear_end, .context = &heard};
    free(play(&setup, 2));
    assert_int_equal(heard.begun, 3);
    assert_int_equal(heard.ended, 3);
    assert_int_equal(heard.played, heard.games);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("every two levels meet once, the best first", every_two_levels_meet_once),
        TEST("a pair is the comparison of the two", a_pair_is_the_comparison_of_two),
        TEST("levels that differ much are in their order, beyond doubt", levels_are_in_order),
        TEST("a watcher hears of every pair and every game", a_watcher_hears_of_every_pair),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
