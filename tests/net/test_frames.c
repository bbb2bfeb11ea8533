/* WebSocket frames: messages whole and in pieces, and every fault with its code. */
#include <string.h>

#include "net/frames.h"
#include "support.h"
#include "text/text.h"

enum { LONGEST = 4096, BYTES_MAX = 1 << 18 };

struct bytes {
    char at[BYTES_MAX];
    size_t length;
};

/* A masked frame, as a client sends it. */
static void add_frame(struct bytes *bytes, unsigned first, const char *payload, size_t length)
{
    static const uint8_t mask[FRAMES_MASK_SIZE] = {0x12, 0x00, 0xff, 0x77};
    char *frame = bytes->at + bytes->length;
    bytes->length += frames_write_masked(frame, FRAMES_TEXT, payload, length, mask);
    frame[0] = (char)first;
}

/* A frame that is not masked, as a server sends it. */
static void add_plain(struct bytes *bytes, unsigned first, const char *payload, size_t length)
{
    uint8_t header[FRAMES_HEADER_MAX];
    size_t size = frames_write_header(header, FRAMES_TEXT, length);
    header[0] = (uint8_t)first;
    memcpy(bytes->at + bytes->length, header, size);
    memcpy(bytes->at + bytes->length + size, payload, length);
    bytes->length += size + length;
}

static void add_text(struct bytes *bytes, unsigned first, const char *payload)
{
    add_frame(bytes, first, payload, strlen(payload));
}

/* What comes of them, in words, when they come in so many at a time. */
static void read_all(enum frames_reader reader, const struct bytes *bytes, size_t at_a_time,
                     char *heard, size_t size)
{
    static const char *const names[] = {"",      "text ", "binary ", "long",
                                        "ping ", "pong ", "close ",  "fault "};
    struct frames frames;
    struct text text;
    frames_init(&frames, reader, LONGEST);
    text_init(&text, heard, size);
    for (size_t at = 0; at < bytes->length; at += at_a_time) {
        size_t length = bytes->length - at < at_a_time ? bytes->length - at : at_a_time;
        const char *next = bytes->at + at;
        for (;;) {
            struct frames_event event = frames_read(&frames, &next, &length);
            if (event.what == FRAMES_MORE)
                break;
            text_add(&text, names[event.what]);
            text_add_part(&text, event.bytes ? event.bytes : "", event.length);
            if (event.code)
                text_add_number(&text, event.code);
            text_add_char(&text, '|');
            if (event.what == FRAMES_FAULT || event.what == FRAMES_GOT_CLOSE) {
                assert_true(event.what == FRAMES_GOT_CLOSE || event.reason[0] != '\0');
                frames_release(&frames);
                return;
            }
        }
        assert_int_equal(length, 0);
    }
    frames_release(&frames);
}

static void assert_read(enum frames_reader reader, const struct bytes *bytes, const char *expected)
{
    static const size_t sizes[] = {1, 2, 3, 7, 64, BYTES_MAX};
    char heard[BYTES_MAX];
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        read_all(reader, bytes, sizes[i], heard, sizeof heard);
        assert_string_equal(heard, expected);
    }
}

static void assert_heard(const struct bytes *bytes, const char *expected)
{
    assert_read(FRAMES_OF_CLIENTS, bytes, expected);
}

TEST_CASE(messages)
{
    struct bytes bytes = {.length = 0};
    add_text(&bytes, 0x81, "hello");
    add_text(&bytes, 0x81, "");
    add_text(&bytes, 0x01, "in \xe2");
    add_text(&bytes, 0x89, "are you there?");
    add_text(&bytes, 0x00, "\x82");
    add_text(&bytes, 0x00, "");
    add_text(&bytes, 0x8a, "");
    add_text(&bytes, 0x80, "\xac pieces");
    add_text(&bytes, 0x82, "\xff");
    add_frame(&bytes, 0x88, "\x03\xe9gone", 6);
    assert_heard(&bytes, "text hello|text |ping are you there?|pong |text in \xe2\x82\xac pieces|"
                         "binary \xff|close 1001|");
}

