/* What a terminal makes of a server's messages, without a server: the people around a game. */
#include <stdio.h>
#include <string.h>

#include "terminal/room.h"

static bool may(struct room *room, int64_t now_ms, enum source_wish_kind kind)
{
    remote_tick(&room->state, now_ms);
    return source_may(&room->source, kind);
}

/* ---- Waiting rooms ----------------------------------------------------------------------- */

static void the_host_alone_has_the_host_s_wishes(void **unused)
{
    static struct room room;
    (void)unused;
    open_room(&room, "ada", "null", 0);
    assert_true(may(&room, 0, WISH_SEAT) && may(&room, 0, WISH_FILL) && may(&room, 0, WISH_CLOSE));
    assert_false(may(&room, 0, WISH_START)); /* a seat is free */
    event(&room, 1, T, "\"kind\": \"seat\", \"seat\": 2, \"as\": \"easy\"");
    assert_true(may(&room, 0, WISH_START));
    assert_false(may(&room, 0, WISH_FILL));
    close_room(&room);

    open_room(&room, "cleo", "null", 0);
    assert_false(may(&room, 0, WISH_SEAT) || may(&room, 0, WISH_CLOSE) || may(&room, 0, WISH_MUTE));
    assert_false(may(&room, 0, WISH_SIT)); /* without the key of the invitation */
    snprintf(room.state.key, sizeof room.state.key, "key");
    assert_true(may(&room, 0, WISH_SIT));
    close_room(&room);
}

static void a_seat_becomes_what_it_was_when_somebody_gets_up(void **unused)
{
    static struct room room;
    (void)unused;
    open_room(&room, "ben", "null", 0);
    event(&room, 1, T, "\"kind\": \"sit\", \"seat\": 2, \"who\": \"ben\"");
    assert_int_equal(room.source.keyboard, 1);
    assert_true(may(&room, 0, WISH_STAND));
    event(&room, 2, T, "\"kind\": \"stand\", \"seat\": 2");
    assert_int_equal(room.source.keyboard, SEAT_NONE);
    assert_int_equal(room.source.seat[1].kind, SOURCE_INVITED);
    close_room(&room);
}

static void what_was_before_is_no_news_and_nothing_is_told_twice(void **unused)
{
    static struct room room;
    const struct source_talk *talk = &room.source.talk;
    const char *both = "{\"id\": \"ada\", \"name\": \"Ada\", \"here\": true}, "
                       "{\"id\": \"ben\", \"name\": \"Ben\", \"here\": false}";
    (void)unused;
    open_room(&room, "ada", "null", 1);
    event(&room, 1, T, "\"kind\": \"sit\", \"seat\": 2, \"who\": \"ben\"");
    people(&room, both);
    assert_int_equal(talk->lines, 0);
    assert_string_equal(room.source.seat[1].name, "Ben");
    assert_true(room.source.seat[1].is_gone);
    assert_int_equal(room.source.room.watching, 2);
    event(&room, 2, T, "\"kind\": \"stand\", \"seat\": 2");
    event(&room, 2, T, "\"kind\": \"stand\", \"seat\": 2"); /* the connection came back */
    event(&room, 3, T, "\"kind\": \"sit\", \"seat\": 2, \"who\": \"ben\"");
    assert_int_equal(talk->lines, 1);
    people(&room, both);
    people(&room, both);
    assert_int_equal(talk->lines, 2);
    assert_string_equal(source_talk_line(talk, 0)->words, "Ben gets up from seat 2.");
    assert_string_equal(source_talk_line(talk, 1)->words, "Ben sits down on seat 2.");
    close_room(&room);
}

/* ---- Time -------------------------------------------------------------------------------- */

static void a_bot_may_be_asked_for_after_two_minutes_without_a_clock(void **unused)
{
    static struct room room;
    (void)unused;
    open_room(&room, "ada", "{\"kind\": \"none\"}", 0);
    start_game(&room, 2);
    assert_false(may(&room, 2 * MINUTE - 1, WISH_AWAY));
    assert_true(may(&room, 2 * MINUTE, WISH_AWAY));
    event(&room, 4, T + 2 * MINUTE, "\"kind\": \"away\", \"seat\": 2, \"why\": \"gone\"");
    assert_false(may(&room, 9 * MINUTE, WISH_AWAY));
    assert_true(room.source.seat[1].is_away && room.source.seat[1].thinks);
    close_room(&room);

    open_room(&room, "ada", "{\"kind\": \"none\"}", 0);
    start_game(&room, 1);
    assert_false(may(&room, 9 * MINUTE, WISH_AWAY)); /* one's own turn */
    close_room(&room);

    open_room(&room, "cleo", "{\"kind\": \"none\"}", 0);
    start_game(&room, 2);
    assert_false(may(&room, 9 * MINUTE, WISH_AWAY)); /* one only looks on */
    close_room(&room);
}

