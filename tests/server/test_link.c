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

TEST_CASE(packets_leave_in_the_order_they_came)
{
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
    assert_true(link.outbox_bytes >= (sent - taken) * sizeof sent);
    link_release(&link);
    assert_int_equal(link.outbox_bytes, 0);
}

TEST_CASE(a_packet_lives_as_long_as_somebody_needs_it)
{
    unsigned wakes;
    struct link one = make(&wakes), two = make(&wakes);
    struct packet *packet = packet_new("news", 4);
    link_send(&one, packet);
    link_send(&two, packet);
    packet_release(packet);
    link_release(&one);
    packet = link_take(&two);
    assert_string_equal(packet_text(packet), "news");
    assert_int_equal(packet->users, 1);
    packet_release(packet);
    link_release(&two);
}

TEST_CASE(who_reads_too_slowly_is_ended)
{
    unsigned wakes;
    struct link link = make(&wakes);
    struct packet *packet = packet_new(NULL, OUTBOX_BYTES / 4 - 1024);
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

TEST_CASE(nothing_is_sent_to_a_request)
{
    unsigned wakes;
    struct link link = make(&wakes);
    struct packet *packet = packet_new("{}", 2);
    link.once = true;
    link_send(&link, packet);
    assert_int_equal(link.outbox_count, 0);
    assert_int_equal(packet->users, 1);
    packet_release(packet);
}

static struct event_log *log_of(unsigned count)
{
    struct event_log *log = event_log_new();
    for (unsigned i = 0; i < count; i++)
        assert_true(event_log_add(log, packet_new((const char *)&i, sizeof i)));
    return log;
}

TEST_CASE(a_history_is_sent_from_shared_bytes)
{
    unsigned wakes;
    struct link link = make(&wakes);
    struct event_log *log = log_of(2 * OUTBOX_MAX);
    struct packet *news = packet_new("news", 4);
    link_send_log(&link, log, 5);
    link_send(&link, news);
    assert_true(event_log_add(log, packet_new("later", 5)));
    assert_int_equal(link.state, LINK_READY);
    assert_int_equal(link.outbox_count, 2);
    assert_true(link.outbox_bytes < 1024);
    event_log_release(log); /* the room has gone */
    for (unsigned i = 5; i < 2 * OUTBOX_MAX; i++) {
        struct packet *packet = link_take(&link);
        assert_memory_equal(packet_text(packet), &i, sizeof i);
        packet_release(packet);
    }
    struct packet *packet = link_take(&link);
    assert_ptr_equal(packet, news);
    packet_release(packet);
    packet_release(news);
    assert_null(link_take(&link));
    assert_int_equal(link.outbox_bytes, 0);
    link_release(&link);
}

TEST_CASE(an_end_throws_the_rest_of_a_history_away)
{
    unsigned wakes;
    struct link link = make(&wakes);
    struct event_log *log = log_of(10);
    link_send_log(&link, log, 10); /* nothing is left of it */
    assert_int_equal(link.outbox_count, 0);
    link_send_log(&link, log, 0);
    packet_release(link_take(&link));
    link_cut(&link);
    assert_int_equal(link.state, LINK_ENDING);
    assert_null(link_take(&link));
    assert_int_equal(log->users, 1);
    event_log_release(log);
    link_release(&link);
}

TEST_CASE(bytes_that_wait_count_for_the_address)
{
    unsigned wakes;
    struct link link = make(&wakes);
    struct holding holding;
    assert_true(holding_init(&holding, 16, 4096, 1 << 20));
    struct packet *packet = packet_new(NULL, 1500);
    memset(packet_text(packet), 'x', packet->length);
    link.holding = &holding;
    memcpy(link.address, "127.0.0.1", sizeof "127.0.0.1");
    link_send(&link, packet);
    link_send(&link, packet);
    assert_true(holding_total(&holding) >= 3000);
    packet_release(link_take(&link));
    assert_true(holding_total(&holding) < 3000);
    link_send(&link, packet);
    assert_int_equal(link.state, LINK_READY);
    link_send(&link, packet); /* one too many */
    assert_int_equal(link.state, LINK_ENDING);
    assert_int_equal(holding_total(&holding), 0);
    packet_release(packet);
    link_release(&link);
    holding_release(&holding);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("packets leave in the order they came", packets_leave_in_the_order_they_came),
        TEST("a packet lives as long as somebody needs it",
             a_packet_lives_as_long_as_somebody_needs_it),
        TEST("who reads too slowly is ended", who_reads_too_slowly_is_ended),
        TEST("a history is sent from shared bytes, however long it is",
             a_history_is_sent_from_shared_bytes),
        TEST("an end throws the rest of a history away", an_end_throws_the_rest_of_a_history_away),
        TEST("bytes that wait count for the address", bytes_that_wait_count_for_the_address),
        TEST("nothing is sent to a request", nothing_is_sent_to_a_request),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
