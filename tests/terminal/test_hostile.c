/*
 * A broken or malicious server: whatever it sends, nothing breaks.  A message that does not fit
 * the game is refused with a sentence and changes nothing.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "terminal/room.h"
#include "text/harmless.h"

enum { LONG = 100000 };

#define NONSENSE "a message that makes no sense: "

/* ---- Saying ------------------------------------------------------------------------------ */

/* Checks that the message is refused for this reason and has not changed a byte. */
static void check_refused(struct room *room, bool taken, const struct follow *before,
                          unsigned moments, const char *rest, const char *reason)
{
    if (taken)
        fail_msg("it is taken: %s", rest);
    if (strstr(room->why, reason) == NULL)
        fail_msg("'%s' is not the reason for '%s': %s", reason, rest, room->why);
    assert_non_null(strstr(room->why, "The server sent something that does not fit the game: "));
    assert_int_equal(room->source.history.moments, moments);
    assert_memory_equal(&room->table.follow, before, sizeof *before);
}

static void refused(struct room *room, long number, const char *rest, const char *reason)
{
    static struct follow before; /* too large for the stack */
    const unsigned moments = room->source.history.moments;
    memcpy(&before, &room->table.follow, sizeof before);
    check_refused(room, takes_event(room, number, rest), &before, moments, rest, reason);
}

/* Returns cards of all groups as in a message: the first of each group, the second, and so on. */
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
    return hears(room, "{\"is\": \"hand\", \"round\": %d, \"seat\": 1, \"cities\": [%s]}", round,
                 cities);
}

/* Describes a table; NULL stands for a valid default. */
static bool takes_table(struct room *room, const char *seats, const char *settings,
                        const char *last)
{
    enter_room(room);
    const bool taken = hears(
        room,
        "{\"is\": \"table\", \"last\": %s, \"since\": 0, \"seat\": 0, \"table\": {\"id\": \"x\", "
        "\"host\": \"ada\", \"state\": \"open\", \"opened\": 0, \"changed\": 0, \"seats\": [%s], "
        "\"settings\": {\"seats\": [\"open\", \"open\"], %s}, \"round\": 0, \"points\": [], "
        "\"winners\": []}}",
        last != NULL ? last : "0",
        seats != NULL ? seats : "{\"kind\": \"open\"}, {\"kind\": \"open\"}",
        settings != NULL ? settings : "\"board\": \"transamerica\"");
    assert_int_equal(taken, room->table.follow.known);
    assert_int_equal(taken, room->source.history.moments > 0);
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
                             NULL, NULL)); /* more than the settings allow */
    assert_non_null(strstr(room.why, NONSENSE "the field 'seats' must be a list of seats"));
    assert_false(takes_table(&room, NULL, "\"board\": \"atlantis\"", NULL));
    assert_non_null(strstr(room.why, "a board that this program does not have"));
    assert_false(takes_table(&room, NULL, "\"board\": 7", NULL));
    assert_false(takes_table(&room, NULL, NULL, "-1"));
    assert_false(takes_table(&room, NULL, NULL, "\"1\""));
    assert_false(takes_table(&room, NULL, NULL, "9223372036854775807"));
    assert_false(takes_table(&room, NULL, NULL, "4294967295"));
    assert_non_null(strstr(room.why, "a game that is longer than any game"));
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
        assert_non_null(strstr(room.why, NONSENSE "the field '"));
    }
    assert_true(
        takes_table(&room, NULL,
                    "\"board\": \"transeuropa\", \"variants\": [\"open-cards\"], \"clock\": "
                    "{\"kind\": \"slow\", \"days\": 3}, \"moon\": \"full\"",
                    NULL)); /* an unknown field is not a fault */
}

