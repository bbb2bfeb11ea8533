/*
 * Time at a table: banks and increments, days for a turn, pauses, people who are gone, and that
 * match_due() says when match_tick() has something to do.
 */
#include "support.h"

#include <string.h>

#include "match/gathering.h"

enum { SEATS = 2 };

static void start(struct gathering *table, struct clock clock)
{
    struct match_settings settings = gathering_settings(SEATS);
    settings.clock = clock;
    gathering_start(table, &settings, 5);
}

static void start_live(struct gathering *table, int64_t bank, int64_t increment)
{
    start(table, (struct clock){.kind = CLOCK_LIVE, .bank = bank, .increment = increment});
}

static void start_slow(struct gathering *table, int64_t days)
{
    start(table, (struct clock){.kind = CLOCK_SLOW, .turn = days * DAY});
}

static void start_without_clock(struct gathering *table)
{
    start(table, (struct clock){.kind = CLOCK_NONE});
}

static int64_t due(const struct gathering *table)
{
    return match_due(&table->match, &table->presence);
}

static int64_t left(const struct gathering *table)
{
    const struct table *lies = &table->match.position.table;
    return match_state_time_left(&table->match.state, lies, lies->to_move, table->now);
}

/* Nothing happens the moment before it is due; then the person to move is away. */
static void check_sent_away(struct gathering *table, int64_t when, enum away_reason why)
{
    const unsigned seat = gathering_to_move(table);
    assert_true(due(table) == when);
    table->now = when - 1;
    assert_int_equal(gathering_tick(table), 0);
    table->now = when;
    assert_int_equal(gathering_tick(table), 1);
    assert_int_equal(gathering_last(table, 0)->kind, EVENT_AWAY);
    assert_int_equal(gathering_last(table, 0)->seat, seat);
    assert_int_equal(gathering_last(table, 0)->away, why);
    assert_string_equal(match_bot_to_move(&table->match), "hard");
    assert_true(due(table) == MATCH_NEVER);
    assert_int_equal(gathering_tick(table), 0);
}

/* ---- A live clock ---------------------------------------------------------------------------- */

TEST_CASE(a_turn_takes_from_the_bank_and_adds_the_increment)
{
    struct gathering table;
    start_live(&table, 300 * SECOND, 10 * SECOND);
    const unsigned seat = gathering_to_move(&table);
    assert_true(left(&table) == 300 * SECOND);
    table.now += 42 * SECOND;
    assert_true(left(&table) == 258 * SECOND);
    gathering_play(&table, "easy");
    assert_true(gathering_last(&table, 0)->left == 268 * SECOND);
    assert_true(table.match.state.seat[seat].bank == 268 * SECOND);
    assert_true(left(&table) == 300 * SECOND); /* the other's, whose turn has just begun */
    table.now += SECOND;
    gathering_play(&table, "easy");
    assert_true(left(&table) == 268 * SECOND);
    assert_true(due(&table) == table.now + 268 * SECOND);
    gathering_release(&table);
}

TEST_CASE(a_clock_that_is_set_back_gives_nothing)
{
    struct gathering table;
    start_live(&table, 300 * SECOND, 0);
    table.now -= HOUR;
    assert_true(left(&table) == 300 * SECOND);
    gathering_play(&table, "easy");
    assert_true(gathering_last(&table, 0)->left == 300 * SECOND);
    gathering_release(&table);
}

TEST_CASE(a_bank_used_up_sends_away)
{
    struct gathering table;
    start_live(&table, 30 * SECOND, 0);
    check_sent_away(&table, OPENED + 30 * SECOND, AWAY_TIME);
    gathering_release(&table);
}

TEST_CASE(a_late_turn_counts_until_the_tick)
{
    struct gathering table;
    start_live(&table, 30 * SECOND, 5 * SECOND);
    table.now += 31 * SECOND;
    assert_true(left(&table) == 0);
    gathering_play(&table, "easy");
    assert_true(gathering_last(&table, 0)->left == 5 * SECOND);
    gathering_release(&table);
}

