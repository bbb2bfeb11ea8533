/*
 * Taking back a turn: who is asked, what becomes of the game, the clocks and the record.
 */
#include "support.h"

#include <string.h>

#include "match/gathering.h"

/* Three people, or two and a bot, in a round in which everybody has placed a marker and one more
 * seat has moved. */
static void start(struct gathering *table, const struct match_settings *settings)
{
    gathering_start(table, settings, 1);
    for (unsigned i = 0; i < 4; i++) {
        table->now += SECOND;
        gathering_play(table, "easy");
    }
}

static void start_three(struct gathering *table)
{
    const struct match_settings settings = gathering_settings(3);
    start(table, &settings);
}

/* Who moved so many turns ago. */
static unsigned mover(const struct gathering *table, unsigned ago)
{
    const unsigned seats = table->match.state.settings.seats;
    return (gathering_to_move(table) + 2 * seats - ago) % seats;
}

static const char *name(const struct gathering *table, unsigned seat)
{
    return table->match.state.seat[seat].person;
}

static uint32_t last_turn(const struct gathering *table, unsigned seat)
{
    return table->match.state.seat[seat].turn_number;
}

static enum objection ask(struct gathering *table, unsigned seat)
{
    return ask_takeback(table, name(table, seat), last_turn(table, seat));
}

static enum objection answer(struct gathering *table, unsigned seat, bool yes)
{
    return ask_answer(table, name(table, seat), table->match.state.takeback.number, yes);
}

TEST_CASE(when_all_agree_it_is_undone)
{
    struct gathering table;
    start_three(&table);
    const unsigned asker = mover(&table, 2);
    const uint32_t number = last_turn(&table, asker);
    const struct table before = table.after[number - 2].position.table;
    assert_int_equal(ask(&table, asker), OBJECTION_NONE);
    assert_int_equal(gathering_last(&table, 0)->kind, EVENT_TAKEBACK);
    assert_int_equal(ask(&table, asker), OBJECTION_NONE);
    assert_true(table.answer.again);
    assert_int_equal(answer(&table, mover(&table, 1), true), OBJECTION_NONE);
    assert_int_equal(answer(&table, mover(&table, 1), true), OBJECTION_NONE);
    assert_true(table.answer.again);
    assert_int_equal(table.match.state.taken_back, 0);
    assert_int_equal(answer(&table, mover(&table, 3), true), OBJECTION_NONE);
    assert_int_equal(gathering_last(&table, 0)->kind, EVENT_UNDO);
    assert_int_equal(gathering_last(&table, 0)->turns, 2);
    assert_memory_equal(&table.match.position.table, &before, sizeof before);
    assert_int_equal(gathering_to_move(&table), asker);
    assert_int_equal(table.match.state.taken_back, 2);
    assert_int_equal(table.match.state.takeback.number, 0);
    gathering_release(&table);
}

TEST_CASE(the_same_turn_again_is_another)
{
    struct gathering table;
    char text[TURN_TEXT_SIZE];
    start_three(&table);
    const unsigned asker = mover(&table, 1);
    const struct match_seat *seat = &table.match.state.seat[asker];
    const uint32_t after = seat->turn_after;
    notation_turn(text, table.match.state.settings.board, &seat->turn);
    assert_int_equal(ask(&table, asker), OBJECTION_NONE);
    for (unsigned i = 1; i < 3; i++)
        assert_int_equal(answer(&table, (asker + i) % 3, true), OBJECTION_NONE);
    assert_int_equal(ask_turn(&table, name(&table, asker), after, text), OBJECTION_STALE);
    assert_int_equal(ask(&table, asker), OBJECTION_STATE); /* it has no turn now */
    assert_int_equal(ask_turn(&table, name(&table, asker), table.match.state.events, text),
                     OBJECTION_NONE);
    gathering_release(&table);
}