static void a_table_that_has_lost_events_is_another(void **unused)
{
    static struct room room;
    (void)unused;
    open_room(&room, "ada", NO_CLOCK, 0);
    start_game(&room, 1);
    assert_true(describe_room(&room, NO_CLOCK, 4)); /* after reconnecting */
    assert_false(describe_room(&room, NO_CLOCK, 3));
    assert_non_null(strstr(room.why, "a table with fewer events than before"));
    assert_false(describe_room(&room, "{\"kind\": \"slow\", \"days\": 3}", 4));
    assert_non_null(strstr(room.why, "settings that this program does not know"));
    close_room(&room);
}

static void nothing_is_said_of_a_table_that_is_not_described(void **unused)
{
    static struct room room;
    (void)unused;
    enter_room(&room);
    assert_false(takes_event(&room, 1, "\"kind\": \"start\", \"commitment\": \"00\""));
    assert_non_null(strstr(room.why, NONSENSE "an event of no table"));
    assert_false(takes_hand(&room, 1, ""));
    close_room(&room);
}

/* ---- Events ------------------------------------------------------------------------------ */

static void two_rounds_in_a_row_are_refused(void **unused)
{
    static struct room room;
    (void)unused;
    open_room(&room, "ada", NO_CLOCK, 0);
    start_game(&room, 1);
    refused(&room, 5, "\"kind\": \"round\", \"round\": 2, \"first\": 2",
            "an event that cannot follow the ones before it");
    event(&room, 5, T, "\"kind\": \"turn\", \"seat\": 1, \"turn\": \"@K7\", \"after\": 4");
    close_room(&room);
}

static void a_round_has_its_number_and_a_first_player(void **unused)
{
    static struct room room;
    const char *follow = "an event that cannot follow the ones before it";
    (void)unused;
    open_room(&room, "ada", NO_CLOCK, 0);
    refused(&room, 2, "\"kind\": \"round\", \"round\": 1, \"first\": 1", follow); /* not yet */
    event(&room, 2, T, "\"kind\": \"sit\", \"seat\": 2, \"who\": \"ben\"");
    event(&room, 3, T, "\"kind\": \"start\", \"commitment\": \"00\"");
    refused(&room, 4, "\"kind\": \"round\", \"first\": 1", NONSENSE "the field 'round'");
    refused(&room, 4, "\"kind\": \"round\", \"round\": 2, \"first\": 1", follow);
    refused(&room, 4, "\"kind\": \"round\", \"round\": 65537, \"first\": 1", NONSENSE);
    refused(&room, 4, "\"kind\": \"round\", \"round\": \"1\", \"first\": 1", NONSENSE);
    refused(&room, 4, "\"kind\": \"round\", \"round\": 1", NONSENSE "the field 'first'");
    refused(&room, 4, "\"kind\": \"round\", \"round\": 1, \"first\": 4", NONSENSE);
    refused(&room, 4, "\"kind\": \"round\", \"round\": 1, \"first\": 4294967297", NONSENSE);
    event(&room, 4, T, "\"kind\": \"round\", \"round\": 1, \"first\": 3");
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
    open_room(&room, "ada", NO_CLOCK, 0);
    start_game(&room, 1);
    for (size_t i = 0; i < sizeof seats / sizeof seats[0]; i++) {
        for (size_t j = 0; j < sizeof kinds / sizeof kinds[0]; j++) {
            snprintf(rest, sizeof rest,
                     "\"kind\": \"%s\", \"seat\": %s, \"turn\": \"@K7\", \"after\": 4", kinds[j],
                     seats[i]);
            refused(&room, 5, rest, NONSENSE "the field 'seat' must be a whole number from 1 to 3");
        }
    }
    refused(&room, 5, "\"kind\": \"away\"", NONSENSE "the field 'seat' is missing");
    refused(&room, 5, "\"kind\": \"turn\", \"seat\": 2, \"turn\": \"@K7\", \"after\": 4",
            "an event that cannot follow the ones before it"); /* it belongs to another game */
    close_room(&room);
}