/* Whoever is to move uses all of the bank up, and is back; answers the seat. */
static unsigned run_out_and_return(struct gathering *table)
{
    const unsigned seat = gathering_to_move(table);
    table->now = due(table);
    assert_int_equal(gathering_tick(table), 1);
    assert_true(left(table) == 0);
    assert_int_equal(ask_back(table, guests[seat]), OBJECTION_NONE);
    return seat;
}

TEST_CASE(who_used_up_a_bank_returns_with_little)
{
    struct gathering table;
    start_live(&table, 300 * SECOND, 0);
    const unsigned seat = run_out_and_return(&table);
    assert_true(table.match.state.seat[seat].bank == 10 * SECOND);
    assert_true(due(&table) == table.now + 10 * SECOND);
    assert_null(match_bot_to_move(&table.match));
    gathering_release(&table);
    start_live(&table, 300 * SECOND, 25 * SECOND);
    run_out_and_return(&table);
    assert_true(left(&table) == 25 * SECOND);
    gathering_release(&table);
}

TEST_CASE(a_stand_in_uses_no_time)
{
    struct gathering table;
    start_live(&table, 300 * SECOND, 10 * SECOND);
    const unsigned seat = gathering_to_move(&table);
    assert_int_equal(ask_leave(&table, guests[seat]), OBJECTION_NONE);
    table.now += MINUTE;
    assert_true(left(&table) == 300 * SECOND);
    gathering_play(&table, "easy");
    assert_true(gathering_last(&table, 0)->stand_in);
    assert_true(gathering_last(&table, 0)->left == 300 * SECOND);
    assert_int_equal(ask_back(&table, guests[seat]), OBJECTION_NONE);
    assert_true(table.match.state.seat[seat].bank == 300 * SECOND);
    gathering_release(&table);
}

TEST_CASE(leaving_does_not_stop_a_live_clock)
{
    struct gathering table;
    start_live(&table, 300 * SECOND, 0);
    const char *mover = gathering_mover(&table);
    table.now += 200 * SECOND;
    assert_int_equal(ask_leave(&table, mover), OBJECTION_NONE);
    table.now += SECOND;
    assert_int_equal(ask_back(&table, mover), OBJECTION_NONE);
    assert_true(left(&table) == 99 * SECOND);
    assert_true(due(&table) == OPENED + 300 * SECOND);
    gathering_release(&table);
}

TEST_CASE(a_bot_has_no_clock)
{
    struct gathering table;
    struct match_settings settings = gathering_settings(SEATS);
    settings.plan[1].kind = SEAT_BOT;
    memcpy(settings.plan[1].bot, "easy", 5);
    settings.clock = (struct clock){.kind = CLOCK_LIVE, .bank = 30 * SECOND};
    gathering_start(&table, &settings, 5);
    if (gathering_to_move(&table) == 0)
        gathering_play(&table, "easy");
    table.now += DAY;
    assert_true(due(&table) == MATCH_NEVER);
    assert_int_equal(gathering_tick(&table), 0);
    gathering_play(&table, "easy");
    assert_true(gathering_last(&table, 0)->left == 0);
    assert_true(due(&table) == table.now + table.match.state.seat[0].bank);
    gathering_release(&table);
}

TEST_CASE(a_server_that_was_down_costs_no_time)
{
    struct gathering table;
    start_live(&table, 300 * SECOND, 0);
    table.now += HOUR;
    match_state_resume(&table.match.state, table.now);
    assert_true(left(&table) == 300 * SECOND);
    assert_int_equal(gathering_tick(&table), 0);
    check_sent_away(&table, OPENED + HOUR + 300 * SECOND, AWAY_TIME);
    gathering_release(&table);
}

/* ---- Days for a turn ------------------------------------------------------------------------- */

