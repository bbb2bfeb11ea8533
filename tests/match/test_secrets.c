/*
 * Secrets of a match: two that differ in nothing but the cards of others tell and answer the same,
 * to the byte, until a round ends.
 */
#include "support.h"

#include <string.h>

#include "match/twins.h"

enum { TURNS_MAX = 400 };

/* What I, or anybody who looks on, can find out without a round being over. */
static void check_same_sight(const struct twins *twins)
{
    const struct gathering *one = &twins->table[0], *other = &twins->table[1];
    struct hand mine[2];
    struct view view[2];
    assert_int_equal(one->events, other->events);
    assert_memory_equal(one->event, other->event, one->events * sizeof *one->event);
    assert_true(match_hand(&one->match, ME, &mine[0]));
    assert_true(match_hand(&other->match, ME, &mine[1]));
    assert_memory_equal(&mine[0], &mine[1], sizeof mine[0]);
    view_of(&view[0], &one->match.position, ME);
    view_of(&view[1], &other->match.position, ME);
    assert_memory_equal(&view[0], &view[1], sizeof view[0]);
    assert_memory_equal(one->match.state.seat, other->match.state.seat,
                        sizeof one->match.state.seat);
    assert_true(match_due(&one->match, &one->presence) ==
                match_due(&other->match, &other->presence));
    for (unsigned seat = 0; seat < one->match.state.settings.seats; seat++)
        assert_true(match_state_time_left(&one->match.state, &view[0].table, seat, one->now) ==
                    match_state_time_left(&other->match.state, &view[1].table, seat, other->now));
    const char *bot = match_bot_to_move(&one->match);
    assert_int_equal(bot == NULL, match_bot_to_move(&other->match) == NULL);
}

/* I try things at both tables, sensible or not; a turn among them may be accepted by chance. */
static void try_something(struct twins *twins)
{
    static const char *const tries[] = {"pass", "A2-A3", "@A1", "K7-L7 L7-M7", "K7-L7 >L7"};
    const unsigned what = test_random_below(&twins->random, 8);
    const char *text = tries[test_random_below(&twins->random, 5)];
    const uint32_t back = test_random_below(&twins->random, 3);
    for (unsigned i = 0; i < 2; i++) {
        struct gathering *table = &twins->table[i];
        switch (what) {
        case 0:
            ask_chat(table, guests[ME], "who is nearly there?");
            break;
        case 1:
            ask_ready(table, guests[ME], table->match.state.events);
            break;
        case 2:
            ask_away(table, guests[ME], 1);
            break;
        case 3:
            ask_leave(table, guests[ME]);
            ask_back(table, guests[ME]);
            break;
        default:
            ask_turn(table, guests[ME], table->match.state.events - back, text);
        }
    }
    if (twins_both_play(twins))
        twins_check_answers(twins);
}

TEST_CASE(nothing_tells_of_the_cards_of_others)
{
    uint64_t random = test_seed();
    unsigned turns = 0;
    const unsigned games = test_count(200);
    for (unsigned game = 0; game < games; game++) {
        struct twins twins;
        twins_start(&twins, game, &random);
        for (unsigned i = 0; i < TURNS_MAX && twins_both_play(&twins); i++) {
            check_same_sight(&twins);
            if (test_random_below(&random, 3) == 0)
                try_something(&twins);
            twins.table[0].now += SECOND;
            twins.table[1].now += SECOND;
            if (!twins_play_turn(&twins))
                break;
            turns++;
        }
        twins_release(&twins);
    }
    assert_true(turns > 20 * games); /* most rounds were compared almost to their end */
}

/* The cards do differ: without that the test above could not fail. */
TEST_CASE(the_twins_differ_in_the_cards_of_others)
{
    uint64_t random = test_seed();
    struct twins twins;
    twins_start(&twins, 0, &random);
    struct hand one, other;
    assert_true(match_hand(&twins.table[0].match, twins.left, &one));
    assert_true(match_hand(&twins.table[1].match, twins.left, &other));
    assert_memory_not_equal(&one, &other, sizeof one);
    assert_true(match_hand(&twins.table[1].match, twins.right, &other));
    assert_memory_equal(&one, &other, sizeof one);
    twins_release(&twins);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("the twins differ in the cards of others", the_twins_differ_in_the_cards_of_others),
        TEST("S4: no event and no answer tells of the cards of others before the round ends",
             nothing_tells_of_the_cards_of_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
