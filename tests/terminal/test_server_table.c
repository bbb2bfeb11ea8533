/* How the terminal shows a server's messages, without a server: the people at a table. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board_file/boards.h"
#include "follow/server.h"
#include "match/evening.h"
#include "server/tables/event_details.h"
#include "terminal/history_record.h"
#include "terminal/room.h"

static bool may(struct room *room, int64_t now_ms, enum source_request_kind kind)
{
    server_table_tick(&room->table, now_ms);
    return source_may(&room->source, kind);
}

/* ---- Waiting rooms ----------------------------------------------------------------------- */

static void the_host_alone_has_the_host_s_wishes(void **unused)
{
    static struct room room;
    (void)unused;
    open_room(&room, "ada", NO_CLOCK, 0);
    assert_true(may(&room, 0, ASK_SEAT) && may(&room, 0, ASK_FILL) && may(&room, 0, ASK_CLOSE));
    assert_false(may(&room, 0, ASK_START)); /* a seat is free */
    event(&room, 2, T, "\"kind\": \"seat\", \"seat\": 2, \"as\": \"easy\"");
    assert_true(may(&room, 0, ASK_START));
    assert_false(may(&room, 0, ASK_FILL));
    close_room(&room);

    open_room(&room, "cleo", NO_CLOCK, 0);
    assert_false(may(&room, 0, ASK_SEAT) || may(&room, 0, ASK_CLOSE) || may(&room, 0, ASK_MUTE));
    assert_false(may(&room, 0, ASK_SIT)); /* without the key of the invitation */
    follow_set_key(&room.table.follow, "key");
    assert_true(may(&room, 0, ASK_SIT));
    close_room(&room);
}

static void a_seat_becomes_what_it_was_when_somebody_gets_up(void **unused)
{
    static struct room room;
    (void)unused;
    open_room(&room, "ben", NO_CLOCK, 0);
    event(&room, 2, T, "\"kind\": \"sit\", \"seat\": 2, \"who\": \"ben\"");
    assert_int_equal(room.source.keyboard, 1);
    assert_true(may(&room, 0, ASK_STAND));
    event(&room, 3, T, "\"kind\": \"stand\", \"seat\": 2");
    assert_int_equal(room.source.keyboard, SEAT_NONE);
    assert_int_equal(room.source.seat[1].kind, SOURCE_INVITED);
    close_room(&room);
}

static void what_was_before_is_no_news_and_nothing_is_told_twice(void **unused)
{
    static struct room room;
    const struct source_talk *talk = &room.source.talk;
    const char *both = "{\"id\": \"ada\", \"name\": \"Ada\", \"here\": true, \"seated\": true}, "
                       "{\"id\": \"ben\", \"name\": \"Ben\", \"here\": false, \"seated\": true}";
    (void)unused;
    open_room(&room, "ada", NO_CLOCK, 2);
    event(&room, 2, T, "\"kind\": \"sit\", \"seat\": 2, \"who\": \"ben\"");
    people(&room, both);
    assert_int_equal(talk->lines, 0);
    assert_string_equal(room.source.seat[1].name, "Ben");
    assert_true(room.source.seat[1].is_gone);
    assert_int_equal(room.source.room.watching, 2);
    event(&room, 3, T, "\"kind\": \"stand\", \"seat\": 2");
    event(&room, 3, T, "\"kind\": \"stand\", \"seat\": 2"); /* after reconnecting */
    event(&room, 4, T, "\"kind\": \"sit\", \"seat\": 2, \"who\": \"ben\", \"program\": true");
    assert_int_equal(talk->lines, 1);
    people(&room, both);
    people(&room, both);
    assert_int_equal(talk->lines, 2);
    assert_string_equal(source_talk_line(talk, 0)->words, "Ben gets up from seat 2.");
    assert_string_equal(source_talk_line(talk, 1)->words, "Ben (program) sits down on seat 2.");
    assert_string_equal(room.source.seat[1].name, "Ben (program)");
    close_room(&room);
}

/* ---- Time -------------------------------------------------------------------------------- */

