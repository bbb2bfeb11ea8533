/* Messages of clients: every kind that docs/protocol.md has, and everything that is none. */
#include <stdio.h>
#include <string.h>

#include "protocol/message.h"
#include "support.h"

static struct message accept(const char *bytes)
{
    struct message message;
    struct complaint complaint = {.code = CODE_NONE};
    if (!message_read(&message, bytes, strlen(bytes), &complaint))
        fail_msg("%s is refused: %s", bytes, SENTENCE(&complaint.fault));
    return message;
}

static struct message refuse(const char *bytes, size_t length, const char *code, const char *text)
{
    struct message message;
    struct complaint complaint = {.code = CODE_NONE};
    if (message_read(&message, bytes, length, &complaint))
        fail_msg("%s is accepted", bytes);
    assert_string_equal(error_code_word(complaint.code), code);
    assert_string_equal(SENTENCE(&complaint.fault), text);
    return message;
}

static void each_refused(const char *const bytes[], size_t count, const char *code,
                         const char *text)
{
    for (size_t i = 0; i < count; i++)
        refuse(bytes[i], strlen(bytes[i]), code, text);
}

#define EACH_REFUSED(code, text, ...)                                                              \
    do {                                                                                           \
        static const char *const messages[] = {__VA_ARGS__};                                       \
        each_refused(messages, sizeof messages / sizeof messages[0], code, text);                  \
    } while (0)

TEST_CASE(kinds_without_fields)
{
    static const enum message_kind kinds[] = {
        MESSAGE_LOBBY, MESSAGE_STAND, MESSAGE_START, MESSAGE_CLOSE,
        MESSAGE_LEAVE, MESSAGE_BACK,  MESSAGE_PING,
    };
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        char bytes[64];
        snprintf(bytes, sizeof bytes, "{\"do\": \"%s\"}", message_word(kinds[i]));
        const struct message message = accept(bytes);
        assert_int_equal(message.kind, kinds[i]);
        assert_false(message.has_id);
    }
}

TEST_CASE(following)
{
    const struct message message =
        accept("{\"do\":\"follow\",\"table\":\"q7m2x9kd4wpz\",\"after\":17,\"id\":9}");
    assert_int_equal(message.kind, MESSAGE_FOLLOW);
    assert_string_equal(message.table, "q7m2x9kd4wpz");
    assert_int_equal(message.after, 17);
    assert_true(message.has_id);
    assert_int_equal(message.id, 9);
    assert_int_equal(accept("{\"do\":\"follow\",\"table\":\"a\",\"after\":4294967295}").after,
                     UINT32_MAX);
}

TEST_CASE(seats)
{
    struct message message = accept("{\"do\":\"sit\",\"seat\":6}");
    assert_int_equal(message.kind, MESSAGE_SIT);
    assert_int_equal(message.seat, 5);
    assert_string_equal(message.key, "");
    message = accept("{\"do\":\"sit\",\"seat\":1,\"key\":\"Ab-_9\"}");
    assert_int_equal(message.seat, 0);
    assert_string_equal(message.key, "Ab-_9");
    message = accept("{\"do\":\"seat\",\"seat\":2,\"as\":\"invited\"}");
    assert_int_equal(message.kind, MESSAGE_SEAT);
    assert_int_equal(message.as.kind, SEAT_INVITED);
    message = accept("{\"do\":\"seat\",\"seat\":2,\"as\":\"open\"}");
    assert_int_equal(message.as.kind, SEAT_OPEN);
    message = accept("{\"do\":\"seat\",\"seat\":2,\"as\":\"expert\"}");
    assert_int_equal(message.as.kind, SEAT_BOT);
    assert_string_equal(message.as.bot, "expert");
    message = accept("{\"do\":\"fill\",\"as\":\"easy\"}");
    assert_int_equal(message.kind, MESSAGE_FILL);
    assert_string_equal(message.as.bot, "easy");
    message = accept("{\"do\":\"away\",\"seat\":3}");
    assert_int_equal(message.kind, MESSAGE_AWAY);
    assert_int_equal(message.seat, 2);
}

