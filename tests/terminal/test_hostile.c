/*
 * A server that is broken or means harm: whatever it says, nothing breaks, and what does not fit
 * the game is refused with a sentence and leaves everything as it was.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board/boards.h"
#include "core/harmless.h"
#include "terminal/room.h"

enum { LONG = 200000 };

/* ---- Saying ------------------------------------------------------------------------------ */

/* The message is refused with this reason, and the game is as it was. */
static void refused(struct room *room, long number, const char *rest, const char *reason)
{
    const unsigned moments = room->source.history.moments;
    const long last = room->state.last;
    const struct position position = room->state.position;
    room->why[0] = '\0';
    assert_false(takes_event(room, number, rest));
    if (strstr(room->why, reason) == NULL)
        fail_msg("'%s' is not the reason for '%s': %s", reason, rest, room->why);
    assert_non_null(strstr(room->why, "The server sent something that does not fit the game: "));
    assert_int_equal(room->source.history.moments, moments);
    assert_int_equal(room->state.last, last);
    assert_memory_equal(&room->state.position, &position, sizeof position);
}

/* Cards of all groups as a message has them: the first of each, the second, and so on. */
static const char *cards(const struct room *room, unsigned number)
{
    static char text[4][300];
    const struct board *board = room->source.board;
    char *cities = text[number];
    size_t used = 0;
    for (unsigned group = 0; group < GROUPS; group++)
        used += (size_t)snprintf(cities + used, sizeof text[0] - used, "%s\"%s\"",
                                 group > 0 ? ", " : "", board->city[board->card[group][number]].id);
    return cities;
}

static bool takes_hand(struct room *room, int round, const char *cities)
{
    json_t *hand = read_json("{\"is\": \"hand\", \"round\": %d, \"seat\": 1, \"cities\": [%s]}",
                             round, cities);
    const bool taken = remote_take_hand(&room->state, hand, room->why);
    json_decref(hand);
    return taken;
}

/* What a table is made of, each with a sound default for NULL. */
static bool takes_table(struct room *room, const char *seats, const char *settings,
                        const char *last)
{
    memset(room, 0, sizeof *room);
    history_init(&room->source.history);
    remote_state_init(&room->state, &room->source);
    json_t *table =
        read_json("{\"is\": \"table\", \"last\": %s, \"table\": {\"id\": \"x\", \"seats\": [%s], "
                  "\"settings\": {\"seats\": [\"open\", \"open\"], %s}}}",
                  last != NULL ? last : "0",
                  seats != NULL ? seats : "{\"kind\": \"open\"}, {\"kind\": \"open\"}",
                  settings != NULL ? settings : "\"board\": \"transamerica\"");
    const bool taken = remote_take_table(&room->state, table, room->why);
    json_decref(table);
    history_release(&room->source.history);
    return taken;
}

/* ---- Tables ------------------------------------------------------------------------------ */

static void a_table_makes_sense_or_is_refused(void **unused)
{
    static struct room room;
    (void)unused;
    assert_true(takes_table(&room, NULL, NULL, NULL));
    assert_false(takes_table(&room, "", NULL, NULL));
    assert_false(takes_table(&room, "{\"kind\": \"open\"}", NULL, NULL));
    assert_false(takes_table(&room, "{\"kind\": \"open\"}, {\"kind\": \"throne\"}", NULL, NULL));
    assert_false(takes_table(&room, "1, \"open\"", NULL, NULL));
    assert_false(takes_table(&room,
                             "{\"kind\": \"open\"}, {\"kind\": \"open\"}, {\"kind\": \"open\"}",
                             NULL, NULL)); /* more than there are in its settings */
    assert_non_null(strstr(room.why, "a table whose seats make no sense"));
    assert_false(takes_table(&room, NULL, "\"board\": \"atlantis\"", NULL));
    assert_non_null(strstr(room.why, "a board that this program does not have"));
    assert_false(takes_table(&room, NULL, "\"board\": 7", NULL));
    assert_false(takes_table(&room, NULL, NULL, "-1"));
    assert_false(takes_table(&room, NULL, NULL, "\"1\""));
    assert_false(takes_table(&room, NULL, NULL, "9223372036854775807"));
}