TEST_CASE(a_slow_turn_lasts_its_days)
{
    struct gathering table;
    start_slow(&table, 3);
    assert_true(left(&table) == 3 * DAY);
    table.now += 2 * DAY;
    assert_true(left(&table) == DAY);
    gathering_play(&table, "easy");
    assert_true(gathering_last(&table, 0)->left == 0);
    match_state_resume(&table.match.state, table.now + DAY); /* days go on while a server is down */
    check_sent_away(&table, OPENED + 5 * DAY, AWAY_TIME);
    gathering_release(&table);
}

TEST_CASE(who_returns_to_a_slow_game_has_new_days)
{
    struct gathering table;
    start_slow(&table, 1);
    const char *mover = gathering_mover(&table);
    table.now += DAY;
    assert_int_equal(gathering_tick(&table), 1);
    assert_int_equal(ask_back(&table, mover), OBJECTION_NONE);
    assert_true(due(&table) == OPENED + 2 * DAY);
    gathering_release(&table);
}

TEST_CASE(leaving_gives_no_new_days)
{
    struct gathering table;
    start_slow(&table, 1);
    const char *mover = gathering_mover(&table);
    table.now += 23 * HOUR;
    assert_int_equal(ask_leave(&table, mover), OBJECTION_NONE);
    assert_int_equal(ask_back(&table, mover), OBJECTION_NONE);
    assert_true(due(&table) == OPENED + DAY);
    gathering_release(&table);
}

/* ---- Without a clock ------------------------------------------------------------------------- */

TEST_CASE(without_a_clock_nobody_is_hurried)
{
    struct gathering table;
    start_without_clock(&table);
    table.now += 100 * DAY;
    assert_true(due(&table) == MATCH_NEVER);
    assert_int_equal(gathering_tick(&table), 0);
    gathering_release(&table);
}

TEST_CASE(who_is_gone_gives_way_after_three_minutes)
{
    struct gathering table;
    start_without_clock(&table);
    const unsigned seat = gathering_to_move(&table);
    table.now += MINUTE;
    table.presence.gone_since[seat] = table.now;
    check_sent_away(&table, OPENED + 4 * MINUTE, AWAY_GONE);
    gathering_release(&table);
}

TEST_CASE(three_minutes_begin_with_the_turn)
{
    struct gathering table;
    start_without_clock(&table);
    const unsigned seat = gathering_to_move(&table);
    table.presence.gone_since[1 - seat] = OPENED + SECOND;
    table.now += HOUR;
    assert_true(due(&table) == MATCH_NEVER);
    gathering_play(&table, "easy");
    check_sent_away(&table, OPENED + HOUR + 3 * MINUTE, AWAY_GONE);
    gathering_release(&table);
}

TEST_CASE(an_empty_room_waits)
{
    struct gathering table;
    start_without_clock(&table);
    table.presence.gone_since[0] = table.presence.gone_since[1] = OPENED + SECOND;
    assert_true(due(&table) == MATCH_NEVER);
    table.now += DAY;
    assert_int_equal(gathering_tick(&table), 0);
    gathering_release(&table);
}

TEST_CASE(a_connection_matters_only_without_a_clock)
{
    struct gathering table;
    start_live(&table, HOUR, 0);
    table.presence.gone_since[gathering_to_move(&table)] = OPENED + SECOND;
    assert_true(due(&table) == OPENED + HOUR);
    gathering_release(&table);
}

TEST_CASE(a_player_sends_away_who_thinks_too_long)
{
    struct gathering table;
    start_without_clock(&table);
    const unsigned seat = gathering_to_move(&table);
    const char *other = guests[1 - seat];
    table.now += 2 * MINUTE - 1;
    assert_int_equal(ask_away(&table, other, seat), OBJECTION_STATE);
    table.now++;
    assert_int_equal(ask_away(&table, "zoe", seat), OBJECTION_FORBIDDEN);
    assert_int_equal(ask_away(&table, guests[seat], seat), OBJECTION_FIELD);
    assert_int_equal(ask_away(&table, other, SEATS), OBJECTION_FIELD);
    assert_int_equal(ask_away(&table, guests[seat], 1 - seat), OBJECTION_STATE);
    assert_int_equal(ask_away(&table, other, seat), OBJECTION_NONE);
    assert_int_equal(gathering_last(&table, 0)->kind, EVENT_AWAY);
    assert_int_equal(gathering_last(&table, 0)->seat, seat);
    assert_int_equal(gathering_last(&table, 0)->away, AWAY_TIME);
    assert_int_equal(ask_away(&table, other, seat), OBJECTION_STATE);
    assert_int_equal(ask_back(&table, guests[seat]), OBJECTION_NONE);
    assert_int_equal(ask_away(&table, other, seat), OBJECTION_STATE);
    table.now += 2 * MINUTE;
    assert_int_equal(ask_away(&table, other, seat), OBJECTION_NONE);
    gathering_release(&table);
}