/* All fields that any kind may have, so that only the order of events is wrong. */
static const char all_fields[] =
    "\"seat\": 1, \"who\": \"x\", \"turn\": \"@K7\", \"after\": 1, \"why\": \"%s\", \"as\": "
    "\"easy\", \"commitment\": \"00\", \"round\": 1, \"first\": 1, \"connected\": [], \"score\": "
    "[0, 0, 0], \"points\": [0, 0, 0], \"winners\": [1]";

static void cannot_follow(struct room *room, long number, const char *kind)
{
    char fields[400], rest[500];
    snprintf(fields, sizeof fields, all_fields, strcmp(kind, "close") == 0 ? "host" : "left");
    snprintf(rest, sizeof rest, "\"kind\": \"%s\", %s", kind, fields);
    refused(room, number, rest, "an event that cannot follow the ones before it");
}

static void events_come_when_they_can(void **unused)
{
    static const char *const open[] = {"turn", "end", "ready", "away", "back", "result", "round"};
    static const char *const playing[] = {"sit",   "stand", "seat",  "start",
                                          "close", "round", "ready", "result"};
    static struct room room;
    (void)unused;
    open_room(&room, "ada", NO_CLOCK, 0);
    for (size_t i = 0; i < sizeof open / sizeof open[0]; i++)
        cannot_follow(&room, 2, open[i]);
    refused(&room, 2, "\"kind\": \"sit\", \"seat\": 2", NONSENSE "the field 'who'"); /* no person */
    start_game(&room, 1);
    for (size_t i = 0; i < sizeof playing / sizeof playing[0]; i++)
        cannot_follow(&room, 5, playing[i]);
    assert_int_equal(room.source.keyboard, 0); /* the seat has not been taken away */
    close_room(&room);

    open_room(&room, "ada", NO_CLOCK, 0);
    event(&room, 2, T, "\"kind\": \"close\", \"why\": \"host\"");
    cannot_follow(&room, 3, "start");
    event(&room, 3, T, "\"kind\": \"chat\", \"who\": \"ben\", \"text\": \"a pity\"");
    close_room(&room);
}

static void turns_follow_the_rules(void **unused)
{
    static const struct {
        const char *turn, *reason;
    } turns[] = {
        {"", NONSENSE},
        {"pass", "a turn that the rules do not allow"},
        {"@Q99", NONSENSE "this board has no junction 'Q99'"},
        {"K7-L7", "a turn that the rules do not allow"},
        {"@K7 @K7", NONSENSE},
        {"[1]", NONSENSE},
        {"@K7 ", NONSENSE},
        {"K7-L7 L7-M7 M7-N7 N7-O7 O7-P7 P7-Q7 Q7-R7", NONSENSE},
    };
    static struct room room;
    char rest[200];
    (void)unused;
    open_room(&room, "ada", NO_CLOCK, 0);
    start_game(&room, 1);
    for (size_t i = 0; i < sizeof turns / sizeof turns[0]; i++) {
        snprintf(rest, sizeof rest,
                 "\"kind\": \"turn\", \"seat\": 1, \"turn\": \"%s\", \"after\": 4", turns[i].turn);
        refused(&room, 5, rest, turns[i].reason);
    }
    refused(&room, 5, "\"kind\": \"turn\", \"seat\": 1, \"after\": 4", NONSENSE "the field 'turn'");
    refused(&room, 5, "\"kind\": \"turn\", \"seat\": 1, \"turn\": 7, \"after\": 4", NONSENSE);
    close_room(&room);
}

