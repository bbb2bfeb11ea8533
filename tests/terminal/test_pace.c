/*
 * A bot's turn in a game on this machine is shown after its pace, by a clock that the test
 * controls.
 */
#include <poll.h>
#include <string.h>

#include "bots/think_time.h"
#include "support.h"
#include "terminal/source/local_source.h"

enum { USUAL_MS = 1000, HISTORY_MAX = 64 };

static int64_t now;

static int64_t clock_of_test(void)
{
    return now;
}

static struct play_setup options;

/* Opens a game with these seats and fixed deals. */
static struct source *open_game(const char *seats, unsigned usual_ms)
{
    char error[PLAY_ERROR_SIZE] = "";
    play_setup_init(&options);
    options.server_seats = seats;
    options.adviser = bot_adviser();
    options.timed = false;
    assert_int_equal(play_setup_complete(&options, error), START_GAME);
    now = 1000000;
    struct source *source =
        local_source_open(&options, (struct play_pace){usual_ms, clock_of_test}, error);
    assert_string_equal(error, "");
    assert_non_null(source);
    return source;
}

static void close_game(struct source *source)
{
    local_source_close(source);
    play_setup_release(&options);
}

/*
 * Asks the bot to move unless it is thinking already, and waits until its turn is ready, however
 * long that takes.
 */
static void let_think(struct source *source)
{
    struct pollfd done = {source->descriptor, POLLIN, 0};
    if (!source->seat[source_table(source)->to_move].thinks)
        source->calls->step(source);
    assert_true(source->seat[source_table(source)->to_move].thinks);
    assert_int_equal(poll(&done, 1, -1), 1);
}

/* ---- Waiting ------------------------------------------------------------------------------- */

TEST_CASE(a_turn_waits_until_its_time_has_come)
{
    struct source *source = open_game("easy,easy", USUAL_MS);
    let_think(source);
    const unsigned seat = source_table(source)->to_move;
    assert_false(source->calls->step(source));
    assert_int_equal(source->history.moments, 1);
    assert_true(source->seat[seat].thinks);
    assert_in_range(source->pause_ms, USUAL_MS * THINK_TIME_MIN / 1000,
                    USUAL_MS * THINK_TIME_MAX / 1000);

    const int64_t due = now + source->pause_ms;
    now = due - 1; /* woken by a key, for example */
    assert_false(source->calls->step(source));
    assert_int_equal(source->history.moments, 1);
    assert_int_equal(source->pause_ms, 1);

    now = due;
    assert_true(source->calls->step(source));
    assert_int_equal(source->history.moments, 2);
    assert_int_equal(source->history.moment[1].seat, seat);
    assert_false(source->seat[seat].thinks);
    assert_true(source->seat[!seat].thinks); /* the next bot is thinking */
    close_game(source);
}

TEST_CASE(what_a_bot_computes_is_part_of_its_time)
{
    struct source *source = open_game("easy,easy", USUAL_MS);
    let_think(source);
    now += USUAL_MS * THINK_TIME_MAX / 1000;
    assert_true(source->calls->step(source));
    assert_int_equal(source->history.moments, 2);
    close_game(source);
}

TEST_CASE(a_pace_of_nothing_waits_for_nothing)
{
    struct source *source = open_game("easy,easy", 0);
    for (unsigned turns = 1; turns <= 4; turns++) {
        let_think(source);
        assert_int_equal(source->pause_ms, -1);
        assert_true(source->calls->step(source));
        assert_int_equal(source->history.moments, turns + 1);
    }
    close_game(source);
}

TEST_CASE(a_person_does_not_wait)
{
    struct source *source = open_game("you,easy", USUAL_MS);
    while (source_table(source)->to_move != 0) { /* the bot may move first */
        let_think(source);
        now += USUAL_MS * THINK_TIME_MAX / 1000;
        source->calls->step(source);
    }
    char why[SOURCE_SENTENCE_SIZE];
    const unsigned moments = source->history.moments;
    const struct turn turn = {.marker = 3};
    source->calls->step(source);
    assert_int_equal(source->pause_ms, -1);
    assert_true(source_is_mine(source));
    assert_true(source->calls->play(source, &turn, why));
    assert_int_equal(source->history.moments, moments + 1);
    close_game(source);
}

/* Plays a round between bots at a pace and records the tables shown. */
static unsigned play_round(unsigned usual_ms, struct table table[HISTORY_MAX])
{
    struct source *source = open_game("easy,medium,greedy", usual_ms);
    while (source_table(source)->phase == PHASE_PLAYING) {
        let_think(source);
        source->calls->step(source);
        now += source->pause_ms >= 0 ? source->pause_ms : 0;
        source->calls->step(source);
    }
    const unsigned moments = source->history.moments;
    assert_in_range(moments, 7, HISTORY_MAX);
    for (unsigned i = 0; i < moments; i++)
        table[i] = source->history.moment[i].table;
    close_game(source);
    return moments;
}

TEST_CASE(waiting_changes_nothing_of_what_is_played)
{
    static struct table at_once[HISTORY_MAX], slowly[HISTORY_MAX];
    const unsigned moments = play_round(0, at_once);
    assert_int_equal(play_round(USUAL_MS, slowly), moments);
    assert_memory_equal(at_once, slowly, moments * sizeof at_once[0]);
}

TEST_CASE(a_game_can_be_left_while_a_turn_waits)
{
    struct source *source = open_game("easy,easy", USUAL_MS);
    let_think(source);
    source->calls->step(source);
    assert_true(source->pause_ms > 0);
    close_game(source); /* would wait for ever for a thread that has ended */
}

TEST_CASE(a_program_takes_the_usual_time)
{
    const struct contender contender = {.kind = CONTENDER_COMMAND};
    const struct contender_player program = {.contender = &contender};
    assert_int_equal(contender_pondered(&program), THINK_TIME_USUAL);
}

/* ---- How fast ------------------------------------------------------------------------------ */

TEST_CASE(only_a_person_at_a_screen_waits_by_default)
{
    play_setup_init(&options);
    assert_int_equal(play_setup_pace(&options, false), PACE_USUAL_MS);
    assert_int_equal(play_setup_pace(&options, true), 0);
    options.timed = false; /* --seed */
    assert_int_equal(play_setup_pace(&options, false), 0);
}

TEST_CASE(what_was_said_holds_everywhere_and_for_the_next_game)
{
    for (unsigned ms = 0; ms <= 20; ms += 20) {
        play_setup_init(&options);
        options.pace_ms = ms;
        assert_true(play_setup_is_open(&options)); /* it does not specify a game */
        assert_int_equal(play_setup_pace(&options, false), ms);
        assert_int_equal(play_setup_pace(&options, true), ms);
        play_setup_renew(&options);
        assert_int_equal(play_setup_pace(&options, false), ms);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("a bot's turn waits until its time has come", a_turn_waits_until_its_time_has_come),
        TEST("what a bot computes is part of its time", what_a_bot_computes_is_part_of_its_time),
        TEST("a pace of 0 waits for nothing", a_pace_of_nothing_waits_for_nothing),
        TEST("a person does not wait", a_person_does_not_wait),
        TEST("waiting changes nothing of what is played",
             waiting_changes_nothing_of_what_is_played),
        TEST("a game can be left while a turn waits", a_game_can_be_left_while_a_turn_waits),
        TEST("a program takes the usual time", a_program_takes_the_usual_time),
        TEST("only a person at a screen waits by default",
             only_a_person_at_a_screen_waits_by_default),
        TEST("what was said holds everywhere, and for the next game",
             what_was_said_holds_everywhere_and_for_the_next_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
