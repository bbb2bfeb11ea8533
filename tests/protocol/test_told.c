/*
 * What a server says: every kind written and read again as the same, cut off at every byte, and
 * with what does not belong there.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board_file/boards.h"
#include "protocol/told_message.h"
#include "support.h"

static struct match_settings some_settings(void)
{
    struct match_settings settings = {
        .board = board_builtin_at(0), .seats = 4, .chat = true, .listed = true};
    settings.plan[0].kind = SEAT_PERSON;
    settings.plan[1] = (struct seat_plan){.kind = SEAT_BOT, .bot = "hard"};
    settings.plan[3].kind = SEAT_INVITED;
    settings.clock = (struct clock){.kind = CLOCK_SLOW, .turn = INT64_C(86400000)};
    return settings;
}

static struct told_table some_table(void)
{
    struct told_table table = {
        .id = "q7m2x9kd4wpzq7m2",
        .state = TOLD_RUNNING,
        .host = "k3v8k3v8k3v8k3v8",
        .key = "Ab9",
        .settings = some_settings(),
        .round = 3,
        .has_points = true,
        .points = {13, 7, -2, 0},
        .winners = 5,
        .has_mover = true,
        .mover = 2,
        .opened = INT64_C(1794700000000),
        .changed = INT64_C(1794700000999),
        .party = 2,
        .party_table = {"q7m2x9kd4wpzq7m2", "q7m2x9kd4wpzq7m3"},
    };
    table.seat[0] = (struct told_seat){SEAT_PERSON, "k3v8k3v8k3v8k3v8", "A\"d\\a", "", true};
    table.seat[1] = (struct told_seat){SEAT_BOT, "", "", "hard", false};
    table.seat[2].kind = SEAT_PERSON;
    table.seat[3].kind = SEAT_INVITED;
    return table;
}

static struct hand some_hand(const struct board *board)
{
    struct hand hand;
    for (unsigned group = 0; group < GROUPS; group++)
        hand.city[group] = board->card[group][0];
    return hand;
}

/* A message of each kind but events, which whole games show (tests/server/test_event_details.c). */
static void write_error(struct text *text)
{
    struct told_error error = {.has_re = true, .re = 5};
    struct fault fault = {.line = 12};
    fault_say(RECORD_SCORE, &fault, "P1", 2, 7);
    told_error_say(&error, CODE_ILLEGAL, &fault);
    told_error_write(&error, text);
}

static void write_kind(enum told_kind kind, struct text *text)
{
    const struct match_settings settings = some_settings();
    const struct told_following following = {
        .table = some_table(), .seat = 2, .last = 17, .since = 99, .has_re = true, .re = -4};
    const struct told_hand hand = {.round = 2, .seat = 3, .hand = some_hand(settings.board)};
    struct told_bye bye;
    struct fault fault = {0};
    struct told_people people = {.people = 2, .watching = 7};
    people.person[0] = (struct told_person){"k3v8", "Gr\xc3\xbcn", true, true};
    people.person[1] = (struct told_person){"b", "", false, false};
    switch (kind) {
    case TOLD_HELLO:
        told_hello_write(&(struct told_hello){1, "1.2", 42, "k3v8", "Ada"}, text);
        return;
    case TOLD_TABLE:
        told_following_write(&following, text);
        return;
    case TOLD_EVENT:
        event_message_write(3, 5, event_body_deleted, strlen(event_body_deleted), text);
        return;
    case TOLD_HAND:
        told_hand_write(&hand, &settings, text);
        return;
    case TOLD_PEOPLE:
        told_people_write(&people, text);
        return;
    case TOLD_LOBBY:
        lobby_begin(&(int64_t){8}, text);
        told_table_write(&following.table, text);
        list_end(text);
        return;
    case TOLD_DONE:
        told_done_write(&(struct told_done){17, true, 5}, text);
        return;
    case TOLD_ERROR:
        write_error(text);
        return;
    case TOLD_PONG:
        told_pong_write(&(struct told_pong){42, false, 0}, text);
        return;
    case TOLD_BYE:
        fault_say(STOPPING, &fault, "");
        told_fault_say(&bye.why, &fault);
        told_bye_write(&bye, text);
        return;
    case TOLD_KINDS:
        break;
    }
    fail();
}