static void events_are_counted_without_gaps(void **unused)
{
    static const char turn[] = "\"kind\": \"turn\", \"seat\": 1, \"turn\": \"@K7\", \"after\": 4";
    static struct room room;
    (void)unused;
    open_room(&room, "ada", NO_CLOCK, 0);
    start_game(&room, 1);
    refused(&room, 6, turn, "events with a gap between them");
    refused(&room, 0, turn, NONSENSE "the field 'n'");
    refused(&room, -1, turn, NONSENSE "the field 'n'");
    assert_false(hears(&room, "{\"is\": \"event\", \"kind\": \"chat\"}"));
    const unsigned moments = room.source.history.moments;
    for (long number = 1; number <= 4; number++) /* reconnecting is not a fault */
        event(&room, number, T, "\"kind\": \"round\", \"round\": 1, \"first\": 2");
    assert_int_equal(room.source.history.moments, moments);
    event(&room, 5, T, turn);
    close_room(&room);
}

static void kinds_that_are_not_known_are_passed_over(void **unused)
{
    static struct room room;
    (void)unused;
    open_room(&room, "ada", NO_CLOCK, 0);
    event(&room, 2, T, "\"kind\": \"eclipse\", \"seat\": 99, \"who\": 7");
    refused(&room, 3, "\"colour\": \"blue\"", NONSENSE "the field 'kind'");
    refused(&room, 3, "\"kind\": 7, \"seat\": 1", NONSENSE "the field 'kind'");
    event(&room, 3, T, "\"kind\": \"sit\", \"seat\": 2, \"who\": \"ben\", \"hat\": true");
    assert_true(hears(&room, "{\"is\": \"weather\", \"sun\": true}"));
    assert_int_equal(room.table.follow.state.events, 3);
    close_room(&room);
}

/* ---- Cards ------------------------------------------------------------------------------- */

static void a_hand_is_one_city_of_each_group(void **unused)
{
    static struct room room;
    char one[500], first[80];
    (void)unused;
    open_room(&room, "ada", NO_CLOCK, 0);
    start_game(&room, 2);
    const struct board *board = room.source.board;
    snprintf(first, sizeof first, "\"%s\"", board->city[board->card[0][0]].id);
    snprintf(one, sizeof one, "%s, %s, %s, %s, %s", first, first, first, first, first);
    assert_false(takes_hand(&room, 1, one));
    assert_non_null(strstr(room.why, NONSENSE "the field 'cities' must be a list of five cities"));
    size_t used = 0;
    for (unsigned i = 0; i < GROUPS; i++) /* five cities of the same group */
        used += (size_t)snprintf(one + used, sizeof one - used, "%s\"%s\"", i > 0 ? ", " : "",
                                 board->city[board->card[0][i]].id);
    assert_false(takes_hand(&room, 1, one));
    assert_false(takes_hand(&room, 1, ""));
    assert_false(takes_hand(&room, 1, first));
    assert_false(takes_hand(&room, 1, "1, 2, 3, 4, 5"));
    assert_false(takes_hand(&room, 1, "\"a\", \"b\", \"c\", \"d\", \"e\""));
    snprintf(one, sizeof one, "%s, %s", cards(&room, 0), first);
    assert_false(takes_hand(&room, 1, one)); /* six cities */
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
    open_room(&room, "ada", NO_CLOCK, 0); /* a table for three, without the dashed cities (S3) */
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
    assert_non_null(strstr(room.why, "cards that cannot have been dealt"));
    close_room(&room);
}

static void a_hand_is_dealt_once(void **unused)
{
    static struct room room;
    (void)unused;
    open_room(&room, "ada", NO_CLOCK, 0);
    assert_true(takes_hand(&room, 1, cards(&room, 0))); /* ahead of the events */
    start_game(&room, 1);
    const struct hand hand = room.source.hand;
    assert_true(hand_is_known(&hand));
    assert_true(takes_hand(&room, 1, cards(&room, 0))); /* after reconnecting */
    assert_false(takes_hand(&room, 1, cards(&room, 1)));
    assert_non_null(strstr(room.why, "cards that cannot have been dealt"));
    assert_memory_equal(&room.source.hand, &hand, sizeof hand);
    assert_false(takes_hand(&room, 0, cards(&room, 1)));
    assert_false(takes_hand(&room, 2000000000, cards(&room, 1)));
    assert_memory_equal(&room.source.hand, &hand, sizeof hand);
    close_room(&room);
}

