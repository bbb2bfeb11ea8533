/* The moments of a game, and which lines are lit at each. */
#include <string.h>

#include "terminal/told.h"

static unsigned count(const struct line_set *lines)
{
    unsigned number = 0;
    for (unsigned line = line_set_next(lines, 0); line != LINE_NONE;
         line = line_set_next(lines, line + 1))
        number++;
    return number;
}

/* The lines that are lit at a moment for a seat, of which there are so many. */
static struct line_set lit(const struct told *told, unsigned moment, unsigned seat, unsigned number)
{
    struct line_set lines;
    chronicle_lit(&told->source.chronicle, moment, seat, &lines);
    assert_int_equal(count(&lines), number);
    return lines;
}

/* The beginning, and three turns more. */
static void open_longer(struct told *told)
{
    char record[1000];
    snprintf(record, sizeof record, "%s2 C3-C4 C4-C5\n1 M7-N7\n2 C5-C6\n", told_beginning);
    told_open(told, record, 0);
}

static void a_moment_is_a_deal_or_a_turn_with_the_table_after_it(void **state)
{
    static struct told told;
    (void)state;
    told_open(&told, told_beginning, 0);
    const struct chronicle *chronicle = &told.source.chronicle;
    assert_int_equal(chronicle->moments, 4);
    assert_int_equal(chronicle->moment[0].seat, SEAT_NONE);
    assert_int_equal(chronicle->moment[0].table.round, 1);
    assert_int_equal(chronicle->moment[0].table.marker[0], JUNCTION_NONE);
    assert_int_equal(chronicle->moment[1].seat, 0);
    assert_int_equal(chronicle->moment[1].turn.kind, TURN_PLACE);
    assert_int_equal(chronicle->moment[1].table.marker[0], told_junction(&told, "K7"));
    assert_int_equal(chronicle->moment[3].turn.tracks, 2);
    assert_memory_equal(&chronicle->moment[3].table, &told.position.table,
                        sizeof told.position.table);
    told_close(&told);
}

static void the_last_turn_alone_is_lit_for_who_watches(void **state)
{
    static struct told told;
    (void)state;
    open_longer(&told);
    lit(&told, 0, SEAT_NONE, 0);
    lit(&told, 2, SEAT_NONE, 0); /* a marker is no line */
    const struct line_set own = lit(&told, 3, SEAT_NONE, 2);
    assert_true(line_set_has(&own, told_line(&told, "K7", "L7")));
    const struct line_set last = lit(&told, 5, SEAT_NONE, 1);
    assert_true(line_set_has(&last, told_line(&told, "M7", "N7")));
    told_close(&told);
}

static void what_the_others_laid_since_is_lit_for_a_seat(void **state)
{
    static struct told told;
    (void)state;
    open_longer(&told);
    const struct line_set theirs = lit(&told, 6, 0, 1);
    assert_true(line_set_has(&theirs, told_line(&told, "C5", "C6")));
    assert_false(line_set_has(&theirs, told_line(&told, "M7", "N7")));
    lit(&told, 5, 0, 1); /* the seat's own turn, while it is the last one */
    const struct line_set since = lit(&told, 5, 1, 1);
    assert_true(line_set_has(&since, told_line(&told, "M7", "N7")));
    told_close(&told);
}

static void nothing_of_the_round_before_is_lit(void **state)
{
    static struct told told;
    struct line_set lines;
    (void)state;
    told_open(&told, told_beginning, 0);
    chronicle_deal(&told.source.chronicle, &told.position.table);
    chronicle_lit(&told.source.chronicle, 4, 1, &lines);
    assert_true(line_set_is_empty(&lines));
    told_close(&told);
}

static void it_grows_as_long_as_a_game_does(void **state)
{
    static struct told told;
    (void)state;
    told_open(&told, told_beginning, 0);
    for (unsigned i = 0; i < 1000; i++)
        chronicle_deal(&told.source.chronicle, &told.position.table);
    assert_int_equal(told.source.chronicle.moments, 1004);
    assert_int_equal(told.source.chronicle.moment[3].seat, 0);
    assert_int_equal(told.source.chronicle.moment[1003].seat, SEAT_NONE);
    chronicle_release(&told.source.chronicle);
    assert_int_equal(told.source.chronicle.moments, 0);
    told_close(&told);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("a moment is a deal or a turn, with the table after it",
             a_moment_is_a_deal_or_a_turn_with_the_table_after_it),
        TEST("the last turn alone is lit for who watches",
             the_last_turn_alone_is_lit_for_who_watches),
        TEST("what the others laid since their own turn is lit for a seat",
             what_the_others_laid_since_is_lit_for_a_seat),
        TEST("nothing of the round before is lit", nothing_of_the_round_before_is_lit),
        TEST("it grows as long as a game does", it_grows_as_long_as_a_game_does),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
