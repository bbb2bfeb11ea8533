/* The event loop: bytes in and out, whatever the other end does. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "server/http/event_loop.h"
#include "support.h"

enum { MUCH = 4 << 20, WAIT_MS = 10000 };

/* One end of a pair of sockets in the loop, the other in the test's hand. */
struct end {
    struct channel channel; /* first */
    int other;
    char readable[64];
    unsigned asked, ends;
    struct end *kills; /* when it hears something */
};

static unsigned wakes, hearings;

static int receive(struct channel *channel, const char *bytes, size_t length)
{
    struct end *end = (struct end *)channel;
    if (end->kills)
        channel_end(&end->kills->channel);
    end->kills = NULL;
    assert_true(length < sizeof end->readable);
    memcpy(end->readable, bytes, length);
    end->readable[length] = '\0';
    return strcmp(end->readable, "leave") == 0 ? -1 : 0;
}

static int ask(struct channel *channel)
{
    ((struct end *)channel)->asked++;
    return 0;
}

static void ended(struct channel *channel)
{
    ((struct end *)channel)->ends++;
}

static void woken(void *context)
{
    (void)context;
    wakes++;
}

static void hear(void *context)
{
    (void)context;
    hearings++;
}

static struct event_loop *new_loop(void)
{
    const struct channel_calls calls = {
        .receive = receive, .write = ask, .ended = ended, .woken = woken, .readable = hear};
    struct event_loop *loop = event_loop_new(&calls);
    assert_non_null(loop);
    wakes = hearings = 0;
    return loop;
}

static void begin(struct end *end, struct event_loop *loop)
{
    int pair[2];
    memset(end, 0, sizeof *end);
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
    end->other = pair[1];
    assert_true(channel_begin(&end->channel, loop, pair[0], NULL, ""));
}

static void say(const struct end *end, const char *text)
{
    assert_int_equal(write(end->other, text, strlen(text)), strlen(text));
}

static void turn(struct event_loop *loop)
{
    event_loop_wait(loop, 0, 0);
    event_loop_write(loop);
}

TEST_CASE(what_comes_is_heard_and_an_end_ends)
{
    struct event_loop *loop = new_loop();
    struct end one, two;
    begin(&one, loop);
    begin(&two, loop);
    say(&one, "hello");
    turn(loop);
    assert_string_equal(one.readable, "hello");
    assert_string_equal(two.readable, "");
    say(&one, "leave");
    close(two.other);
    turn(loop);
    assert_int_equal(one.ends, 1);
    assert_int_equal(two.ends, 1);
    close(one.other);
    event_loop_free(loop);
}

TEST_CASE(who_wants_to_write_is_asked_once_in_a_turn)
{
    struct event_loop *loop = new_loop();
    struct end one, two;
    begin(&one, loop);
    begin(&two, loop);
    for (unsigned i = 0; i < 3; i++)
        channel_want(&one.channel);
    turn(loop);
    turn(loop);
    assert_int_equal(one.asked, 1);
    assert_int_equal(two.asked, 0);
    channel_want(&one.channel);
    channel_want(&two.channel);
    channel_end(&one.channel);
    turn(loop);
    assert_int_equal(one.asked, 1);
    assert_int_equal(two.asked, 1);
    channel_end(&two.channel);
    close(one.other);
    close(two.other);
    event_loop_free(loop);
}

/* The other end reads all there is. */
static size_t read_on(const struct end *end, size_t read_before)
{
    char bytes[8192];
    ssize_t count;
    while ((count = recv(end->other, bytes, sizeof bytes, MSG_DONTWAIT)) > 0)
        for (ssize_t i = 0; i < count; i++, read_before++)
            assert_int_equal((unsigned char)bytes[i], read_before % 251);
    return read_before;
}