static void a_bot_may_be_asked_for_after_two_minutes_without_a_clock(void **unused)
{
    static struct room room;
    (void)unused;
    open_room(&room, "ada", NO_CLOCK, 0);
    start_game(&room, 2);
    assert_false(may(&room, 2 * MINUTE - 1, ASK_AWAY));
    assert_true(may(&room, 2 * MINUTE, ASK_AWAY));
    event(&room, 5, T + 2 * MINUTE, "\"kind\": \"away\", \"seat\": 2, \"why\": \"gone\"");
    assert_false(may(&room, 9 * MINUTE, ASK_AWAY));
    assert_true(room.source.seat[1].is_away && room.source.seat[1].thinks);
    close_room(&room);

    open_room(&room, "ada", NO_CLOCK, 0);
    start_game(&room, 1);
    assert_false(may(&room, 9 * MINUTE, ASK_AWAY)); /* one's own turn */
    close_room(&room);

    open_room(&room, "cleo", NO_CLOCK, 0);
    start_game(&room, 2);
    assert_false(may(&room, 9 * MINUTE, ASK_AWAY)); /* without a seat */
    close_room(&room);
}

static void the_clock_of_the_seat_to_move_runs(void **unused)
{
    static struct room room;
    const struct source_seat *seat = room.source.seat;
    (void)unused;
    open_room(&room, "ada", "{\"kind\": \"live\", \"bank\": 60, \"increment\": 5}", 0);
    start_game(&room, 1);
    server_table_tick(&room.table, 7000);
    assert_int_equal(seat[0].clock_ms, 53000);
    assert_int_equal(seat[1].clock_ms, 60000);
    assert_int_equal(seat[2].clock_ms, -1); /* bots have no clock */
    event(&room, 5, T + 10000,
          "\"kind\": \"turn\", \"seat\": 1, \"turn\": \"@K7\", \"after\": 4, \"left\": 55000");
    server_table_tick(&room.table, 12000);
    assert_int_equal(seat[0].clock_ms, 55000);
    assert_int_equal(seat[1].clock_ms, 58000);
    server_table_tick(&room.table, 5 * MINUTE);
    assert_int_equal(seat[1].clock_ms, 0);
    event(&room, 6, T + 5 * MINUTE, "\"kind\": \"away\", \"seat\": 2, \"why\": \"time\"");
    event(&room, 7, T + 6 * MINUTE, "\"kind\": \"back\", \"seat\": 2");
    server_table_tick(&room.table, 6 * MINUTE + 1000);
    assert_int_equal(seat[1].clock_ms, 9000); /* ten seconds, as the protocol says */
    close_room(&room);
}

static void talk_does_not_disturb_a_turn_that_is_being_entered(void **unused)
{
    static struct room room;
    (void)unused;
    open_room(&room, "ada", NO_CLOCK, 0);
    start_game(&room, 1);
    const unsigned changes = room.source.changes, moments = room.source.history.moments;
    event(&room, 5, T, "\"kind\": \"chat\", \"who\": \"ben\", \"text\": \"a\\u202eb\"");
    event(&room, 6, T, "\"kind\": \"away\", \"seat\": 2, \"why\": \"left\"");
    event(&room, 7, T, "\"kind\": \"back\", \"seat\": 2");
    assert_int_equal(room.source.changes, changes);
    assert_int_equal(room.source.history.moments, moments);
    assert_string_equal(source_talk_line(&room.source.talk, 0)->words, "a?b"); /* sanitized */
    event(&room, 8, T, "\"kind\": \"away\", \"seat\": 1, \"why\": \"left\"");
    assert_int_not_equal(room.source.changes, changes);
    assert_false(source_is_mine(&room.source));
    close_room(&room);
}

static void greet(struct room *room, const char *id)
{
    assert_true(hears(room,
                      "{\"is\": \"hello\", \"now\": %d, \"you\": {\"id\": \"%s\", \"name\": \"\"}}",
                      T, id));
    server_table_update_notice(&room->table);
}