TEST_CASE(playing)
{
    struct message message = accept("{\"do\":\"turn\",\"after\":5,\"turn\":\"K7-L7 L7-M7\"}");
    assert_int_equal(message.kind, MESSAGE_TURN);
    assert_int_equal(message.after, 5);
    assert_string_equal(message.turn, "K7-L7 L7-M7");
    message = accept("{\"do\":\"ready\",\"after\":40}");
    assert_int_equal(message.kind, MESSAGE_READY);
    assert_int_equal(message.after, 40);
}

TEST_CASE(talking)
{
    struct message message = accept("{\"do\":\"chat\",\"text\":\"na \\\"so\\\" was, \xc3\xa4\"}");
    assert_int_equal(message.kind, MESSAGE_CHAT);
    assert_string_equal(message.text, "na \"so\" was, \xc3\xa4");
    message = accept("{\"do\":\"mute\",\"who\":\"k3v8k3v8k3v8k3v8\",\"on\":true}");
    assert_int_equal(message.kind, MESSAGE_MUTE);
    assert_string_equal(message.person, "k3v8k3v8k3v8k3v8");
    assert_true(message.on);
    assert_false(accept("{\"do\":\"mute\",\"who\":\"k\",\"on\":false}").on);
}

TEST_CASE(unknown_fields)
{
    const struct message message =
        accept(" {\"later\":[1,{\"x\":null}],\"do\":\"ping\",\"after\":\"no number\"} ");
    assert_int_equal(message.kind, MESSAGE_PING);
}

TEST_CASE(not_json)
{
    EACH_REFUSED("syntax", "this JSON ends too early (after 0 bytes)", "");
    EACH_REFUSED("syntax", "this is not JSON (after 1 bytes)", "{do:\"ping\"}");
    EACH_REFUSED("syntax", "this JSON ends too early (after 12 bytes)", "{\"do\":\"ping\"");
    EACH_REFUSED("syntax", "this JSON is no object: it must stand in { and }", "[]", "\"ping\"",
                 "7", "null", "[{\"do\":\"ping\"}]");
    EACH_REFUSED("syntax", "this JSON has the same key twice in one object (after 14 bytes)",
                 "{\"do\":\"x\",\"do\":\"y\"}");
    EACH_REFUSED("syntax", "this JSON is not in UTF-8 (after 7 bytes)", "{\"do\":\"\xff\"}",
                 "{\"do\":\"\xc0\xaf\"}", "{\"do\":\"\xed\xa0\x80\"}");
    EACH_REFUSED("syntax", "this JSON holds a number that is too large (after 25 bytes)",
                 "{\"id\":9999999999999999999}");
    refuse("{\"do\":\"ping\"}\0x", 15, "syntax", "this is not JSON (after 13 bytes)");
    const char nul[] = "{\"do\":\"p\\u0000\"}";
    refuse(nul, sizeof nul - 1, "syntax", "this JSON holds a NUL character (after 8 bytes)");
}

TEST_CASE(too_much)
{
    static char bytes[MESSAGE_SIZE_MAX + 2];
    memset(bytes, '[', sizeof bytes);
    struct message message;
    struct complaint complaint;
    assert_false(message_read(&message, bytes, MESSAGE_SIZE_MAX, &complaint));
    assert_int_equal(complaint.code, CODE_SYNTAX);
    assert_non_null(strstr(SENTENCE(&complaint.fault), "nested too deep"));
    refuse(bytes, MESSAGE_SIZE_MAX + 1, "size", "this is longer than 4096 bytes");

    memset(bytes, ' ', sizeof bytes);
    memcpy(bytes, "{\"do\":\"ping\"}", 13);
    assert_true(message_read(&message, bytes, MESSAGE_SIZE_MAX, &complaint));
}

TEST_CASE(unknown_kinds)
{
    EACH_REFUSED("unknown", "there is no message 'jump'", "{\"do\":\"jump\"}");
    EACH_REFUSED("unknown", "there is no message ''", "{\"do\":\"\"}");
    EACH_REFUSED("unknown", "there is no message 'Ping'", "{\"do\":\"Ping\"}");
    EACH_REFUSED("unknown", "there is no message '?\?'", "{\"do\":\"\xc3\xa4\"}");
    EACH_REFUSED("field", "the field 'do' is missing; it must be a text that says what to do", "{}",
                 "{\"id\":1}");
    EACH_REFUSED("field", "the field 'do' must be a text that says what to do", "{\"do\":1}",
                 "{\"do\":null}", "{\"do\":[\"ping\"]}");
}

