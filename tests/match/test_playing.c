/*
 * Turns, pauses and the end: what a player may send, when, and what the answer is the second time.
 */
#include "support.h"

#include <string.h>

#include "match/gathering.h"

static void start(struct gathering *table, unsigned seats)
{
    const struct match_settings settings = gathering_settings(seats);
    gathering_start(table, &settings, 3);
}

static enum objection ask_now(struct gathering *table, const char *person, const char *text)
{
    return ask_turn(table, person, table->match.state.events, text);
}

static const char *other_person(const struct gathering *table)
{
    return guests[(gathering_to_move(table) + 1) % table->match.state.settings.seats];
}

/* Two players on their markers; the one to move stands on K7. */
static void start_with_markers(struct gathering *table)
{
    start(table, 2);
    assert_int_equal(ask_now(table, gathering_mover(table), "@K7"), OBJECTION_NONE);
    assert_int_equal(ask_now(table, gathering_mover(table), "@C3"), OBJECTION_NONE);
}

/* ---- Turns ----------------------------------------------------------------------------------- */

TEST_CASE(a_legal_turn_becomes_an_event)
{
    struct gathering table;
    char text[TURN_TEXT_SIZE];
    start_with_markers(&table);
    const unsigned seat = gathering_to_move(&table);
    const uint32_t seen = table.match.state.events;
    table.now += 7 * SECOND;
    assert_int_equal(ask_turn(&table, guests[seat], seen, "K7-L7 L7-M7"), OBJECTION_NONE);
    const struct event *turn = gathering_last(&table, 0);
    assert_int_equal(turn->kind, EVENT_TURN);
    assert_int_equal(turn->seat, seat);
    assert_int_equal(turn->after, seen);
    assert_false(turn->stand_in);
    assert_true(turn->left == 0);
    notation_turn(text, table.match.state.settings.board, &turn->turn);
    assert_string_equal(text, "K7-L7 L7-M7");
    assert_int_equal(gathering_to_move(&table), 1 - seat);
    gathering_release(&table);
}

TEST_CASE(an_illegal_turn_names_its_rule)
{
    static const struct {
        const char *text, *rule;
    } cases[] = {
        {"@M5", "T2"},
        {"pass", "T4"},
        {"", "format"},
        {"A2-A3", "T5"},
        {"K7-L7 L7-M7 M7-N7", "T3"},
        {"K7-L7 K7-L7", "T6"},
        {"K7-L7 >L7", "V2"},
        {"K7-L7*", "X1"},
        {">L7", "T4"},
        {"L7-K7", "format"},
        {"K7-Z9", "format"},
        {"K7-L7  L7-M7", "format"},
        {"resign", "format"},
    };
    struct gathering table;
    start_with_markers(&table);
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_int_equal(ask_now(&table, gathering_mover(&table), cases[i].text),
                         OBJECTION_ILLEGAL);
        assert_string_equal(table.answer.fault.rule, cases[i].rule);
    }
    gathering_release(&table);
}

TEST_CASE(the_first_turn_places_the_marker)
{
    struct gathering table;
    start(&table, 2);
    assert_int_equal(ask_now(&table, gathering_mover(&table), "K7-L7"), OBJECTION_ILLEGAL);
    assert_string_equal(table.answer.fault.rule, "T2");
    assert_int_equal(ask_now(&table, gathering_mover(&table), "@K7"), OBJECTION_NONE);
    assert_int_equal(ask_now(&table, gathering_mover(&table), "@K7"), OBJECTION_ILLEGAL);
    assert_string_equal(table.answer.fault.rule, "T2");
    gathering_release(&table);
}

TEST_CASE(a_turn_waits_for_its_seat)
{
    struct gathering table;
    start(&table, 3);
    assert_int_equal(ask_now(&table, other_person(&table), "@K7"), OBJECTION_STATE);
    assert_string_equal(SENTENCE(&table.answer.fault), "it is not your turn");
    assert_int_equal(ask_now(&table, "zoe", "@K7"), OBJECTION_FORBIDDEN);
    gathering_release(&table);
}

