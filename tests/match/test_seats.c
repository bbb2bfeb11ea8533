/*
 * Before the game: who may sit where, what the host may do, and when a game can start.
 */
#include "support.h"

#include <string.h>

#include "match/gathering.h"

/* A table for four: the host's seat, an open one, one for the invited, one of a bot. */
static struct match_settings mixed(void)
{
    struct match_settings settings = gathering_settings(4);
    settings.plan[1].kind = SEAT_OPEN;
    settings.plan[2].kind = SEAT_INVITED;
    settings.plan[3].kind = SEAT_BOT;
    memcpy(settings.plan[3].bot, "easy", 5);
    return settings;
}

static void open_mixed(struct gathering *table)
{
    const struct match_settings settings = mixed();
    gathering_open(table, &settings, 1);
}

TEST_CASE(the_host_has_the_seat_of_the_plan)
{
    struct gathering table;
    open_mixed(&table);
    assert_int_equal(table.events, 1);
    assert_int_equal(table.event[0].kind, EVENT_SIT);
    assert_int_equal(table.event[0].seat, 0);
    assert_string_equal(table.event[0].person, "ada");
    assert_int_equal(match_state_seat_of(&table.match.state, "ada"), 0);
    assert_int_equal(match_state_seat_of(&table.match.state, "bob"), SEAT_NONE);
    assert_int_equal(table.match.state.seat[1].kind, SEAT_OPEN);
    assert_int_equal(table.match.state.seat[2].kind, SEAT_INVITED);
    assert_int_equal(table.match.state.seat[3].kind, SEAT_BOT);
    assert_string_equal(table.match.state.seat[3].bot, "easy");
    gathering_release(&table);
}

TEST_CASE(a_host_without_a_seat_in_the_plan_only_looks_on)
{
    struct gathering table;
    struct match_settings settings = mixed();
    settings.plan[0].kind = SEAT_OPEN;
    gathering_open(&table, &settings, 1);
    assert_int_equal(table.events, 0);
    assert_int_equal(match_state_seat_of(&table.match.state, "ada"), SEAT_NONE);
    assert_int_equal(ask_fill(&table, "ada", "easy"), OBJECTION_NONE);
    assert_int_equal(ask_start(&table, "ada"), OBJECTION_STATE);
    gathering_release(&table);
}

TEST_CASE(an_open_seat_is_for_anybody)
{
    struct gathering table;
    open_mixed(&table);
    assert_int_equal(ask_sit(&table, "bob", 1, false), OBJECTION_NONE);
    assert_int_equal(gathering_last(&table, 0)->kind, EVENT_SIT);
    assert_int_equal(gathering_last(&table, 0)->seat, 1);
    assert_string_equal(gathering_last(&table, 0)->person, "bob");
    assert_int_equal(match_state_seat_of(&table.match.state, "bob"), 1);
    assert_false(table.answer.again);
    assert_int_equal(ask_sit(&table, "bob", 1, false), OBJECTION_NONE);
    assert_true(table.answer.again);
    gathering_release(&table);
}

TEST_CASE(a_taken_seat_is_refused)
{
    struct gathering table;
    open_mixed(&table);
    assert_int_equal(ask_sit(&table, "bob", 0, true), OBJECTION_TAKEN);
    assert_int_equal(ask_sit(&table, "bob", 3, true), OBJECTION_TAKEN);
    assert_int_equal(ask_sit(&table, "ada", 1, false), OBJECTION_TAKEN);
    assert_int_equal(ask_sit(&table, "bob", 4, false), OBJECTION_FIELD);
    assert_string_equal(SENTENCE(&table.answer.fault), "seat: this table has seats 1 to 4");
    assert_int_equal(ask_sit(&table, "bob", SEAT_NONE, false), OBJECTION_FIELD);
    gathering_release(&table);
}

TEST_CASE(an_invited_seat_needs_the_key)
{
    struct gathering table;
    open_mixed(&table);
    assert_int_equal(ask_sit(&table, "bob", 2, false), OBJECTION_FORBIDDEN);
    assert_int_equal(ask_sit(&table, "bob", 2, true), OBJECTION_NONE);
    assert_int_equal(match_state_seat_of(&table.match.state, "bob"), 2);
    gathering_release(&table);
}

