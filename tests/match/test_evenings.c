/*
 * Whole random matches, from the opened table to the result: on every board, with every variant
 * and every number of seats.  What must hold whatever people do.
 */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board_file/boards.h"
#include "match/evening.h"
#include "rules/record.h"

/* Calls `check` on so many evenings; all cases once in the full test. */
static void each_evening(void (*check)(const struct gathering *table, uint64_t *random))
{
    uint64_t random = test_seed();
    const unsigned cases = evening_cases(), count = test_count(cases);
    const unsigned first = test_random_below(&random, cases);
    for (unsigned i = 0; i < count; i++) {
        struct match_settings settings;
        struct gathering table;
        /* A step without a common factor, so that few cases are of many kinds. */
        evening_settings(&settings, (first + i * 37) % cases, &random);
        evening_play(&table, &settings, &random);
        check(&table, &random);
        gathering_release(&table);
    }
}

/* ---- The game is the rules' game ------------------------------------------------------------- */

enum { RECORD_SIZE = 1 << 17 };

static void check_record(const struct gathering *table, uint64_t *random)
{
    static const struct record_names names;
    (void)random;
    char *buffer = malloc(RECORD_SIZE);
    assert_non_null(buffer);
    struct text text;
    text_init(&text, buffer, RECORD_SIZE);
    gathering_write_record(table, &names, &text);
    assert_false(text.cut);
    struct record_reader reader;
    record_reader_init(&reader, buffer, text.used, board_builtins, table->seed);
    if (record_read_rest(&reader) != RECORD_END)
        print_error("line %u: %s\n", reader.fault.line, SENTENCE(&reader.fault));
    assert_string_equal(SENTENCE(&reader.fault), "");
    assert_memory_equal(&reader.position.table, &table->match.position.table, sizeof(struct table));
    free(buffer);
}

TEST_CASE(a_match_is_a_game_by_the_rules)
{
    each_evening(check_record);
}

/* ---- The list of events ---------------------------------------------------------------------- */

static bool names_person(enum event_kind kind)
{
    return kind == EVENT_SIT || kind == EVENT_CHAT || kind == EVENT_MUTE || kind == EVENT_KEEP ||
           kind == EVENT_REMATCH;
}

static bool names_seat(enum event_kind kind)
{
    return kind == EVENT_SIT || kind == EVENT_STAND || kind == EVENT_SEAT || kind == EVENT_TURN ||
           kind == EVENT_READY || kind == EVENT_AWAY || kind == EVENT_BACK || kind == EVENT_KEEP ||
           kind == EVENT_TAKEBACK || kind == EVENT_ANSWER || kind == EVENT_UNDO;
}

/* What does not belong to an event's kind is zero, so that nothing rides along. */
static void check_fields(const struct event *event)
{
    static const struct turn no_turn;
    assert_true(event->kind < EVENT_KINDS);
    assert_int_equal(names_person(event->kind), event->person[0] != '\0');
    if (!names_seat(event->kind))
        assert_int_equal(event->seat, 0);
    if (event->kind != EVENT_SEAT)
        assert_int_equal(event->as, 0);
    assert_int_equal(event->kind == EVENT_SEAT && event->as == SEAT_BOT, event->bot[0] != '\0');
    if (event->kind != EVENT_TURN) {
        assert_memory_equal(&event->turn, &no_turn, sizeof no_turn);
        assert_int_equal(event->after, 0);
        assert_false(event->stand_in);
        assert_true(event->left == 0);
    }
    if (event->kind != EVENT_AWAY)
        assert_int_equal(event->away, 0);
    if (event->kind != EVENT_CLOSE)
        assert_int_equal(event->close, 0);
    if (event->kind != EVENT_MUTE && event->kind != EVENT_ANSWER)
        assert_false(event->on);
    assert_int_equal(event->kind == EVENT_TAKEBACK, event->of != 0);
    assert_int_equal(event->kind == EVENT_UNDO, event->turns != 0);
    assert_int_equal(event->kind == EVENT_CHAT, event->text[0] != '\0');
    assert_int_equal(event->kind == EVENT_REMATCH, event->table[0] != '\0');
}

/* A turn's time is its person's own, and its state the one that the person had seen. */
static void check_turn(const struct match *before, const struct event *event)
{
    const struct match_seat *seat = &before->state.seat[event->seat];
    const struct clock *clock = &before->state.settings.clock;
    assert_int_equal(event->seat, before->position.table.to_move);
    assert_int_equal(event->stand_in, seat->kind == SEAT_PERSON && seat->away);
    assert_true(event->after >= before->state.changed && event->after <= before->state.events);
    if (clock->kind != CLOCK_LIVE || seat->kind == SEAT_BOT)
        assert_true(event->left == 0);
    else if (event->stand_in)
        assert_true(event->left == seat->bank);
    else
        assert_true(event->left >= clock->increment &&
                    event->left <= seat->bank + clock->increment);
}