TEST_CASE(a_turn_for_an_older_state_is_stale)
{
    struct gathering table;
    start_with_markers(&table);
    const char *mover = gathering_mover(&table);
    const uint32_t seen = table.match.state.events;
    assert_int_equal(ask_turn(&table, mover, seen - 1, "K7-L7"), OBJECTION_STALE);
    assert_int_equal(ask_turn(&table, mover, 0, "K7-L7"), OBJECTION_STALE);
    assert_int_equal(ask_turn(&table, mover, seen + 1, "K7-L7"), OBJECTION_FIELD);
    assert_int_equal(ask_turn(&table, mover, UINT32_MAX, "K7-L7"), OBJECTION_FIELD);
    assert_int_equal(ask_turn(&table, mover, seen, "K7-L7"), OBJECTION_NONE);
    gathering_release(&table);
}

TEST_CASE(a_turn_sent_again_is_answered_again)
{
    struct gathering table;
    start_with_markers(&table);
    const char *mover = gathering_mover(&table);
    const uint32_t seen = table.match.state.events;
    assert_int_equal(ask_turn(&table, mover, seen, "K7-L7"), OBJECTION_NONE);
    const uint32_t number = table.answer.number;
    assert_int_equal(ask_chat(&table, "zoe", "oh"), OBJECTION_NONE);
    assert_int_equal(ask_now(&table, gathering_mover(&table), "C3-C4"), OBJECTION_NONE);
    assert_int_equal(ask_turn(&table, mover, seen, "K7-L7"), OBJECTION_NONE);
    assert_true(table.answer.again);
    assert_int_equal(table.answer.number, number);
    assert_int_equal(ask_turn(&table, mover, seen, "L7-M7"), OBJECTION_STALE);
    assert_int_equal(ask_turn(&table, mover, seen, "K7-L7 L7-M7"), OBJECTION_STALE);
    assert_int_equal(ask_turn(&table, mover, seen + 1, "K7-L7"), OBJECTION_STALE);
    assert_int_equal(ask_turn(&table, other_person(&table), seen, "K7-L7"), OBJECTION_STALE);
    gathering_release(&table);
}

TEST_CASE(the_last_turn_is_answered_again_when_all_is_over)
{
    struct gathering table;
    start(&table, 2);
    while (table.match.state.phase != MATCH_FINISHED) {
        gathering_play_round(&table, "easy");
        table.now += HOUR;
        gathering_tick(&table);
    }
    uint32_t number = table.events;
    while (table.event[number - 1].kind != EVENT_TURN)
        number--;
    const struct event last = table.event[number - 1];
    char text[TURN_TEXT_SIZE];
    notation_turn(text, table.match.state.settings.board, &last.turn);
    assert_int_equal(ask_turn(&table, guests[last.seat], last.after, text), OBJECTION_NONE);
    assert_true(table.answer.again);
    assert_int_equal(table.answer.number, number);
    assert_int_equal(ask_now(&table, guests[last.seat], text), OBJECTION_STATE);
    assert_string_equal(SENTENCE(&table.answer.fault), "the game is over");
    assert_int_equal(ask_ready(&table, "ada", table.match.state.events), OBJECTION_STATE);
    assert_int_equal(ask_leave(&table, "ada"), OBJECTION_STATE);
    assert_int_equal(ask_back(&table, "ada"), OBJECTION_STATE);
    assert_int_equal(ask_start(&table, "ada"), OBJECTION_STATE);
    gathering_release(&table);
}