/* Refuses the end of the first round with these fields. */
static void refused_end(struct room *room, const char *fields, const char *reason)
{
    char rest[2400];
    snprintf(rest, sizeof rest, "\"kind\": \"end\", %s", fields);
    refused(room, 5, rest, reason);
}

static void the_end_of_a_round_is_the_rules_affair(void **unused)
{
    static const char told[] = "\"round\": 1, \"connected\": %s, \"hands\": [[%s], [%s], [%s]], "
                               "\"missing\": [{\"lines\": [], \"cost\": 0}, {\"lines\": [], "
                               "\"cost\": 0}, {\"lines\": [], \"cost\": 0}], \"score\": [0, 0, 0], "
                               "\"points\": [13, 13, 13], \"barrier\": 3";
    static struct room room;
    char rest[2000];
    const char *dealt = "cards that cannot have been dealt";
    (void)unused;
    open_room(&room, "ada", NO_CLOCK, 0);
    start_game(&room, 1);
    assert_true(takes_hand(&room, 1, cards(&room, 0)));
    snprintf(rest, sizeof rest, told, "[]", cards(&room, 0), cards(&room, 1), cards(&room, 2));
    refused_end(&room, rest, "the end of a round that is not over");
    snprintf(rest, sizeof rest, told, "[1, 9223372036854775807, 0, -1, 64]", cards(&room, 0),
             cards(&room, 1), cards(&room, 2));
    refused_end(&room, rest, NONSENSE "the field 'connected' must be a list of seats");
    snprintf(rest, sizeof rest, told, "[1]", cards(&room, 1), cards(&room, 0), cards(&room, 2));
    refused_end(&room, rest, dealt); /* my hand was different */
    snprintf(rest, sizeof rest, told, "[1]", cards(&room, 0), cards(&room, 1), cards(&room, 1));
    refused_end(&room, rest, dealt); /* the same cards twice */
    refused_end(&room, "\"round\": 1, \"connected\": [1]", NONSENSE);
    refused_end(&room,
                "\"round\": 1, \"connected\": [1], \"score\": [0, 0], \"points\": [13, 13, 13]",
                NONSENSE "the field 'score' must be a list of a number for each seat");
    refused_end(&room,
                "\"round\": 1, \"connected\": [1], \"score\": [0, 0, 0], \"points\": [13, 13, 13]",
                dealt); /* R6: the cards are shown */
    refused_end(&room, "\"round\": 1, \"hands\": [[], [], [], [], [], [], [], []]", NONSENSE);
    snprintf(rest, sizeof rest, told, "[1]", cards(&room, 0), cards(&room, 1), cards(&room, 2));
    rest[sizeof "\"round\": 1" - 2] = '2';
    refused_end(&room, rest, "an event that cannot follow the ones before it");
    close_room(&room);
}

/* ---- Too much ---------------------------------------------------------------------------- */

/* Passes a message of `start`, very many times `entry`, and `end`. */
static bool hears_many(struct room *room, const char *start, const char *entry, const char *end)
{
    char *text = malloc(strlen(start) + LONG * (strlen(entry) + 1) + strlen(end) + 1);
    assert_non_null(text);
    size_t used = strlen(start);
    memcpy(text, start, used);
    for (unsigned i = 0; i < LONG; i++) {
        text[used] = ',';
        used -= i == 0; /* no comma before the first */
        memcpy(text + used + 1, entry, strlen(entry));
        used += strlen(entry) + 1;
    }
    memcpy(text + used, end, strlen(end) + 1);
    const bool taken = server_table_receive(&room->table, text, 0, room->why);
    free(text);
    return taken;
}

