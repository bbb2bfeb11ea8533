/* The bytes of an answer: the same in pieces of every size, and shared, not copied. */
#include <string.h>

#include "server/reply.h"
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

static void bytes(void **state)
{
    (void)state;
    struct reply reply = reply_of_bytes(words, strlen(words));
    assert_reads(&reply, words);
    reply_release(&reply);
    assert_reads(&reply, "");
    reply_release(&reply);
}

static void packets(void **state)
{
    (void)state;
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("a file's bytes are read in pieces of every size", bytes),
        TEST("a packet is shared while it is read and released after it", packets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