/* Adds a marker move to a turn that connects another seat and not the mover; false for others. */
static bool ends_for_another(const struct match *match, struct turn *turn)
{
    const struct board *board = match->state.settings.board;
    const unsigned mover = match->position.table.to_move;
    struct position position = match->position;
    turn->marker = turn->kind == TURN_LAY ? JUNCTION_NONE : turn->marker;
    assert_int_equal(position_play(&position, board, turn), ACCEPTED);
    if (position.table.phase == PHASE_PLAYING || position.table.supply == 0 ||
        (position.table.connected >> mover & 1))
        return false;
    struct draft draft;
    struct choices choices;
    draft_begin(&draft, &match->position.table, &match->position.hand[mover]);
    assert_int_equal(draft_turn(&draft, board, turn), ACCEPTED);
    turn_choices(&draft.table, board, &draft.hand, &draft.turn, &choices);
    turn->marker = (uint8_t)junction_set_next(&choices.places, 0);
    return turn->marker != JUNCTION_NONE;
}

/* A game with blocking up to where somebody can play such a turn. */
static void play_up_to_such_an_end(struct gathering *table, struct turn *turn)
{
    struct match_settings settings = gathering_settings(3);
    settings.variants = VARIANT_BLOCKING;
    for (uint64_t seed = test_seed();; seed++) {
        gathering_start(table, &settings, seed);
        while (table->match.state.phase == MATCH_PLAYING) {
            gathering_choose(table, "easy", turn);
            if (ends_for_another(&table->match, turn))
                return;
            gathering_play(table, "easy");
        }
        gathering_release(table);
    }
}

TEST_CASE(a_settled_turn_is_known_again)
{
    struct gathering table;
    struct turn turn;
    char text[TURN_TEXT_SIZE];
    play_up_to_such_an_end(&table, &turn);
    const char *mover = gathering_mover(&table);
    const uint32_t seen = table.match.state.events;
    notation_turn(text, table.match.state.settings.board, &turn);
    assert_non_null(strchr(text, '>'));
    assert_int_equal(ask_turn(&table, mover, seen, text), OBJECTION_NONE);
    assert_int_equal(table.event[seen].turn.marker, JUNCTION_NONE);
    assert_int_equal(table.event[seen + 1].kind, EVENT_END);
    assert_int_equal(ask_turn(&table, mover, seen, text), OBJECTION_NONE);
    assert_true(table.answer.again);
    assert_int_equal(table.answer.number, seen + 1);
    gathering_release(&table);
}

TEST_CASE(a_bots_turn_is_settled_too)
{
    struct gathering table;
    struct turn turn;
    play_up_to_such_an_end(&table, &turn);
    assert_int_equal(ask_leave(&table, gathering_mover(&table)), OBJECTION_NONE);
    const uint32_t seen = table.match.state.events;
    match_bot_turn(&table.match, &turn, table.now, gathering_listener(&table));
    assert_int_equal(table.event[seen].kind, EVENT_TURN);
    assert_int_equal(table.event[seen].turn.marker, JUNCTION_NONE);
    assert_int_equal(table.event[seen + 1].kind, EVENT_END);
    gathering_release(&table);
}

TEST_CASE(nobody_plays_while_a_bot_plays_for_him)
{
    struct gathering table;
    start_with_markers(&table);
    const char *mover = gathering_mover(&table);
    assert_int_equal(ask_leave(&table, mover), OBJECTION_NONE);
    assert_int_equal(ask_now(&table, mover, "K7-L7"), OBJECTION_STATE);
    assert_string_equal(SENTENCE(&table.answer.fault), "a bot plays for you: come back first");
    assert_int_equal(ask_back(&table, mover), OBJECTION_NONE);
    assert_int_equal(ask_now(&table, mover, "K7-L7"), OBJECTION_NONE);
    gathering_release(&table);
}

/* ---- Bots ------------------------------------------------------------------------------------ */