static void settings_that_are_not_known_are_refused(void **unused)
{
    static const char *const bad[] = {
        "\"variants\": [\"open-cards\", \"flying\"]",
        "\"variants\": [7]",
        "\"clock\": {\"kind\": \"sand\"}",
        "\"clock\": {\"kind\": \"live\"}",
        "\"clock\": {\"kind\": \"live\", \"bank\": 9223372036854775807, \"increment\": 0}",
        "\"clock\": {\"kind\": \"live\", \"bank\": 60, \"increment\": -1}",
        "\"clock\": {\"kind\": \"slow\", \"days\": 9223372036854775}",
    };
    static struct room room;
    char settings[300];
    (void)unused;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        snprintf(settings, sizeof settings, "\"board\": \"transamerica\", %s", bad[i]);
        if (takes_table(&room, NULL, settings, NULL))
            fail_msg("%s was taken", bad[i]);
        assert_non_null(strstr(room.why, "settings that this program does not know"));
    }
    assert_true(
        takes_table(&room, NULL,
                    "\"board\": \"transeuropa\", \"variants\": [\"open-cards\"], \"clock\": "
                    "{\"kind\": \"slow\", \"days\": 3}, \"moon\": \"full\"",
                    NULL)); /* a new field is no fault */
}

static void a_table_that_has_lost_events_is_another(void **unused)
{
    static struct room room;
    (void)unused;
    open_room(&room, "ada", "null", 0);
    start_game(&room, 1);
    json_t *shorter = read_json("{\"is\": \"table\", \"last\": 2, \"table\": {}}");
    json_t *same = read_json("{\"is\": \"table\", \"last\": 3, \"table\": {}}");
    assert_true(remote_take_table(&room.state, same, room.why)); /* the connection came back */
    assert_false(remote_take_table(&room.state, shorter, room.why));
    assert_non_null(strstr(room.why, "a table with fewer events than before"));
    json_decref(shorter);
    json_decref(same);
    close_room(&room);
}

/* ---- Events ------------------------------------------------------------------------------ */

static void two_rounds_in_a_row_are_refused(void **unused)
{
    static struct room room;
    (void)unused;
    open_room(&room, "ada", "null", 0);
    start_game(&room, 1);
    refused(&room, 4, "\"kind\": \"round\", \"round\": 2, \"first\": 2",
            "an event that cannot follow the ones before it");
    event(&room, 4, T, "\"kind\": \"turn\", \"seat\": 1, \"turn\": \"@K7\"");
    close_room(&room);
}

static void a_round_has_its_number_and_a_first_player(void **unused)
{
    static struct room room;
    const char *follow = "an event that cannot follow the ones before it";
    const char *first = "a starting player whose turn it is not";
    (void)unused;
    open_room(&room, "ada", "null", 0);
    refused(&room, 1, "\"kind\": \"round\", \"round\": 1, \"first\": 1", follow); /* no start */
    event(&room, 1, T, "\"kind\": \"sit\", \"seat\": 2, \"who\": \"ben\"");
    event(&room, 2, T, "\"kind\": \"start\"");
    refused(&room, 3, "\"kind\": \"round\", \"first\": 1", follow);
    refused(&room, 3, "\"kind\": \"round\", \"round\": 2, \"first\": 1", follow);
    refused(&room, 3, "\"kind\": \"round\", \"round\": 65537, \"first\": 1", follow);
    refused(&room, 3, "\"kind\": \"round\", \"round\": \"1\", \"first\": 1", follow);
    refused(&room, 3, "\"kind\": \"round\", \"round\": 1", first);
    refused(&room, 3, "\"kind\": \"round\", \"round\": 1, \"first\": 4", first);
    refused(&room, 3, "\"kind\": \"round\", \"round\": 1, \"first\": 4294967297", first);
    event(&room, 3, T, "\"kind\": \"round\", \"round\": 1, \"first\": 3");
    close_room(&room);
}

