/* The outbox of a connection: in order, shared, and not without end. */
#include <stdlib.h>
#include <string.h>

#include "server/link.h"
#include "support.h"

static void count_wake(struct link *link)
{
    ++*(unsigned *)link->owner;
}

static struct link make(unsigned *wakes)
{
    *wakes = 0;
    return (struct link){.state = LINK_READY, .wake = count_wake, .owner = wakes};
}

static void packets_leave_in_the_order_they_came(void **state)
{
    (void)state;
    unsigned wakes;
    struct link link = make(&wakes);
    uint64_t random = test_seed();
    unsigned sent = 0, taken = 0;
    for (unsigned i = 0; i < 5000; i++) {
        if (test_random_below(&random, 3) > 0 && sent - taken < 200) {
            struct packet *packet = packet_new((const char *)&sent, sizeof sent);
            link_send(&link, packet);
            packet_release(packet);
            sent++;
        } else if (taken < sent) {
            struct packet *packet = link_take(&link);
            assert_memory_equal(packet_text(packet), &taken, sizeof taken);
            packet_release(packet);
            taken++;
        } else {
            assert_null(link_take(&link));
        }
    }
    assert_int_equal(wakes, sent);
    assert_int_equal(link.outbox_count, sent - taken);
    assert_int_equal(link.outbox_bytes, (sent - taken) * sizeof sent);
    link_outbox_release(&link);
    assert_int_equal(link.outbox_bytes, 0);
}

static void a_packet_lives_as_long_as_somebody_needs_it(void **state)
{
    (void)state;
    unsigned wakes;
    struct link one = make(&wakes), two = make(&wakes);
    struct packet *packet = packet_new("news", 4);
    link_send(&one, packet);
    link_send(&two, packet);
    packet_release(packet);
    link_outbox_release(&one);
    packet = link_take(&two);
    assert_string_equal(packet_text(packet), "news");
    assert_int_equal(packet->users, 1);
    packet_release(packet);
    link_outbox_release(&two);
}

static void who_reads_too_slowly_is_ended(void **state)
{
    (void)state;
    unsigned wakes;
    struct link link = make(&wakes);
    struct packet *packet = packet_new(NULL, OUTBOX_BYTES / 4);
    memset(packet_text(packet), 'x', packet->length);
    for (unsigned i = 0; i < 4; i++) {
        link_send(&link, packet);
        assert_int_equal(link.state, LINK_READY);
    }
    link_send(&link, packet);
    assert_int_equal(link.state, LINK_ENDING);
    assert_int_equal(link.outbox_count, 0);
    link_send(&link, packet);
    assert_int_equal(link.outbox_count, 0);
    assert_int_equal(packet->users, 1);
    packet_release(packet);
}

static void nothing_is_sent_to_a_request(void **state)
{
    (void)state;
    unsigned wakes;
    struct link link = make(&wakes);
    struct packet *packet = packet_new("{}", 2);
    link.once = true;
    link_send(&link, packet);
    assert_int_equal(link.outbox_count, 0);
    assert_int_equal(packet->users, 1);
    packet_release(packet);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("packets leave in the order they came", packets_leave_in_the_order_they_came),
        TEST("a packet lives as long as somebody needs it",
             a_packet_lives_as_long_as_somebody_needs_it),
        TEST("who reads too slowly is ended", who_reads_too_slowly_is_ended),
        TEST("nothing is sent to a request", nothing_is_sent_to_a_request),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
