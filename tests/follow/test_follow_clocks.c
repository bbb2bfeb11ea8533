/* Clocks as a follower sees them: what is left of everybody's time, and from when on. */
#include "support.h"

#include <stdlib.h>

#include "base/check.h"
#include "follow/audience.h"

enum { SEATS = 2 };

static void start(struct gathering *table, struct clock clock)
{
    struct match_settings settings = gathering_settings(SEATS);
    settings.clock = clock;
    gathering_start(table, &settings, 1);
}

static void start_slow(struct gathering *table)
{
    start(table, (struct clock){.kind = CLOCK_SLOW, .turn = 3 * DAY});
}

static void start_live(struct gathering *table, int64_t increment)
{
    start(table, (struct clock){.kind = CLOCK_LIVE, .bank = 5 * MINUTE, .increment = increment});
}

/* Somebody who has been told all that happened, with a clock that is as it likes. */
static struct audience *tell_all(const struct gathering *table)
{
    uint64_t random = 7;
    struct audience *audience = audience_new(table, &random, true);
    while (audience_next(audience, &random)) {
    }
    return audience;
}

/* What everybody sees of a seat's clock when the table's time has come to `now`. */
static void check_clock(const struct gathering *table, unsigned seat, bool runs, int64_t left)
{
    struct audience *audience = tell_all(table);
    for (unsigned i = 0; i < AUDIENCE; i++) {
        const struct listener *listener = &audience->listener[i];
        struct follow_clock clock;
        follow_clock(&listener->follow, seat, table->now - listener->clock, &clock);
        assert_true(clock.shown);
        assert_int_equal(clock.runs, runs);
        assert_true(clock.left == left);
    }
    audience_free(audience);
}

static void time_out(struct gathering *table, int64_t time)
{
    table->now += time;
    assert_int_equal(gathering_tick(table), 1);
    assert_int_equal(gathering_last(table, 0)->away, AWAY_TIME);
}

TEST_CASE(a_slow_clock_is_whole_again)
{
    struct gathering table;
    start_slow(&table);
    const unsigned seat = gathering_to_move(&table);
    const char *person = gathering_mover(&table);
    time_out(&table, 3 * DAY);
    table.now += HOUR;
    assert_int_equal(ask_back(&table, person), OBJECTION_NONE);
    check_clock(&table, seat, true, 3 * DAY);
    table.now += DAY;
    check_clock(&table, seat, true, 2 * DAY);
    for (unsigned turns = 0; turns < SEATS; turns++) {
        table.now += HOUR;
        gathering_play(&table, "easy");
    }
    check_clock(&table, seat, true, 3 * DAY); /* and so is every turn that follows */
    gathering_release(&table);
}

TEST_CASE(leaving_gains_no_time)
{
    struct gathering table;
    start_slow(&table);
    const unsigned seat = gathering_to_move(&table);
    const char *person = gathering_mover(&table);
    table.now += DAY;
    assert_int_equal(ask_leave(&table, person), OBJECTION_NONE);
    table.now += DAY;
    assert_int_equal(ask_back(&table, person), OBJECTION_NONE);
    check_clock(&table, seat, true, DAY);
    gathering_release(&table);
}

TEST_CASE(a_bank_that_ran_out_begins_anew)
{
    static const struct {
        int64_t increment, left;
    } cases[] = {{0, 10 * SECOND}, {3 * SECOND, 10 * SECOND}, {25 * SECOND, 25 * SECOND}};
    for (unsigned i = 0; i < 3; i++) {
        struct gathering table;
        start_live(&table, cases[i].increment);
        const unsigned seat = gathering_to_move(&table);
        const char *person = gathering_mover(&table);
        time_out(&table, 5 * MINUTE);
        check_clock(&table, seat, false, 0);
        check_clock(&table, 1 - seat, false, 5 * MINUTE);
        assert_int_equal(ask_back(&table, person), OBJECTION_NONE);
        check_clock(&table, seat, true, cases[i].left);
        table.now += 4 * SECOND;
        gathering_play(&table, "easy");
        check_clock(&table, seat, false, cases[i].left - 4 * SECOND + cases[i].increment);
        check_clock(&table, 1 - seat, true, 5 * MINUTE);
        gathering_release(&table);
    }
}