TEST_CASE(a_bot_plays_its_own_seat)
{
    struct gathering table;
    struct match_settings settings = gathering_settings(2);
    settings.plan[1].kind = SEAT_BOT;
    memcpy(settings.plan[1].bot, "easy", 5);
    gathering_start(&table, &settings, 3);
    for (unsigned turns = 0; turns < 6; turns++) {
        const bool bot = gathering_to_move(&table) == 1;
        const uint32_t seen = table.match.state.events;
        if (bot)
            assert_string_equal(match_bot_to_move(&table.match), "easy");
        else
            assert_null(match_bot_to_move(&table.match));
        gathering_play(&table, "easy");
        assert_int_equal(table.event[seen].seat, bot);
        assert_int_equal(table.event[seen].after, seen);
        assert_false(table.event[seen].stand_in);
    }
    gathering_release(&table);
}

TEST_CASE(a_bot_plays_for_who_has_left)
{
    struct gathering table;
    start_with_markers(&table);
    const unsigned seat = gathering_to_move(&table);
    assert_null(match_bot_to_move(&table.match));
    assert_int_equal(ask_leave(&table, guests[1 - seat]), OBJECTION_NONE);
    assert_int_equal(gathering_last(&table, 0)->kind, EVENT_AWAY);
    assert_int_equal(gathering_last(&table, 0)->seat, 1 - seat);
    assert_int_equal(gathering_last(&table, 0)->away, AWAY_LEFT);
    assert_null(match_bot_to_move(&table.match));
    assert_int_equal(ask_leave(&table, guests[1 - seat]), OBJECTION_NONE);
    assert_true(table.answer.again);
    assert_int_equal(ask_now(&table, guests[seat], "K7-L7"), OBJECTION_NONE);
    assert_string_equal(match_bot_to_move(&table.match), "hard");
    gathering_play(&table, "easy");
    assert_true(gathering_last(&table, 0)->stand_in);
    assert_true(gathering_last(&table, 0)->left == 0);
    assert_int_equal(ask_back(&table, guests[1 - seat]), OBJECTION_NONE);
    assert_int_equal(gathering_last(&table, 0)->kind, EVENT_BACK);
    assert_int_equal(ask_back(&table, guests[1 - seat]), OBJECTION_NONE);
    assert_true(table.answer.again);
    gathering_play(&table, "easy");
    assert_null(match_bot_to_move(&table.match));
    assert_int_equal(ask_leave(&table, "zoe"), OBJECTION_FORBIDDEN);
    assert_int_equal(ask_back(&table, "zoe"), OBJECTION_FORBIDDEN);
    gathering_release(&table);
}

/* ---- Between rounds -------------------------------------------------------------------------- */

/* Three persons in their first pause. */
static void start_and_pause(struct gathering *table)
{
    const struct match_settings settings = gathering_settings(3);
    for (uint64_t seed = 1;; seed++) {
        gathering_start(table, &settings, seed);
        gathering_play_round(table, "easy");
        if (table->match.state.phase == MATCH_PAUSE)
            return;
        gathering_release(table); /* one round was enough for the whole game */
    }
}

TEST_CASE(the_end_of_a_round_is_an_event)
{
    struct gathering table;
    start_and_pause(&table);
    assert_int_equal(gathering_last(&table, 0)->kind, EVENT_END);
    assert_int_equal(gathering_last(&table, 1)->kind, EVENT_TURN);
    assert_int_equal(ask_now(&table, "ada", "K7-L7"), OBJECTION_STATE);
    assert_string_equal(SENTENCE(&table.answer.fault), "the round is over, the next has not begun");
    assert_null(match_bot_to_move(&table.match));
    gathering_release(&table);
}