TEST_CASE(a_seat_left_is_what_the_plan_says)
{
    struct gathering table;
    open_mixed(&table);
    assert_int_equal(ask_sit(&table, "bob", 2, true), OBJECTION_NONE);
    assert_int_equal(ask_stand(&table, "bob"), OBJECTION_NONE);
    assert_int_equal(gathering_last(&table, 0)->kind, EVENT_STAND);
    assert_int_equal(gathering_last(&table, 0)->seat, 2);
    assert_int_equal(table.match.state.seat[2].kind, SEAT_INVITED);
    assert_string_equal(table.match.state.seat[2].person, "");
    assert_int_equal(ask_stand(&table, "ada"), OBJECTION_NONE);
    assert_int_equal(table.match.state.seat[0].kind, SEAT_OPEN);
    assert_int_equal(ask_sit(&table, "cid", 0, false), OBJECTION_NONE);
    gathering_release(&table);
}

TEST_CASE(who_has_no_seat_can_get_up_twice)
{
    struct gathering table;
    open_mixed(&table);
    assert_int_equal(ask_stand(&table, "bob"), OBJECTION_NONE);
    assert_true(table.answer.again);
    gathering_release(&table);
}

TEST_CASE(the_host_decides_what_a_seat_is)
{
    struct gathering table;
    open_mixed(&table);
    assert_int_equal(ask_sit(&table, "bob", 1, false), OBJECTION_NONE);
    assert_int_equal(ask_seat(&table, "ada", 1, SEAT_BOT, "hard"), OBJECTION_NONE);
    assert_int_equal(gathering_last(&table, 0)->kind, EVENT_SEAT);
    assert_int_equal(gathering_last(&table, 0)->as, SEAT_BOT);
    assert_string_equal(gathering_last(&table, 0)->bot, "hard");
    assert_int_equal(match_state_seat_of(&table.match.state, "bob"), SEAT_NONE);
    assert_string_equal(table.match.state.seat[1].bot, "hard");
    assert_int_equal(ask_seat(&table, "ada", 3, SEAT_OPEN, ""), OBJECTION_NONE);
    assert_string_equal(table.match.state.seat[3].bot, "");
    assert_int_equal(ask_sit(&table, "bob", 3, false), OBJECTION_NONE);
    assert_int_equal(ask_seat(&table, "ada", 3, SEAT_INVITED, ""), OBJECTION_NONE);
    assert_int_equal(ask_sit(&table, "bob", 3, false), OBJECTION_FORBIDDEN);
    assert_int_equal(ask_seat(&table, "ada", 4, SEAT_OPEN, ""), OBJECTION_FIELD);
    gathering_release(&table);
}

TEST_CASE(a_seat_made_what_it_is_stays)
{
    struct gathering table;
    open_mixed(&table);
    assert_int_equal(ask_seat(&table, "ada", 3, SEAT_BOT, "hard"), OBJECTION_NONE);
    assert_false(table.answer.again);
    assert_int_equal(ask_seat(&table, "ada", 3, SEAT_BOT, "hard"), OBJECTION_NONE);
    assert_true(table.answer.again);
    assert_int_equal(ask_seat(&table, "ada", 1, SEAT_OPEN, ""), OBJECTION_NONE);
    assert_true(table.answer.again);
    gathering_release(&table);
}

TEST_CASE(the_host_fills_free_seats_with_bots)
{
    struct gathering table;
    open_mixed(&table);
    const unsigned events = table.events;
    assert_int_equal(ask_fill(&table, "ada", "medium"), OBJECTION_NONE);
    assert_int_equal(table.events, events + 2);
    assert_string_equal(table.match.state.seat[1].bot, "medium");
    assert_string_equal(table.match.state.seat[2].bot, "medium");
    assert_string_equal(table.match.state.seat[3].bot, "easy");
    assert_int_equal(table.match.state.seat[0].kind, SEAT_PERSON);
    assert_int_equal(ask_fill(&table, "ada", "hard"), OBJECTION_NONE);
    assert_true(table.answer.again);
    gathering_release(&table);
}

