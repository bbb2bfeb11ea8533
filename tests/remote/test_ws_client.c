/* A client's end of a WebSocket, at a server that is played byte by byte. */
#include <stdio.h>
#include <string.h>

#include "fault/allocation.h"
#include "remote/ws_client.h"
#include "support.h"
#include "text/text.h"

enum { LONGEST = 4096, BYTES_MAX = 1 << 17 };

/* Bytes that the server sends. */
struct script {
    char at[BYTES_MAX];
    size_t length;
};

static struct ws_client websocket;
static struct script script;

static void add(const char *bytes, size_t length)
{
    assert_true(script.length + length <= sizeof script.at);
    memcpy(script.at + script.length, bytes, length);
    script.length += length;
}

static void add_line(const char *line)
{
    add(line, strlen(line));
    add("\r\n", 2);
}

static void add_frame(unsigned first, const char *payload, size_t length)
{
    uint8_t header[FRAMES_HEADER_MAX];
    const size_t size = frames_write_header(header, FRAMES_TEXT, length);
    header[0] = (uint8_t)first;
    add((const char *)header, size);
    add(payload, length);
}

static void add_text(unsigned first, const char *payload)
{
    add_frame(first, payload, strlen(payload));
}

/* All that the client sends now, in pieces. */
static size_t take_sent(char *sent, size_t size, size_t at_a_time)
{
    const char *bytes;
    size_t used = 0;
    for (size_t length; (length = ws_client_pending(&websocket, &bytes)) > 0;) {
        const size_t count = length < at_a_time ? length : at_a_time;
        assert_true(used + count <= size);
        memcpy(sent + used, bytes, count);
        ws_client_sent(&websocket, count);
        used += count;
    }
    return used;
}

/* The client's frames as a server reads them, in words. */
static void assert_sends(const char *expected)
{
    static const char *const names[] = {"",      "text ", "binary ", "long",
                                        "ping ", "pong ", "close ",  "fault "};
    static char sent[BYTES_MAX], heard[BYTES_MAX];
    const char *next = sent;
    size_t length = take_sent(sent, sizeof sent, 3);
    struct frames frames;
    struct frames_event event;
    struct text text;
    frames_init(&frames, FRAMES_OF_CLIENTS, LONGEST);
    text_init(&text, heard, sizeof heard);
    while ((event = frames_read(&frames, &next, &length)).what != FRAMES_MORE) {
        text_add(&text, names[event.what]);
        text_add_part(&text, event.bytes != NULL ? event.bytes : "", event.length);
        if (event.code != 0)
            text_add_number(&text, event.code);
        text_add_char(&text, '|');
        if (event.what == FRAMES_FAULT)
            break;
    }
    frames_release(&frames);
    assert_string_equal(heard, expected);
}

/* What comes of the script, in words, and why it ended. */
static void play(char *heard, size_t size, size_t at_a_time)
{
    struct text text;
    text_init(&text, heard, size);
    for (size_t at = 0; at < script.length; at += at_a_time) {
        size_t length = script.length - at < at_a_time ? script.length - at : at_a_time;
        const char *bytes = script.at + at;
        for (;;) {
            const struct ws_client_event event = ws_client_read(&websocket, &bytes, &length);
            if (event.what == WS_CLIENT_MORE)
                break;
            text_add(&text, event.what == WS_CLIENT_OPENED ? "opened"
                            : event.what == WS_CLIENT_TEXT ? "text "
                                                           : "over: ");
            text_add_part(&text, event.text != NULL ? event.text : "", event.length);
            if (event.what == WS_CLIENT_OVER)
                text_add(&text, websocket.reason);
            text_add_char(&text, '|');
            if (event.what == WS_CLIENT_OVER)
                return;
        }
        assert_int_equal(length, 0);
    }
}

static void begin(void)
{
    static char sent[BYTES_MAX];
    assert_true(ws_client_begin(&websocket, "example.org", "s3cret", LONGEST));
    const size_t length = take_sent(sent, sizeof sent - 1, 7);
    sent[length] = '\0';
    assert_non_null(strstr(sent, "GET /api/v1/socket HTTP/1.1\r\nHost: example.org\r\n"));
    assert_non_null(strstr(sent, "Authorization: Bearer s3cret\r\n"));
    assert_string_equal(sent + length - 4, "\r\n\r\n");
    script.length = 0;
}

static void add_answer(void)
{
    char line[100];
    snprintf(line, sizeof line, "sec-websocket-ACCEPT:%s", websocket.accept);
    add_line("HTTP/1.1 101 Any words");
    add_line("Upgrade: WebSocket");
    add_line("Connection: keep-alive, Upgrade");
    add_line("Sec-WebSocket-Protocol: railhead-1 ");
    add_line(line);
    add_line("");
}