TEST_CASE(one_no_refuses_it_for_a_while)
{
    struct gathering table;
    start_three(&table);
    const unsigned asker = mover(&table, 1);
    const struct table before = table.match.position.table;
    assert_int_equal(ask(&table, asker), OBJECTION_NONE);
    assert_int_equal(answer(&table, mover(&table, 2), true), OBJECTION_NONE);
    assert_int_equal(answer(&table, mover(&table, 0), false), OBJECTION_NONE);
    assert_memory_equal(&table.match.position.table, &before, sizeof before);
    assert_int_equal(answer(&table, mover(&table, 2), true), OBJECTION_STALE);
    table.now += 10 * SECOND;
    assert_int_equal(ask(&table, asker), OBJECTION_SLOW);
    assert_int_equal(table.answer.fault.id, FAULT_TAKEBACK_PAUSE);
    assert_string_equal(SENTENCE(&table.answer.fault),
                        "that was refused a moment ago: ask again in 20 s");
    assert_int_equal(ask(&table, mover(&table, 2)), OBJECTION_NONE); /* others may */
    assert_int_equal(answer(&table, asker, false), OBJECTION_NONE);
    table.now += 20 * SECOND;
    assert_int_equal(ask(&table, asker), OBJECTION_NONE);
    gathering_release(&table);
}

TEST_CASE(it_can_be_withdrawn_but_not_agreed_to_by_the_asker)
{
    struct gathering table;
    start_three(&table);
    const unsigned asker = mover(&table, 1);
    assert_int_equal(ask(&table, asker), OBJECTION_NONE);
    assert_int_equal(ask(&table, mover(&table, 2)), OBJECTION_STATE);
    assert_int_equal(table.answer.fault.id, FAULT_TAKEBACK_OPEN);
    assert_int_equal(answer(&table, asker, true), OBJECTION_FORBIDDEN);
    const uint32_t number = table.match.state.takeback.number;
    assert_int_equal(answer(&table, asker, false), OBJECTION_NONE);
    assert_int_equal(ask_answer(&table, name(&table, mover(&table, 2)), number, true),
                     OBJECTION_STALE);
    assert_int_equal(ask(&table, asker), OBJECTION_SLOW);
    gathering_release(&table);
}

TEST_CASE(eight_times_in_a_round)
{
    struct gathering table;
    start_three(&table);
    const unsigned asker = mover(&table, 1);
    for (unsigned i = 0; i < TAKEBACKS_MAX; i++) {
        assert_int_equal(ask(&table, asker), OBJECTION_NONE);
        assert_int_equal(answer(&table, asker, false), OBJECTION_NONE);
        table.now += MINUTE;
    }
    assert_int_equal(ask(&table, asker), OBJECTION_STATE);
    assert_int_equal(table.answer.fault.id, FAULT_TAKEBACK_TOO_OFTEN);
    gathering_release(&table);
}

TEST_CASE(it_lapses_with_the_next_own_turn_and_with_the_round)
{
    struct gathering table;
    start_three(&table);
    const unsigned asker = mover(&table, 1);
    assert_int_equal(ask(&table, asker), OBJECTION_NONE);
    const uint32_t number = table.match.state.takeback.number;
    gathering_play(&table, "easy");
    gathering_play(&table, "easy");
    assert_int_equal(table.match.state.takeback.number, number); /* the game goes on */
    gathering_play(&table, "easy");
    assert_int_equal(table.match.state.takeback.number, 0);
    gathering_play_round(&table, "easy");
    const unsigned last = gathering_last(&table, 1)->seat;
    assert_int_equal(ask(&table, last), OBJECTION_STATE);
    assert_int_equal(table.answer.fault.id, FAULT_ROUND_OVER);
    table.now += HOUR;
    assert_int_equal(gathering_tick(&table), 1);
    assert_int_equal(ask(&table, last), OBJECTION_STATE);
    assert_int_equal(table.answer.fault.id, FAULT_TAKEBACK_NOTHING);
    gathering_release(&table);
}

