/* The cursor on the lattice: where keys lead on every board. */
#include <string.h>

#include "board_file/boards.h"
#include "rules/position.h"
#include "support.h"
#include "terminal/drawing/map.h"
#include "terminal/full_screen/cursor.h"

static const struct board *find(const char *id)
{
    const struct board *board = board_builtin(id, strlen(id));
    assert_non_null(board);
    return board;
}

static struct cursor cursor_at(const struct board *board, const char *name)
{
    struct cursor cursor;
    cursor_go(&cursor, board, board_find_junction(board, name, strlen(name)));
    return cursor;
}

static void assert_at(const struct cursor *cursor, const struct board *board, const char *name)
{
    assert_string_equal(board->junction[cursor->junction].name, name);
}

static void it_begins_in_the_middle_of_the_map(void **unused)
{
    (void)unused;
    for (unsigned b = 0; b < board_builtin_count(); b++) {
        const struct board *board = board_builtin_at(b);
        struct cursor cursor;
        unsigned width, height;
        int x, y;
        cursor_begin(&cursor, board);
        map_measure(board, ZOOM_MIN, &width, &height);
        map_spot(board, ZOOM_MIN, cursor.junction, &x, &y);
        assert_in_range(x, 2 * width / 5, 3 * width / 5);
        assert_in_range(y, 2 * height / 5, 3 * height / 5);
    }
}

static void right_and_left_go_along_the_row(void **unused)
{
    const struct board *board = find("transamerica");
    struct cursor cursor = cursor_at(board, "K7");
    (void)unused;
    cursor_move(&cursor, board, 1, 0);
    assert_at(&cursor, board, "L7");
    cursor_move(&cursor, board, -1, 0);
    cursor_move(&cursor, board, -1, 0);
    assert_at(&cursor, board, "J7");
}

static void a_step_and_a_step_back_lead_to_where_it_was(void **unused)
{
    (void)unused;
    for (unsigned b = 0; b < board_builtin_count(); b++) {
        const struct board *board = board_builtin_at(b);
        for (unsigned junction = 0; junction < board->junctions; junction++) {
            for (int side = -1; side <= 1; side += 2) {
                struct cursor cursor;
                cursor_go(&cursor, board, junction);
                cursor_move(&cursor, board, side, 0);
                assert_int_equal(board->junction[cursor.junction].row,
                                 board->junction[junction].row);
                if (cursor.junction != junction) { /* not at the edge */
                    cursor_move(&cursor, board, -side, 0);
                    assert_int_equal(cursor.junction, junction);
                }
            }
        }
    }
}

/* Even though rows on the way may have no junction in its column. */
static void all_the_way_down_and_up_again_keeps_the_column(void **unused)
{
    (void)unused;
    for (unsigned b = 0; b < board_builtin_count(); b++) {
        const struct board *board = board_builtin_at(b);
        for (unsigned junction = 0; junction < board->junctions; junction++) {
            struct cursor cursor;
            unsigned before, steps = 0;
            cursor_go(&cursor, board, junction);
            do {
                before = cursor.junction;
                cursor_move(&cursor, board, 0, 1);
                steps += cursor.junction != before;
            } while (cursor.junction != before);
            for (; steps > 0; steps--)
                cursor_move(&cursor, board, 0, -1);
            assert_int_equal(cursor.junction, junction);
        }
    }
}

static void every_junction_can_be_reached_by_arrows(void **unused)
{
    static const int step[][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    (void)unused;
    for (unsigned b = 0; b < board_builtin_count(); b++) {
        const struct board *board = board_builtin_at(b);
        bool reached[JUNCTIONS_MAX] = {[0] = true};
        unsigned count = 1;
        for (unsigned before = 0; before != count;) {
            before = count;
            for (unsigned i = 0; i < 4U * board->junctions; i++) {
                struct cursor cursor;
                cursor_go(&cursor, board, i / 4);
                cursor_move(&cursor, board, step[i % 4][0], step[i % 4][1]);
                if (reached[i / 4] && !reached[cursor.junction]) {
                    reached[cursor.junction] = true;
                    count++;
                }
            }
        }
        assert_int_equal(count, board->junctions);
    }
}

static void it_goes_through_the_cities_of_a_hand_in_a_circle(void **unused)
{
    static const uint8_t seed[SEED_SIZE] = {7};
    const struct board *board = find("transamerica");
    struct position position;
    (void)unused;
    position_init(&position, board, 2, 0, seed);
    position_deal(&position, board);
    const struct hand *hand = &position.hand[0];
    for (int step = -1; step <= 1; step += 2) {
        struct cursor cursor;
        unsigned away = 0;
        while (board->junction[away].city != CITY_NONE)
            away++;
        cursor_go(&cursor, board, away); /* from elsewhere, to the first or the last city */
        for (int i = 0; i < 2 * GROUPS; i++) {
            cursor_next_city(&cursor, board, hand, step);
            const int group = step > 0 ? i % GROUPS : GROUPS - 1 - i % GROUPS;
            assert_int_equal(cursor.junction, board->city[hand->city[group]].junction);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("it begins in the middle of the map", it_begins_in_the_middle_of_the_map),
        TEST("right and left go along the row", right_and_left_go_along_the_row),
        TEST("a step and a step back lead to where it was",
             a_step_and_a_step_back_lead_to_where_it_was),
        TEST("all the way down and up again keeps the column",
             all_the_way_down_and_up_again_keeps_the_column),
        TEST("every junction can be reached by arrows", every_junction_can_be_reached_by_arrows),
        TEST("it goes through the cities of a hand in a circle",
             it_goes_through_the_cities_of_a_hand_in_a_circle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