static void the_clock_of_the_seat_to_move_runs(void **unused)
{
    static struct room room;
    const struct source_seat *seat = room.source.seat;
    (void)unused;
    open_room(&room, "ada", "{\"kind\": \"live\", \"bank\": 60, \"increment\": 5}", 0);
    start_game(&room, 1);
    remote_tick(&room.state, 7000);
    assert_int_equal(seat[0].clock_ms, 53000);
    assert_int_equal(seat[1].clock_ms, 60000);
    assert_int_equal(seat[2].clock_ms, -1); /* a bot's has none */
    event(&room, 4, T + 10000,
          "\"kind\": \"turn\", \"seat\": 1, \"turn\": \"@K7\", \"left\": 55000");
    remote_tick(&room.state, 12000);
    assert_int_equal(seat[0].clock_ms, 55000);
    assert_int_equal(seat[1].clock_ms, 58000);
    remote_tick(&room.state, 5 * MINUTE);
    assert_int_equal(seat[1].clock_ms, 0);
    event(&room, 5, T + 5 * MINUTE, "\"kind\": \"away\", \"seat\": 2, \"why\": \"time\"");
    event(&room, 6, T + 6 * MINUTE, "\"kind\": \"back\", \"seat\": 2");
    remote_tick(&room.state, 6 * MINUTE + 1000);
    assert_int_equal(seat[1].clock_ms, 9000); /* ten seconds, as the protocol says */
    close_room(&room);
}

static void talk_does_not_disturb_a_turn_that_is_being_entered(void **unused)
{
    static struct room room;
    (void)unused;
    open_room(&room, "ada", "null", 0);
    start_game(&room, 1);
    const unsigned changes = room.source.changes, moments = room.source.history.moments;
    event(&room, 4, T, "\"kind\": \"chat\", \"who\": \"ben\", \"text\": \"a\\u001bb\"");
    event(&room, 5, T, "\"kind\": \"away\", \"seat\": 2, \"why\": \"left\"");
    event(&room, 6, T, "\"kind\": \"back\", \"seat\": 2");
    assert_int_equal(room.source.changes, changes);
    assert_int_equal(room.source.history.moments, moments);
    assert_string_equal(source_talk_line(&room.source.talk, 0)->words, "a b"); /* no control */
    event(&room, 7, T, "\"kind\": \"away\", \"seat\": 1, \"why\": \"left\"");
    assert_int_not_equal(room.source.changes, changes);
    assert_false(source_is_mine(&room.source));
    close_room(&room);
}

static void greet(struct room *room, const char *id)
{
    json_t *hello = read_json("{\"is\": \"hello\", \"now\": %d, \"you\": {\"id\": \"%s\"}}", T, id);
    remote_take_hello(&room->state, hello, 0);
    remote_tell(&room->state);
    json_decref(hello);
}

static void an_ended_session_is_told_in_a_clear_sentence(void **state)
{
    (void)state;
    struct room room;
    open_room(&room, "ben", "null", 0);
    greet(&room, "ben");
    assert_string_equal(room.state.failure, "");
    greet(&room, "");
    assert_non_null(strstr(room.source.notice, "The server does not know you any more"));
    close_room(&room);
    open_room(&room, "ben", "null", 0);
    greet(&room, "eve");
    assert_non_null(strstr(room.source.notice, "start again to go on as somebody new"));
    close_room(&room);
}

/* ---- Tables of a party ------------------------------------------------------------------- */

static void a_round_of_a_party_is_over_without_cards(void **unused)
{
    static struct room room;
    char why[SOURCE_SENTENCE_SIZE] = "";
    const struct table *table = &room.state.position.table;
    (void)unused;
    open_room(&room, "ada", "null", 0);
    start_game(&room, 1);
    event(&room, 4, T, "\"kind\": \"turn\", \"seat\": 1, \"turn\": \"@K7\"");
    event(&room, 5, T,
          "\"kind\": \"end\", \"round\": 1, \"connected\": [2], \"score\": [4, 0, 13], "
          "\"points\": [9, 13, 0], \"barrier\": 3");
    assert_int_equal(table->phase, PHASE_GAME_OVER); /* nobody stays with no points at all */
    assert_int_equal(table->connected, 1U << 1);
    assert_int_equal(table->lost[2], 13);
    assert_int_equal(table->points[0], 9);
    const struct moment *moment = &room.source.history.moment[1];
    assert_memory_equal(&moment->table, table, sizeof *table);
    assert_false(hand_is_known(&moment->table.shown[0]));

    event(&room, 6, T, "\"kind\": \"result\", \"winners\": [2]");
    event(
        &room, 7, T,
        "\"kind\": \"reveal\", \"round\": 1, \"hands\": ["
        "[\"portland\", \"helena\", \"omaha\", \"new-york\", \"dallas\"], "
        "[\"medford\", \"chicago\", \"st-louis\", \"washington\", \"memphis\"], "
        "[\"sacramento\", \"bismarck\", \"santa-fe\", \"winston\", \"el-paso\"]], \"missing\": []");
    assert_true(hand_is_known(&room.source.history.moment[1].table.shown[2]));
    assert_false(hand_is_known(&room.source.history.moment[0].table.shown[2]));

    json_t *wrong = read_json("{\"kind\": \"end\", \"n\": 8, \"score\": [1, 2]}");
    assert_false(remote_take_event(&room.state, wrong, why));
    json_decref(wrong);
    close_room(&room);
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
        TEST("a round of a party is over without cards, which are revealed later",
             a_round_of_a_party_is_over_without_cards),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