static void only_seats_of_the_table_are_named(void **unused)
{
    static const char *const seats[] = {
        "0", "-1", "4", "7", "4294967297", "9223372036854775807", "\"2\"", "2.0", "null"};
    static const char *const kinds[] = {"turn", "away", "back"};
    static struct room room;
    char rest[200];
    (void)unused;
    open_room(&room, "ada", "null", 0);
    start_game(&room, 1);
    for (size_t i = 0; i < sizeof seats / sizeof seats[0]; i++) {
        for (size_t j = 0; j < sizeof kinds / sizeof kinds[0]; j++) {
            snprintf(rest, sizeof rest, "\"kind\": \"%s\", \"seat\": %s, \"turn\": \"@K7\"",
                     kinds[j], seats[i]);
            refused(&room, 4, rest, "a seat that the table does not have");
        }
    }
    refused(&room, 4, "\"kind\": \"away\"", "a seat that the table does not have");
    refused(&room, 4, "\"kind\": \"turn\", \"seat\": 2, \"turn\": \"@K7\"",
            "a turn that the rules do not allow"); /* another one's */
    close_room(&room);
}

static void events_come_when_they_can(void **unused)
{
    static const char *const open[] = {"turn", "end", "ready", "away", "back", "result", "round"};
    static const char *const playing[] = {"sit",   "stand", "seat",  "start",
                                          "close", "round", "ready", "result"};
    static struct room room;
    char rest[200];
    const char *follow = "an event that cannot follow the ones before it";
    (void)unused;
    open_room(&room, "ada", "null", 0);
    for (size_t i = 0; i < sizeof open / sizeof open[0]; i++) {
        snprintf(rest, sizeof rest, "\"kind\": \"%s\", \"seat\": 1, \"turn\": \"@K7\"", open[i]);
        refused(&room, 1, rest, follow);
    }
    refused(&room, 1, "\"kind\": \"sit\", \"seat\": 2", follow); /* nobody */
    start_game(&room, 1);
    for (size_t i = 0; i < sizeof playing / sizeof playing[0]; i++) {
        snprintf(rest, sizeof rest, "\"kind\": \"%s\", \"seat\": 1, \"who\": \"x\"", playing[i]);
        refused(&room, 4, rest, follow);
    }
    assert_int_equal(room.source.keyboard, 0); /* nobody has taken the seat away */
    close_room(&room);

    open_room(&room, "ada", "null", 0);
    event(&room, 1, T, "\"kind\": \"close\", \"why\": \"host\"");
    refused(&room, 2, "\"kind\": \"start\"", follow);
    event(&room, 2, T, "\"kind\": \"chat\", \"who\": \"ben\", \"text\": \"a pity\"");
    close_room(&room);
}

static void turns_follow_the_rules(void **unused)
{
    static const char *const turns[] = {
        "",        "pass", "@Q99", "K7-L7",
        "@K7 @K7", "[1]",  "@K7 ", "K7-L7 L7-M7 M7-N7 N7-O7 O7-P7 P7-Q7 Q7-R7",
    };
    static struct room room;
    char rest[200];
    (void)unused;
    open_room(&room, "ada", "null", 0);
    start_game(&room, 1);
    for (size_t i = 0; i < sizeof turns / sizeof turns[0]; i++) {
        snprintf(rest, sizeof rest, "\"kind\": \"turn\", \"seat\": 1, \"turn\": \"%s\"", turns[i]);
        refused(&room, 4, rest, "a turn that the rules do not allow");
    }
    refused(&room, 4, "\"kind\": \"turn\", \"seat\": 1", "a turn that the rules do not allow");
    refused(&room, 4, "\"kind\": \"turn\", \"seat\": 1, \"turn\": 7",
            "a turn that the rules do not allow");
    close_room(&room);
}

