/* The bytes of an answer: the same in pieces of every size, and shared, not copied. */
#include <string.h>

#include "server/http/response_body.h"
#include "support.h"

static const char words[] = "all that was asked for, and nothing else";

static void assert_reads(const struct response_body *body, const char *text)
{
    assert_int_equal(response_body_length(body), strlen(text));
    for (size_t size = 1; size <= strlen(text) + 3; size++) {
        char whole[128] = "", piece[64];
        size_t offset = 0, count;
        while ((count = response_body_read(body, offset, piece, size)) > 0) {
            assert_true(count <= size);
            memcpy(whole + offset, piece, count);
            offset += count;
        }
        assert_int_equal(offset, strlen(text));
        assert_string_equal(whole, text);
    }
    char rest[8];
    assert_int_equal(response_body_read(body, strlen(text), rest, sizeof rest), 0);
    assert_int_equal(response_body_read(body, SIZE_MAX, rest, sizeof rest), 0);
}

TEST_CASE(bytes)
{
    struct response_body body = response_body_of_bytes(words, strlen(words));
    assert_reads(&body, words);
    response_body_release(&body);
    assert_reads(&body, "");
    response_body_release(&body);
}

TEST_CASE(packets)
{
    struct shared_bytes *shared = shared_bytes_new(words, strlen(words));
    struct response_body one = response_body_of_shared(shared_bytes_share(shared));
    struct response_body other = response_body_of_shared(shared_bytes_share(shared));
    assert_int_equal(shared->users, 3);
    assert_reads(&one, words);
    response_body_release(&one);
    assert_reads(&other, words);
    response_body_release(&other);
    assert_int_equal(shared->users, 1);
    shared_bytes_release(shared);
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
        assert_true(event_log_add(log, shared_bytes_new(events[i], strlen(events[i]))));
    for (uint32_t after = 0; after < 5; after++) {
        struct response_body body = response_body_of_log(event_log_share(log), after);
        const size_t length = response_body_length(&body);
        assert_int_equal(length, strlen(expected[after]));
        for (size_t piece = 1; piece <= length + 1; piece++) {
            char buffer[128] = "";
            size_t offset = 0, count;
            while ((count = response_body_read(&body, offset, buffer + offset, piece)) > 0) {
                assert_true(count <= piece);
                offset += count;
            }
            assert_int_equal(offset, length);
            assert_string_equal(buffer, expected[after]);
        }
        response_body_release(&body);
    }
    struct response_body body = response_body_of_log(event_log_share(log), 2);
    assert_true(event_log_add(log, shared_bytes_new("{\"n\":4}", 7)));
    char buffer[64] = "";
    assert_int_equal(response_body_read(&body, 0, buffer, sizeof buffer - 1), strlen(expected[2]));
    assert_string_equal(buffer, expected[2]);
    event_log_release(log); /* the table has gone */
    assert_int_equal(response_body_length(&body), strlen(expected[2]));
    response_body_release(&body);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("events are put together as they are read", events_are_put_together_as_they_are_read),
        TEST("a file's bytes are read in pieces of every size", bytes),
        TEST("a message is shared while it is read and released after it", packets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