static void check_order(const struct gathering *table, uint64_t *random)
{
    (void)random;
    unsigned of[EVENT_KINDS] = {0};
    for (unsigned i = 0; i < table->events; i++) {
        const struct event *event = &table->event[i];
        check_fields(event);
        of[event->kind]++;
        assert_true(i == 0 || event->at >= event[-1].at);
        if (event->kind == EVENT_TURN)
            check_turn(&table->after[i - 1], event);
        if (event->kind == EVENT_END)
            assert_int_equal(event[-1].kind, EVENT_TURN);
        if (event->kind == EVENT_RESULT)
            assert_int_equal(event[-1].kind, EVENT_END);
        if (event->kind == EVENT_START)
            assert_int_equal(event[1].kind, EVENT_ROUND);
    }
    assert_int_equal(of[EVENT_START], 1);
    assert_int_equal(of[EVENT_RESULT], 1);
    assert_int_equal(of[EVENT_CLOSE], 0);
    assert_int_equal(of[EVENT_ROUND], table->match.position.table.round);
    assert_int_equal(of[EVENT_END], of[EVENT_ROUND]);
}

TEST_CASE(events_come_in_order_and_say_no_more_than_they_must)
{
    each_evening(check_order);
}

/* B4: most points win, and ties share. */
static void check_result(const struct gathering *table, uint64_t *random)
{
    (void)random;
    const struct table *over = &table->match.position.table;
    int best = over->points[0];
    unsigned winners = 0;
    for (unsigned seat = 0; seat < over->seats; seat++)
        best = over->points[seat] > best ? over->points[seat] : best;
    for (unsigned seat = 0; seat < over->seats; seat++)
        winners |= (unsigned)(over->points[seat] == best) << seat;
    assert_int_equal(over->phase, PHASE_GAME_OVER);
    assert_int_equal(over->winners, winners);
    assert_true(match_due(&table->match, &table->presence) == MATCH_NEVER);
    assert_null(match_bot_to_move(&table->match));
}

TEST_CASE(the_most_points_win)
{
    each_evening(check_result);
}

/* ---- Replaying ------------------------------------------------------------------------------- */

static void begin_again(struct match *match, const struct gathering *table)
{
    match_init(match, &table->match.state.settings, table->match.state.host, table->seed, OPENED);
}

static void check_replay(const struct gathering *table, uint64_t *random)
{
    (void)random;
    struct match match;
    struct fault fault = {0};
    begin_again(&match, table);
    for (unsigned i = 0; i < table->events; i++) {
        assert_true(match_replay(&match, &table->event[i], &fault));
        assert_memory_equal(&match, &table->after[i], sizeof match);
    }
    assert_memory_equal(&match, &table->match, sizeof match);
    match_state_resume(&match.state, table->now + DAY);
    match.state.since = table->match.state.since;
    assert_memory_equal(&match, &table->match, sizeof match);
}

TEST_CASE(a_list_gives_its_match_at_every_event)
{
    each_evening(check_replay);
}

/* ---- Damaged lists --------------------------------------------------------------------------- */

static bool is_bots_turn(const struct gathering *table, const struct event *event)
{
    return event->kind == EVENT_TURN &&
           (event->stand_in || table->match.state.seat[event->seat].kind == SEAT_BOT);
}

/* The match as it was before an event. */
static void match_before(struct match *match, const struct gathering *table, unsigned event)
{
    if (event == 0)
        begin_again(match, table);
    else
        memcpy(match, &table->after[event - 1], sizeof *match);
}

/* Replays one event; a refused one has changed nothing and the sentence says which it was. */
static bool replays(struct match *match, const struct event *event)
{
    struct fault fault = {0};
    char expected[64];
    struct match before;
    memcpy(&before, match, sizeof before);
    if (match_replay(match, event, &fault))
        return true;
    assert_memory_equal(match, &before, sizeof before);
    snprintf(expected, sizeof expected, "event %u (%s) cannot follow", match->state.events + 1,
             event_kind_names[event->kind]);
    assert_memory_equal(SENTENCE(&fault), expected, strlen(expected));
    return false;
}

/* What is left of a list whose numbers are wrong: no bot's turn, which knows its number, fits. */
static void check_rest_is_refused(const struct gathering *table, struct match *match, unsigned from)
{
    for (unsigned i = from; i < table->events; i++) {
        if (!replays(match, &table->event[i]))
            return;
        assert_false(is_bots_turn(table, &table->event[i]));
    }
}

static void take_out(const struct gathering *table, unsigned event)
{
    struct match match;
    match_before(&match, table, event);
    check_rest_is_refused(table, &match, event + 1);
}

static void make_double(const struct gathering *table, unsigned event)
{
    struct match match;
    memcpy(&match, &table->after[event], sizeof match);
    const bool accepted = replays(&match, &table->event[event]);
    assert_int_equal(accepted, table->event[event].kind == EVENT_CHAT);
    if (accepted)
        check_rest_is_refused(table, &match, event + 1);
}

