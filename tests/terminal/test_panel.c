/* The panel beside the map, read like a person would. */
#include "terminal/drawing/panel.h"

#include <string.h>

#include "terminal/printed_game.h"

enum { HEIGHT = 30, LINE_BYTES = 400 };

static char lines[HEIGHT][LINE_BYTES];

/* Draws the panel of the current game with the hand of the person at the keyboard. */
static struct panel now(const struct printed_game *printed)
{
    return (struct panel){
        .source = &printed->source,
        .table = &printed->source.history.moment[printed->source.history.moments - 1].table,
        .moment = printed->source.history.moments - 1,
        .reader = printed->source.keyboard,
        .hand = printed->source.keyboard != SEAT_NONE ? &printed->source.hand : NULL,
        .hand_title = "Ada's cities",
        .is_now = true,
        .utf8 = true};
}

static void draw(const struct panel *panel, int bottom)
{
    struct canvas canvas;
    assert_true(canvas_init(&canvas, PANEL_WIDE, HEIGHT));
    panel_draw(&canvas, 0, bottom, panel);
    for (unsigned y = 0; y < HEIGHT; y++)
        canvas_line(&canvas, y, lines[y], sizeof lines[y]);
    canvas_release(&canvas);
}

/* Returns the line that contains a text, or "". */
static const char *line_with(const char *text)
{
    for (unsigned y = 0; y < HEIGHT; y++) {
        if (strstr(lines[y], text) != NULL)
            return lines[y];
    }
    return "";
}

TEST_CASE(it_tells_the_round_the_supply_and_the_hand)
{
    static struct printed_game printed;
    printed_game_open(&printed, printed_game_beginning, 0);
    const struct panel panel = now(&printed);
    draw(&panel, HEIGHT);
    assert_string_equal(lines[0], "│TransAmerica");
    assert_string_equal(lines[1], "│Round 1   82 tracks left");
    assert_string_equal(line_with("Ada's"), "│Ada's cities");
    assert_string_equal(line_with("Omaha"), "│[Y] Omaha            J5");
    assert_string_equal(line_with("New York"), "│[O] New York         R5");
    printed_game_close(&printed);
}

TEST_CASE(a_city_that_is_reached_has_a_tick)
{
    static struct printed_game printed;
    printed_game_open(&printed, printed_game_beginning, 0);
    struct table *table = printed_game_table(&printed);
    table_lay(table, printed.source.board, 0, printed_game_line(&printed, "J6", "K7"), false);
    table_lay(table, printed.source.board, 0, printed_game_line(&printed, "J5", "J6"), false);
    struct panel panel = now(&printed);
    draw(&panel, HEIGHT);
    assert_string_equal(line_with("Omaha"), "│[Y] Omaha            J5  ✓");
    panel.utf8 = false;
    draw(&panel, HEIGHT);
    assert_string_equal(line_with("Omaha"), "|[Y] Omaha            J5  yes");
    printed_game_close(&printed);
}

TEST_CASE(whose_turn_it_is_is_marked_and_the_points_are_a_bar)
{
    static struct printed_game printed;
    printed_game_open(&printed, printed_game_beginning, 0);
    printed_game_table(&printed)->points[1] = 4;
    const struct panel panel = now(&printed);
    draw(&panel, HEIGHT);
    assert_string_equal(line_with("1 Ada"), "│ 1 Ada      13 ■■■■■■■■■■■■■");
    assert_string_equal(line_with("2 easy"), "│▸2 easy      4 ■■■■·········");
    printed_game_close(&printed);
}

TEST_CASE(a_bot_has_its_level_beside_its_name)
{
    static struct printed_game printed;
    printed_game_open(&printed, printed_game_beginning, 0);
    source_seat_bot(&printed.source.seat[1], 1, "medium");
    struct panel panel = now(&printed);
    draw(&panel, HEIGHT);
    assert_string_equal(line_with("2 Rosa"), "│▸2 Rosa     13 ■■■■■■■■■■■■■"); /* all or none */
    panel.width = PANEL_WIDE;
    draw(&panel, HEIGHT);
    assert_string_equal(line_with("2 Rosa"), "│▸2 Rosa medium  13 ■■■■■■■■■■■■■");
    source_seat_bot(&printed.source.seat[1], 1, "random"); /* it has no nickname */
    draw(&panel, HEIGHT);
    assert_string_equal(line_with("2 random"), "│▸2 random       13 ■■■■■■■■■■■■■");
    printed_game_close(&printed);
}

TEST_CASE(the_barrier_stands_on_the_bar_where_it_is)
{
    static struct printed_game printed;
    printed_game_open(&printed, printed_game_beginning, 0);
    printed_game_table(&printed)->barrier = 3;
    struct panel panel = now(&printed);
    draw(&panel, HEIGHT);
    assert_string_equal(line_with("Points"), "│Points   ends at 3 or fewer");
    panel.width = PANEL_WIDE;
    draw(&panel, HEIGHT);
    assert_string_equal(line_with("1 Ada"), "│ 1 Ada          13 ■■■┃■■■■■■■■■■");
    printed_game_table(&printed)->variants = VARIANT_OPEN_CARDS; /* V1 has no supply */
    draw(&panel, HEIGHT);
    assert_string_equal(line_with("Points"), "│Points");
    assert_string_equal(line_with("1 Ada"), "│ 1 Ada          13 ■■■■■■■■■■■■■");
    printed_game_close(&printed);
}