static void events_are_counted_without_gaps(void **unused)
{
    static struct room room;
    const char *gap = "events with a gap between them";
    (void)unused;
    open_room(&room, "ada", "null", 0);
    start_game(&room, 1);
    refused(&room, 5, "\"kind\": \"turn\", \"seat\": 1, \"turn\": \"@K7\"", gap);
    refused(&room, 0, "\"kind\": \"turn\", \"seat\": 1, \"turn\": \"@K7\"", gap);
    refused(&room, -1, "\"kind\": \"turn\", \"seat\": 1, \"turn\": \"@K7\"", gap);
    json_t *none = read_json("{\"is\": \"event\", \"kind\": \"chat\"}");
    assert_false(remote_take_event(&room.state, none, room.why));
    json_decref(none);
    const unsigned moments = room.source.history.moments;
    for (long number = 1; number <= 3; number++) /* a connection came back: no fault */
        event(&room, number, T, "\"kind\": \"round\", \"round\": 1, \"first\": 2");
    assert_int_equal(room.source.history.moments, moments);
    event(&room, 4, T, "\"kind\": \"turn\", \"seat\": 1, \"turn\": \"@K7\"");
    close_room(&room);
}

static void kinds_that_are_not_known_are_passed_over(void **unused)
{
    static struct room room;
    (void)unused;
    open_room(&room, "ada", "null", 0);
    event(&room, 1, T, "\"kind\": \"eclipse\", \"seat\": 99, \"who\": 7");
    event(&room, 2, T, "\"colour\": \"blue\"");
    event(&room, 3, T, "\"kind\": 7, \"seat\": 1");
    event(&room, 4, T, "\"kind\": \"sit\", \"seat\": 2, \"who\": \"ben\", \"hat\": true");
    assert_int_equal(room.state.last, 4);
    close_room(&room);
}

/* ---- Cards ------------------------------------------------------------------------------- */

static void a_hand_is_one_city_of_each_group(void **unused)
{
    static struct room room;
    char one[500], first[80];
    (void)unused;
    open_room(&room, "ada", "null", 0);
    start_game(&room, 2);
    const struct board *board = room.source.board;
    snprintf(first, sizeof first, "\"%s\"", board->city[board->card[0][0]].id);
    snprintf(one, sizeof one, "%s, %s, %s, %s, %s", first, first, first, first, first);
    assert_false(takes_hand(&room, 1, one));
    assert_non_null(strstr(room.why, "cards that cannot have been dealt"));
    size_t used = 0;
    for (unsigned i = 0; i < GROUPS; i++) /* five cities, and all of one group */
        used += (size_t)snprintf(one + used, sizeof one - used, "%s\"%s\"", i > 0 ? ", " : "",
                                 board->city[board->card[0][i]].id);
    assert_false(takes_hand(&room, 1, one));
    assert_false(takes_hand(&room, 1, ""));
    assert_false(takes_hand(&room, 1, first));
    assert_false(takes_hand(&room, 1, "1, 2, 3, 4, 5"));
    assert_false(takes_hand(&room, 1, "\"a\", \"b\", \"c\", \"d\", \"e\""));
    snprintf(one, sizeof one, "%s, %s", cards(&room, 0), first);
    assert_false(takes_hand(&room, 1, one)); /* six */
    assert_false(hand_is_known(&room.source.hand));
    assert_true(takes_hand(&room, 1, cards(&room, 0)));
    assert_true(hand_is_known(&room.source.hand));
    close_room(&room);
}