/* Two that could as well have happened the other way round lead to the same game. */
static void swap(const struct gathering *table, unsigned event)
{
    struct match match;
    match_before(&match, table, event);
    if (!replays(&match, &table->event[event + 1]) || !replays(&match, &table->event[event]))
        return;
    for (unsigned i = event + 2; i < table->events; i++)
        if (!replays(&match, &table->event[i]))
            return;
    assert_int_equal(match.state.phase, MATCH_FINISHED);
    assert_memory_equal(&match.position, &table->match.position, sizeof match.position);
}

static void check_damage(const struct gathering *table, uint64_t *random)
{
    for (unsigned i = 0; i < 20; i++) {
        take_out(table, test_random_below(random, table->events));
        make_double(table, test_random_below(random, table->events));
        swap(table, test_random_below(random, table->events - 1));
    }
    for (unsigned i = 0; i < table->events; i++)
        if (table->event[i].kind != EVENT_TURN)
            make_double(table, i);
}

TEST_CASE(a_damaged_list_is_refused_without_harm)
{
    each_evening(check_damage);
}

/* Without the event that a game hangs on, the very next step is refused. */
static void check_vital(const struct gathering *table, uint64_t *random)
{
    (void)random;
    static const bool vital[EVENT_KINDS] = {
        [EVENT_START] = true, [EVENT_ROUND] = true, [EVENT_END] = true};
    for (unsigned i = 0; i + 1 < table->events; i++) {
        struct match match;
        unsigned next = i + 1;
        if (!vital[table->event[i].kind])
            continue;
        match_before(&match, table, i);
        while (next < table->events && table->event[next].kind != EVENT_ROUND &&
               table->event[next].kind != EVENT_TURN && table->event[next].kind != EVENT_RESULT &&
               replays(&match, &table->event[next]))
            next++;
        assert_true(next < table->events);
        assert_false(replays(&match, &table->event[next]));
    }
}

TEST_CASE(a_list_without_a_vital_event_is_refused)
{
    each_evening(check_vital);
}

TEST_CASE(a_turn_against_the_rules_is_refused_with_its_reason)
{
    const struct match_settings settings = gathering_settings(2);
    struct gathering table;
    gathering_start(&table, &settings, 1);
    struct event event = {.kind = EVENT_TURN, .at = OPENED, .seat = gathering_to_move(&table)};
    event.turn = (struct turn){.kind = TURN_PASS, .marker = JUNCTION_NONE};
    event.after = table.match.state.events;
    struct fault fault = {0};
    struct match match;
    memcpy(&match, &table.match, sizeof match);
    assert_false(match_replay(&match, &event, &fault));
    assert_string_equal(SENTENCE(&fault), "event 5 (turn) cannot follow the ones before it: "
                                          "the first turn of a round only places the start marker");
    assert_memory_equal(&match, &table.match, sizeof match);
    event.seat = SEATS_MAX;
    assert_false(match_replay(&match, &event, &fault));
    assert_string_equal(SENTENCE(&fault), "event 5 (turn) cannot follow the ones before it");
    gathering_release(&table);
}

/* Whoever laid the tracks, a person or a bot for him, is told by the list and must be so. */
TEST_CASE(a_turn_of_the_wrong_player_is_refused)
{
    const struct match_settings settings = gathering_settings(2);
    struct gathering table;
    struct match match;
    gathering_start(&table, &settings, 1);
    gathering_play(&table, "easy");
    struct event event = *gathering_last(&table, 0);
    match_before(&match, &table, table.events - 1);
    event.stand_in = true;
    assert_false(replays(&match, &event));
    event.stand_in = false;
    event.seat = 1 - event.seat;
    assert_false(replays(&match, &event));
    event.seat = 1 - event.seat;
    assert_true(replays(&match, &event));
    gathering_release(&table);
}

TEST_CASE(an_event_of_a_seat_that_is_not_there_is_refused)
{
    const struct match_settings settings = gathering_settings(2);
    struct gathering table;
    gathering_open(&table, &settings, 1);
    for (unsigned kind = 0; kind < EVENT_KINDS; kind++)
        for (unsigned seat = 2; seat <= SEATS_MAX; seat++) {
            struct event event = {.kind = (enum event_kind)kind, .seat = seat, .person = "bob"};
            if (names_seat(event.kind))
                assert_false(replays(&table.match, &event));
        }
    gathering_release(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("S4, B4: the turns of a match are a game by the rules, dealt by its seed",
             a_match_is_a_game_by_the_rules),
        TEST("events come in order and say no more than they must",
             events_come_in_order_and_say_no_more_than_they_must),
        TEST("B4: the most points win a match, and ties share", the_most_points_win),
        TEST("a list read again gives the same match, byte for byte, at every event",
             a_list_gives_its_match_at_every_event),
        TEST("a list with an event taken out, doubled or swapped is refused without harm",
             a_damaged_list_is_refused_without_harm),
        TEST("a list without a start, a round or an end is refused at once",
             a_list_without_a_vital_event_is_refused),
        TEST("a turn against the rules is refused with its reason",
             a_turn_against_the_rules_is_refused_with_its_reason),
        TEST("a turn of the wrong player is refused", a_turn_of_the_wrong_player_is_refused),
        TEST("an event of a seat that is not there is refused",
             an_event_of_a_seat_that_is_not_there_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