TEST_CASE(a_clock_needs_nobody_to_send_away)
{
    struct gathering table;
    start_live(&table, HOUR, 0);
    const unsigned seat = gathering_to_move(&table);
    table.now += 10 * MINUTE;
    assert_int_equal(ask_away(&table, guests[1 - seat], seat), OBJECTION_STATE);
    assert_string_equal(SENTENCE(&table.answer.fault),
                        "the clock takes care of that at this table");
    gathering_release(&table);
}

TEST_CASE(coming_back_fills_no_bank_without_a_live_clock)
{
    struct gathering table;
    start_without_clock(&table);
    const unsigned seat = gathering_to_move(&table);
    assert_int_equal(ask_leave(&table, guests[seat]), OBJECTION_NONE);
    assert_int_equal(ask_back(&table, guests[seat]), OBJECTION_NONE);
    assert_int_equal(ask_leave(&table, guests[seat]), OBJECTION_NONE);
    gathering_play(&table, "easy");
    assert_true(gathering_last(&table, 0)->left == 0);
    gathering_release(&table);
}

/* ---- Pauses ---------------------------------------------------------------------------------- */

/* A game in its first pause, whose length is checked. */
static void check_pause(struct clock clock, int64_t length)
{
    struct match_settings settings = gathering_settings(SEATS);
    settings.clock = clock;
    struct gathering table;
    for (uint64_t seed = 1;; seed++) {
        gathering_start(&table, &settings, seed);
        gathering_play_round(&table, "easy");
        if (table.match.state.phase == MATCH_PAUSE)
            break;
        gathering_release(&table);
    }
    table.now += length / 2;
    assert_int_equal(ask_ready(&table, "ada", table.match.state.events), OBJECTION_NONE);
    assert_true(due(&table) == OPENED + length); /* who is ready does not make it longer */
    for (unsigned seat = 0; seat < SEATS; seat++)
        assert_false(match_state_clock_runs(&table.match.state, &table.match.position.table, seat));
    table.now = OPENED + length - 1;
    assert_int_equal(gathering_tick(&table), 0);
    table.now++;
    assert_int_equal(gathering_tick(&table), 1);
    assert_int_equal(gathering_last(&table, 0)->kind, EVENT_ROUND);
    assert_int_equal(table.match.state.phase, MATCH_PLAYING);
    gathering_release(&table);
}

TEST_CASE(a_pause_ends_by_itself)
{
    check_pause((struct clock){.kind = CLOCK_LIVE, .bank = HOUR}, MINUTE);
    check_pause((struct clock){.kind = CLOCK_NONE}, 2 * MINUTE);
    check_pause((struct clock){.kind = CLOCK_SLOW, .turn = DAY}, 12 * HOUR);
}

/* ---- A list that breaks off ------------------------------------------------------------------ */

/* The match as a list gives it that ends with the last event of this kind. */
static void cut_behind(struct gathering *table, enum event_kind kind)
{
    unsigned last = table->events - 1;
    while (table->event[last].kind != kind)
        last--;
    memcpy(&table->match, &table->after[last], sizeof table->match);
    table->events = last + 1;
}