TEST_CASE(others_have_no_say)
{
    struct gathering table;
    const struct match_settings settings = gathering_settings(2);
    gathering_open(&table, &settings, 1);
    assert_int_equal(ask_takeback(&table, "ada", 1), OBJECTION_STATE);
    gathering_release(&table);
    start_three(&table);
    const unsigned asker = mover(&table, 1);
    assert_int_equal(ask_takeback(&table, "zoe", last_turn(&table, asker)), OBJECTION_FORBIDDEN);
    assert_int_equal(ask_takeback(&table, name(&table, asker), last_turn(&table, asker) - 1),
                     OBJECTION_STALE);
    assert_int_equal(ask_answer(&table, "ada", 1, true), OBJECTION_STALE);
    assert_int_equal(ask(&table, asker), OBJECTION_NONE);
    assert_int_equal(ask_answer(&table, "zoe", table.match.state.takeback.number, true),
                     OBJECTION_FORBIDDEN);
    assert_int_equal(ask_answer(&table, "zoe", table.match.state.takeback.number, false),
                     OBJECTION_FORBIDDEN);
    gathering_release(&table);
}

TEST_CASE(bots_agree_at_once)
{
    struct gathering table;
    struct match_settings settings = gathering_settings(2);
    settings.plan[1].kind = SEAT_BOT;
    memcpy(settings.plan[1].bot, "easy", 5);
    start(&table, &settings);
    assert_int_equal(ask(&table, 0), OBJECTION_NONE);
    assert_int_equal(gathering_last(&table, 0)->kind, EVENT_UNDO);
    assert_int_equal(gathering_to_move(&table), 0);
    assert_int_equal(table.match.state.taken_back, 1); /* of people */
    gathering_release(&table);
}

TEST_CASE(who_is_away_is_not_asked)
{
    struct gathering table;
    start_three(&table);
    const unsigned asker = mover(&table, 1), late = mover(&table, 0), other = mover(&table, 2);
    table.now += 3 * MINUTE;
    assert_int_equal(ask_away(&table, name(&table, other), late), OBJECTION_NONE);
    assert_int_equal(ask(&table, asker), OBJECTION_NONE);
    assert_int_equal(answer(&table, late, false), OBJECTION_STATE); /* a bot plays for them */
    assert_int_equal(answer(&table, other, true), OBJECTION_NONE);
    assert_int_equal(gathering_last(&table, 0)->kind, EVENT_UNDO);
    gathering_release(&table);
}

TEST_CASE(who_comes_back_is_asked)
{
    struct gathering table;
    start_three(&table);
    const unsigned asker = mover(&table, 1), late = mover(&table, 0), other = mover(&table, 2);
    assert_int_equal(ask_leave(&table, name(&table, late)), OBJECTION_NONE);
    assert_int_equal(ask(&table, asker), OBJECTION_NONE);
    assert_int_equal(ask_back(&table, name(&table, late)), OBJECTION_NONE);
    assert_int_equal(answer(&table, other, true), OBJECTION_NONE);
    assert_int_not_equal(table.match.state.takeback.number, 0);
    assert_int_equal(answer(&table, late, true), OBJECTION_NONE);
    assert_int_equal(gathering_last(&table, 0)->kind, EVENT_UNDO);
    gathering_release(&table);
}

/* Three ways to go, each when all but one have agreed. */
TEST_CASE(when_the_last_who_is_asked_goes_it_is_undone)
{
    for (unsigned way = 0; way < 3; way++) {
        struct gathering table;
        struct match_settings settings = gathering_settings(3);
        if (way == 2)
            settings.clock = (struct clock){CLOCK_LIVE, 100 * SECOND, 10 * SECOND, 0};
        start(&table, &settings);
        const unsigned asker = mover(&table, 1), late = mover(&table, 0), other = mover(&table, 2);
        assert_int_equal(ask(&table, asker), OBJECTION_NONE);
        assert_int_equal(answer(&table, other, true), OBJECTION_NONE);
        table.now += 3 * MINUTE;
        if (way == 0)
            assert_int_equal(ask_leave(&table, name(&table, late)), OBJECTION_NONE);
        else if (way == 1)
            assert_int_equal(ask_away(&table, name(&table, other), late), OBJECTION_NONE);
        else
            assert_int_equal(gathering_tick(&table), 2);
        assert_int_equal(gathering_last(&table, 1)->kind, EVENT_AWAY);
        assert_int_equal(gathering_last(&table, 0)->kind, EVENT_UNDO);
        assert_int_equal(gathering_to_move(&table), asker);
        gathering_release(&table);
    }
}