static bool take(struct told *told, const char *bytes, size_t length, struct complaint *complaint)
{
    const struct match_settings settings = some_settings();
    *complaint = (struct complaint){.code = CODE_NONE};
    const bool taken = told_read(told, &settings, bytes, length, complaint);
    assert_int_equal(taken, complaint->code == CODE_NONE);
    assert_int_equal(taken, complaint->fault.id == FAULT_NONE);
    return taken;
}

static void assert_same_table(const struct told_table *one, const struct told_table *other)
{
    char first[TABLE_TEXT_SIZE], second[TABLE_TEXT_SIZE];
    struct text text;
    text_init(&text, first, sizeof first);
    told_table_write(one, &text);
    text_init(&text, second, sizeof second);
    told_table_write(other, &text);
    assert_string_equal(first, second);
}

static void assert_told(const struct told *told)
{
    const struct told_table table = some_table();
    const struct hand hand = some_hand(board_builtin_at(0));
    struct told_table listed;
    struct json_list lobby;
    switch (told->kind) {
    case TOLD_HELLO:
        assert_int_equal(told->as.hello.version, PROTOCOL_VERSION);
        assert_string_equal(told->as.hello.server, "1.2");
        assert_int_equal(told->as.hello.now, 42);
        assert_string_equal(told->as.hello.id, "k3v8");
        assert_string_equal(told->as.hello.name, "Ada");
        return;
    case TOLD_TABLE:
        assert_same_table(&told->as.table.table, &table);
        assert_true(told->as.table.table.settings.party);
        assert_int_equal(told->as.table.table.points[2], -2);
        assert_int_equal(told->as.table.seat, 2);
        assert_int_equal(told->as.table.last, 17);
        assert_int_equal(told->as.table.since, 99);
        assert_true(told->as.table.has_re && told->as.table.re == -4);
        return;
    case TOLD_EVENT:
        assert_int_equal(told->as.event.number, 3);
        assert_int_equal(told->as.event.event.at, 5);
        assert_int_equal(told->as.event.event.kind, EVENT_CHAT);
        return;
    case TOLD_HAND:
        assert_int_equal(told->as.hand.round, 2);
        assert_int_equal(told->as.hand.seat, 3);
        assert_memory_equal(&told->as.hand.hand, &hand, sizeof hand);
        return;
    case TOLD_PEOPLE:
        assert_int_equal(told->as.people.people, 2);
        assert_string_equal(told->as.people.person[0].name, "Gr\xc3\xbcn");
        assert_true(told->as.people.person[0].here && told->as.people.person[0].seated);
        assert_string_equal(told->as.people.person[1].id, "b");
        assert_int_equal(told->as.people.watching, 7);
        return;
    case TOLD_LOBBY:
        lobby = told->as.lobby;
        assert_true(told_next_table(&lobby, &listed));
        assert_same_table(&listed, &table);
        assert_false(told_next_table(&lobby, &listed));
        return;
    case TOLD_DONE:
        assert_true(told->as.done.has_re && told->as.done.re == 5);
        assert_int_equal(told->as.done.number, 17);
        return;
    case TOLD_ERROR:
        assert_string_equal(told->as.error.error, "illegal");
        assert_string_equal(told->as.error.why.rule, "P1");
        assert_string_equal(told->as.error.why.text,
                            "line 12: the score of seat 2 should be 7 (P1)");
        assert_string_equal(told->as.error.why.code, "record-score");
        assert_int_equal(told->as.error.why.fault.id, FAULT_RECORD_SCORE);
        assert_int_equal(told->as.error.why.fault.line, 12);
        assert_string_equal(SENTENCE(&told->as.error.why.fault), "the score of seat 2 should be 7");
        return;
    case TOLD_PONG:
        assert_int_equal(told->as.pong.now, 42);
        assert_false(told->as.pong.has_re);
        return;
    case TOLD_BYE:
        assert_string_equal(told->as.bye.why.text, "the server is about to stop");
        return;
    case TOLD_KINDS:
        break;
    }
    fail();
}