static void lists_without_end_are_refused_or_cut(void **unused)
{
    static const char end[] = "{\"is\":\"event\",\"n\":5,\"at\":1,\"kind\":\"end\",\"round\":1,";
    static struct room room;
    char start[200];
    (void)unused;
    open_room(&room, "ada", NO_CLOCK, 0);
    start_game(&room, 1);
    assert_false(hears_many(&room, "{\"is\":\"people\",\"people\":[",
                            "{\"id\":\"x\",\"name\":\"Xu\",\"here\":true,\"seated\":false}",
                            "],\"watching\":1}")); /* longer than any message */
    snprintf(start, sizeof start, "%s\"connected\":[", end);
    assert_false(hears_many(&room, start, "1", "],\"score\":[0,0,0],\"points\":[0,0,0]}"));
    snprintf(start, sizeof start, "%s\"connected\":[],\"hands\":[", end);
    assert_false(hears_many(&room, start, "[]", "],\"score\":[0,0,0],\"points\":[0,0,0]}"));
    assert_false(hears_many(&room, "{\"is\":\"hand\",\"round\":1,\"seat\":1,\"cities\":[",
                            "\"omaha\"", "]}"));
    assert_false(hears_many(&room, "[", "[", ""));
    assert_true(hears(&room, "{\"is\": \"people\", \"people\": [], \"watching\": 2147483647}"));
    assert_int_equal(room.source.room.watching, WATCHING_MAX);
    close_room(&room);
}

static void more_people_than_there_is_room_for_are_forgotten(void **unused)
{
    static struct room room;
    char person[120];
    (void)unused;
    open_room(&room, "ada", NO_CLOCK, 0);
    for (int i = 0; i < 1000; i++) {
        snprintf(person, sizeof person,
                 "{\"id\": \"x%d\", \"name\": \"Xu %d\", \"here\": true, \"seated\": false}", i, i);
        people(&room, person);
    }
    for (int i = 2; i <= 1001; i++)
        event(&room, i, T, "\"kind\": \"chat\", \"who\": \"x9\", \"text\": \"again\"");
    assert_int_equal(room.source.talk.lines, 1000);
    close_room(&room);
}

static void times_that_no_clock_shows_are_refused(void **unused)
{
    static const char *const times[] = {"-9223372036854775808", "9223372036854775807", "\"now\"",
                                        "-1", "1152921504606846976"};
    static struct room room;
    char rest[300];
    (void)unused;
    for (size_t i = 0; i < sizeof times / sizeof times[0]; i++) {
        open_room(&room, "ada", "{\"kind\": \"live\", \"bank\": 60, \"increment\": 5}", 0);
        assert_false(hears(
            &room, "{\"is\": \"hello\", \"now\": %s, \"you\": {\"id\": \"ada\", \"name\": \"\"}}",
            times[i]));
        start_game(&room, 1);
        snprintf(rest, sizeof rest,
                 "\"kind\": \"turn\", \"seat\": 1, \"turn\": \"@K7\", \"after\": 4, \"left\": %s",
                 times[i]);
        refused(&room, 5, rest, NONSENSE "the field 'left'");
        assert_false(hears(&room,
                           "{\"is\": \"event\", \"n\": 5, \"at\": %s, \"kind\": \"away\", "
                           "\"seat\": 2, \"why\": \"time\"}",
                           times[i]));
        server_table_tick(&room.table, 7000);
        assert_true(room.source.seat[0].clock_ms >= 0 && room.source.seat[1].clock_ms >= 0);
        close_room(&room);
    }
    open_room(&room, "ada", "{\"kind\": \"live\", \"bank\": 60, \"increment\": 5}", 0);
    assert_false(hears(&room, "{\"is\": \"event\", \"n\": 2, \"at\": 9007199254740991, \"kind\": "
                              "\"chat\", \"who\": \"ben\", \"text\": \"late\"}"));
    assert_non_null(strstr(room.why, "a time that no clock shows"));
    close_room(&room);
}

