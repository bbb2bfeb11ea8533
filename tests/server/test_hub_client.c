/* The outbox of a connection: in order, shared, and not without end. */
#include <stdlib.h>
#include <string.h>

#include "server/hub_client.h"
#include "support.h"

static void count_wake(struct hub_client *client)
{
    ++*(unsigned *)client->owner;
}

static struct hub_client make(unsigned *wakes)
{
    *wakes = 0;
    return (struct hub_client){.state = CLIENT_READY, .wake = count_wake, .owner = wakes};
}

TEST_CASE(messages_leave_in_the_order_they_came)
{
    unsigned wakes;
    struct hub_client client = make(&wakes);
    uint64_t random = test_seed();
    unsigned sent = 0, taken = 0;
    for (unsigned i = 0; i < 5000; i++) {
        if (test_random_below(&random, 3) > 0 && sent - taken < 200) {
            struct shared_bytes *shared = shared_bytes_new((const char *)&sent, sizeof sent);
            hub_client_send(&client, shared);
            shared_bytes_release(shared);
            sent++;
        } else if (taken < sent) {
            struct shared_bytes *shared = hub_client_take(&client);
            assert_memory_equal(shared_bytes_text(shared), &taken, sizeof taken);
            shared_bytes_release(shared);
            taken++;
        } else {
            assert_null(hub_client_take(&client));
        }
    }
    assert_int_equal(wakes, sent);
    assert_int_equal(client.outbox_count, sent - taken);
    assert_true(client.outbox_bytes >= (sent - taken) * sizeof sent);
    hub_client_release(&client);
    assert_int_equal(client.outbox_bytes, 0);
}

TEST_CASE(a_packet_lives_as_long_as_somebody_needs_it)
{
    unsigned wakes;
    struct hub_client one = make(&wakes), two = make(&wakes);
    struct shared_bytes *shared = shared_bytes_new("news", 4);
    hub_client_send(&one, shared);
    hub_client_send(&two, shared);
    shared_bytes_release(shared);
    hub_client_release(&one);
    shared = hub_client_take(&two);
    assert_string_equal(shared_bytes_text(shared), "news");
    assert_int_equal(shared->users, 1);
    shared_bytes_release(shared);
    hub_client_release(&two);
}

TEST_CASE(who_reads_too_slowly_is_ended)
{
    unsigned wakes;
    struct hub_client client = make(&wakes);
    struct shared_bytes *shared = shared_bytes_new(NULL, OUTBOX_BYTES / 4 - 1024);
    memset(shared_bytes_text(shared), 'x', shared->length);
    for (unsigned i = 0; i < 4; i++) {
        hub_client_send(&client, shared);
        assert_int_equal(client.state, CLIENT_READY);
    }
    hub_client_send(&client, shared);
    assert_int_equal(client.state, CLIENT_ENDING);
    assert_int_equal(client.outbox_count, 0);
    hub_client_send(&client, shared);
    assert_int_equal(client.outbox_count, 0);
    assert_int_equal(shared->users, 1);
    shared_bytes_release(shared);
}

TEST_CASE(nothing_is_sent_to_a_request)
{
    unsigned wakes;
    struct hub_client client = make(&wakes);
    struct shared_bytes *shared = shared_bytes_new("{}", 2);
    client.once = true;
    hub_client_send(&client, shared);
    assert_int_equal(client.outbox_count, 0);
    assert_int_equal(shared->users, 1);
    shared_bytes_release(shared);
}

static struct event_log *log_of(unsigned count)
{
    struct event_log *log = event_log_new();
    for (unsigned i = 0; i < count; i++)
        assert_true(event_log_add(log, shared_bytes_new((const char *)&i, sizeof i)));
    return log;
}

TEST_CASE(a_history_is_sent_from_shared_bytes)
{
    unsigned wakes;
    struct hub_client client = make(&wakes);
    struct event_log *log = log_of(2 * OUTBOX_MAX);
    struct shared_bytes *news = shared_bytes_new("news", 4);
    hub_client_send_log(&client, log, 5);
    hub_client_send(&client, news);
    assert_true(event_log_add(log, shared_bytes_new("later", 5)));
    assert_int_equal(client.state, CLIENT_READY);
    assert_int_equal(client.outbox_count, 2);
    assert_true(client.outbox_bytes < 1024);
    event_log_release(log); /* the table has gone */
    for (unsigned i = 5; i < 2 * OUTBOX_MAX; i++) {
        struct shared_bytes *shared = hub_client_take(&client);
        assert_memory_equal(shared_bytes_text(shared), &i, sizeof i);
        shared_bytes_release(shared);
    }
    struct shared_bytes *shared = hub_client_take(&client);
    assert_ptr_equal(shared, news);
    shared_bytes_release(shared);
    shared_bytes_release(news);
    assert_null(hub_client_take(&client));
    assert_int_equal(client.outbox_bytes, 0);
    hub_client_release(&client);
}

TEST_CASE(an_end_throws_the_rest_of_a_history_away)
{
    unsigned wakes;
    struct hub_client client = make(&wakes);
    struct event_log *log = log_of(10);
    hub_client_send_log(&client, log, 10); /* nothing is left of it */
    assert_int_equal(client.outbox_count, 0);
    hub_client_send_log(&client, log, 0);
    shared_bytes_release(hub_client_take(&client));
    hub_client_cut(&client);
    assert_int_equal(client.state, CLIENT_ENDING);
    assert_null(hub_client_take(&client));
    assert_int_equal(log->users, 1);
    event_log_release(log);
    hub_client_release(&client);
}

TEST_CASE(bytes_that_wait_count_for_the_address)
{
    unsigned wakes;
    struct hub_client client = make(&wakes);
    struct memory_quota quota;
    assert_true(memory_quota_init(&quota, 16, 4096, 1 << 20));
    struct shared_bytes *shared = shared_bytes_new(NULL, 1500);
    memset(shared_bytes_text(shared), 'x', shared->length);
    client.quota = &quota;
    memcpy(client.address, "127.0.0.1", sizeof "127.0.0.1");
    hub_client_send(&client, shared);
    hub_client_send(&client, shared);
    assert_true(memory_quota_total(&quota) >= 3000);
    shared_bytes_release(hub_client_take(&client));
    assert_true(memory_quota_total(&quota) < 3000);
    hub_client_send(&client, shared);
    assert_int_equal(client.state, CLIENT_READY);
    hub_client_send(&client, shared); /* one too many */
    assert_int_equal(client.state, CLIENT_ENDING);
    assert_int_equal(memory_quota_total(&quota), 0);
    shared_bytes_release(shared);
    hub_client_release(&client);
    memory_quota_release(&quota);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("messages leave in the order they came", messages_leave_in_the_order_they_came),
        TEST("a message lives as long as somebody needs it",
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