TEST_CASE(there_and_back)
{
    static struct told told;
    static char bytes[PEOPLE_TEXT_SIZE];
    for (unsigned kind = 0; kind < TOLD_KINDS; kind++) {
        struct complaint complaint;
        struct text text;
        text_init(&text, bytes, sizeof bytes);
        write_kind((enum told_kind)kind, &text);
        if (!take(&told, bytes, text.used, &complaint))
            fail_msg("%s: %s", bytes, SENTENCE(&complaint.fault));
        assert_int_equal(told.kind, kind);
        assert_told(&told);
    }
}

TEST_CASE(cut_off)
{
    static struct told told;
    static char bytes[PEOPLE_TEXT_SIZE];
    for (unsigned kind = 0; kind < TOLD_KINDS; kind++) {
        struct complaint complaint;
        struct text text;
        text_init(&text, bytes, sizeof bytes);
        write_kind((enum told_kind)kind, &text);
        for (size_t length = 0; length < text.used; length++) {
            char *part = malloc(length + 1); /* so that a byte too far is seen */
            memcpy(part, bytes, length);
            assert_false(take(&told, part, length, &complaint));
            assert_int_equal(complaint.code, CODE_SYNTAX);
            free(part);
        }
    }
}

/* Whatever stands where a byte was, nothing is read that was not closed or is out of range. */
TEST_CASE(other_bytes)
{
    static struct told told;
    static char bytes[PEOPLE_TEXT_SIZE];
    static const char alphabet[] = "{}[]\",:\\0129-aen \x01\xff\xc3";
    uint64_t random = test_seed();
    for (unsigned i = 0; i < test_count(200000); i++) {
        struct complaint complaint;
        struct text text;
        text_init(&text, bytes, sizeof bytes);
        write_kind((enum told_kind)test_random_below(&random, TOLD_KINDS), &text);
        bytes[test_random_below(&random, (unsigned)text.used)] =
            alphabet[test_random_below(&random, sizeof alphabet - 1)];
        if (take(&told, bytes, text.used, &complaint) && told.kind == TOLD_TABLE)
            assert_in_range(told.as.table.table.settings.seats, SEATS_MIN, SEATS_MAX);
    }
}

static void refused(const char *bytes, const char *sentence)
{
    static struct told told;
    struct complaint complaint;
    if (take(&told, bytes, strlen(bytes), &complaint))
        fail_msg("%s is taken", bytes);
    assert_string_equal(SENTENCE(&complaint.fault), sentence);
}

TEST_CASE(nonsense)
{
    refused("{}", "the field 'is' is missing; it must be a text that says what this is");
    refused("{\"is\":7}", "the field 'is' must be a text that says what this is");
    refused("{\"is\":\"hello\"}",
            "the field 'now' is missing; it must be a whole number from 0 to 9007199254740991");
    refused("{\"is\":\"hello\",\"now\":1,\"you\":{\"id\":\"\",\"name\":\"a\\u0007\"}}",
            "the field 'name' must be a text of 0 to 32 characters, none a control character");
    refused("{\"is\":\"hand\",\"round\":1,\"seat\":5,\"cities\":[]}",
            "the field 'seat' must be a whole number from 1 to 4");
    refused("{\"is\":\"hand\",\"round\":1,\"seat\":4,\"cities\":[\"seattle\",\"seattle\"]}",
            "the field 'cities' must be a list of five cities");
    refused("{\"is\":\"lobby\",\"tables\":{}}", "the field 'tables' must be a list of tables");
    refused("{\"is\":\"people\",\"people\":[7],\"watching\":0}",
            "the field 'people' must be a list of objects");
    refused("{\"is\":\"event\",\"n\":0,\"at\":1,\"kind\":\"start\"}",
            "the field 'n' must be a whole number from 1 to 4294967295");
    refused("{\"is\":\"event\",\"n\":1,\"at\":1}",
            "the field 'kind' is missing; it must be a text that says what has happened");
}

