/* A history: its moments, a reader's bookmark, and its record. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board_file/boards.h"
#include "support.h"
#include "terminal/full_screen/bookmark.h"
#include "terminal/history_record.h"

static const char some_turns[] =
    "railhead 1\nboard transamerica\nrules transamerica\nseats 2\nround 1\nfirst 1\n"
    "deal 1 ? ? ? ? ?\ndeal 2 ? ? ? ? ?\n"
    "1 @K7\n2 @C3\n1 K7-L7 L7-M7\n2 C3-D3\n1 M7-N7\n";

static void read_some_turns(struct history *history, struct record_reader *reader)
{
    history_init(history);
    assert_true(
        history_read_record(history, some_turns, strlen(some_turns), board_builtins, reader, NULL));
}

static unsigned count_lit(const struct history *history, unsigned moment, unsigned seat)
{
    struct line_set lit;
    unsigned count = 0;
    history_lit(history, moment, seat, &lit);
    for (unsigned line = 0; line < LINES_MAX; line++)
        count += line_set_has(&lit, line);
    return count;
}

static void a_deal_and_every_turn_are_moments(void **unused)
{
    static struct record_reader reader;
    struct history history;
    (void)unused;
    read_some_turns(&history, &reader);
    assert_int_equal(history.moments, 6);
    assert_int_equal(history.moment[0].seat, SEAT_NONE);
    assert_int_equal(history.moment[3].seat, 0);
    assert_int_equal(history.moment[3].turn.tracks, 2);
    assert_int_equal(history.moment[5].table.to_move, 1);
    history_release(&history);
    assert_int_equal(history.moments, 0);
}

static void what_is_new_since_my_last_turn_is_lit(void **unused)
{
    static struct record_reader reader;
    struct history history;
    (void)unused;
    read_some_turns(&history, &reader);
    assert_int_equal(count_lit(&history, 0, 0), 0);         /* a deal lays no track */
    assert_int_equal(count_lit(&history, 3, SEAT_NONE), 2); /* only the last turn */
    assert_int_equal(count_lit(&history, 5, SEAT_NONE), 1);
    assert_int_equal(count_lit(&history, 4, 0), 1); /* what the other has laid since my turn */
    assert_int_equal(count_lit(&history, 4, 1), 1); /* the turn that I have just played */
    assert_int_equal(count_lit(&history, 5, 1), 1);
    history_release(&history);
}

static void a_broken_record_leaves_what_stands_before_the_fault(void **unused)
{
    static const char broken[] =
        "railhead 1\nboard transamerica\nrules transamerica\nseats 2\nround 1\nfirst 1\n"
        "deal 1 ? ? ? ? ?\ndeal 2 ? ? ? ? ?\n1 @K7\n2 @K7\n";
    struct history history;
    struct fault fault = {0};
    (void)unused;
    history_init(&history);
    assert_false(
        history_read_record(&history, broken, strlen(broken), board_builtins, NULL, &fault));
    assert_int_equal(history.moments, 2);
    assert_int_equal(fault.line, 10);
    history_release(&history);
}

static void a_bookmark_goes_along_with_the_game(void **unused)
{
    struct bookmark bookmark = {0};
    (void)unused;
    bookmark_follow(&bookmark, 5);
    assert_int_equal(bookmark.moment, 4);
    bookmark_turn(&bookmark, 5, 1); /* there is nothing after the last moment */
    assert_int_equal(bookmark.moment, 4);
    assert_false(bookmark.is_back);
    bookmark_follow(&bookmark, 6);
    assert_int_equal(bookmark.moment, 5);
}

static void who_looks_back_is_left_there(void **unused)
{
    struct bookmark bookmark = {0};
    (void)unused;
    bookmark_follow(&bookmark, 3);
    bookmark_turn(&bookmark, 3, -1);
    assert_true(bookmark.is_back);
    bookmark_follow(&bookmark, 4);
    assert_int_equal(bookmark.moment, 1);
    for (unsigned i = 0; i < 5; i++)
        bookmark_turn(&bookmark, 4, -1);
    assert_int_equal(bookmark.moment, 0);
    bookmark_turn(&bookmark, 4, 1);
    assert_true(bookmark.is_back);
    bookmark_to_now(&bookmark, 4);
    assert_int_equal(bookmark.moment, 3);
    assert_false(bookmark.is_back);
}

static void who_comes_to_the_last_moment_goes_along_again(void **unused)
{
    struct bookmark bookmark = {.moment = 1, .is_back = true};
    (void)unused;
    bookmark_turn(&bookmark, 3, 1);
    assert_false(bookmark.is_back);
    bookmark_follow(&bookmark, 4);
    assert_int_equal(bookmark.moment, 3);
}

TEST_CASE(the_last_moments_can_be_taken_back)
{
    struct record_reader reader;
    struct history history;
    read_some_turns(&history, &reader);
    const struct moment before = history.moment[3];
    history_take_back(&history, 2);
    assert_int_equal(history.moments, 4);
    assert_memory_equal(&history.moment[3], &before, sizeof before);
    history_add_turn(&history, &before.table, 1, &before.turn);
    assert_int_equal(history.moments, 5);
    history_release(&history);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("a deal and every turn are moments", a_deal_and_every_turn_are_moments),
        TEST("what is new since my last turn is lit", what_is_new_since_my_last_turn_is_lit),
        TEST("a broken record leaves what stands before the fault",
             a_broken_record_leaves_what_stands_before_the_fault),
        TEST("a bookmark goes along with the game", a_bookmark_goes_along_with_the_game),
        TEST("who looks back is left there", who_looks_back_is_left_there),
        TEST("who comes to the last moment goes along again",
             who_comes_to_the_last_moment_goes_along_again),
        TEST("the last moments can be taken back", the_last_moments_can_be_taken_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