TEST_CASE(nobody_else_has_the_hosts_rights)
{
    struct gathering table;
    open_mixed(&table);
    assert_int_equal(ask_sit(&table, "bob", 1, false), OBJECTION_NONE);
    assert_int_equal(ask_seat(&table, "bob", 2, SEAT_OPEN, ""), OBJECTION_FORBIDDEN);
    assert_int_equal(ask_fill(&table, "bob", "easy"), OBJECTION_FORBIDDEN);
    assert_int_equal(ask_close(&table, "bob"), OBJECTION_FORBIDDEN);
    assert_int_equal(ask_mute(&table, "bob", "cid", true), OBJECTION_FORBIDDEN);
    assert_int_equal(ask_fill(&table, "ada", "easy"), OBJECTION_NONE);
    assert_int_equal(ask_start(&table, "bob"), OBJECTION_FORBIDDEN);
    assert_int_equal(ask_start(&table, "zoe"), OBJECTION_FORBIDDEN);
    gathering_release(&table);
}

TEST_CASE(the_host_keeps_the_rights_without_a_seat)
{
    struct gathering table;
    open_mixed(&table);
    assert_int_equal(ask_stand(&table, "ada"), OBJECTION_NONE);
    assert_int_equal(ask_sit(&table, "bob", 0, false), OBJECTION_NONE);
    assert_int_equal(ask_fill(&table, "ada", "easy"), OBJECTION_NONE);
    assert_int_equal(ask_start(&table, "ada"), OBJECTION_NONE);
    assert_int_equal(table.match.state.phase, MATCH_PLAYING);
    gathering_release(&table);
}

TEST_CASE(a_start_needs_every_seat_taken)
{
    struct gathering table;
    open_mixed(&table);
    assert_int_equal(ask_start(&table, "ada"), OBJECTION_STATE);
    assert_int_equal(ask_sit(&table, "bob", 1, false), OBJECTION_NONE);
    assert_int_equal(ask_start(&table, "ada"), OBJECTION_STATE);
    assert_int_equal(ask_sit(&table, "cid", 2, true), OBJECTION_NONE);
    assert_int_equal(ask_start(&table, "ada"), OBJECTION_NONE);
    assert_int_equal(gathering_last(&table, 1)->kind, EVENT_START);
    assert_int_equal(gathering_last(&table, 0)->kind, EVENT_ROUND);
    assert_int_equal(table.match.state.phase, MATCH_PLAYING);
    assert_int_equal(table.match.position.table.round, 1);
    gathering_release(&table);
}

TEST_CASE(a_start_needs_a_person)
{
    struct gathering table;
    open_mixed(&table);
    assert_int_equal(ask_stand(&table, "ada"), OBJECTION_NONE);
    assert_int_equal(ask_fill(&table, "ada", "easy"), OBJECTION_NONE);
    assert_int_equal(ask_start(&table, "ada"), OBJECTION_STATE);
    assert_string_equal(SENTENCE(&table.answer.fault), "nobody but bots sits at this table");
    gathering_release(&table);
}

TEST_CASE(seats_are_fixed_once_the_game_runs)
{
    struct gathering table;
    open_mixed(&table);
    assert_int_equal(ask_fill(&table, "ada", "easy"), OBJECTION_NONE);
    assert_int_equal(ask_start(&table, "ada"), OBJECTION_NONE);
    assert_int_equal(ask_sit(&table, "bob", 1, true), OBJECTION_STATE);
    assert_int_equal(ask_stand(&table, "ada"), OBJECTION_STATE);
    assert_int_equal(ask_seat(&table, "ada", 1, SEAT_OPEN, ""), OBJECTION_STATE);
    assert_int_equal(ask_fill(&table, "ada", "easy"), OBJECTION_STATE);
    assert_int_equal(ask_start(&table, "ada"), OBJECTION_STATE);
    assert_int_equal(ask_close(&table, "ada"), OBJECTION_STATE);
    gathering_release(&table);
}