TEST_CASE(a_list_that_breaks_off_goes_on)
{
    struct gathering table;
    start_without_clock(&table);
    while (table.match.state.phase != MATCH_FINISHED) {
        gathering_play_round(&table, "easy");
        table.now += HOUR;
        gathering_tick(&table);
    }
    cut_behind(&table, EVENT_TURN);
    assert_null(match_bot_to_move(&table.match));
    assert_int_equal(ask_turn(&table, guests[table.match.position.table.to_move],
                              table.match.state.events, "K7-L7"),
                     OBJECTION_STATE);
    assert_int_equal(gathering_tick(&table), 1);
    assert_int_equal(gathering_last(&table, 0)->kind, EVENT_END);
    assert_int_equal(gathering_tick(&table), 1);
    assert_int_equal(gathering_last(&table, 0)->kind, EVENT_RESULT);
    assert_int_equal(table.match.state.phase, MATCH_FINISHED);
    cut_behind(&table, EVENT_START);
    table.now += HOUR;
    assert_int_equal(gathering_tick(&table), 1);
    assert_int_equal(gathering_last(&table, 0)->kind, EVENT_ROUND);
    gathering_release(&table);
}

TEST_CASE(a_late_end_begins_a_whole_pause)
{
    struct gathering table;
    const struct match_settings settings = gathering_settings(3);
    for (uint64_t seed = 1;; seed++) {
        gathering_start(&table, &settings, seed);
        gathering_play_round(&table, "easy");
        if (table.match.state.phase == MATCH_PAUSE)
            break;
        gathering_release(&table);
    }
    cut_behind(&table, EVENT_TURN);
    table.now += HOUR;
    assert_int_equal(gathering_tick(&table), 1);
    assert_int_equal(gathering_last(&table, 0)->kind, EVENT_END);
    assert_true(due(&table) == table.now + 2 * MINUTE);
    gathering_release(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("live: a turn takes from the bank and adds the increment",
             a_turn_takes_from_the_bank_and_adds_the_increment),
        TEST("live: a clock that is set back gives nothing",
             a_clock_that_is_set_back_gives_nothing),
        TEST("live: a bank that is used up sends away", a_bank_used_up_sends_away),
        TEST("live: a late turn counts as long as time has not acted",
             a_late_turn_counts_until_the_tick),
        TEST("live: who has used up the bank returns with an increment, ten seconds at least",
             who_used_up_a_bank_returns_with_little),
        TEST("live: a stand-in uses no time", a_stand_in_uses_no_time),
        TEST("live: leaving does not stop the clock", leaving_does_not_stop_a_live_clock),
        TEST("live: a bot has no clock", a_bot_has_no_clock),
        TEST("live: a server that was down costs no time", a_server_that_was_down_costs_no_time),
        TEST("slow: a turn lasts its days, also while a server is down",
             a_slow_turn_lasts_its_days),
        TEST("slow: who returns has new days", who_returns_to_a_slow_game_has_new_days),
        TEST("slow: leaving gives no new days", leaving_gives_no_new_days),
        TEST("no clock: nobody is hurried", without_a_clock_nobody_is_hurried),
        TEST("no clock: who is gone gives way after three minutes",
             who_is_gone_gives_way_after_three_minutes),
        TEST("no clock: the three minutes begin with the turn", three_minutes_begin_with_the_turn),
        TEST("no clock: an empty room waits", an_empty_room_waits),
        TEST("a connection matters only without a clock",
             a_connection_matters_only_without_a_clock),
        TEST("no clock: a player sends away whose turn has lasted two minutes",
             a_player_sends_away_who_thinks_too_long),
        TEST("with a clock nobody is sent away by others", a_clock_needs_nobody_to_send_away),
        TEST("coming back fills no bank without a live clock",
             coming_back_fills_no_bank_without_a_live_clock),
        TEST("a pause ends by itself, after a time that the clock decides", a_pause_ends_by_itself),
        TEST("a list that breaks off in the middle of what happened at once goes on",
             a_list_that_breaks_off_goes_on),
        TEST("an end that comes late begins a whole pause", a_late_end_begins_a_whole_pause),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
