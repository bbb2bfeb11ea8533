/* Turns as people type them: how they are understood, and the error if they are not turns. */
#include <stdio.h>
#include <string.h>

#include "board_file/boards.h"
#include "rules/notation.h"
#include "support.h"
#include "terminal/line_mode/typed_turn.h"

static const struct board *find(const char *id)
{
    const struct board *board = board_builtin(id, strlen(id));
    assert_non_null(board);
    return board;
}

/* Checks the meaning of a line, written in the notation of records. */
static void means_on(const char *id, bool placing, const char *line, const char *meaning)
{
    const struct board *board = find(id);
    struct turn turn;
    struct fault fault;
    char text[TURN_TEXT_SIZE];
    if (!typed_turn_read(board, line, placing, &turn, &fault))
        fail_msg("%s: %s", line, SENTENCE(&fault));
    notation_turn(text, board, &turn);
    assert_string_equal(text, meaning);
}

static void means(const char *line, const char *meaning)
{
    means_on("transamerica", false, line, meaning);
}

static void is_refused(const char *line, const char *rule, const char *reason)
{
    struct turn turn;
    struct fault fault;
    assert_false(typed_turn_read(find("transamerica"), line, false, &turn, &fault));
    assert_string_equal(fault.rule, rule);
    assert_string_equal(SENTENCE(&fault), reason);
}

TEST_CASE(letters_order_and_spaces_do_not_matter)
{
    means("K7-L7 L7-M7", "K7-L7 L7-M7");
    means("  l7-k7,m7-l7 ", "K7-L7 L7-M7");
    means("k7~l7; L7-M7", "K7-L7 L7-M7");
    means("PASS", "pass");
    means("@k7", "@K7");
    means("k7-l7 >L7", "K7-L7 >L7");
}

TEST_CASE(a_way_is_as_many_tracks_as_it_has_lines)
{
    means("K7-L7-M7", "K7-L7 L7-M7");
    means("m7-l7-k7", "L7-M7 K7-L7");
    means("K7-L7-M7*", "K7-L7* L7-M7*");
}

TEST_CASE(compass_points_go_on_from_where_the_last_track_ended)
{
    means("K7 e", "K7-L7");
    means("K7 e E", "K7-L7 L7-M7");
    means("K7-L7 e", "K7-L7 L7-M7");
    means("M7 w w*", "L7-M7 K7-L7*");
}

TEST_CASE(a_junction_alone_is_a_place_for_the_first_marker)
{
    means_on("transamerica", true, "k7", "@K7");
    is_refused("k7", "T4", "at least one track must be laid");
}

TEST_CASE(a_ferry_may_be_typed_with_either_sign)
{
    const struct board *board = find("transeuropa");
    const unsigned line = line_set_next(&board->ferry_lines, 0);
    const char *a = board->junction[board->line[line].a].name;
    const char *b = board->junction[board->line[line].b].name;
    char minus[40], wave[40];
    snprintf(wave, sizeof wave, "%s~%s", a, b);
    means_on("transeuropa", false, wave, wave);
    snprintf(minus, sizeof minus, "%s-%s", b, a);
    means_on("transeuropa", false, minus, wave);
}

TEST_CASE(what_is_no_turn_is_told_with_its_word)
{
    is_refused("", "T4", "at least one track must be laid");
    is_refused("K7-Z9", "format", "this board has no junction 'Z9'");
    is_refused("K7-M7", "format", "this board has no line 'K7-M7'");
    is_refused("K7-K7", "format", "this board has no line 'K7-K7'");
    is_refused("K7-", "format", "this board has no junction ''");
    is_refused("e", "format", "say where to start, as in K7 e se, before 'e'");
    is_refused("A1 nw", "format", "no line leaves A1 to the 'nw'");
    is_refused("pass K7-L7", "format", "nothing can follow here, but there is 'K7-L7'");
}

TEST_CASE(what_no_turn_may_have_is_told_with_its_rule)
{
    is_refused("K7-L7-M7-N7", "T3", "a turn has at most two tracks, but there is 'K7-L7-M7-N7'");
    is_refused("@K7 K7-L7", "T2", "placing the marker is a whole turn, without 'K7-L7'");
    is_refused("K7-L7 @K7", "T2", "this is a turn of its own: '@K7'");
    is_refused("K7-L7 >L7 L7-M7", "V2", "the marker moves at the end of a turn");
    is_refused("@K7 @L7", "format", "nothing can follow here, but there is '@L7'");
}

TEST_CASE(any_line_is_read_without_harm)
{
    static const char signs[] = "AaK7L9z @>-~*,;e\tse pas1\xc3\xbc?";
    uint64_t seed = test_seed();
    for (unsigned i = 0; i < test_count(200000); i++) {
        char line[40];
        struct turn turn;
        struct fault fault = {0};
        const unsigned length = test_random_below(&seed, sizeof line - 1);
        for (unsigned at = 0; at < length; at++)
            line[at] = signs[test_random_below(&seed, sizeof signs - 1)];
        line[length] = '\0';
        if (!typed_turn_read(find("transeuropa"), line, i % 2 > 0, &turn, &fault))
            assert_true(fault.rule != NULL && fault.id != FAULT_NONE);
        else
            assert_true(turn.kind != TURN_LAY || turn.tracks > 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("letters, order and spaces do not matter", letters_order_and_spaces_do_not_matter),
        TEST("a way is as many tracks as it has lines", a_way_is_as_many_tracks_as_it_has_lines),
        TEST("compass points go on from where the last track ended",
             compass_points_go_on_from_where_the_last_track_ended),
        TEST("T2: a junction alone is a place for the first marker",
             a_junction_alone_is_a_place_for_the_first_marker),
        TEST("a ferry may be typed with either sign", a_ferry_may_be_typed_with_either_sign),
        TEST("what is no turn is told with its word", what_is_no_turn_is_told_with_its_word),
        TEST("T2, T3, V2: what no turn may have is told with its rule",
             what_no_turn_may_have_is_told_with_its_rule),
        TEST("any line is read without harm", any_line_is_read_without_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