TEST_CASE(the_host_closes_a_table)
{
    struct gathering table;
    open_mixed(&table);
    assert_int_equal(ask_close(&table, "ada"), OBJECTION_NONE);
    assert_int_equal(gathering_last(&table, 0)->kind, EVENT_CLOSE);
    assert_int_equal(gathering_last(&table, 0)->close, CLOSE_HOST);
    assert_int_equal(table.match.state.phase, MATCH_CLOSED);
    assert_true(match_due(&table.match, &table.presence) == MATCH_NEVER);
    assert_int_equal(ask_sit(&table, "bob", 1, false), OBJECTION_STATE);
    assert_string_equal(SENTENCE(&table.answer.fault), "this table has been closed");
    assert_int_equal(ask_start(&table, "ada"), OBJECTION_STATE);
    assert_int_equal(ask_close(&table, "ada"), OBJECTION_STATE);
    assert_int_equal(ask_leave(&table, "ada"), OBJECTION_STATE);
    gathering_release(&table);
}

TEST_CASE(a_table_nobody_starts_is_closed_after_a_day)
{
    struct gathering table;
    open_mixed(&table);
    table.now = OPENED + HOUR;
    assert_int_equal(ask_sit(&table, "bob", 1, false), OBJECTION_NONE);
    assert_true(match_due(&table.match, &table.presence) == OPENED + DAY);
    match_state_resume(&table.match.state,
                       table.now); /* a server that starts anew makes it no younger */
    table.now = OPENED + DAY - 1;
    assert_int_equal(gathering_tick(&table), 0);
    table.now++;
    assert_int_equal(gathering_tick(&table), 1);
    assert_int_equal(gathering_last(&table, 0)->kind, EVENT_CLOSE);
    assert_int_equal(gathering_last(&table, 0)->close, CLOSE_OLD);
    assert_int_equal(table.match.state.phase, MATCH_CLOSED);
    assert_int_equal(gathering_tick(&table), 0);
    gathering_release(&table);
}

TEST_CASE(nothing_of_a_game_is_possible_before_the_start)
{
    struct gathering table;
    struct hand hand;
    open_mixed(&table);
    assert_int_equal(ask_turn(&table, "ada", 1, "@K7"), OBJECTION_STATE);
    assert_string_equal(SENTENCE(&table.answer.fault), "the game has not started");
    assert_int_equal(ask_ready(&table, "ada", 1), OBJECTION_STATE);
    assert_int_equal(ask_leave(&table, "ada"), OBJECTION_STATE);
    assert_int_equal(ask_back(&table, "ada"), OBJECTION_STATE);
    assert_int_equal(ask_away(&table, "ada", 1), OBJECTION_STATE);
    assert_null(match_bot_to_move(&table.match));
    assert_false(match_hand(&table.match, 0, &hand));
    assert_true(
        match_state_time_left(&table.match.state, &table.match.position.table, 0, table.now) == 0);
    gathering_release(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("the host has the seat that the plan gives him", the_host_has_the_seat_of_the_plan),
        TEST("a host without a seat in the plan only looks on",
             a_host_without_a_seat_in_the_plan_only_looks_on),
        TEST("an open seat is for anybody, and sitting down twice is once",
             an_open_seat_is_for_anybody),
        TEST("a seat that is taken or does not exist is refused, and so is a second one",
             a_taken_seat_is_refused),
        TEST("an invited seat needs the key", an_invited_seat_needs_the_key),
        TEST("a seat left is again what the plan says", a_seat_left_is_what_the_plan_says),
        TEST("getting up without a seat changes nothing", who_has_no_seat_can_get_up_twice),
        TEST("the host decides what a seat is, and shows people out",
             the_host_decides_what_a_seat_is),
        TEST("a seat that is made what it is already stays", a_seat_made_what_it_is_stays),
        TEST("the host fills all free seats with bots, and no others",
             the_host_fills_free_seats_with_bots),
        TEST("nobody else has the host's rights", nobody_else_has_the_hosts_rights),
        TEST("the host keeps his rights when he gets up", the_host_keeps_the_rights_without_a_seat),
        TEST("a start needs every seat taken, and deals", a_start_needs_every_seat_taken),
        TEST("a start needs a person", a_start_needs_a_person),
        TEST("seats are fixed once the game runs", seats_are_fixed_once_the_game_runs),
        TEST("the host closes a table, and that is the end of it", the_host_closes_a_table),
        TEST("a table that nobody starts is closed after a day, not a moment sooner",
             a_table_nobody_starts_is_closed_after_a_day),
        TEST("nothing of a game is possible before the start",
             nothing_of_a_game_is_possible_before_the_start),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