/* ---- Words ------------------------------------------------------------------------------- */

static void no_word_of_a_server_steers_the_terminal(void **unused)
{
    static struct room room;
    (void)unused;
    open_room(&room, "ada", NO_CLOCK, 0);
    assert_false(hears(&room, "{\"is\": \"people\", \"people\": [{\"id\": \"ada\", \"name\": "
                              "\"\\u009b2JAda\", \"here\": true, \"seated\": true}], "
                              "\"watching\": 0}"));
    refused(&room, 2, "\"kind\": \"chat\", \"who\": \"ben\", \"text\": \"a\\u001bb\"", NONSENSE);
    refused(&room, 2, "\"kind\": \"seat\", \"seat\": 2, \"as\": \"ha\\u202erd\"", NONSENSE);
    people(&room, "{\"id\": \"ben\", \"name\": \"\\u2066Ben\", \"here\": true, \"seated\": false}");
    event(&room, 2, T, "\"kind\": \"chat\", \"who\": \"ben\", \"text\": \"a\\u202eb\"");
    event(&room, 3, T, "\"kind\": \"mute\", \"who\": \"ben\", \"on\": true");
    event(&room, 4, T, "\"kind\": \"sit\", \"seat\": 2, \"who\": \"ben\"");
    assert_string_equal(room.source.seat[1].name, "?Ben");
    assert_false(hears(&room, "{\"is\": \"event\", \"n\": 5, \"at\": 1, \"kind\": \"turn\", "
                              "\"seat\": 1, \"after\": 1, \"turn\": \"@\\u202e\"}"));
    assert_true(harmless_is(room.why));
    const struct source_talk *talk = &room.source.talk;
    assert_int_equal(talk->lines, 2);
    for (unsigned i = 0; i < talk->lines; i++) {
        assert_true(harmless_is(source_talk_line(talk, i)->name));
        assert_true(harmless_is(source_talk_line(talk, i)->words));
    }
    assert_string_equal(source_talk_line(talk, 0)->name, "?Ben");
    assert_string_equal(source_talk_line(talk, 0)->words, "a?b");
    close_room(&room);
}

static void ids_and_keys_are_letters_and_digits(void **unused)
{
    static const char *const bad[] = {"\\u009b31m", "a b", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"};
    static struct room room;
    (void)unused;
    open_room(&room, "ada", NO_CLOCK, 0);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        char rest[200];
        snprintf(rest, sizeof rest, "\"kind\": \"sit\", \"seat\": 2, \"who\": \"%s\"", bad[i]);
        refused(&room, 2, rest, NONSENSE "the field 'who'");
    }
    close_room(&room);

    open_room(&room, "", NO_CLOCK, 0); /* a person without a name from the server is not anyone */
    assert_false(hears(&room, "{\"is\": \"people\", \"people\": [{\"id\": \"\", \"name\": "
                              "\"Nobody\", \"here\": true, \"seated\": true}], \"watching\": 0}"));
    assert_int_equal(room.source.keyboard, SEAT_NONE);
    server_table_tick(&room.table, 0);
    assert_false(room.source.room.is_host);
    assert_int_equal(room.source.requests, 0);
    close_room(&room);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("a table makes sense or is refused", a_table_makes_sense_or_is_refused),
        TEST("settings that are not known are refused", settings_that_are_not_known_are_refused),
        TEST("a table that has lost events is another", a_table_that_has_lost_events_is_another),
        TEST("nothing is said of a table that is not described",
             nothing_is_said_of_a_table_that_is_not_described),
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
        TEST("times that no clock shows are refused", times_that_no_clock_shows_are_refused),
        TEST("no word of a server steers the terminal", no_word_of_a_server_steers_the_terminal),
        TEST("ids and keys are letters and digits", ids_and_keys_are_letters_and_digits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