TEST_CASE(who_asks_and_goes_asks_no_more)
{
    struct gathering table;
    start_three(&table);
    const unsigned asker = mover(&table, 1);
    assert_int_equal(ask(&table, asker), OBJECTION_NONE);
    assert_int_equal(ask_leave(&table, name(&table, asker)), OBJECTION_NONE);
    assert_int_equal(table.match.state.takeback.number, 0);
    assert_int_equal(ask(&table, asker), OBJECTION_STATE);
    gathering_play(&table, "easy");
    gathering_play(&table, "easy");
    gathering_play(&table, "easy"); /* a bot, for them */
    assert_int_equal(ask_back(&table, name(&table, asker)), OBJECTION_NONE);
    assert_int_equal(ask(&table, asker), OBJECTION_STATE);
    assert_int_equal(table.answer.fault.id, FAULT_TAKEBACK_NOTHING);
    gathering_release(&table);
}

TEST_CASE(time_that_was_spent_is_gone)
{
    struct gathering table;
    struct match_settings settings = gathering_settings(2);
    settings.clock = (struct clock){CLOCK_LIVE, 100 * SECOND, 10 * SECOND, 0};
    gathering_start(&table, &settings, 1);
    const unsigned asker = gathering_to_move(&table);
    table.now += 7 * SECOND;
    gathering_play(&table, "easy");
    table.now += 3 * SECOND;
    gathering_play(&table, "easy");
    assert_true(table.match.state.seat[asker].bank == 103 * SECOND);
    table.now += 2 * SECOND;
    assert_int_equal(ask(&table, asker), OBJECTION_NONE);
    assert_int_equal(answer(&table, 1 - asker, true), OBJECTION_NONE);
    assert_true(table.match.state.seat[asker].bank == 93 * SECOND);
    assert_true(table.match.state.seat[1 - asker].bank == 97 * SECOND);
    assert_true(table.match.state.since == table.now);
    gathering_release(&table);
}

/* A server that was stopped between the last yes and what follows from it. */
TEST_CASE(a_list_that_breaks_off_goes_on)
{
    struct gathering table;
    start_three(&table);
    const unsigned asker = mover(&table, 1);
    assert_int_equal(ask(&table, asker), OBJECTION_NONE);
    for (unsigned i = 1; i < 3; i++)
        assert_int_equal(answer(&table, (asker + i) % 3, true), OBJECTION_NONE);
    const struct match whole = table.match;
    table.match = table.after[table.events - 2];
    table.events--;
    assert_int_equal(gathering_tick(&table), 1);
    assert_memory_equal(&table.match, &whole, sizeof whole);
    gathering_release(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("when all others have agreed, the turn and those since are undone",
             when_all_agree_it_is_undone),
        TEST("a turn that was taken back is not sent again by mistake",
             the_same_turn_again_is_another),
        TEST("one no refuses it, and it cannot be asked again for a while",
             one_no_refuses_it_for_a_while),
        TEST("whoever asks can withdraw it, and there is one question at a time",
             it_can_be_withdrawn_but_not_agreed_to_by_the_asker),
        TEST("a seat asks eight times in a round at most", eight_times_in_a_round),
        TEST("it lapses with the asker's next turn, and never reaches over the end of a round",
             it_lapses_with_the_next_own_turn_and_with_the_round),
        TEST("strangers and old numbers are refused", others_have_no_say),
        TEST("bots agree at once", bots_agree_at_once),
        TEST("who is away is not asked", who_is_away_is_not_asked),
        TEST("who comes back while it is open is asked", who_comes_back_is_asked),
        TEST("when the last who is asked leaves, is sent away or has no time left, it is undone",
             when_the_last_who_is_asked_goes_it_is_undone),
        TEST("who asks and goes asks no more, and a stand-in's turn is nobody's to take back",
             who_asks_and_goes_asks_no_more),
        TEST("time that was spent is not given back, nor what the turn earned",
             time_that_was_spent_is_gone),
        TEST("a list that breaks off after the last yes goes on", a_list_that_breaks_off_goes_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