TEST_CASE(news)
{
    static struct told told;
    struct complaint complaint;
    static const char later[] = "{\"is\":\"premove\",\"of\":[1,2]}";
    static const char event[] = "{\"is\":\"event\",\"n\":9,\"at\":1,\"kind\":\"later\",\"x\":{}}";
    assert_true(take(&told, later, sizeof later - 1, &complaint));
    assert_int_equal(told.kind, TOLD_KINDS);
    assert_true(take(&told, event, sizeof event - 1, &complaint));
    assert_int_equal(told.as.event.number, 9);
    assert_int_equal(told.as.event.event.kind, EVENT_KINDS);
}

TEST_CASE(no_table_yet)
{
    static struct told told;
    struct complaint complaint;
    static const char event[] = "{\"is\":\"event\",\"n\":9,\"at\":1,\"kind\":\"start\"}";
    static const char hand[] = "{\"is\":\"hand\"}";
    assert_false(told_read(&told, NULL, event, sizeof event - 1, &complaint));
    assert_false(told_read(&told, NULL, hand, sizeof hand - 1, &complaint));
}

static void read_error(struct told *told, const char *fault)
{
    char bytes[400];
    struct complaint complaint;
    snprintf(bytes, sizeof bytes, "{\"is\":\"error\",\"error\":\"field\",%s,\"text\":\"no\"}",
             fault);
    if (!take(told, bytes, strlen(bytes), &complaint))
        fail_msg("%s: %s", bytes, SENTENCE(&complaint.fault));
    assert_string_equal(told->as.error.why.text, "no");
}

/* Somebody who does not know the code, or is told other arguments, has the sentence. */
TEST_CASE(faults_as_data)
{
    static struct told told;
    const struct fault *fault = &told.as.error.why.fault;
    read_error(&told, "\"code\":\"field\",\"args\":{\"field\":\"as\",\"wanted\":{\"code\":"
                      "\"term-bot-wanted\"}}");
    assert_string_equal(SENTENCE(fault),
                        "the field 'as' must be 'easy', 'medium', 'hard', 'expert' or 'champion'");
    read_error(&told, "\"code\":\"no-line\",\"args\":{\"word\":\"A1-\\u001b\"}");
    assert_string_equal(SENTENCE(fault), "this board has no line 'A1-?'");
    static const char *const others[] = {
        "\"code\":\"eclipse\",\"args\":{}",
        "\"code\":\"no-line\",\"args\":{}",
        "\"code\":\"no-line\",\"args\":7",
        "\"code\":\"no-line\"",
        "\"code\":\"record-score\",\"args\":{\"seat\":\"2\",\"number\":7}",
        "\"code\":\"field\",\"args\":{\"field\":\"as\",\"wanted\":{\"code\":\"no-line\"}}",
        "\"code\":\"field\",\"args\":{\"field\":\"as\",\"wanted\":{\"code\":\"eclipse\"}}",
        "\"args\":{\"word\":\"x\"}",
        "\"rule\":\"T5\"",
    };
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        read_error(&told, others[i]);
        if (fault->id != FAULT_NONE)
            fail_msg("%s is %s", others[i], SENTENCE(fault));
    }
}