static void cards_that_do_not_play_are_not_dealt(void **unused)
{
    static struct room room;
    char cities[400];
    size_t used = 0;
    (void)unused;
    open_room(&room, "ada", "null", 0); /* of three, so that dashed cities stay out (S3) */
    start_game(&room, 2);
    const struct board *board = room.source.board;
    for (unsigned group = 0; group < GROUPS; group++) {
        unsigned i = 0;
        while (!board->city[board->card[group][i]].dashed)
            i++;
        used += (size_t)snprintf(cities + used, sizeof cities - used, "%s\"%s\"",
                                 group > 0 ? ", " : "", board->city[board->card[group][i]].id);
    }
    assert_false(takes_hand(&room, 1, cities));
    close_room(&room);
}

static void a_hand_is_dealt_once(void **unused)
{
    static struct room room;
    (void)unused;
    open_room(&room, "ada", "null", 0);
    assert_true(takes_hand(&room, 1, cards(&room, 0))); /* before the events, as they come */
    start_game(&room, 1);
    const struct hand hand = room.source.hand;
    assert_true(hand_is_known(&hand));
    assert_true(takes_hand(&room, 1, cards(&room, 0))); /* the connection came back */
    assert_false(takes_hand(&room, 1, cards(&room, 1)));
    assert_memory_equal(&room.source.hand, &hand, sizeof hand);
    assert_true(takes_hand(&room, 0, cards(&room, 1))); /* of a round that is over: too late */
    assert_memory_equal(&room.source.hand, &hand, sizeof hand);
    assert_false(takes_hand(&room, 2000000000, cards(&room, 1)));
    close_room(&room);
}

static void the_end_of_a_round_is_the_rules_affair(void **unused)
{
    static struct room room;
    char rest[2000];
    const char *over = "the end of a round that is not over";
    const char *dealt = "cards that cannot have been dealt";
    (void)unused;
    open_room(&room, "ada", "null", 0);
    start_game(&room, 1);
    assert_true(takes_hand(&room, 1, cards(&room, 0)));
    snprintf(rest, sizeof rest,
             "\"kind\": \"end\", \"round\": 1, \"connected\": [], \"hands\": [[%s], [%s], [%s]]",
             cards(&room, 0), cards(&room, 1), cards(&room, 2));
    refused(&room, 4, rest, over);
    snprintf(rest, sizeof rest,
             "\"kind\": \"end\", \"round\": 1, \"connected\": [1, 9223372036854775807, 0, -1, 64], "
             "\"hands\": [[%s], [%s], [%s]]",
             cards(&room, 0), cards(&room, 1), cards(&room, 2));
    refused(&room, 4, rest, over);
    snprintf(rest, sizeof rest,
             "\"kind\": \"end\", \"round\": 1, \"connected\": [1], \"hands\": [[%s], [%s], [%s]]",
             cards(&room, 1), cards(&room, 0), cards(&room, 2));
    refused(&room, 4, rest, dealt); /* mine were others */
    snprintf(rest, sizeof rest,
             "\"kind\": \"end\", \"round\": 1, \"connected\": [1], \"hands\": [[%s], [%s], [%s]]",
             cards(&room, 0), cards(&room, 1), cards(&room, 1));
    refused(&room, 4, rest, dealt); /* the same cards twice */
    refused(&room, 4, "\"kind\": \"end\", \"round\": 1, \"connected\": [1]", over);
    refused(&room, 4, "\"kind\": \"end\", \"round\": 1, \"connected\": [9], \"score\": [0, 0, 0]",
            over);
    refused(&room, 4, "\"kind\": \"end\", \"round\": 1, \"connected\": [1], \"score\": [0, 0]",
            over);
    refused(&room, 4,
            "\"kind\": \"end\", \"round\": 1, \"connected\": [1], \"score\": [0, -1, 99999]",
            "minus points that nobody can have");
    refused(&room, 4,
            "\"kind\": \"end\", \"round\": 1, \"hands\": [[], [], [], [], [], [], [], []]", dealt);
    refused(&room, 4, "\"kind\": \"end\", \"round\": 2, \"connected\": [1], \"hands\": []",
            "an event that cannot follow the ones before it");
    close_room(&room);
}

/* ---- Too much ---------------------------------------------------------------------------- */