TEST_CASE(the_next_round_begins_when_all_are_ready)
{
    struct gathering table;
    start_and_pause(&table);
    const unsigned first = table.match.position.table.first;
    const uint32_t seen = table.match.state.events;
    assert_int_equal(ask_ready(&table, "cid", seen), OBJECTION_NONE);
    assert_int_equal(gathering_last(&table, 0)->kind, EVENT_READY);
    assert_int_equal(gathering_last(&table, 0)->seat, 2);
    assert_int_equal(ask_ready(&table, "cid", seen), OBJECTION_NONE);
    assert_true(table.answer.again);
    assert_int_equal(ask_ready(&table, "ada", seen), OBJECTION_NONE);
    assert_int_equal(table.match.state.phase, MATCH_PAUSE);
    assert_int_equal(ask_ready(&table, "bob", seen), OBJECTION_NONE);
    assert_int_equal(gathering_last(&table, 1)->kind, EVENT_READY);
    assert_int_equal(gathering_last(&table, 0)->kind, EVENT_ROUND);
    assert_int_equal(table.match.state.phase, MATCH_PLAYING);
    assert_int_equal(table.match.position.table.round, 2);
    assert_int_equal(gathering_to_move(&table), (first + 1) % 3);
    for (unsigned seat = 0; seat < 3; seat++)
        assert_false(table.match.state.seat[seat].ready);
    gathering_release(&table);
}

TEST_CASE(ready_is_for_players_in_a_pause)
{
    struct gathering table;
    start_and_pause(&table);
    const uint32_t seen = table.match.state.events;
    assert_int_equal(ask_ready(&table, "zoe", seen), OBJECTION_FORBIDDEN);
    assert_int_equal(ask_ready(&table, "ada", seen - 1), OBJECTION_STALE);
    assert_int_equal(ask_ready(&table, "ada", seen + 1), OBJECTION_FIELD);
    for (unsigned seat = 0; seat < 3; seat++)
        assert_int_equal(ask_ready(&table, guests[seat], seen), OBJECTION_NONE);
    assert_int_equal(ask_ready(&table, "ada", seen), OBJECTION_STALE);
    assert_int_equal(ask_ready(&table, "ada", table.match.state.events), OBJECTION_STATE);
    assert_string_equal(SENTENCE(&table.answer.fault), "the round is not over");
    gathering_release(&table);
}

TEST_CASE(who_is_away_counts_as_ready)
{
    struct gathering table;
    start_and_pause(&table);
    assert_int_equal(ask_leave(&table, "bob"), OBJECTION_NONE);
    assert_int_equal(ask_ready(&table, "bob", table.match.state.events), OBJECTION_STATE);
    assert_int_equal(ask_ready(&table, "cid", table.match.state.events), OBJECTION_NONE);
    assert_int_equal(table.match.state.phase, MATCH_PAUSE);
    assert_int_equal(ask_leave(&table, "ada"), OBJECTION_NONE);
    assert_int_equal(gathering_last(&table, 1)->kind, EVENT_AWAY);
    assert_int_equal(gathering_last(&table, 0)->kind, EVENT_ROUND);
    gathering_release(&table);
}

TEST_CASE(who_comes_back_is_waited_for)
{
    struct gathering table;
    start_and_pause(&table);
    assert_int_equal(ask_leave(&table, "bob"), OBJECTION_NONE);
    assert_int_equal(ask_back(&table, "bob"), OBJECTION_NONE);
    assert_int_equal(ask_ready(&table, "ada", table.match.state.events), OBJECTION_NONE);
    assert_int_equal(ask_ready(&table, "cid", table.match.state.events), OBJECTION_NONE);
    assert_int_equal(table.match.state.phase, MATCH_PAUSE);
    assert_int_equal(ask_ready(&table, "bob", table.match.state.events), OBJECTION_NONE);
    assert_int_equal(table.match.state.phase, MATCH_PLAYING);
    gathering_release(&table);
}

TEST_CASE(without_people_a_game_goes_on_by_itself)
{
    struct gathering table;
    start(&table, 2);
    assert_int_equal(ask_leave(&table, "ada"), OBJECTION_NONE);
    assert_int_equal(ask_leave(&table, "bob"), OBJECTION_NONE);
    while (table.match.state.phase == MATCH_PLAYING) {
        assert_string_equal(match_bot_to_move(&table.match), "hard");
        gathering_play(&table, "easy");
    }
    assert_int_equal(table.match.state.phase, MATCH_FINISHED);
    assert_true(match_due(&table.match, &table.presence) == MATCH_NEVER);
    gathering_release(&table);
}

