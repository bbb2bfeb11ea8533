/* A position as one line of text, and its score. */
#include "rules/position_line.h"

#include <stdio.h>
#include <string.h>

#include "board_file/boards.h"
#include "rules/notation.h"
#include "rules/random_play.h"
#include "rules/scoring.h"
#include "support.h"

enum { LINE_SIZE = 4096 };

static const struct board *board_named(const char *id)
{
    return board_builtin(id, strlen(id));
}

static unsigned score(const char *board, const char *text)
{
    struct position_line line;
    struct fault fault;
    if (!position_line_read(&line, board_named(board), text, strlen(text), &fault))
        fail_msg("%s: %s", text, SENTENCE(&fault));
    return position_line_cost(&line, board_named(board), NULL);
}

static bool refuses(const char *board, const char *text)
{
    struct position_line line;
    struct fault fault = {.id = FAULT_NONE};
    const bool read = position_line_read(&line, board_named(board), text, strlen(text), &fault);
    assert_true(read || fault.id != FAULT_NONE);
    return !read;
}

#define WEST "cities=A2,B4,C6,C7,D2"

TEST_CASE(scores)
{
    const unsigned bare = score("transamerica", WEST " marker=C7");
    assert_int_equal(score("transamerica", WEST " marker=C7 tracks="), bare);
    assert_int_equal(score("transamerica", "marker=C7 tracks=C6-C7 " WEST), bare - 1);
    assert_int_equal(score("transamerica", WEST " marker=C7 tracks=C6-C7,B5-C6,B4-B5"), bare - 3);
    assert_int_equal(score("transamerica", WEST " marker=C7 seat=4"), bare); /* all the same */
}

TEST_CASE(fields_in_any_order)
{
    assert_int_equal(score("transamerica", "tracks=K7-L7 seat=2 marker=K7 " WEST),
                     score("transamerica", WEST " marker=K7 tracks=K7-L7 seat=2"));
}

TEST_CASE(ferries_and_owners)
{
#define NORTH "cities=J1,L1,K2,L4,N5 marker=K1"
    const unsigned bare = score("transeuropa", NORTH);
    assert_int_equal(score("transeuropa", NORTH " tracks=K1~K2"), bare - 1);
    assert_int_equal(score("transeuropa", NORTH " tracks=K1~K2,K1~K2"), bare - 2);
    assert_int_equal(score("transeuropa", NORTH " tracks=K1~K2*1 seat=2"), bare - 1);
    assert_int_equal(score("transeuropa", NORTH " tracks=K1~K2*1,K1~K2*1 seat=1"), bare - 2);
    assert_int_equal(score("transeuropa", NORTH " tracks=K1~K2*1,K1~K2*1 seat=2"), bare);
    assert_int_equal(score("transeuropa", NORTH " tracks=K1~K2*1,K1~K2*3 seat=3"), bare - 2);
    assert_int_equal(score("transeuropa", NORTH " tracks=K1~K2*1,K1~K2 seat=2"), bare - 2);
    assert_int_equal(score("transeuropa", NORTH " tracks=K1-L1*2 seat=2"), bare - 1);
    assert_int_equal(score("transeuropa", NORTH " tracks=K1-L1*2 seat=1"), bare);
#undef NORTH
}

TEST_CASE(more_tracks_than_the_supply)
{
    char text[LINE_SIZE];
    struct text made;
    const struct board *board = board_named("transamerica");
    text_init(&made, text, sizeof text);
    text_add(&made, WEST " marker=T13 tracks=");
    for (unsigned line = 0; line < board->lines; line++) {
        text_add(&made, line > 0 ? "," : "");
        notation_add_line(&made, board, line);
    }
    assert_false(made.cut);
    assert_int_equal(score("transamerica", text), 0);
}