static json_t *many(const char *entry)
{
    json_t *list = json_array();
    json_t *one = json_loads(entry, JSON_DECODE_ANY, NULL);
    assert_non_null(one);
    for (int i = 0; i < LONG; i++)
        json_array_append(list, one);
    json_decref(one);
    return list;
}

static void lists_without_end_are_refused_or_cut(void **unused)
{
    static struct room room;
    (void)unused;
    open_room(&room, "ada", "null", 0);
    start_game(&room, 1);
    json_t *crowd = json_pack("{s:o, s:I}", "people", many("{\"id\": \"x\", \"name\": \"Xu\"}"),
                              "watching", (json_int_t)INT64_MAX);
    remote_take_people(&room.state, crowd);
    assert_true(room.state.people <= PEOPLE_MAX);
    assert_int_equal(room.source.room.watching, WATCHING_MAX);
    json_t *end = json_pack("{s:i, s:s, s:i, s:o, s:o}", "n", 4, "kind", "end", "round", 1, "hands",
                            many("[]"), "connected", many("1"));
    assert_false(remote_take_event(&room.state, end, room.why));
    json_t *hand = json_pack("{s:i, s:o}", "round", 1, "cities", many("\"omaha\""));
    assert_false(remote_take_hand(&room.state, hand, room.why));
    json_t *table = json_pack("{s:i, s:{s:o}}", "last", 0, "table", "seats", many("{}"));
    struct room *other = calloc(1, sizeof *other);
    assert_non_null(other);
    remote_state_init(&other->state, &other->source);
    assert_false(remote_take_table(&other->state, table, room.why));
    free(other);
    json_decref(table);
    json_decref(hand);
    json_decref(end);
    json_decref(crowd);
    close_room(&room);
}

static void more_people_than_there_is_room_for_are_forgotten(void **unused)
{
    static struct room room;
    char person[80];
    (void)unused;
    open_room(&room, "ada", "null", 0);
    for (int i = 0; i < 1000; i++) {
        snprintf(person, sizeof person, "{\"id\": \"x%d\", \"name\": \"Xu %d\"}", i, i);
        people(&room, person);
    }
    assert_int_equal(room.state.people, PEOPLE_MAX);
    for (int i = 1; i <= 1000; i++)
        event(&room, i, T, "\"kind\": \"chat\", \"who\": \"x9\", \"text\": \"again\"");
    assert_int_equal(room.source.talk.lines, 1000);
    close_room(&room);
}

static void times_out_of_range_are_times_at_its_edge(void **unused)
{
    static const char *const times[] = {"-9223372036854775808", "9223372036854775807", "\"now\""};
    static struct room room;
    (void)unused;
    for (size_t i = 0; i < sizeof times / sizeof times[0]; i++) {
        open_room(&room, "ada", "{\"kind\": \"live\", \"bank\": 60, \"increment\": 5}", 0);
        json_t *hello = read_json("{\"now\": %s, \"you\": {\"id\": \"ada\"}}", times[i]);
        remote_take_hello(&room.state, hello, -5);
        json_decref(hello);
        start_game(&room, 1);
        json_t *turn = read_json("{\"n\": 4, \"at\": %s, \"kind\": \"turn\", \"seat\": 1, "
                                 "\"turn\": \"@K7\", \"left\": %s}",
                                 times[i], times[i]);
        assert_true(remote_take_event(&room.state, turn, room.why));
        json_decref(turn);
        json_t *table = read_json("{\"last\": 4, \"since\": %s, \"table\": {}}", times[i]);
        assert_true(remote_take_table(&room.state, table, room.why));
        json_decref(table);
        event(&room, 5, INT64_MAX, "\"kind\": \"away\", \"seat\": 2, \"why\": \"time\"");
        event(&room, 6, INT64_MIN, "\"kind\": \"back\", \"seat\": 2");
        remote_tick(&room.state, 7000);
        assert_true(room.source.seat[0].clock_ms >= 0 && room.source.seat[1].clock_ms >= 0);
        close_room(&room);
    }
}