TEST_CASE(an_ended_session_is_told_in_a_clear_sentence)
{
    static struct room room;
    open_room(&room, "ben", NO_CLOCK, 0);
    greet(&room, "ben");
    assert_string_equal(room.table.failure, "");
    greet(&room, "");
    assert_non_null(strstr(room.source.notice, "The server does not know you any more"));
    close_room(&room);
    open_room(&room, "ben", NO_CLOCK, 0);
    greet(&room, "eve");
    assert_non_null(strstr(room.source.notice, "start again to go on as somebody new"));
    close_room(&room);
}

/* ---- Whole games ------------------------------------------------------------------------- */

static void hear_text(struct room *room, const struct text *text)
{
    assert_false(text->cut);
    if (!server_table_receive(&room->table, text->start, 0, room->why))
        fail_msg("%s: %s", text->start, room->why);
}

/* Writes a level; a server seats no other bots. */
static void name_level(char bot[BOT_NAME_SIZE])
{
    if (bot[0] != '\0')
        memcpy(bot, "easy", sizeof "easy");
}

/* Opens the table as the person `me`. */
static void begin_evening(struct room *room, const struct gathering *table, const char *me)
{
    static char bytes[FOLLOWING_TEXT_SIZE];
    struct told_following told;
    struct match opened;
    struct text text;
    enter_room(room);
    assert_true(
        hears(room, "{\"is\": \"hello\", \"now\": %lld, \"you\": {\"id\": \"%s\", \"name\": \"\"}}",
              (long long)OPENED, me));
    match_init(&opened, &table->match.state.settings, table->match.state.host, table->seed, OPENED);
    say_table(&told, &opened, me);
    if (told.table.party > 0)
        memcpy(told.table.party_table, "one\0____________\0two", sizeof "one\0____________\0two");
    for (unsigned seat = 0; seat < told.table.settings.seats; seat++) {
        name_level(told.table.settings.plan[seat].bot);
        name_level(told.table.seat[seat].bot);
    }
    text_init(&text, bytes, sizeof bytes);
    told_following_write(&told, &text);
    hear_text(room, &text);
}

/* Passes an event as a server writes it; a deal is followed by the listener's cards. */
static void hear_event(struct room *room, const struct gathering *table, unsigned number,
                       const struct position *ended, const char *me)
{
    static char body[EVENT_BODY_SIZE], bytes[EVENT_MESSAGE_SIZE];
    const struct match *after = &table->after[number];
    const struct event *event = &table->event[number];
    struct told_event told;
    struct told_hand hand;
    struct text text;
    event_details_of(&told, after, event, ended);
    name_level(told.event.bot);
    text_init(&text, body, sizeof body);
    event_body_write(&told, &after->state.settings, &text);
    const size_t length = text.used;
    text_init(&text, bytes, sizeof bytes);
    event_message_write(told.number, event->at, body, length, &text);
    hear_text(room, &text);
    if (event->kind != EVENT_ROUND || !say_cards(&hand, after, me))
        return;
    text_init(&text, bytes, sizeof bytes);
    told_hand_write(&hand, &after->state.settings, &text);
    hear_text(room, &text);
}

/* What is shown is what happened; at a duplicate table, without the cards. */
static void check_shown(const struct room *room, const struct match *after, const char *me)
{
    const struct table *shown = source_table(&room->source), *table = &after->position.table;
    const unsigned seat = match_state_seat_of(&after->state, me);
    assert_int_equal(room->source.keyboard, seat);
    assert_int_equal(shown->round, table->round);
    if (table->phase == PHASE_PLAYING) {
        assert_int_equal(shown->phase, PHASE_PLAYING);
        assert_int_equal(shown->to_move, table->to_move);
    }
    if (table->phase < PHASE_ROUND_OVER || after->state.phase == MATCH_PLAYING)
        return; /* the end of the round has not been announced */
    assert_int_equal(shown->phase, table->phase);
    assert_memory_equal(shown->lost, table->lost, sizeof shown->lost);
    assert_memory_equal(shown->points, table->points, sizeof shown->points);
    for (unsigned i = 0; i < table->seats; i++)
        assert_int_equal(room->source.seat[i].is_ready, after->state.seat[i].ready);
}