TEST_CASE(what_somebody_does_is_told_in_place_of_the_bar)
{
    static struct printed_game printed;
    printed_game_open(&printed, printed_game_beginning, 0);
    struct source_seat *seat = &printed.source.seat[1];
    struct panel panel = now(&printed);
    seat->clock_ms = 247 * 1000;
    draw(&panel, HEIGHT);
    assert_string_equal(line_with("2 easy"), "│▸2 easy     13 4:07");
    seat->clock_ms = 3600000LL + 60000;
    draw(&panel, HEIGHT);
    assert_string_equal(line_with("2 easy"), "│▸2 easy     13 1:01:00");
    seat->clock_ms = 53 * 3600000LL;
    draw(&panel, HEIGHT);
    assert_string_equal(line_with("2 easy"), "│▸2 easy     13 2 d 5 h");
    seat->is_ready = true; /* shown only after a round */
    seat->is_gone = true;
    draw(&panel, HEIGHT);
    assert_string_equal(line_with("2 easy"), "│▸2 easy     13 not here");
    seat->thinks = true;
    draw(&panel, HEIGHT);
    assert_string_equal(line_with("2 easy"), "│▸2 easy     13 is thinking");
    seat->is_away = true;
    draw(&panel, HEIGHT);
    assert_string_equal(line_with("2 easy"), "│▸2 easy     13 away: a bot");
    panel.is_now = false; /* nobody is thinking in the past */
    draw(&panel, HEIGHT);
    assert_string_equal(line_with("2 easy"), "│▸2 easy     13 ■■■■■■■■■■■■■");
    printed_game_close(&printed);
}

TEST_CASE(the_log_ends_with_the_last_turn_or_shows_where_one_is)
{
    static struct printed_game printed;
    printed_game_open(&printed, printed_game_beginning, 0);
    struct panel panel = now(&printed);
    draw(&panel, HEIGHT);
    assert_string_equal(line_with("Log"), "│Log");
    assert_string_equal(line_with("round 1"), "│ round 1");
    assert_string_equal(line_with("K7-L7"), "│ 1 K7-L7 L7-M7");
    panel.is_now = false;
    panel.moment = 1;
    panel.table = &printed.source.history.moment[1].table;
    draw(&panel, HEIGHT);
    assert_string_equal(line_with("Log"), "│Log   looking back");
    assert_string_equal(line_with("@K7"), "│>1 @K7");
    assert_string_equal(line_with("K7-L7"), "│ 1 K7-L7 L7-M7"); /* later turns are visible too */
    printed_game_close(&printed);
}

TEST_CASE(who_only_watches_sees_no_hand)
{
    static struct printed_game printed;
    printed_game_open(&printed, printed_game_beginning, SEAT_NONE);
    const struct panel panel = now(&printed);
    draw(&panel, HEIGHT);
    assert_string_equal(line_with("["), "");
    assert_string_equal(line_with("1 Ada"), "│ 1 Ada      13 ■■■■■■■■■■■■■");
    printed_game_close(&printed);
}

TEST_CASE(a_small_window_is_never_written_beyond)
{
    static struct printed_game printed;
    printed_game_open(&printed, printed_game_beginning, 0);
    source_talk_add(&printed.source.talk, TALK_CHAT, 1, "easy", "hello");
    const struct panel panel = now(&printed);
    for (int bottom = 0; bottom < HEIGHT; bottom++) {
        draw(&panel, bottom);
        for (int y = bottom; y < HEIGHT; y++)
            assert_string_equal(lines[y], "");
    }
    draw(&panel, HEIGHT);
    assert_string_equal(line_with("hello"), "│easy: hello");
    printed_game_close(&printed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("it tells the round, the supply and the hand",
             it_tells_the_round_the_supply_and_the_hand),
        TEST("a city that is reached has a tick", a_city_that_is_reached_has_a_tick),
        TEST("whose turn it is is marked, and the points are a bar",
             whose_turn_it_is_is_marked_and_the_points_are_a_bar),
        TEST("a bot has its level beside its name", a_bot_has_its_level_beside_its_name),
        TEST("B2, V1: the barrier stands on the bar where it is",
             the_barrier_stands_on_the_bar_where_it_is),
        TEST("what somebody does is told in place of the bar",
             what_somebody_does_is_told_in_place_of_the_bar),
        TEST("the log ends with the last turn, or shows where one is in the past",
             the_log_ends_with_the_last_turn_or_shows_where_one_is),
        TEST("who only watches sees no hand", who_only_watches_sees_no_hand),
        TEST("a small window is never written beyond", a_small_window_is_never_written_beyond),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