/* ---- Words ------------------------------------------------------------------------------- */

static void no_word_of_a_server_steers_the_terminal(void **unused)
{
    static struct room room;
    (void)unused;
    open_room(&room, "ada", "null", 0);
    people(&room, "{\"id\": \"ada\", \"name\": \"\\u009b2JAda\"}");
    assert_string_equal(room.source.seat[0].name, " 2JAda");
    event(&room, 1, T, "\"kind\": \"seat\", \"seat\": 2, \"as\": \"ha\\u202erd\\u0085\"");
    assert_string_equal(room.source.seat[1].name, "ha?rd ");
    people(&room, "{\"id\": \"ben\", \"name\": \"\\u2066Ben\"}");
    event(&room, 2, T, "\"kind\": \"chat\", \"who\": \"ben\", \"text\": \"a\\u009d0;b\\u009cc\"");
    event(&room, 3, T, "\"kind\": \"mute\", \"who\": \"ben\", \"on\": true");
    const struct source_talk *talk = &room.source.talk;
    for (unsigned i = 0; i < talk->lines; i++) {
        assert_true(harmless_is(source_talk_line(talk, i)->name));
        assert_true(harmless_is(source_talk_line(talk, i)->words));
    }
    assert_string_equal(source_talk_line(talk, 0)->name, "?Ben");
    close_room(&room);
}

static void ids_and_keys_are_letters_and_digits(void **unused)
{
    static struct room room;
    (void)unused;
    json_t *table = read_json("{\"a\": \"q7m2x9kd4wpz\", \"b\": \"\\u009b31m\", \"c\": \"a b\", "
                              "\"d\": \"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\", \"e\": 7}");
    assert_string_equal(remote_id(table, "a"), "q7m2x9kd4wpz");
    for (const char *key = "bcdef"; *key != '\0'; key++)
        assert_string_equal(remote_id(table, (char[]){*key, '\0'}), "");
    json_decref(table);

    open_room(&room, "", "null", 0); /* whom the server calls nothing is nobody */
    people(&room, "{\"id\": \"\", \"name\": \"Nobody\"}");
    assert_int_equal(room.state.mine, SEAT_NONE);
    remote_tick(&room.state, 0);
    assert_false(room.source.room.is_host);
    close_room(&room);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("a table makes sense or is refused", a_table_makes_sense_or_is_refused),
        TEST("settings that are not known are refused", settings_that_are_not_known_are_refused),
        TEST("a table that has lost events is another", a_table_that_has_lost_events_is_another),
        TEST("two rounds in a row are refused", two_rounds_in_a_row_are_refused),
        TEST("a round has its number and a first player",
             a_round_has_its_number_and_a_first_player),
        TEST("only seats of the table are named", only_seats_of_the_table_are_named),
        TEST("events come when they can", events_come_when_they_can),
        TEST("turns follow the rules", turns_follow_the_rules),
        TEST("events are counted without gaps", events_are_counted_without_gaps),
        TEST("kinds that are not known are passed over", kinds_that_are_not_known_are_passed_over),
        TEST("a hand is one city of each group", a_hand_is_one_city_of_each_group),
        TEST("S3: cards that do not play are not dealt", cards_that_do_not_play_are_not_dealt),
        TEST("a hand is dealt once", a_hand_is_dealt_once),
        TEST("the end of a round is the rules' affair", the_end_of_a_round_is_the_rules_affair),
        TEST("lists without end are refused or cut", lists_without_end_are_refused_or_cut),
        TEST("more people than there is room for are forgotten",
             more_people_than_there_is_room_for_are_forgotten),
        TEST("times out of range are times at its edge", times_out_of_range_are_times_at_its_edge),
        TEST("no word of a server steers the terminal", no_word_of_a_server_steers_the_terminal),
        TEST("ids and keys are letters and digits", ids_and_keys_are_letters_and_digits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
