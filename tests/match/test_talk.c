/*
 * Talking at a table: chat, and the host who takes the word from somebody.
 */
#include "support.h"

#include <stdio.h>
#include <string.h>

#include "match/gathering.h"

static void open_table(struct gathering *table)
{
    const struct match_settings settings = gathering_settings(2);
    gathering_open(table, &settings, 1);
}

TEST_CASE(anybody_can_say_something)
{
    struct gathering table;
    open_table(&table);
    assert_int_equal(ask_chat(&table, "zoe", "good evening"), OBJECTION_NONE);
    const struct event *said = gathering_last(&table, 0);
    assert_int_equal(said->kind, EVENT_CHAT);
    assert_string_equal(said->person, "zoe");
    assert_string_equal(said->text, "good evening");
    assert_int_equal(ask_chat(&table, "zoe", "good evening"), OBJECTION_NONE);
    assert_false(table.answer.again);
    gathering_release(&table);
}

TEST_CASE(the_longest_line_is_kept_whole)
{
    struct gathering table;
    char text[CHAT_SIZE] = "";
    for (unsigned i = 0; i < CHAT_CHARACTERS; i++)
        memcpy(text + 4 * i, "\xf0\x9f\x9a\x82", 5); /* a locomotive, four bytes */
    open_table(&table);
    assert_int_equal(ask_chat(&table, "ada", text), OBJECTION_NONE);
    assert_string_equal(gathering_last(&table, 0)->text, text);
    gathering_release(&table);
}

TEST_CASE(a_table_can_be_without_chat)
{
    struct gathering table;
    struct match_settings settings = gathering_settings(2);
    settings.chat = false;
    gathering_open(&table, &settings, 1);
    assert_int_equal(ask_chat(&table, "ada", "hello"), OBJECTION_STATE);
    gathering_release(&table);
}

TEST_CASE(the_muted_say_nothing_until_they_may_again)
{
    struct gathering table;
    open_table(&table);
    assert_int_equal(ask_mute(&table, "ada", "bob", true), OBJECTION_NONE);
    assert_int_equal(gathering_last(&table, 0)->kind, EVENT_MUTE);
    assert_string_equal(gathering_last(&table, 0)->person, "bob");
    assert_true(gathering_last(&table, 0)->on);
    assert_int_equal(ask_chat(&table, "bob", "hello"), OBJECTION_FORBIDDEN);
    assert_int_equal(ask_chat(&table, "cid", "hello"), OBJECTION_NONE);
    assert_int_equal(ask_mute(&table, "ada", "bob", true), OBJECTION_NONE);
    assert_true(table.answer.again);
    assert_int_equal(ask_mute(&table, "ada", "bob", false), OBJECTION_NONE);
    assert_false(gathering_last(&table, 0)->on);
    assert_int_equal(ask_mute(&table, "ada", "bob", false), OBJECTION_NONE);
    assert_true(table.answer.again);
    assert_int_equal(ask_chat(&table, "bob", "hello"), OBJECTION_NONE);
    gathering_release(&table);
}

TEST_CASE(the_host_cannot_mute_himself)
{
    struct gathering table;
    open_table(&table);
    assert_int_equal(ask_mute(&table, "ada", "ada", true), OBJECTION_FIELD);
    assert_int_equal(ask_chat(&table, "ada", "hello"), OBJECTION_NONE);
    gathering_release(&table);
}

TEST_CASE(so_many_can_be_muted)
{
    struct gathering table;
    char name[PERSON_SIZE];
    open_table(&table);
    for (unsigned i = 0; i < MUTED_MAX; i++) {
        snprintf(name, sizeof name, "guest-%u", i);
        assert_int_equal(ask_mute(&table, "ada", name, true), OBJECTION_NONE);
    }
    assert_int_equal(ask_mute(&table, "ada", "one-more", true), OBJECTION_STATE);
    assert_int_equal(ask_mute(&table, "ada", "guest-3", false), OBJECTION_NONE);
    assert_int_equal(ask_mute(&table, "ada", "one-more", true), OBJECTION_NONE);
    assert_int_equal(ask_chat(&table, "guest-3", "hello"), OBJECTION_NONE);
    for (unsigned i = 0; i < MUTED_MAX; i++) {
        snprintf(name, sizeof name, "guest-%u", i);
        if (i != 3)
            assert_int_equal(ask_chat(&table, name, "hello"), OBJECTION_FORBIDDEN);
    }
    assert_int_equal(ask_chat(&table, "one-more", "hello"), OBJECTION_FORBIDDEN);
    gathering_release(&table);
}

TEST_CASE(talk_goes_on_in_every_phase)
{
    struct gathering table;
    const struct match_settings settings = gathering_settings(2);
    gathering_start(&table, &settings, 1);
    assert_int_equal(ask_chat(&table, "bob", "playing"), OBJECTION_NONE);
    while (table.match.state.phase != MATCH_FINISHED) {
        gathering_play_round(&table, "easy");
        assert_int_equal(ask_chat(&table, "bob", "pause"), OBJECTION_NONE);
        table.now += HOUR;
        gathering_tick(&table);
    }
    assert_int_equal(ask_chat(&table, "zoe", "well played"), OBJECTION_NONE);
    assert_int_equal(ask_mute(&table, "ada", "zoe", true), OBJECTION_NONE);
    assert_int_equal(ask_chat(&table, "zoe", "thank you"), OBJECTION_FORBIDDEN);
    gathering_release(&table);
}

TEST_CASE(talk_makes_no_turn_stale)
{
    struct gathering table;
    char text[TURN_TEXT_SIZE];
    const struct match_settings settings = gathering_settings(2);
    gathering_start(&table, &settings, 1);
    const uint32_t seen = table.match.state.events;
    assert_int_equal(ask_chat(&table, "bob", "well?"), OBJECTION_NONE);
    assert_int_equal(ask_mute(&table, "ada", "zoe", true), OBJECTION_NONE);
    gathering_choose_text(&table, "easy", text);
    assert_int_equal(ask_turn(&table, gathering_mover(&table), seen, text), OBJECTION_NONE);
    assert_int_equal(gathering_last(&table, 0)->after, seen);
    gathering_release(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("anybody can say something, also twice", anybody_can_say_something),
        TEST("the longest line is kept whole", the_longest_line_is_kept_whole),
        TEST("a table can be without chat", a_table_can_be_without_chat),
        TEST("the muted say nothing until they may again",
             the_muted_say_nothing_until_they_may_again),
        TEST("the host cannot mute himself", the_host_cannot_mute_himself),
        TEST("so many can be muted, and giving one the word makes room for another",
             so_many_can_be_muted),
        TEST("talk goes on in every phase, also after the end", talk_goes_on_in_every_phase),
        TEST("talk makes no turn stale", talk_makes_no_turn_stale),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
