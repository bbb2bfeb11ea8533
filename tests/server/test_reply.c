/* The bytes of an answer: the same in pieces of every size, and shared, not copied. */
#include <string.h>

#include "server/http/reply.h"
#include "support.h"

static const char words[] = "all that was asked for, and nothing else";

static void assert_reads(const struct reply *reply, const char *text)
{
    assert_int_equal(reply_length(reply), strlen(text));
    for (size_t size = 1; size <= strlen(text) + 3; size++) {
        char whole[128] = "", piece[64];
        size_t offset = 0, count;
        while ((count = reply_read(reply, offset, piece, size)) > 0) {
            assert_true(count <= size);
            memcpy(whole + offset, piece, count);
            offset += count;
        }
        assert_int_equal(offset, strlen(text));
        assert_string_equal(whole, text);
    }
    char rest[8];
    assert_int_equal(reply_read(reply, strlen(text), rest, sizeof rest), 0);
    assert_int_equal(reply_read(reply, SIZE_MAX, rest, sizeof rest), 0);
}

TEST_CASE(bytes)
{
    struct reply reply = reply_of_bytes(words, strlen(words));
    assert_reads(&reply, words);
    reply_release(&reply);
    assert_reads(&reply, "");
    reply_release(&reply);
}

TEST_CASE(packets)
{
    struct packet *packet = packet_new(words, strlen(words));
    struct reply one = reply_of_packet(packet_share(packet));
    struct reply other = reply_of_packet(packet_share(packet));
    assert_int_equal(packet->users, 3);
    assert_reads(&one, words);
    reply_release(&one);
    assert_reads(&other, words);
    reply_release(&other);
    assert_int_equal(packet->users, 1);
    packet_release(packet);
}

/* Read in pieces of every size, from a log that goes on growing. */
TEST_CASE(events_are_put_together_as_they_are_read)
{
    static const char *const events[] = {"{\"n\":1}", "{\"n\":2,\"long\":true}", "{}"};
    static const char *const expected[] = {"{\"events\":[{\"n\":1},{\"n\":2,\"long\":true},{}]}",
                                           "{\"events\":[{\"n\":2,\"long\":true},{}]}",
                                           "{\"events\":[{}]}", "{\"events\":[]}",
                                           "{\"events\":[]}"};
    struct event_log *log = event_log_new();
    for (unsigned i = 0; i < 3; i++)
        assert_true(event_log_add(log, packet_new(events[i], strlen(events[i]))));
    for (uint32_t after = 0; after < 5; after++) {
        struct reply reply = reply_of_log(event_log_share(log), after);
        const size_t length = reply_length(&reply);
        assert_int_equal(length, strlen(expected[after]));
        for (size_t piece = 1; piece <= length + 1; piece++) {
            char buffer[128] = "";
            size_t offset = 0, count;
            while ((count = reply_read(&reply, offset, buffer + offset, piece)) > 0) {
                assert_true(count <= piece);
                offset += count;
            }
            assert_int_equal(offset, length);
            assert_string_equal(buffer, expected[after]);
        }
        reply_release(&reply);
    }
    struct reply reply = reply_of_log(event_log_share(log), 2);
    assert_true(event_log_add(log, packet_new("{\"n\":4}", 7)));
    char buffer[64] = "";
    assert_int_equal(reply_read(&reply, 0, buffer, sizeof buffer - 1), strlen(expected[2]));
    assert_string_equal(buffer, expected[2]);
    event_log_release(log); /* the room has gone */
    assert_int_equal(reply_length(&reply), strlen(expected[2]));
    reply_release(&reply);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("events are put together as they are read", events_are_put_together_as_they_are_read),
        TEST("a file's bytes are read in pieces of every size", bytes),
        TEST("a packet is shared while it is read and released after it", packets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
