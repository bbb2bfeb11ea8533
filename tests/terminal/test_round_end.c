/* The end of a round, line by line, by a clock that the test controls. */
#include <string.h>

#include "rules/scene.h"
#include "rules/scoring.h"
#include "terminal/full_screen/round_end.h"

/* In the row from A1 to L1, seat 1 is connected, and seat 2 misses the five lines from F1 to K1. */
static void end_round(struct scene *scene, struct board *board)
{
    static const char hands[] = "A1 B1 C1 D1 E1\nF1 G1 H1 J1 L1\n";
    scene_sketch(board, RULESET_TRANSAMERICA, scene_row, hands);
    scene_begin_on(scene, board, 0, hands);
    scene_play(scene, "1 @A1\n2 @L1\n1 A1-B1 B1-C1\n2 K1-L1\n1 C1-D1 D1-E1\n");
    scene_ended(scene, "1");
    assert_int_equal(scene_lost(scene, 2), 5);
}

static unsigned count_lines(const struct line_set *lines, const struct board *board)
{
    unsigned count = 0;
    for (unsigned line = 0; line < board->lines; line++)
        count += line_set_has(lines, line);
    return count;
}

static void it_plays_by_itself_seat_by_seat_and_line_by_line(void **unused)
{
    struct board board;
    struct scene scene;
    struct line_set drawn;
    struct round_end end = {.plays = true};
    int64_t now = 1000;
    (void)unused;
    end_round(&scene, &board);
    const struct table *table = &scene.position.table;
    round_end_begin(&end, table, &board, now);
    assert_int_equal(end.round, 1);
    assert_int_equal(end.seat, 0);
    assert_int_equal(end.focus, scene_junction(&scene, "A1")); /* the seat's marker */
    assert_true(round_end_is_whole(&end, table, &board));      /* it is connected */
    assert_false(round_end_step(&end, table, &board, end.due_ms - 1));

    assert_true(round_end_step(&end, table, &board, now = end.due_ms));
    assert_int_equal(end.seat, 1);
    assert_int_equal(end.focus, scene_junction(&scene, "L1"));
    assert_int_equal(round_end_lines(&end, table, &board, &drawn), 0);
    static const char *const focus[] = {"J1", "I1", "H1", "G1", "F1"};
    for (unsigned lines = 1; lines <= 5; lines++) {
        assert_false(round_end_is_whole(&end, table, &board));
        assert_true(round_end_step(&end, table, &board, now = end.due_ms));
        assert_int_equal(round_end_lines(&end, table, &board, &drawn), lines);
        assert_int_equal(count_lines(&drawn, &board), lines);
        assert_int_equal(end.focus, scene_junction(&scene, focus[lines - 1]));
    }
    assert_true(round_end_is_whole(&end, table, &board));

    assert_true(round_end_step(&end, table, &board, now = end.due_ms));
    assert_int_equal(end.seat, 2); /* the points, which wait for a key */
    assert_int_equal(end.due_ms, -1);
    assert_false(round_end_step(&end, table, &board, now + 1000000));
}

static void points_go_down_as_the_lines_are_drawn(void **unused)
{
    struct board board;
    struct scene scene;
    struct table seen;
    struct round_end end = {.plays = true};
    (void)unused;
    end_round(&scene, &board);
    const struct table *table = &scene.position.table;
    round_end_begin(&end, table, &board, 0);
    seen = *table;
    round_end_points(&end, &board, &seen);
    assert_int_equal(seen.points[1], 13);
    round_end_step(&end, table, &board, end.due_ms);
    for (int lines = 1; lines <= 5; lines++) {
        round_end_step(&end, table, &board, end.due_ms);
        seen = *table;
        round_end_points(&end, &board, &seen);
        assert_int_equal(seen.points[0], 13);
        assert_int_equal(seen.points[1], 13 - lines);
    }
    round_end_step(&end, table, &board, end.due_ms);
    seen = *table;
    round_end_points(&end, &board, &seen);
    assert_memory_equal(&seen, table, sizeof seen);
}