TEST_CASE(what_the_system_refuses_leaves_later_and_in_order)
{
    struct event_loop *loop = new_loop();
    struct end one;
    char *much = malloc(MUCH);
    assert_non_null(much);
    for (size_t i = 0; i < MUCH; i++)
        much[i] = (char)(i % 251);
    begin(&one, loop);
    assert_int_equal(channel_write(&one.channel, much, MUCH / 2), 0);
    assert_false(channel_is_clear(&one.channel));
    assert_int_equal(channel_write(&one.channel, much + MUCH / 2, MUCH / 2), 0);
    channel_want(&one.channel);
    say(&one, "meanwhile");
    turn(loop);
    assert_int_equal(one.asked, 0);
    assert_string_equal(one.readable, ""); /* whoever does not read is not read */
    size_t readable = 0;
    while (readable < MUCH) {
        readable = read_on(&one, readable);
        event_loop_wait(loop, 0, 0);
    }
    assert_true(channel_is_clear(&one.channel));
    turn(loop);
    assert_int_equal(readable, MUCH);
    assert_int_equal(one.asked, 1);
    assert_string_equal(one.readable, "meanwhile");
    channel_end(&one.channel);
    close(one.other);
    event_loop_free(loop);
    free(much);
}

TEST_CASE(who_is_held_is_not_heard_but_may_hang_up)
{
    struct event_loop *loop = new_loop();
    struct end one;
    begin(&one, loop);
    channel_hold(&one.channel, true);
    say(&one, "hello");
    turn(loop);
    assert_string_equal(one.readable, "");
    channel_hold(&one.channel, false);
    turn(loop);
    assert_string_equal(one.readable, "hello");
    channel_hold(&one.channel, true);
    close(one.other);
    turn(loop);
    assert_int_equal(one.ends, 1);
    event_loop_free(loop);
}

/* Both have something to tell in the same turn, and whoever is first ends the other. */
TEST_CASE(who_is_ended_by_another_is_never_told_anything)
{
    struct event_loop *loop = new_loop();
    struct end one, two;
    begin(&one, loop);
    begin(&two, loop);
    one.kills = &two;
    two.kills = &one;
    say(&one, "hello");
    say(&two, "hello");
    turn(loop);
    assert_int_equal(one.ends + two.ends, 1);
    assert_string_equal((one.ends ? &one : &two)->readable, "");
    assert_string_equal((one.ends ? &two : &one)->readable, "hello");
    channel_end(one.ends ? &two.channel : &one.channel);
    close(one.other);
    close(two.other);
    event_loop_free(loop);
}

static void *wake_it(void *loop)
{
    event_loop_wake(loop);
    return NULL;
}

TEST_CASE(a_watched_descriptor_is_reported_and_rests_in_between)
{
    struct event_loop *loop = new_loop();
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    assert_true(event_loop_watch(loop, ends[0]));
    event_loop_wait(loop, 0, 0);
    assert_int_equal(hearings, 0);
    assert_int_equal(write(ends[1], "x", 1), 1);
    event_loop_wait(loop, 0, WAIT_MS);
    assert_int_equal(hearings, 1);
    event_loop_wait(loop, LISTENER_REST_MS - 1, WAIT_MS); /* until it has rested, and no longer */
    assert_int_equal(hearings, 1);
    event_loop_wait(loop, LISTENER_REST_MS, WAIT_MS);
    assert_int_equal(hearings, 2);
    close(ends[0]);
    close(ends[1]);
    event_loop_wait(loop, 2 * LISTENER_REST_MS, 0);
    assert_int_equal(hearings, 2);
    event_loop_free(loop);
}

TEST_CASE(another_thread_wakes_it)
{
    struct event_loop *loop = new_loop();
    for (unsigned i = 1; i <= 3; i++) {
        pthread_t thread;
        assert_int_equal(pthread_create(&thread, NULL, wake_it, loop), 0);
        while (wakes < i)
            event_loop_wait(loop, 0, WAIT_MS);
        pthread_join(thread, NULL);
    }
    event_loop_wake(loop);
    event_loop_wake(loop);
    event_loop_wait(loop, 0, WAIT_MS);
    event_loop_wait(loop, 0, 0);
    assert_int_equal(wakes, 4);
    event_loop_free(loop);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("what comes is heard, and an end ends", what_comes_is_heard_and_an_end_ends),
        TEST("who wants to write is asked once in a turn",
             who_wants_to_write_is_asked_once_in_a_turn),
        TEST("what the system refuses leaves later and in order",
             what_the_system_refuses_leaves_later_and_in_order),
        TEST("who is held is not heard, but may hang up", who_is_held_is_not_heard_but_may_hang_up),
        TEST("who is ended by another is never told anything",
             who_is_ended_by_another_is_never_told_anything),
        TEST("a watched descriptor is reported while it can be read, and rests in between",
             a_watched_descriptor_is_reported_and_rests_in_between),
        TEST("another thread wakes it", another_thread_wakes_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