TEST_CASE(the_result_follows_the_last_round_at_once)
{
    struct gathering table;
    start(&table, 2);
    while (table.match.state.phase != MATCH_FINISHED) {
        gathering_play_round(&table, "easy");
        for (unsigned seat = 0; seat < 2 && table.match.state.phase == MATCH_PAUSE; seat++)
            ask_ready(&table, guests[seat], table.match.state.events);
    }
    assert_int_equal(gathering_last(&table, 0)->kind, EVENT_RESULT);
    assert_int_equal(gathering_last(&table, 1)->kind, EVENT_END);
    assert_int_equal(gathering_last(&table, 2)->kind, EVENT_TURN);
    assert_int_equal(table.match.position.table.phase, PHASE_GAME_OVER);
    gathering_release(&table);
}

TEST_CASE(hands_are_there_while_a_round_is_played)
{
    struct gathering table;
    struct hand hand;
    const struct match_settings settings = gathering_settings(3);
    gathering_start(&table, &settings, 1);
    for (unsigned seat = 0; seat < 3; seat++) {
        memset(&hand, 0, sizeof hand);
        assert_true(match_hand(&table.match, seat, &hand));
        assert_memory_equal(&hand, &table.match.position.hand[seat], sizeof hand);
        assert_true(hand_is_known(&hand));
    }
    assert_false(match_hand(&table.match, 3, &hand));
    assert_false(match_hand(&table.match, SEAT_NONE, &hand));
    gathering_release(&table);
    start_and_pause(&table);
    assert_false(match_hand(&table.match, 0, &hand));
    gathering_release(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("a legal turn becomes an event", a_legal_turn_becomes_an_event),
        TEST("an illegal turn is refused with the rule's id and a sentence",
             an_illegal_turn_names_its_rule),
        TEST("T2: the first turn of a match places the marker, on a free junction",
             the_first_turn_places_the_marker),
        TEST("T1: a turn waits for its seat, and is for players only", a_turn_waits_for_its_seat),
        TEST("a turn for an older state is stale, one for a later state makes no sense",
             a_turn_for_an_older_state_is_stale),
        TEST("a turn sent again is answered again and not played again",
             a_turn_sent_again_is_answered_again),
        TEST("the last turn is answered again when all is over, and nothing else is possible",
             the_last_turn_is_answered_again_when_all_is_over),
        TEST("V2: a turn whose marker move was taken off is known again with it",
             a_settled_turn_is_known_again),
        TEST("V2: a bot's marker move is taken off a turn that ends the round",
             a_bots_turn_is_settled_too),
        TEST("nobody plays while a bot plays for him", nobody_plays_while_a_bot_plays_for_him),
        TEST("a bot plays its own seat", a_bot_plays_its_own_seat),
        TEST("a bot plays for who has left, until he is back", a_bot_plays_for_who_has_left),
        TEST("the end of a round is an event, and then nobody is to move",
             the_end_of_a_round_is_an_event),
        TEST("B6: the next round begins when all are ready, one seat further",
             the_next_round_begins_when_all_are_ready),
        TEST("only a player in a pause can be ready, for this pause",
             ready_is_for_players_in_a_pause),
        TEST("who is away counts as ready", who_is_away_counts_as_ready),
        TEST("who comes back in a pause is waited for", who_comes_back_is_waited_for),
        TEST("without people a game goes on by itself to its end",
             without_people_a_game_goes_on_by_itself),
        TEST("the result follows the last round at once",
             the_result_follows_the_last_round_at_once),
        TEST("hands are there while a round is played, and not in a pause",
             hands_are_there_while_a_round_is_played),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