static void who_is_in_a_hurry_sees_a_seat_at_once_and_then_the_next(void **unused)
{
    struct board board;
    struct scene scene;
    struct line_set drawn;
    struct round_end end = {.plays = true};
    (void)unused;
    end_round(&scene, &board);
    const struct table *table = &scene.position.table;
    round_end_begin(&end, table, &board, 0);
    round_end_hurry(&end, table, &board, 10);
    assert_int_equal(end.seat, 1); /* the first one was complete */
    round_end_hurry(&end, table, &board, 20);
    assert_int_equal(end.seat, 1);
    assert_int_equal(round_end_lines(&end, table, &board, &drawn), 5);
    assert_true(end.due_ms > 20); /* it still advances automatically */
    round_end_hurry(&end, table, &board, 30);
    assert_int_equal(end.seat, 2);
    round_end_hurry(&end, table, &board, 40);
    assert_int_equal(end.seat, 2);
}

static void without_animation_nothing_moves_by_itself(void **unused)
{
    struct board board;
    struct scene scene;
    struct line_set drawn;
    struct round_end end = {.plays = false};
    (void)unused;
    end_round(&scene, &board);
    const struct table *table = &scene.position.table;
    round_end_begin(&end, table, &board, 0);
    assert_false(round_end_step(&end, table, &board, 1000000));
    round_end_next(&end, table, &board, 0);
    assert_true(round_end_is_whole(&end, table, &board));
    assert_int_equal(round_end_lines(&end, table, &board, &drawn), 5);
    assert_false(round_end_step(&end, table, &board, 1000000));
    round_end_next(&end, table, &board, 0);
    assert_int_equal(end.seat, 2);
}

static void cards_that_are_not_told_have_a_cost_and_no_lines(void **unused)
{
    struct board board;
    struct scene scene;
    struct line_set drawn;
    struct round_end end = {.plays = true, .seat = 1};
    (void)unused;
    end_round(&scene, &board);
    struct table table = scene.position.table;
    memset(&table.shown[1], CITY_NONE, sizeof table.shown[1]);
    assert_int_equal(round_end_lines(&end, &table, &board, &drawn), 5);
    assert_int_equal(count_lines(&drawn, &board), 0);
    assert_true(round_end_is_whole(&end, &table, &board));
}

/* No track has been laid: every seat misses many lines, drawn from its marker on. */
static void lines_are_drawn_as_they_would_be_built_and_many_come_faster(void **unused)
{
    struct scene scene;
    struct round_end end = {.plays = true};
    (void)unused;
    scene_begin(&scene, "transamerica", 0, scene_two);
    scene_play(&scene, "1 @K7\n2 @C3\n");
    struct table table = scene.position.table;
    scoring_close_round(&table, scene.board, scene.position.hand);
    assert_true(table.lost[0] > 10);
    round_end_begin(&end, &table, scene.board, 0);
    struct junction_set reached = {0};
    struct line_set before = {0}, drawn;
    junction_set_add(&reached, table.marker[0]);
    int64_t now = 0;
    while (!round_end_is_whole(&end, &table, scene.board)) {
        assert_true(end.due_ms - now < 300);
        assert_true(round_end_step(&end, &table, scene.board, now = end.due_ms));
        round_end_lines(&end, &table, scene.board, &drawn);
        for (unsigned i = 0; i < scene.board->lines; i++) {
            const struct line *line = &scene.board->line[i];
            if (!line_set_has(&drawn, i) || line_set_has(&before, i))
                continue;
            assert_true(junction_set_has(&reached, line->a) || junction_set_has(&reached, line->b));
            junction_set_add(&reached, line->a);
            junction_set_add(&reached, line->b);
        }
        before = drawn;
    }
    assert_int_equal(round_end_lines(&end, &table, scene.board, &drawn), table.lost[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("P1: it plays by itself, seat by seat and line by line",
             it_plays_by_itself_seat_by_seat_and_line_by_line),
        TEST("B1: points go down as the lines are drawn", points_go_down_as_the_lines_are_drawn),
        TEST("who is in a hurry sees a seat at once, and then the next",
             who_is_in_a_hurry_sees_a_seat_at_once_and_then_the_next),
        TEST("without animation nothing moves by itself",
             without_animation_nothing_moves_by_itself),
        TEST("cards that are not told have a cost and no lines",
             cards_that_are_not_told_have_a_cost_and_no_lines),
        TEST("P1: lines are drawn as they would be built, and many come faster",
             lines_are_drawn_as_they_would_be_built_and_many_come_faster),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