TEST_CASE(lengths)
{
    static const size_t sizes[] = {0, 1, 125, 126, 127, 255, 256, 4095, 4096};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        struct bytes bytes = {.length = 0};
        char payload[LONGEST + 1], expected[LONGEST + 16];
        memset(payload, 'x', sizes[i]);
        payload[sizes[i]] = '\0';
        add_text(&bytes, 0x81, payload);
        struct text text;
        text_init(&text, expected, sizeof expected);
        text_add(&text, "text ");
        text_add(&text, payload);
        text_add(&text, "|");
        assert_heard(&bytes, expected);
    }
}

TEST_CASE(too_long)
{
    static char payload[70000];
    memset(payload, 'x', sizeof payload);
    struct bytes bytes = {.length = 0};
    add_frame(&bytes, 0x81, payload, LONGEST + 1);
    add_text(&bytes, 0x81, "next");
    assert_heard(&bytes, "long|text next|");
    bytes.length = 0;
    add_frame(&bytes, 0x81, payload, FRAMES_SKIPPED_MAX + 1);
    assert_heard(&bytes, "long|fault 1009|");
    bytes.length = 0;
    add_frame(&bytes, 0x81, payload, 70000);
    assert_heard(&bytes, "long|fault 1009|");
    bytes.length = 0;
    add_frame(&bytes, 0x01, payload, LONGEST);
    add_text(&bytes, 0x00, "");
    add_text(&bytes, 0x00, "x");
    assert_heard(&bytes, "long|fault 1009|");
    bytes.length = 0;
    add_frame(&bytes, 0x01, payload, LONGEST);
    add_text(&bytes, 0x80, "x");
    add_text(&bytes, 0x81, "next");
    assert_heard(&bytes, "long|text next|");
}

/* A frame of 4 GB is known for what it is by its header alone. */
TEST_CASE(announced)
{
    struct bytes bytes = {.at = {(char)0x81, (char)0xff, 0, 0, 0, 1, 0, 0, 0, 0, 1, 2, 3, 4},
                          .length = 14};
    assert_heard(&bytes, "long|fault 1009|");
    bytes.at[2] = (char)0x80;
    assert_heard(&bytes, "fault 1002|");
}

TEST_CASE(many_pieces)
{
    struct bytes bytes = {.length = 0};
    add_text(&bytes, 0x01, "");
    for (unsigned i = 1; i < FRAMES_PIECES_MAX; i++)
        add_text(&bytes, i + 1 < FRAMES_PIECES_MAX ? 0x00 : 0x80, "");
    assert_heard(&bytes, "text |");
    bytes.length = 0;
    for (unsigned i = 0; i <= FRAMES_PIECES_MAX; i++)
        add_text(&bytes, i == 0 ? 0x01 : 0x00, "");
    assert_heard(&bytes, "fault 1009|");
}

TEST_CASE(faults)
{
    static const struct {
        const char *frame;
        size_t length;
        const char *heard;
    } cases[] = {
        {"\x81\x02hi", 4, "fault 1002|"},                   /* not masked */
        {"\x81\x00", 2, "fault 1002|"},                     /* not masked, and empty */
        {"\xf1\x80\0\0\0\0", 6, "fault 1002|"},             /* reserved bits */
        {"\x83\x80\0\0\0\0", 6, "fault 1002|"},             /* unknown opcodes */
        {"\x8b\x80\0\0\0\0", 6, "fault 1002|"},             /* */
        {"\x80\x80\0\0\0\0", 6, "fault 1002|"},             /* a piece of nothing */
        {"\x09\x80\0\0\0\0", 6, "fault 1002|"},             /* control frames in pieces */
        {"\x89\xfe\0\x7e\0\0\0\0", 8, "fault 1002|"},       /* and too long */
        {"\x81\xfe\0\x05\0\0\0\0hello", 13, "fault 1002|"}, /* lengths in too many bytes */
        {"\x81\xff\0\0\0\0\0\0\xff\xff\0\0\0\0", 14, "fault 1002|"},
        {"\x81\x81\0\0\0\0\xff", 7, "fault 1007|"},              /* not UTF-8 */
        {"\x81\x83\0\0\0\0\xed\xa0\x80", 9, "fault 1007|"},      /* half a surrogate */
        {"\x81\x82\0\0\0\0\xc0\x80", 8, "fault 1007|"},          /* too many bytes for NUL */
        {"\x81\x84\0\0\0\0\xf4\x90\x80\x80", 10, "fault 1007|"}, /* beyond Unicode */
        {"\x81\x82\0\0\0\0\xe2\x82", 8, "fault 1007|"},          /* half a character */
        {"\x88\x81\0\0\0\0\x03", 7, "fault 1002|"},              /* half a code */
        {"\x88\x82\0\0\0\0\x03\xed", 8, "fault 1002|"},          /* 1005, forbidden */
        {"\x88\x83\0\0\0\0\x03\xe8\xff", 9, "fault 1002|"},      /* a reason that is no text */
        {"\x88\x80\0\0\0\0", 6, "close 1000|"},
        {"\x01\x80\0\0\0\0\x81\x80\0\0\0\0", 12, "fault 1002|"}, /* a message within one */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct bytes bytes = {.length = cases[i].length};
        memcpy(bytes.at, cases[i].frame, cases[i].length);
        assert_heard(&bytes, cases[i].heard);
    }
}