TEST_CASE(bad_lines)
{
    static const char *const wrong[] = {
        "",
        "marker=K7",
        WEST,
        WEST " marker=",
        WEST " marker=Z9",
        WEST " marker=k7",
        WEST " marker=K7,K8",
        WEST "  marker=K7",
        WEST " marker=K7 ",
        " " WEST " marker=K7",
        WEST " marker=K7 marker=K8",
        WEST " " WEST " marker=K7",
        WEST " marker=K7 colour=red",
        WEST " marker=K7 tracks",
        WEST " marker=K7 Tracks=K7-L7",
        WEST " marker=K7 seat=0",
        WEST " marker=K7 seat=7",
        WEST " marker=K7 seat=",
        "cities=A2,B4,C6,C7 marker=K7",
        "cities=A2,B4,C6,C7,D2,E5 marker=K7",
        "cities=A2,B4,C6,C7,C7 marker=K7",
        "cities=A2,B4,C6,C7,A3 marker=K7", /* no city on A3 */
        "cities=portland,B4,C6,C7,D2 marker=K7",
        "cities= marker=K7",
        "cities=A2,B4,C6,C7,D2, marker=K7",
        WEST " marker=K7 tracks=K7-L7,K7-L7",
        WEST " marker=K7 tracks=L7-K7",
        WEST " marker=K7 tracks=K7~L7",
        WEST " marker=K7 tracks=K7-L7,",
        WEST " marker=K7 tracks=,K7-L7",
        WEST " marker=K7 tracks=K7-L7*",
        WEST " marker=K7 tracks=K7-L7*2",        /* whose score? */
        WEST " marker=K7 tracks=K7-L7*7 seat=1", /* no such seat */
        WEST " marker=K7 tracks=K7-L7*1*1 seat=1",
    };
    for (unsigned i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        if (!refuses("transamerica", wrong[i]))
            fail_msg("accepted: '%s'", wrong[i]);
    }
#define NORTH "cities=J1,L1,K2,L4,N5 marker=K1"
    assert_true(refuses("transeuropa", NORTH " tracks=K1~K2,K1~K2,K1~K2")); /* F1 */
    assert_true(refuses("transeuropa", NORTH " tracks=K1-K2"));
#undef NORTH
}

/* The position line of a seat; every half of a ferry is listed. */
static void describe(struct text *text, const struct position *position, const struct board *board,
                     unsigned seat)
{
    const struct table *table = &position->table;
    const char *comma = "";
    text_add(text, "seat=");
    text_add_number(text, seat + 1L);
    text_add(text, " marker=");
    text_add(text, board->junction[table->marker[seat]].name);
    text_add(text, " cities=");
    for (int group = 0; group < GROUPS; group++) {
        const struct city *city = &board->city[position->hand[seat].city[group]];
        text_add(text, group > 0 ? "," : "");
        text_add(text, board->junction[city->junction].name);
    }
    text_add(text, " tracks=");
    for (unsigned line = 0; line < board->lines; line++) {
        for (unsigned pieces = table->track[line]; pieces != 0; pieces >>= 4) {
            text_add(text, comma);
            notation_add_line(text, board, line);
            if ((pieces & 15) != TRACK_BLACK) {
                text_add_char(text, '*');
                text_add_number(text, pieces & 15);
            }
            comma = ",";
        }
    }
}

TEST_CASE(lines_of_played_positions)
{
    static struct random_player player;
    uint64_t random = test_seed();
    for (unsigned game = test_count(600); game > 0; game--) {
        struct position position;
        char text[LINE_SIZE];
        struct text made;
        struct position_line line;
        struct fault fault;
        const unsigned seats = 2 + game % 5;
        random_player_init(&player, board_builtin_at(game % board_builtin_count()));
        random_position(&position, &player, seats, game % 8, seats + game % 60, &random);
        const unsigned seat = test_random_below(&random, seats);
        if (position.table.marker[seat] == JUNCTION_NONE)
            continue;
        text_init(&made, text, sizeof text);
        describe(&made, &position, player.board, seat);
        assert_false(made.cut);
        if (!position_line_read(&line, player.board, text, made.used, &fault))
            fail_msg("%s: %s", text, SENTENCE(&fault));
        assert_int_equal(
            position_line_cost(&line, player.board, NULL),
            scoring_missing(&position.table, player.board, seat, &position.hand[seat], NULL));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("P1: tracks that lie there save what they cost", scores),
        TEST("fields stand in any order", fields_in_any_order),
        TEST("P2, F5, X1: halves and owners count for the seat that asks", ferries_and_owners),
        TEST("tracks may exceed the supply", more_tracks_than_the_supply),
        TEST("every other line is refused with a reason", bad_lines),
        TEST("P1: the line of a played position scores as the position does",
             lines_of_played_positions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