/* Once everything has been announced, the cards of all finished rounds are known. */
static void check_cards(const struct room *room)
{
    const struct history *history = &room->source.history;
    for (unsigned i = 0; i < history->moments; i++) {
        const struct table *table = &history->moment[i].table;
        for (unsigned seat = 0; seat < table->seats && table->phase >= PHASE_ROUND_OVER; seat++)
            assert_true(hand_is_known(&table->shown[seat]));
    }
}

/* The saved record can be read as the same game. */
static void check_record(const struct room *room)
{
    static char text[1 << 20];
    const struct history *shown = &room->source.history;
    char path[] = "/tmp/railhead-record-XXXXXX/game.rail", why[SOURCE_SENTENCE_SIZE];
    struct history read;
    struct fault fault = {0};
    path[strlen(path) - strlen("/game.rail")] = '\0';
    assert_non_null(mkdtemp(path));
    path[strlen(path)] = '/';
    if (!server_table_save(&room->table, path, why))
        fail_msg("%s", why);
    assert_false(server_table_save(&room->table, path, why)); /* the file exists */
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    const size_t size = fread(text, 1, sizeof text, file);
    fclose(file);
    assert_int_equal(remove(path), 0);
    *strrchr(path, '/') = '\0';
    assert_int_equal(remove(path), 0);
    history_init(&read);
    if (!history_read_record(&read, text, size, board_builtins, NULL, &fault))
        fail_msg("%s", SENTENCE(&fault));
    assert_int_equal(read.moments, shown->moments);
    for (unsigned i = 0; i < read.moments; i++)
        assert_memory_equal(&read.moment[i].turn, &shown->moment[i].turn, sizeof(struct turn));
    history_release(&read);
}

static void whole_games_are_shown_as_they_were(void **unused)
{
    static struct room room;
    uint64_t random = test_seed();
    (void)unused;
    for (unsigned i = 0; i < test_count(40); i++) {
        const char *me = i % 3 == 0 ? "zoe" : guests[i % 2];
        struct match_settings settings;
        struct gathering table;
        evening_settings(&settings, test_random_below(&random, evening_cases()), &random);
        settings.party = !(settings.variants & VARIANT_OPEN_CARDS) && i % 2 == 0;
        evening_play(&table, &settings, &random);
        while (!match_is_revealed(&table.match))
            match_reveal(&table.match, table.now, gathering_listener(&table));
        struct position *ended = calloc(table.match.position.table.round + 1U, sizeof *ended);
        assert_non_null(ended);
        begin_evening(&room, &table, me);
        for (unsigned n = 0; n < table.events; n++) {
            const struct match *after = &table.after[n];
            const unsigned revealed = after->state.revealed;
            if (table.event[n].kind == EVENT_END)
                ended[after->position.table.round - 1] = after->position;
            hear_event(
                &room, &table, n,
                revealed > 0 && after->position.table.round > 0 ? &ended[revealed - 1] : NULL, me);
            server_table_tick(&room.table, 0);
            check_shown(&room, after, me);
        }
        check_cards(&room);
        check_record(&room);
        close_room(&room);
        free(ended);
        gathering_release(&table);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("the host alone has the host's wishes", the_host_alone_has_the_host_s_wishes),
        TEST("a seat becomes what it was when somebody gets up",
             a_seat_becomes_what_it_was_when_somebody_gets_up),
        TEST("what was before is no news, and nothing is told twice",
             what_was_before_is_no_news_and_nothing_is_told_twice),
        TEST("a bot may be asked for after two minutes without a clock",
             a_bot_may_be_asked_for_after_two_minutes_without_a_clock),
        TEST("the clock of the seat to move runs", the_clock_of_the_seat_to_move_runs),
        TEST("talk does not disturb a turn that is being entered",
             talk_does_not_disturb_a_turn_that_is_being_entered),
        TEST("an ended session is told in a clear sentence",
             an_ended_session_is_told_in_a_clear_sentence),
        TEST("whole games are shown as they were, a party's cards when they are revealed",
             whole_games_are_shown_as_they_were),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