/* Only what a message needs is held. */
TEST_CASE(memory)
{
    struct bytes bytes = {.length = 0};
    struct frames frames;
    static char payload[LONGEST];
    frames_init(&frames, FRAMES_OF_CLIENTS, LONGEST);
    assert_int_equal(frames_held(&frames), 0);
    add_frame(&bytes, 0x01, payload, LONGEST);
    const char *next = bytes.at;
    size_t length = 8 + 10;
    assert_int_equal(frames_read(&frames, &next, &length).what, FRAMES_MORE);
    assert_true(frames_held(&frames) > 0 && frames_held(&frames) < LONGEST);
    length = bytes.length - 18;
    assert_int_equal(frames_read(&frames, &next, &length).what, FRAMES_MORE);
    assert_int_equal(frames_held(&frames), LONGEST);
    frames_release(&frames);
    assert_int_equal(frames_held(&frames), 0);
}

TEST_CASE(masks)
{
    static const uint8_t mask[FRAMES_MASK_SIZE] = {1, 2, 3, 4};
    char frame[FRAMES_HEADER_MAX + 8];
    assert_int_equal(frames_write_masked(frame, FRAMES_TEXT, "abcde", 5, mask), 11);
    assert_memory_equal(frame, "\x81\x85\x01\x02\x03\x04\x60\x60\x60\x60\x64", 11);
}

TEST_CASE(a_server)
{
    static char payload[LONGEST + 1];
    struct bytes bytes = {.length = 0};
    add_plain(&bytes, 0x81, "hello", 5);
    add_plain(&bytes, 0x01, "in \xe2", 4);
    add_plain(&bytes, 0x89, "here", 4);
    add_plain(&bytes, 0x00, "\x82\xac", 2);
    add_plain(&bytes, 0x8a, "", 0);
    add_plain(&bytes, 0x80, " pieces", 7);
    add_plain(&bytes, 0x88, "\x03\xe9gone", 6);
    assert_read(FRAMES_OF_A_SERVER, &bytes,
                "text hello|ping here|pong |text in \xe2\x82\xac pieces|close 1001|");
    bytes.length = 0;
    add_plain(&bytes, 0x81, payload, LONGEST + 1);
    add_plain(&bytes, 0x81, "next", 4);
    assert_read(FRAMES_OF_A_SERVER, &bytes, "long|text next|");
    bytes.length = 0;
    add_plain(&bytes, 0x01, "x", 1);
    add_plain(&bytes, 0x81, "y", 1);
    assert_read(FRAMES_OF_A_SERVER, &bytes, "fault 1002|");
    bytes.length = 0;
    add_text(&bytes, 0x81, "masked");
    assert_read(FRAMES_OF_A_SERVER, &bytes, "fault 1002|");
    bytes.length = 0;
    add_plain(&bytes, 0x89, payload, FRAMES_CONTROL_MAX + 1);
    assert_read(FRAMES_OF_A_SERVER, &bytes, "fault 1002|");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("messages come whole and in pieces, with control frames between them", messages),
        TEST("every length up to the longest is read", lengths),
        TEST("a message that is too long is skipped when it ends soon, else closed with 1009",
             too_long),
        TEST("a frame of gigabytes is refused by its header", announced),
        TEST("a message in too many pieces is closed with 1009", many_pieces),
        TEST("what the RFC forbids is closed with its code", faults),
        TEST("a client masks each byte of a payload", masks),
        TEST("a server's frames are read without masks, and refused with them", a_server),
        TEST("memory grows with what came, not with what was announced", memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
