/* Chance of winning: shares of a finished game, and plausible estimates before that. */
#include "support.h"

#include <math.h>
#include <string.h>

#include "board_file/boards.h"
#include "bots/win_chance.h"
#include "rules/scoring.h"

enum { TABLES = 20000, POINTS_MAX = 13, BARRIER_MAX = 6 };

/* A finished round of a game that continues. */
static void begin_table(struct table *table, unsigned seats, unsigned variants, int points)
{
    table_init(table, board_builtin_at(0), seats, variants);
    table->phase = PHASE_ROUND_OVER;
    table->round = 1;
    for (unsigned seat = 0; seat < seats; seat++)
        table->points[seat] = (int16_t)points;
}

/*
 * A random table of that kind.  Points are unlimited with open cards, otherwise above the barrier.
 */
static void any_table(struct table *table, uint64_t *random)
{
    const unsigned seats = SEATS_MIN + test_random_below(random, SEATS_MAX - SEATS_MIN + 1);
    const bool open = test_random_below(random, 4) == 0;
    begin_table(table, seats, open ? VARIANT_OPEN_CARDS : 0, 0);
    table->round = (uint16_t)(1 + test_random_below(random, open ? seats - 1 : 6));
    table->barrier = (int16_t)(open ? 0 : test_random_below(random, BARRIER_MAX));
    for (unsigned seat = 0; seat < seats; seat++) {
        const int lowest = open ? -20 : table->barrier + 1;
        const unsigned range = (unsigned)(POINTS_MAX - lowest + 1);
        table->points[seat] = (int16_t)(lowest + (int)test_random_below(random, range));
    }
}

TEST_CASE(winners_share_a_game_that_is_over)
{
    for (unsigned winners = 1; winners < 1U << SEATS_MAX; winners++) {
        struct table table;
        double share = 0;
        begin_table(&table, SEATS_MAX, 0, 0);
        table.phase = PHASE_GAME_OVER;
        table.winners = (uint8_t)winners;
        for (unsigned seat = 0; seat < SEATS_MAX; seat++)
            share += winners >> seat & 1;
        for (unsigned seat = 0; seat < SEATS_MAX; seat++) {
            const double value = win_chance(&table, seat);
            assert_true(value == (winners >> seat & 1 ? 1 / share : 0));
        }
    }
}

TEST_CASE(the_seats_share_one_game)
{
    uint64_t random = test_seed();
    for (unsigned i = 0; i < test_count(TABLES); i++) {
        struct table table;
        double sum = 0;
        any_table(&table, &random);
        for (unsigned seat = 0; seat < table.seats; seat++) {
            const double value = win_chance(&table, seat);
            assert_true(value > 0 && value < 1);
            sum += value;
        }
        assert_true(fabs(sum - 1) < 1e-12);
    }
}

TEST_CASE(equal_points_are_worth_the_same_and_more_are_worth_more)
{
    uint64_t random = test_seed();
    for (unsigned i = 0; i < test_count(TABLES); i++) {
        struct table table;
        any_table(&table, &random);
        for (unsigned seat = 1; seat < table.seats; seat++) {
            const double one = win_chance(&table, seat - 1);
            const double other = win_chance(&table, seat);
            const int lead = table.points[seat] - table.points[seat - 1];
            assert_true(lead > 0 ? other > one : lead < 0 ? other < one : other == one);
        }
    }
}

TEST_CASE(a_point_more_is_never_worse)
{
    uint64_t random = test_seed();
    for (unsigned i = 0; i < test_count(TABLES); i++) {
        struct table table;
        any_table(&table, &random);
        const unsigned seat = test_random_below(&random, table.seats);
        const double before = win_chance(&table, seat);
        table.points[seat]++;
        assert_true(win_chance(&table, seat) > before);
    }
}

/* Two seats with the same points and lead, at every distance from the end. */
TEST_CASE(a_lead_counts_more_near_the_barrier)
{
    for (int lead = 1; lead <= 4; lead++) {
        double last = 1;
        struct table table;
        for (int points = 1; points + lead <= POINTS_MAX; points++) {
            begin_table(&table, 3, 0, points);
            table.points[1] = (int16_t)(points + lead);
            const double value = win_chance(&table, 1);
            assert_true(value <= last && value > 1.0 / 3);
            last = value;
        }
        const double far = last;
        table.barrier = (int16_t)(table.points[0] - 1); /* B3: the barrier moves up */
        assert_true(win_chance(&table, 1) > far);
    }
}

TEST_CASE(open_cards_count_rounds_and_no_barrier)
{
    double last = 0;
    for (unsigned round = 1; round < SEATS_MAX; round++) {
        struct table table;
        begin_table(&table, SEATS_MAX, VARIANT_OPEN_CARDS, 5);
        table.round = (uint16_t)round;
        table.points[2] = 8;
        const double value = win_chance(&table, 2);
        assert_true(value >= last);
        last = value;
        for (unsigned seat = 0; seat < SEATS_MAX; seat++)
            table.points[seat] = (int16_t)(table.points[seat] - 25);
        assert_true(win_chance(&table, 2) == value);
    }
    struct table early;
    begin_table(&early, SEATS_MAX, VARIANT_OPEN_CARDS, 5);
    early.points[2] = 8;
    assert_true(win_chance(&early, 2) < last);
}

/*
 * As in the expert's search: if a seat falls to the barrier, the game ends and the best seat wins.
 */
TEST_CASE(the_last_round_decides)
{
    const struct board *board = board_builtin_at(0);
    struct table table;
    begin_table(&table, 2, 0, 1);
    table.points[0] = 3;
    table.lost[0] = 2;
    table.lost[1] = 0;
    scoring_take_points(&table, board);
    assert_true(win_chance(&table, 0) == win_chance(&table, 1));
    table.lost[0] = 0;
    table.lost[1] = 1;
    scoring_take_points(&table, board);
    assert_int_equal(table.phase, PHASE_GAME_OVER);
    assert_true(win_chance(&table, 0) == 1);
    assert_true(win_chance(&table, 1) == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("B4: the winners share a game that is over", winners_share_a_game_that_is_over),
        TEST("the seats share one game", the_seats_share_one_game),
        TEST("of two seats the one with more points is worth more",
             equal_points_are_worth_the_same_and_more_are_worth_more),
        TEST("a point more is never worse", a_point_more_is_never_worse),
        TEST("B3: the nearer the barrier, the more a lead counts",
             a_lead_counts_more_near_the_barrier),
        TEST("V1: with open cards the rounds that are left count, and no barrier",
             open_cards_count_rounds_and_no_barrier),
        TEST("B4: points that end the game are worth the game", the_last_round_decides),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