TEST_CASE(wrong_numbers)
{
    EACH_REFUSED("field", "the field 'seat' must be a whole number from 1 to 6",
                 "{\"do\":\"sit\",\"seat\":0}", "{\"do\":\"sit\",\"seat\":7}",
                 "{\"do\":\"sit\",\"seat\":-1}", "{\"do\":\"sit\",\"seat\":1.0}",
                 "{\"do\":\"sit\",\"seat\":\"1\"}", "{\"do\":\"sit\",\"seat\":null}",
                 "{\"do\":\"sit\",\"seat\":true}", "{\"do\":\"sit\",\"seat\":9223372036854775807}");
    EACH_REFUSED("field", "the field 'seat' is missing; it must be a whole number from 1 to 6",
                 "{\"do\":\"sit\"}", "{\"do\":\"away\"}", "{\"do\":\"seat\",\"as\":\"open\"}");
    EACH_REFUSED("field", "the field 'after' must be a whole number from 0 to 4294967295",
                 "{\"do\":\"ready\",\"after\":-1}", "{\"do\":\"ready\",\"after\":4294967296}",
                 "{\"do\":\"turn\",\"after\":\"0\",\"turn\":\"pass\"}");
    EACH_REFUSED("field",
                 "the field 'after' is missing; it must be a whole number from 0 to 4294967295",
                 "{\"do\":\"ready\"}", "{\"do\":\"turn\",\"turn\":\"pass\"}",
                 "{\"do\":\"follow\",\"table\":\"a\"}");
    EACH_REFUSED("field",
                 "the field 'id' must be a whole number from -9007199254740991 to "
                 "9007199254740991",
                 "{\"do\":\"ping\",\"id\":\"a\"}", "{\"do\":\"ping\",\"id\":9007199254740992}",
                 "{\"do\":\"ping\",\"id\":0.5}");
}

TEST_CASE(wrong_words)
{
    EACH_REFUSED("field",
                 "the field 'as' must be 'open', 'invited', 'easy', 'medium', 'hard', 'expert' or "
                 "'champion'",
                 "{\"do\":\"seat\",\"seat\":1,\"as\":\"me\"}",
                 "{\"do\":\"seat\",\"seat\":1,\"as\":\"oracle\"}",
                 "{\"do\":\"seat\",\"seat\":1,\"as\":\"\"}",
                 "{\"do\":\"seat\",\"seat\":1,\"as\":0}");
    EACH_REFUSED("field", "the field 'as' must be 'easy', 'medium', 'hard', 'expert' or 'champion'",
                 "{\"do\":\"fill\",\"as\":\"open\"}", "{\"do\":\"fill\",\"as\":\"random\"}");
    EACH_REFUSED("field",
                 "the field 'turn' must be a turn as in a record: '@K7', 'K7-L7 L7-M7', 'pass'",
                 "{\"do\":\"turn\",\"after\":0,\"turn\":\"\"}",
                 "{\"do\":\"turn\",\"after\":0,\"turn\":[\"K7-L7\"]}",
                 "{\"do\":\"turn\",\"after\":0,\"turn\":\"K10-L10 K10-L11 K10-L12 K10-L13*\"}");
    EACH_REFUSED("field", "the field 'table' must be a text of 1 to 32 letters, digits, '-' or '_'",
                 "{\"do\":\"follow\",\"after\":0,\"table\":\"\"}",
                 "{\"do\":\"follow\",\"after\":0,\"table\":\"a/b\"}",
                 "{\"do\":\"follow\",\"after\":0,\"table\":\"\xc3\xa4\"}",
                 "{\"do\":\"follow\",\"after\":0,\"table\":\"123456789012345678901234567890123\"}");
    EACH_REFUSED("field", "the field 'who' must be a text of 1 to 16 letters, digits, '-' or '_'",
                 "{\"do\":\"mute\",\"who\":\"12345678901234567\",\"on\":true}");
    EACH_REFUSED("field", "the field 'on' must be true or false",
                 "{\"do\":\"mute\",\"who\":\"a\",\"on\":1}");
    EACH_REFUSED("field", "the field 'on' is missing; it must be true or false",
                 "{\"do\":\"mute\",\"who\":\"a\"}");
}