/* The server was stopped: a live turn begins anew, a slow one has gone on. */
static void check_restart(struct clock clock, int64_t left)
{
    struct gathering table;
    start(&table, clock);
    const unsigned seat = gathering_to_move(&table);
    struct audience *audience = tell_all(&table);
    audience->now = OPENED + HOUR;
    match_state_resume(&audience->match.state, audience->now);
    for (unsigned i = 0; i < AUDIENCE; i++) {
        struct listener *listener = &audience->listener[i];
        struct follow_clock seen;
        audience_join(audience, listener, i % 2 == 0);
        follow_clock(&listener->follow, seat, audience->now + MINUTE - listener->clock, &seen);
        assert_true(seen.runs);
        assert_true(seen.left == left);
    }
    audience_free(audience);
    gathering_release(&table);
}

TEST_CASE(a_restart_gives_a_live_turn_anew)
{
    check_restart((struct clock){.kind = CLOCK_LIVE, .bank = 5 * MINUTE}, 4 * MINUTE);
    check_restart((struct clock){.kind = CLOCK_SLOW, .turn = DAY}, DAY - HOUR - MINUTE);
}

/* Without a clock nobody's time is shown, and everybody may be sent away after two minutes. */
TEST_CASE(without_a_clock_patience_ends)
{
    struct gathering table;
    start(&table, (struct clock){.kind = CLOCK_NONE});
    struct audience *audience = tell_all(&table);
    const unsigned other = 1 - gathering_to_move(&table);
    const struct listener *waits = &audience->listener[other];
    struct follow_clock clock;
    follow_clock(&waits->follow, 1 - other, OPENED - waits->clock, &clock);
    assert_false(clock.shown);
    const int64_t soon = OPENED + 2 * MINUTE - waits->clock;
    assert_false(follow_may(&waits->follow, soon - 1) & MAY_AWAY);
    assert_true(follow_may(&waits->follow, soon) & MAY_AWAY);
    assert_false(follow_may(&audience->listener[1 - other].follow, soon) & MAY_AWAY);
    audience_free(audience);
    gathering_release(&table);
}

/* Everybody believes that it is undone, though one of two has not answered. */
TEST_CASE(who_is_late_is_not_in_the_way)
{
    struct gathering table;
    start_live(&table, 10 * SECOND);
    const unsigned asker = gathering_to_move(&table);
    gathering_play(&table, "easy");
    time_out(&table, HOUR);
    assert_int_equal(ask_takeback(&table, guests[asker], table.match.state.seat[asker].turn_number),
                     OBJECTION_NONE);
    struct audience *audience = tell_all(&table);
    for (unsigned i = 0; i < AUDIENCE; i++) {
        assert_int_equal(audience->listener[i].follow.state.taken_back, 1);
        assert_int_equal(audience->listener[i].follow.view.table.to_move, asker);
    }
    audience_free(audience);
    gathering_release(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("slow: whoever comes back after their time ran out has all of it again",
             a_slow_clock_is_whole_again),
        TEST("slow: leaving and coming back gains no time", leaving_gains_no_time),
        TEST("live: a bank that ran out begins anew with a little",
             a_bank_that_ran_out_begins_anew),
        TEST("a server that was started again gives a live turn its time anew, not a slow one",
             a_restart_gives_a_live_turn_anew),
        TEST("without a clock nobody's time is shown, and somebody may be sent away after a while",
             without_a_clock_patience_ends),
        TEST("who is away by the clock is not waited for when a turn is taken back",
             who_is_late_is_not_in_the_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
