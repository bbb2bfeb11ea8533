/*
 * A rematch: who may ask for it, how often, whose the seats are, and when it begins.
 */
#include "support.h"

#include <string.h>

#include "match/gathering.h"

static const char table_id[] = "q7m2x9kd4wpz";

/* A game of ada, bob, a bot and dee that is over. */
static void play_game(struct gathering *table)
{
    struct match_settings settings = gathering_settings(4);
    settings.plan[2].kind = SEAT_BOT;
    memcpy(settings.plan[2].bot, "easy", 5);
    gathering_start(table, &settings, 1);
    while (table->match.state.phase != MATCH_FINISHED) {
        gathering_play_round(table, "easy");
        table->now += 10 * MINUTE;
        gathering_tick(table);
    }
}

TEST_CASE(one_rematch_of_a_game)
{
    struct gathering table;
    play_game(&table);
    assert_int_equal(ask_rematch(&table, "bob", table_id), OBJECTION_NONE);
    const uint32_t number = table.answer.number;
    const struct event *told = gathering_last(&table, 0);
    assert_int_equal(told->kind, EVENT_REMATCH);
    assert_string_equal(told->person, "bob");
    assert_string_equal(told->table, table_id);
    assert_int_equal(ask_rematch(&table, "bob", "another"), OBJECTION_NONE);
    assert_true(table.answer.again);
    assert_int_equal(ask_chat(&table, "ada", "again?"), OBJECTION_NONE);
    assert_int_equal(ask_rematch(&table, "ada", "another"), OBJECTION_NONE);
    assert_true(table.answer.again);
    assert_int_equal(table.answer.number, number);
    assert_string_equal(table.match.state.rematch, table_id);
    gathering_release(&table);
}

TEST_CASE(only_players_and_only_after_the_game)
{
    struct gathering table;
    const struct match_settings settings = gathering_settings(2);
    gathering_open(&table, &settings, 1);
    assert_int_equal(ask_rematch(&table, "ada", table_id), OBJECTION_STATE);
    assert_int_equal(ask_sit(&table, "bob", 1, false), OBJECTION_NONE);
    assert_int_equal(ask_start(&table, "ada"), OBJECTION_NONE);
    assert_int_equal(ask_rematch(&table, "ada", table_id), OBJECTION_STATE);
    assert_int_equal(table.answer.fault.id, FAULT_GAME_NOT_OVER);
    gathering_play_round(&table, "easy");
    assert_int_equal(ask_rematch(&table, "ada", table_id), OBJECTION_STATE);
    gathering_release(&table);
    play_game(&table);
    assert_int_equal(ask_rematch(&table, "zoe", table_id), OBJECTION_FORBIDDEN);
    gathering_release(&table);
    gathering_open(&table, &settings, 1);
    assert_int_equal(ask_close(&table, "ada"), OBJECTION_NONE);
    assert_int_equal(ask_rematch(&table, "ada", table_id), OBJECTION_STATE);
    gathering_release(&table);
}

TEST_CASE(everybody_is_a_seat_further_on)
{
    struct gathering over, again;
    play_game(&over);
    gathering_open_again(&again, &over, "bob");
    const struct match_state *now = &again.match.state;
    assert_string_equal(now->host, "bob");
    assert_int_equal(match_state_seat_kept_for(now, "dee"), 0);
    assert_int_equal(match_state_seat_kept_for(now, "ada"), 1);
    assert_int_equal(match_state_seat_of(now, "bob"), 2);
    assert_int_equal(now->seat[3].kind, SEAT_BOT);
    assert_string_equal(now->seat[3].bot, "easy");
    assert_ptr_equal(now->settings.board, over.match.state.settings.board);
    assert_memory_equal(&now->settings.clock, &over.match.state.settings.clock,
                        sizeof now->settings.clock);
    gathering_release(&over);
    gathering_release(&again);
}