TEST_CASE(control_characters)
{
    EACH_REFUSED("field",
                 "text: write 1 to 300 visible characters, none of which changes the direction of "
                 "the text",
                 "{\"do\":\"chat\",\"text\":\"\"}", "{\"do\":\"chat\",\"text\":\"a\\nb\"}",
                 "{\"do\":\"chat\",\"text\":\"\\u001b[2J\"}",
                 "{\"do\":\"chat\",\"text\":\"\\u007f\"}", "{\"do\":\"chat\",\"text\":\"\\u0085\"}",
                 "{\"do\":\"chat\",\"text\":\"\\u2028\"}", "{\"do\":\"chat\",\"text\":7}");
    assert_string_equal(accept("{\"do\":\"chat\",\"text\":\"\\u00a0\\u2030\"}").text,
                        "\xc2\xa0\xe2\x80\xb0");
}

/* A chat of so many characters of four bytes. */
static bool long_chat(unsigned characters, struct message *message)
{
    static char bytes[MESSAGE_SIZE_MAX];
    struct text text;
    text_init(&text, bytes, sizeof bytes);
    text_add(&text, "{\"do\":\"chat\",\"text\":\"");
    for (unsigned i = 0; i < characters; i++)
        text_add(&text, "\xf0\x9f\x9a\x82");
    text_add(&text, "\"}");
    struct complaint complaint;
    return message_read(message, bytes, text.used, &complaint);
}

TEST_CASE(lengths_count_characters)
{
    struct message message;
    assert_true(long_chat(CHAT_CHARACTERS, &message));
    assert_int_equal(strlen(message.text), CHAT_SIZE - 1);
    assert_false(long_chat(CHAT_CHARACTERS + 1, &message));
}

TEST_CASE(refusals_know_the_id)
{
    static const char bytes[] = "{\"do\":\"sit\",\"id\":-12}";
    const struct message message =
        refuse(bytes, sizeof bytes - 1, "field",
               "the field 'seat' is missing; it must be a whole number from 1 to 6");
    assert_true(message.has_id);
    assert_int_equal(message.id, -12);
    assert_false(refuse("{", 1, "syntax", "this JSON ends too early (after 1 bytes)").has_id);
}

/* ---- Writing --------------------------------------------------------------------------------- */

static const struct {
    const char *bytes; /* its one spelling */
    struct message message;
} spellings[] = {
    {"{\"do\":\"follow\",\"table\":\"q7\",\"after\":17,\"undo\":true,\"id\":-3}",
     {.kind = MESSAGE_FOLLOW, .table = "q7", .after = 17, .undo = true, .has_id = true, .id = -3}},
    {"{\"do\":\"lobby\"}", {.kind = MESSAGE_LOBBY}},
    {"{\"do\":\"sit\",\"seat\":3,\"key\":\"Ab\"}", {.kind = MESSAGE_SIT, .seat = 2, .key = "Ab"}},
    {"{\"do\":\"sit\",\"seat\":1}", {.kind = MESSAGE_SIT}},
    {"{\"do\":\"sit\",\"seat\":1,\"program\":true}", {.kind = MESSAGE_SIT, .program = true}},
    {"{\"do\":\"stand\"}", {.kind = MESSAGE_STAND}},
    {"{\"do\":\"seat\",\"seat\":2,\"as\":\"invited\"}",
     {.kind = MESSAGE_SEAT, .seat = 1, .as = {.kind = SEAT_INVITED}}},
    {"{\"do\":\"fill\",\"as\":\"hard\"}",
     {.kind = MESSAGE_FILL, .as = {.kind = SEAT_BOT, .bot = "hard"}}},
    {"{\"do\":\"start\",\"id\":0}", {.kind = MESSAGE_START, .has_id = true}},
    {"{\"do\":\"close\"}", {.kind = MESSAGE_CLOSE}},
    {"{\"do\":\"turn\",\"after\":4,\"turn\":\"K7-L7 L7-M7\"}",
     {.kind = MESSAGE_TURN, .after = 4, .turn = "K7-L7 L7-M7"}},
    {"{\"do\":\"ready\",\"after\":0}", {.kind = MESSAGE_READY}},
    {"{\"do\":\"leave\"}", {.kind = MESSAGE_LEAVE}},
    {"{\"do\":\"back\"}", {.kind = MESSAGE_BACK}},
    {"{\"do\":\"away\",\"seat\":6}", {.kind = MESSAGE_AWAY, .seat = 5}},
    {"{\"do\":\"chat\",\"text\":\"a \\\"b\\\" \\\\ \xc3\xa4\"}",
     {.kind = MESSAGE_CHAT, .text = "a \"b\" \\ \xc3\xa4"}},
    {"{\"do\":\"mute\",\"who\":\"k3v8\",\"on\":true}",
     {.kind = MESSAGE_MUTE, .person = "k3v8", .on = true}},
    {"{\"do\":\"takeback\",\"event\":17}", {.kind = MESSAGE_TAKEBACK, .event = 17}},
    {"{\"do\":\"answer\",\"event\":18,\"yes\":true}",
     {.kind = MESSAGE_ANSWER, .event = 18, .on = true}},
    {"{\"do\":\"rematch\"}", {.kind = MESSAGE_REMATCH}},
    {"{\"do\":\"ping\"}", {.kind = MESSAGE_PING}},
};

