/* A table of a party: its cards are shown when it is over and somebody says that all others are. */
#include "match/gathering.h"
#include "support.h"

static struct match_settings party_settings(void)
{
    struct match_settings settings = gathering_settings(2);
    settings.party = true;
    return settings;
}

static void play_to_the_end(struct gathering *table)
{
    while (table->match.state.phase != MATCH_FINISHED) {
        if (table->match.state.phase == MATCH_PLAYING)
            gathering_play(table, "easy");
        for (unsigned seat = 0; seat < 2 && table->match.state.phase == MATCH_PAUSE; seat++)
            ask_ready(table, guests[seat], table->match.state.events);
    }
}

static bool replays(const struct match *before, const struct event *event)
{
    struct match match = *before;
    struct fault fault = {0};
    return match_replay(&match, event, &fault);
}

static unsigned reveal(struct gathering *table)
{
    const unsigned before = table->events;
    match_reveal(&table->match, table->now, gathering_listener(table));
    return table->events - before;
}

static const struct event a_reveal = {.kind = EVENT_REVEAL, .at = OPENED};

TEST_CASE(one_for_each_round)
{
    const struct match_settings settings = party_settings();
    struct gathering table;
    gathering_start(&table, &settings, test_seed());
    play_to_the_end(&table);
    assert_false(match_is_revealed(&table.match));
    const unsigned rounds = table.match.position.table.round;
    unsigned shown = 0;
    while (!match_is_revealed(&table.match))
        shown += reveal(&table);
    assert_int_equal(shown, rounds);
    assert_int_equal(table.match.state.revealed, rounds);
    for (unsigned i = 0; i < rounds; i++)
        assert_int_equal(gathering_last(&table, i)->kind, EVENT_REVEAL);
    assert_int_equal(gathering_last(&table, rounds)->kind, EVENT_RESULT);
    assert_int_equal(reveal(&table), 0);
    assert_false(replays(&table.match, &a_reveal));
    gathering_release(&table);
}

TEST_CASE(not_before_the_end)
{
    const struct match_settings settings = party_settings();
    struct gathering table;
    gathering_start(&table, &settings, test_seed());
    play_to_the_end(&table);
    for (unsigned i = 0; i < table.events; i++)
        assert_int_equal(replays(&table.after[i], &a_reveal),
                         table.after[i].state.phase == MATCH_FINISHED);
    gathering_release(&table);
}

static bool shows_cards(const struct table *table)
{
    for (unsigned seat = 0; seat < table->seats; seat++)
        if (hand_is_known(&table->shown[seat]))
            return true;
    return false;
}

/* Whoever is given the table of a match is not given cards that others still play with. */
TEST_CASE(not_on_the_table_either)
{
    const struct match_settings settings = party_settings();
    struct gathering table;
    gathering_start(&table, &settings, test_seed());
    play_to_the_end(&table);
    for (unsigned i = 0; i < table.events; i++)
        assert_false(shows_cards(&table.after[i].position.table));
    while (!match_is_revealed(&table.match)) {
        assert_false(shows_cards(&table.match.position.table));
        reveal(&table);
    }
    assert_true(shows_cards(&table.match.position.table));
    gathering_release(&table);
}

TEST_CASE(a_closed_table)
{
    const struct match_settings settings = party_settings();
    struct gathering table;
    gathering_open(&table, &settings, 1);
    assert_int_equal(ask_close(&table, "ada"), OBJECTION_NONE);
    assert_false(match_is_revealed(&table.match));
    assert_int_equal(reveal(&table), 1);
    assert_true(match_is_revealed(&table.match));
    assert_int_equal(reveal(&table), 0);
    gathering_release(&table);
}

TEST_CASE(many_rounds)
{
    const struct match_settings settings = party_settings();
    struct gathering table;
    gathering_start(&table, &settings, test_seed());
    play_to_the_end(&table);
    table.match.position.table.round = 2 * REVEALS_AT_ONCE + 1;
    assert_int_equal(reveal(&table), REVEALS_AT_ONCE);
    assert_int_equal(ask_chat(&table, "ada", "and the others?"), OBJECTION_NONE);
    assert_int_equal(reveal(&table), REVEALS_AT_ONCE);
    assert_false(match_is_revealed(&table.match));
    assert_int_equal(reveal(&table), 1);
    assert_true(match_is_revealed(&table.match));
    gathering_release(&table);
}

TEST_CASE(a_table_by_itself)
{
    const struct match_settings settings = gathering_settings(2);
    struct gathering table;
    gathering_start(&table, &settings, test_seed());
    assert_false(match_is_revealed(&table.match));
    play_to_the_end(&table);
    assert_true(match_is_revealed(&table.match));
    assert_int_equal(reveal(&table), 0);
    assert_false(replays(&table.match, &a_reveal));
    gathering_release(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("each round that was played is revealed once", one_for_each_round),
        TEST("nothing is revealed before the game is over", not_before_the_end),
        TEST("R6: the table does not show the cards before that either", not_on_the_table_either),
        TEST("a closed table has one reveal", a_closed_table),
        TEST("many rounds are revealed a few at a time, whatever is said meanwhile", many_rounds),
        TEST("a table by itself has nothing to reveal", a_table_by_itself),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