TEST_CASE(over_http)
{
    char bytes[TOLD_TEXT_SIZE];
    struct text text;
    text_init(&text, bytes, sizeof bytes);
    struct told_error error = {.has_re = true, .re = 5};
    struct fault fault = {0};
    fault_say(SEAT_TAKEN, &fault, "");
    told_error_say(&error, CODE_TAKEN, &fault);
    error_body_write(&error, &text);
    assert_string_equal(bytes, "{\"error\":\"taken\",\"code\":\"seat-taken\",\"args\":{},"
                               "\"text\":\"somebody sits there\"}");
    text_init(&text, bytes, sizeof bytes);
    done_body_write(&(struct told_done){17, true, 5}, &text);
    assert_string_equal(bytes, "{\"n\":17}");
    text_init(&text, bytes, sizeof bytes);
    list_begin(LIST_GAMES, &text);
    list_end(&text);
    assert_string_equal(bytes, "{\"games\":[]}");
}

/* A table that this program cannot show does not hide the others. */
TEST_CASE(lists_go_on)
{
    char bytes[4 * TABLE_TEXT_SIZE];
    const struct told_table table = some_table();
    struct told_table listed;
    struct json_value object;
    struct complaint complaint;
    struct text text;
    text_init(&text, bytes, sizeof bytes);
    list_begin(LIST_TABLES, &text);
    told_table_write(&table, &text);
    text_add(&text, ",{\"id\":\"x\",\"settings\":{\"board\":\"moon\"}},7");
    told_table_write(&table, &text);
    list_end(&text);
    assert_true(object_read(bytes, text.used, sizeof bytes, &object, &complaint));
    struct json_list list = list_read(LIST_TABLES, object);
    assert_true(told_next_table(&list, &listed));
    assert_true(told_next_table(&list, &listed));
    assert_same_table(&listed, &table);
    assert_false(told_next_table(&list, &listed));
}

/* What the store keeps for lists: no names, and the host is elsewhere. */
TEST_CASE(summaries)
{
    const struct told_table table = some_table();
    struct told_table read;
    struct complaint complaint;
    char bytes[SUMMARY_TEXT_SIZE];
    struct text text;
    text_init(&text, bytes, sizeof bytes);
    summary_write(&table, &text);
    assert_string_equal(
        bytes,
        "{\"seats\":[{\"kind\":\"person\",\"who\":\"k3v8k3v8k3v8k3v8\",\"program\":true},{\"kind\":"
        "\"bot\",\"bot\":\"hard\"},{\"kind\":\"person\",\"who\":\"\"},{\"kind\":"
        "\"invited\"}],\"round\":3,\"points\":[13,7,-2,0],\"winners\":[1,3],"
        "\"mover\":3}");
    assert_true(summary_read(&read, bytes, text.used, &complaint));
    assert_int_equal(read.settings.seats, 4);
    assert_memory_equal(read.points, table.points, sizeof read.points);
    assert_int_equal(read.winners, table.winners);
    assert_true(read.has_mover && read.mover == table.mover);
    assert_string_equal(read.seat[1].bot, "hard");
    static const char *const wrong[] = {
        "{}",
        "{\"seats\":[],\"round\":0,\"points\":[],\"winners\":[]}",
        "{\"seats\":[{\"kind\":\"open\"},{\"kind\":\"open\"}],\"round\":0,\"points\":[1],"
        "\"winners\":[]}",
        "{\"seats\":[{\"kind\":\"open\"},{\"kind\":\"open\"}],\"round\":0,\"points\":[],"
        "\"winners\":[3]}",
        "{\"seats\":[{\"kind\":\"open\"},{\"kind\":\"sofa\"}],\"round\":0,\"points\":[],"
        "\"winners\":[]}",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_false(summary_read(&read, wrong[i], strlen(wrong[i]), &complaint));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("every kind is written and read as the same", there_and_back),
        TEST("a message that was cut off anywhere is refused", cut_off),
        TEST("a message with another byte is refused or harmless", other_bytes),
        TEST("what makes no sense is refused by name", nonsense),
        TEST("messages and events of later servers are passed over", news),
        TEST("before a table is followed there is no event and no hand", no_table_yet),
        TEST("a fault is data, and its sentence is for who does not know it", faults_as_data),
        TEST("answers over HTTP have no kind and no number", over_http),
        TEST("a summary is written and read as the same", summaries),
        TEST("a table that makes no sense is passed over in a list", lists_go_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