enum { SPELLINGS = sizeof spellings / sizeof spellings[0] };

TEST_CASE(there_and_back)
{
    bool seen[MESSAGE_KINDS] = {false};
    for (size_t i = 0; i < SPELLINGS; i++) {
        char bytes[MESSAGE_TEXT_SIZE];
        struct text text;
        text_init(&text, bytes, sizeof bytes);
        message_write(&spellings[i].message, &text);
        assert_string_equal(bytes, spellings[i].bytes);
        const struct message message = accept(bytes);
        assert_memory_equal(&message, &spellings[i].message, sizeof message);
        seen[message.kind] = true;
    }
    for (unsigned kind = 0; kind < MESSAGE_KINDS; kind++)
        assert_true(seen[kind]);
}

TEST_CASE(cut_off)
{
    for (size_t i = 0; i < SPELLINGS; i++) {
        for (size_t length = 0; length < strlen(spellings[i].bytes); length++) {
            struct message message;
            struct complaint complaint;
            assert_false(message_read(&message, spellings[i].bytes, length, &complaint));
            assert_int_equal(complaint.code, CODE_SYNTAX);
        }
    }
}

TEST_CASE(the_longest_fits)
{
    struct message message = {.kind = MESSAGE_CHAT, .has_id = true, .id = -9007199254740991};
    char bytes[MESSAGE_TEXT_SIZE];
    struct text text;
    for (unsigned i = 0; i < CHAT_CHARACTERS; i++)
        memcpy(message.text + 4 * i, "\xf0\x9f\x9a\x82", 4);
    text_init(&text, bytes, sizeof bytes);
    message_write(&message, &text);
    assert_false(text.cut);
    assert_string_equal(accept(bytes).text, message.text);
    memset(message.text, 0, sizeof message.text);
    memset(message.text, '"', CHAT_CHARACTERS);
    text_init(&text, bytes, sizeof bytes);
    message_write(&message, &text);
    assert_false(text.cut);
    assert_string_equal(accept(bytes).text, message.text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("messages that are a word alone are read", kinds_without_fields),
        TEST("a table is followed from an event on", following),
        TEST("seats are taken, given and left to bots", seats),
        TEST("turns and readiness carry the number they were made for", playing),
        TEST("people talk and are muted", talking),
        TEST("fields that nobody knows are ignored", unknown_fields),
        TEST("what is no JSON object is refused with the place", not_json),
        TEST("a message has at most 4096 bytes and is not deep", too_much),
        TEST("an unknown kind is named", unknown_kinds),
        TEST("numbers out of range and of another type are refused by name", wrong_numbers),
        TEST("words that mean nothing are refused by name", wrong_words),
        TEST("no control character gets into a chat", control_characters),
        TEST("a text's length is counted in characters, not in bytes", lengths_count_characters),
        TEST("the id is known of a message that is refused", refusals_know_the_id),
        TEST("every kind has one spelling, which is read as the same", there_and_back),
        TEST("a message that was cut off anywhere is refused", cut_off),
        TEST("the longest message fits", the_longest_fits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