TEST_CASE(a_kept_seat_is_for_one_person)
{
    struct gathering over, again;
    play_game(&over);
    gathering_open_again(&again, &over, "bob");
    for (unsigned invited = 0; invited < 2; invited++) {
        assert_int_equal(ask_sit(&again, "zoe", 1, invited), OBJECTION_TAKEN);
        assert_int_equal(again.answer.fault.id, FAULT_SEAT_KEPT);
        assert_int_equal(ask_sit(&again, "dee", 1, invited), OBJECTION_TAKEN);
    }
    assert_int_equal(ask_seat(&again, "bob", 1, SEAT_OPEN, ""), OBJECTION_NONE);
    assert_int_equal(ask_sit(&again, "dee", 1, false), OBJECTION_NONE);
    assert_int_equal(match_state_seat_kept_for(&again.match.state, "dee"), SEAT_NONE);
    assert_int_equal(ask_sit(&again, "zoe", 0, false), OBJECTION_FORBIDDEN);
    assert_int_equal(ask_sit(&again, "zoe", 0, true), OBJECTION_NONE);
    assert_int_equal(again.match.state.phase, MATCH_OPEN); /* others came: the host starts */
    assert_int_equal(ask_start(&again, "bob"), OBJECTION_NONE);
    gathering_release(&over);
    gathering_release(&again);
}

TEST_CASE(it_begins_with_the_last_who_comes)
{
    struct gathering over, again;
    play_game(&over);
    gathering_open_again(&again, &over, "ada");
    assert_int_equal(ask_start(&again, "ada"), OBJECTION_STATE);
    assert_int_equal(ask_sit(&again, "bob", 2, false), OBJECTION_NONE);
    assert_int_equal(again.match.state.phase, MATCH_OPEN);
    assert_int_equal(ask_stand(&again, "bob"), OBJECTION_NONE); /* and gives it up */
    assert_int_equal(ask_sit(&again, "bob", 2, true), OBJECTION_NONE);
    assert_int_equal(ask_sit(&again, "dee", 0, false), OBJECTION_NONE);
    assert_int_equal(again.match.state.phase, MATCH_PLAYING);
    assert_int_equal(gathering_last(&again, 1)->kind, EVENT_START);
    assert_int_equal(gathering_last(&again, 0)->kind, EVENT_ROUND);
    gathering_release(&over);
    gathering_release(&again);
}

TEST_CASE(against_bots_it_begins_at_once)
{
    struct gathering over, again;
    struct match_settings settings = gathering_settings(2);
    settings.plan[1].kind = SEAT_BOT;
    memcpy(settings.plan[1].bot, "easy", 5);
    gathering_start(&over, &settings, 1);
    gathering_open_again(&again, &over, "ada");
    assert_int_equal(again.match.state.phase, MATCH_PLAYING);
    gathering_release(&over);
    gathering_release(&again);
}

TEST_CASE(the_host_goes_on_without_those_who_do_not_come)
{
    struct gathering over, again;
    play_game(&over);
    gathering_open_again(&again, &over, "ada");
    assert_int_equal(ask_seat(&again, "bob", 0, SEAT_BOT, "hard"), OBJECTION_FORBIDDEN);
    assert_int_equal(ask_fill(&again, "ada", "hard"), OBJECTION_NONE);
    assert_int_equal(again.match.state.phase, MATCH_OPEN);
    assert_int_equal(ask_start(&again, "ada"), OBJECTION_NONE);
    gathering_release(&over);
    gathering_release(&again);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("a game has one rematch, whoever asks and however often", one_rematch_of_a_game),
        TEST("players alone can ask for it, and only when the game is over",
             only_players_and_only_after_the_game),
        TEST("everybody sits a seat further on, with the same settings",
             everybody_is_a_seat_further_on),
        TEST("a seat that is kept is for one person, until the host gives it away",
             a_kept_seat_is_for_one_person),
        TEST("the game begins with the last of those for whom a seat was kept",
             it_begins_with_the_last_who_comes),
        TEST("where only bots play along it begins at once", against_bots_it_begins_at_once),
        TEST("the host can fill the seats of those who do not come",
             the_host_goes_on_without_those_who_do_not_come),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