/* What a fresh client hears, however few bytes come at once; the last one stays open. */
static void assert_heard(void (*write)(void), const char *expected)
{
    static const size_t sizes[] = {1, 2, 3, 64, BYTES_MAX};
    static char heard[BYTES_MAX];
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        ws_client_release(&websocket);
        begin();
        write();
        play(heard, sizeof heard, sizes[i]);
        assert_string_equal(heard, expected);
    }
}

/* ---- The handshake ------------------------------------------------------------------------ */

static void write_hello(void)
{
    add_answer();
    add_text(0x81, "hello");
}

TEST_CASE(opens)
{
    char accept[HANDSHAKE_ACCEPT_SIZE];
    assert_true(handshake_accept(accept, "dGhlIHNhbXBsZSBub25jZQ==")); /* of RFC 6455 */
    assert_string_equal(accept, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    assert_heard(write_hello, "opened|text hello|");
    ws_client_release(&websocket);
}

TEST_CASE(keys)
{
    char accept[HANDSHAKE_ACCEPT_SIZE];
    begin();
    memcpy(accept, websocket.accept, sizeof accept);
    ws_client_release(&websocket);
    begin();
    assert_string_not_equal(accept, websocket.accept);
    ws_client_release(&websocket);
}

static const char *answer;

static void write_line(void)
{
    add(answer, strlen(answer));
    add("\r\n\r\n", 4);
}

TEST_CASE(other_answers)
{
    static const struct {
        const char *line, *heard;
    } cases[] = {
        {"SSH-2.0-OpenSSH_9.2", "over: it does not speak HTTP: is it a Railhead server?|"},
        {"HTTP/1.1 1o1 Odd", "over: it does not speak HTTP: is it a Railhead server?|"},
        {"HTTP/1.1 404 Not Found",
         "over: it refuses the connection (HTTP status 404): is it a Railhead server?|"},
        {"HTTP/1.1 503 Later", "over: it is too busy, or stopping (HTTP status 503)|"},
        {"HTTP/1.1 301 Gone\r\nLocation: https://example.org/\x1b[2J",
         "over: it redirects to https://example.org/ [2J: use that address|"},
        {"HTTP/1.1 101 Yes\r\nUpgrade: websocket\r\nConnection: upgrade\r\n"
         "Sec-WebSocket-Protocol: railhead-1\r\n"
         "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=",
         "over: its answer is not that of a Railhead server|"},
        {"HTTP/1.1 101 Yes", "over: its answer is not that of a Railhead server|"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        answer = cases[i].line;
        assert_heard(write_line, cases[i].heard);
    }
    ws_client_release(&websocket);
}

/* The handshake with one line changed, of the same length. */
static void write_changed(const char *line, const char *into)
{
    write_hello();
    char *place = strstr(script.at, line);
    assert_non_null(place);
    memcpy(place, into, strlen(line));
}

static void write_without_protocol(void)
{
    write_changed("Sec-WebSocket-Protocol: railhead-1", "Sec-WebSocket-Protocol: railhead-2");
}

static void write_extension(void)
{
    add_answer();
    script.length -= 2;
    add_line("Sec-WebSocket-Extensions: permessage-deflate");
    add_line("");
}

static void write_long_head(void)
{
    static char line[WS_CLIENT_HEAD_MAX];
    memset(line, 'x', sizeof line);
    add_line("HTTP/1.1 101 Long");
    add(line, sizeof line);
}

TEST_CASE(half_answers)
{
    assert_heard(write_without_protocol, "over: its answer is not that of a Railhead server|");
    assert_heard(write_extension, "over: its answer is not that of a Railhead server|");
    assert_heard(write_long_head, "over: the head of its answer is too long|");
    assert_sends("");
    ws_client_release(&websocket);
}

/* ---- Messages ----------------------------------------------------------------------------- */

static void write_pieces(void)
{
    add_answer();
    add_text(0x01, "in ");
    add_text(0x89, "first");
    add_text(0x00, "three ");
    add_text(0x8a, "");
    add_text(0x89, "second");
    add_text(0x80, "pieces");
    add_text(0x81, "");
}

TEST_CASE(pieces)
{
    assert_heard(write_pieces, "opened|text in three pieces|text |");
    assert_sends("pong second|");
    ws_client_release(&websocket);
}

static void write_pings(void)
{
    add_answer();
    for (unsigned i = 0; i < 10000; i++)
        add_text(0x89, "ping");
    add_text(0x81, "after");
}

TEST_CASE(pings)
{
    assert_heard(write_pings, "opened|text after|");
    assert_sends("pong ping|");
    ws_client_release(&websocket);
}

static unsigned first;
static const char *payload;
static size_t payload_length;

static void write_frame(void)
{
    add_answer();
    add_frame(first, payload, payload_length);
}

static void assert_ends(unsigned opening, const char *bytes, size_t length, const char *why,
                        const char *sent)
{
    char heard[300];
    first = opening;
    payload = bytes;
    payload_length = length;
    snprintf(heard, sizeof heard, "opened|over: %s|", why);
    assert_heard(write_frame, heard);
    assert_sends(sent);
    assert_false(ws_client_is_free(&websocket));
}

TEST_CASE(ends)
{
    static char long_one[FRAMES_SKIPPED_MAX + 1];
    memset(long_one, 'x', sizeof long_one);
    assert_ends(0x81, long_one, LONGEST + 1, "it sent a message that is too long", "close 1009|");
    assert_ends(0x81, long_one, sizeof long_one, "it sent a message that is too long",
                "close 1009|");
    assert_ends(0x82, "x", 1, "it sent a message that is no text", "close 1003|");
    assert_ends(0x81, "\xff", 1, "it broke the WebSocket protocol: text that is not UTF-8",
                "close 1007|");
    assert_ends(0x80, "x", 1, "it broke the WebSocket protocol: a piece of no message",
                "close 1002|");
    assert_ends(0x88, "", 0, "it was closed", "close 1000|");
    assert_ends(0x88, "\x03\xf0not you", 9, "it was closed", "close 1008|");
    assert_ends(0x88, "\x00\x01", 2,
                "it broke the WebSocket protocol: a close frame that says nothing", "close 1002|");
    ws_client_release(&websocket);
}

TEST_CASE(says)
{
    static char long_one[LONGEST + 1];
    const char *bytes;
    memset(long_one, 'y', LONGEST);
    assert_heard(write_hello, "opened|text hello|");
    assert_true(ws_client_is_free(&websocket));
    assert_true(ws_client_say(&websocket, "one", 3));
    assert_false(ws_client_is_free(&websocket));
    ws_client_ping(&websocket);
    assert_sends("text one|ping |");
    assert_true(ws_client_say(&websocket, long_one, LONGEST));
    assert_int_equal(ws_client_pending(&websocket, &bytes), LONGEST + 8);
    for (unsigned i = 8; i < 8 + LONGEST; i++) /* with a mask of its own */
        assert_int_equal((uint8_t)bytes[i] ^ (uint8_t)bytes[4 + (i & 3)], 'y');
    ws_client_close(&websocket, FRAMES_CLOSE_NORMAL);
    static char expected[LONGEST + 100];
    snprintf(expected, sizeof expected, "text %s|close 1000|", long_one);
    assert_sends(expected);
    assert_false(ws_client_is_free(&websocket));
    assert_sends("");
    ws_client_release(&websocket);
}

/* ---- Allocation failure --------------------------------------------------------------------- */

/* A conversation.  Returns false if it ended early. */
static bool converse(void)
{
    struct ws_client_event event = {.what = WS_CLIENT_MORE};
    allocation_arm();
    bool lives = ws_client_begin(&websocket, "example.org", "s3cret", LONGEST);
    allocation_disarm();
    script.length = 0;
    if (lives)
        write_pieces();
    const char *bytes = script.at;
    size_t length = script.length;
    allocation_arm();
    while (lives && length > 0) {
        event = ws_client_read(&websocket, &bytes, &length);
        lives = event.what != WS_CLIENT_OVER;
    }
    const char *pending;
    for (size_t count; (count = ws_client_pending(&websocket, &pending)) > 0;)
        ws_client_sent(&websocket, count);
    lives = lives && ws_client_say(&websocket, "me too", 6);
    allocation_disarm();
    assert_true(event.what != WS_CLIENT_OVER || websocket.reason[0] != '\0');
    ws_client_release(&websocket);
    return lives;
}

TEST_CASE(no_memory)
{
    uint64_t number = 0;
    const int64_t blocks = allocation.blocks;
    bool lives = false;
    while (!lives) {
        allocation_reset();
        allocation.number = ++number;
        lives = converse();
        assert_int_equal(allocation.failed, lives ? 0 : 1);
        assert_int_equal(allocation.blocks, blocks);
    }
    assert_true(number > 4);
    allocation_reset();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("a handshake opens it, whatever the case and order of the fields", opens),
        TEST("each handshake has its own key", keys),
        TEST("an answer that is no handshake is named", other_answers),
        TEST("a handshake that is incomplete, extended or endless is refused", half_answers),
        TEST("a message comes in fragments with control frames between them", pieces),
        TEST("of a flood of pings the last one is answered", pings),
        TEST("what the RFC forbids, and what is too long, ends it with the code", ends),
        TEST("messages are masked and sent one after the other, and nothing after a close", says),
        TEST("when an allocation fails, it ends and leaks nothing", no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
