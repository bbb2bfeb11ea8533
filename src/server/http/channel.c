/* Channels; see channel.h. */
#include "server/http/channel.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include "core/check.h"
#include "core/text.h"
#include "server/crew.h"

enum { EVENTS_AT_ONCE = 256 };

struct channel_loop {
    struct channel_calls calls;
    int epoll, alarm, port;  /* -1: closed */
    int ear;                 /* -1: none */
    int64_t ear_rests_until; /* 0: it does not */
    bool paused;
    atomic_bool is_woken;
    struct channel due;    /* the ring of those that are asked next */
    struct channel *now;   /* that is being asked or told something */
    struct crew *greeters; /* NULL: without TLS */
    bool greets_here;

    /* What has happened and was not handled yet; of a channel that has ended the pointer is NULL.
     */
    struct epoll_event event[EVENTS_AT_ONCE];
    int events;

    char piece[PIECE_SIZE];
};

/* ---- The ring of those that are asked next --------------------------------------------------- */

static void ring_init(struct channel *ring)
{
    ring->next = ring->previous = ring;
}

static void ring_remove(struct channel *channel)
{
    if (!channel->next)
        return;
    channel->next->previous = channel->previous;
    channel->previous->next = channel->next;
    channel->next = channel->previous = NULL;
}

static void ring_add(struct channel *ring, struct channel *channel)
{
    if (channel->next)
        return;
    channel->previous = ring->previous;
    channel->next = ring;
    ring->previous->next = channel;
    ring->previous = channel;
}

/* All of one into another, which is empty. */
static void ring_move(struct channel *from, struct channel *to)
{
    ring_init(to);
    if (from->next == from)
        return;
    to->next = from->next;
    to->previous = from->previous;
    to->next->previous = to->previous->next = to;
    ring_init(from);
}

/* ---- What is waited for ---------------------------------------------------------------------- */

static bool watch(struct channel_loop *loop, int how, int descriptor, uint32_t events, void *whose)
{
    struct epoll_event event = {.events = events, .data.ptr = whose};
    return epoll_ctl(loop->epoll, how, descriptor, &event) == 0;
}

static uint32_t wanted_of(const struct channel *channel)
{
    return channel->rest ? channel->write_when : channel->held ? 0 : channel->read_when;
}

static void watch_again(struct channel *channel)
{
    const uint32_t wanted = wanted_of(channel);
    if (wanted == channel->watched || channel->greeting)
        return;
    channel->watched = wanted;
    watch(channel->loop, EPOLL_CTL_MOD, channel->descriptor, wanted, channel);
}

void channel_hold(struct channel *channel, bool held)
{
    channel->held = held;
    watch_again(channel);
}

void channel_want(struct channel *channel)
{
    channel->wanted = true;
    if (!channel->rest)
        ring_add(&channel->loop->due, channel);
}

/* ---- Writing --------------------------------------------------------------------------------- */

/* How many of them; -1 when the connection is gone. */
static ssize_t put(struct channel *channel, const char *bytes, size_t length)
{
    ssize_t count;
    if (channel->tls) {
        count = tls_write(channel->tls, bytes, length, &channel->write_when);
        return count > 0 ? count : count == 0 ? -1 : 0;
    }
    count = send(channel->descriptor, bytes, length, MSG_NOSIGNAL);
    if (count >= 0)
        return count;
    return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR ? 0 : -1;
}

static bool keep_rest(struct channel *channel, const char *bytes, size_t length)
{
    char *rest = realloc(channel->rest, channel->rest_length + length);
    if (!rest)
        return false;
    memcpy(rest + channel->rest_length, bytes, length);
    channel->rest = rest;
    channel->rest_length += length;
    watch_again(channel);
    return true;
}

int channel_write(struct channel *channel, const char *bytes, size_t length)
{
    while (length > 0 && !channel->rest) {
        const ssize_t count = put(channel, bytes, length);
        if (count < 0)
            return -1;
        bytes += count;
        length -= (size_t)count;
        if (count == 0)
            break;
    }
    return length == 0 || keep_rest(channel, bytes, length) ? 0 : -1;
}

static int write_rest(struct channel *channel)
{
    while (channel->rest_used < channel->rest_length) {
        const ssize_t count = put(channel, channel->rest + channel->rest_used,
                                  channel->rest_length - channel->rest_used);
        if (count < 0)
            return -1;
        if (count == 0) {
            watch_again(channel);
            return 0;
        }
        channel->rest_used += (size_t)count;
    }
    free(channel->rest);
    channel->rest = NULL;
    channel->rest_used = channel->rest_length = 0;
    watch_again(channel);
    if (channel->wanted)
        channel_want(channel);
    return 0;
}

void channel_finish(struct channel *channel)
{
    if (channel->tls && channel->is_greeted)
        tls_finish(channel->tls);
    shutdown(channel->descriptor, SHUT_WR);
}

/* ---- Reading --------------------------------------------------------------------------------- */

/* How many bytes; 0 at the end, -1 when there are none now. */
static ssize_t get(struct channel *channel, char piece[PIECE_SIZE])
{
    if (channel->tls) {
        const ssize_t count = tls_read(channel->tls, piece, PIECE_SIZE, &channel->read_when);
        watch_again(channel);
        return count;
    }
    const ssize_t count = recv(channel->descriptor, piece, PIECE_SIZE, 0);
    if (count >= 0)
        return count;
    return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR ? -1 : 0;
}

static int read_some(struct channel *channel)
{
    char *piece = channel->loop->piece;
    const ssize_t count = get(channel, piece);
    if (count <= 0)
        return count == 0 ? -1 : 0;
    return channel->loop->calls.receive(channel, piece, (size_t)count);
}

/* ---- Handshakes ------------------------------------------------------------------------------ */

/* One flight of one.  While it is under way the descriptor and the TLS of the channel are its own.
 */
struct greeting {
    struct job job;
    struct channel *channel; /* NULL: it has ended */
    SSL *tls;
    int descriptor;
    int outcome; /* of tls_greet() */
    uint32_t when;
};

static enum store_result greeting_run(struct job *job, struct store *store)
{
    struct greeting *greeting = (struct greeting *)job;
    (void)store;
    greeting->outcome = tls_greet(greeting->tls, &greeting->when);
    return STORE_OK;
}

static void greeting_done(struct job *job)
{
    struct greeting *greeting = (struct greeting *)job;
    struct channel *channel = greeting->channel;
    const int outcome = greeting->outcome;
    if (!channel) {
        tls_free(greeting->tls);
        close(greeting->descriptor);
        free(greeting);
        return;
    }
    channel->greeting = NULL;
    channel->is_greeted = outcome == 1;
    channel->is_greeting = outcome < 0;
    channel->read_when = outcome < 0 ? greeting->when : EPOLLIN;
    channel->watched = wanted_of(channel);
    free(greeting);
    if (outcome == 0 ||
        !watch(channel->loop, EPOLL_CTL_ADD, channel->descriptor, channel->watched, channel))
        channel_end(channel);
    else if (outcome == 1)
        channel->loop->calls.greeted(channel, tls_is_resumed(channel->tls));
}

/* Nothing is heard of the connection until the flight is done. */
static int greet(struct channel *channel)
{
    struct channel_loop *loop = channel->loop;
    struct greeting *greeting = calloc(1, sizeof *greeting);
    if (!greeting)
        return -1;
    greeting->job =
        (struct job){.run = greeting_run, .done = greeting_done, .slow = !channel->is_greeting};
    text_copy(greeting->job.key, sizeof greeting->job.key, channel->key);
    greeting->channel = channel;
    greeting->tls = channel->tls;
    greeting->descriptor = channel->descriptor;
    watch(loop, EPOLL_CTL_DEL, channel->descriptor, 0, NULL);
    channel->greeting = greeting;
    crew_add(loop->greeters, &greeting->job);
    return 0;
}

/* The channel ends; true when its descriptor and TLS end with the flight that is under way. */
static bool leave_greeting(struct channel *channel)
{
    struct greeting *greeting = channel->greeting;
    if (!greeting)
        return false;
    channel->greeting = NULL;
    if (crew_cancel(channel->loop->greeters, &greeting->job)) {
        free(greeting);
        return false;
    }
    greeting->channel = NULL;
    return true;
}

static void wake_loop(void *context)
{
    channel_loop_wake(context);
}

bool channel_loop_greet(struct channel_loop *loop, bool threaded)
{
    const struct crew_plan plan = {.name = "greeter",
                                   .threads = threaded ? 1 : 0,
                                   .fair = true,
                                   .measured = threaded,
                                   .lanes = true,
                                   .wake = wake_loop,
                                   .context = loop};
    loop->greets_here = !threaded;
    loop->greeters = crew_start(&plan);
    return loop->greeters != NULL;
}

unsigned channel_loop_greetings(const struct channel_loop *loop)
{
    return loop->greeters ? crew_load(loop->greeters) : 0;
}

static void collect_greetings(struct channel_loop *loop)
{
    while (loop->greets_here && crew_step(loop->greeters))
        continue;
    if (loop->greeters)
        crew_collect(loop->greeters);
}

static void end_greetings(struct channel_loop *loop)
{
    if (!loop->greeters)
        return;
    crew_stop(loop->greeters);
    crew_collect(loop->greeters);
    crew_release(loop->greeters);
}

/* ---- Its beginning and end ------------------------------------------------------------------- */

static bool join(struct channel *channel, SSL_CTX *context)
{
    const int flags = fcntl(channel->descriptor, F_GETFL);
    if (flags < 0 || fcntl(channel->descriptor, F_SETFL, flags | O_NONBLOCK) < 0)
        return false;
    if (context && !(channel->tls = tls_new(context, channel->descriptor)))
        return false;
    return watch(channel->loop, EPOLL_CTL_ADD, channel->descriptor, channel->watched, channel);
}

bool channel_begin(struct channel *channel, struct channel_loop *loop, int descriptor,
                   SSL_CTX *context, const char *key)
{
    *channel = (struct channel){.loop = loop,
                                .descriptor = descriptor,
                                .key = key,
                                .is_greeted = !context,
                                .watched = EPOLLIN,
                                .read_when = EPOLLIN,
                                .write_when = EPOLLOUT};
    if (join(channel, context))
        return true;
    tls_free(channel->tls);
    close(descriptor);
    return false;
}

static void forget_events(struct channel_loop *loop, const struct channel *channel)
{
    for (int i = 0; i < loop->events; i++)
        if (loop->event[i].data.ptr == channel)
            loop->event[i].data.ptr = NULL;
}

void channel_end(struct channel *channel)
{
    struct channel_loop *loop = channel->loop;
    CHECK(channel != loop->now);
    ring_remove(channel);
    forget_events(loop, channel);
    if (!leave_greeting(channel)) {
        watch(loop, EPOLL_CTL_DEL, channel->descriptor, 0, NULL);
        tls_free(channel->tls);
        close(channel->descriptor);
    }
    free(channel->rest);
    loop->calls.ended(channel);
}

/* ---- The loop -------------------------------------------------------------------------------- */

/* Whoever has gone in both directions need not be read any more, nor written to. */
static int handle(struct channel *channel, uint32_t events)
{
    if (channel->rest)
        return events & (EPOLLERR | EPOLLHUP) ? -1 : write_rest(channel);
    if (!channel->held)
        return channel->is_greeted ? read_some(channel) : greet(channel);
    return events & (EPOLLERR | EPOLLHUP) ? -1 : 0;
}

static void end_if(struct channel *channel, int result)
{
    channel->loop->now = NULL;
    if (result < 0)
        channel_end(channel);
}

static void handle_events(struct channel_loop *loop, int64_t now)
{
    for (int i = 0; i < loop->events; i++) {
        void *whose = loop->event[i].data.ptr;
        if (whose == &loop->port) {
            loop->calls.knocked(loop->calls.context);
        } else if (whose == &loop->ear) {
            loop->ear_rests_until = now + EAR_REST_MS;
            loop->calls.heard(loop->calls.context);
        } else if (whose && whose != &loop->alarm) {
            struct channel *channel = loop->now = whose;
            end_if(channel, handle(channel, loop->event[i].events));
        }
    }
    loop->events = 0;
}

/*
 * After it was heard the ear rests: where many tell something much of it is then heard at once,
 * while the first word after a silence is heard when it comes.  Returns when to end the rest.
 */
static int64_t rest_ear(struct channel_loop *loop, int64_t now)
{
    if (loop->ear_rests_until > now)
        return loop->ear_rests_until;
    if (loop->ear_rests_until != 0)
        watch(loop, EPOLL_CTL_MOD, loop->ear, EPOLLIN | EPOLLONESHOT, &loop->ear);
    loop->ear_rests_until = 0;
    return INT64_MAX;
}

static int timeout_of(const struct channel_loop *loop, int64_t now, int64_t until)
{
    if (loop->due.next != &loop->due || until <= now)
        return 0;
    return until - now < INT_MAX ? (int)(until - now) : -1;
}

void channel_loop_wait(struct channel_loop *loop, int64_t now, int64_t until)
{
    const int64_t rested = rest_ear(loop, now);
    const int timeout = timeout_of(loop, now, rested < until ? rested : until);
    const int count = epoll_wait(loop->epoll, loop->event, EVENTS_AT_ONCE, timeout);
    loop->events = count > 0 ? count : 0;
    handle_events(loop, now);
    if (loop->greets_here)
        collect_greetings(loop);
    if (!atomic_exchange(&loop->is_woken, false))
        return;
    collect_greetings(loop);
    loop->calls.woken(loop->calls.context);
}

/* Those that want to be asked again while this goes on are asked next time. */
void channel_loop_write(struct channel_loop *loop)
{
    struct channel ring;
    ring_move(&loop->due, &ring);
    while (ring.next != &ring) {
        struct channel *channel = loop->now = ring.next;
        ring_remove(channel);
        if (channel->rest)
            continue; /* write_rest() comes back to it */
        channel->wanted = false;
        end_if(channel, loop->calls.write(channel));
    }
    loop->now = NULL;
}

/* The alarm is never read: each time that it is written the edge is seen. */
void channel_loop_wake(struct channel_loop *loop)
{
    const uint64_t one = 1;
    if (!atomic_exchange(&loop->is_woken, true))
        CHECK(write(loop->alarm, &one, sizeof one) == sizeof one);
}

/* ---- The port -------------------------------------------------------------------------------- */

bool channel_loop_listen(struct channel_loop *loop, int descriptor)
{
    loop->port = descriptor;
    return watch(loop, EPOLL_CTL_ADD, descriptor, EPOLLIN, &loop->port);
}

int channel_loop_port(const struct channel_loop *loop)
{
    return loop->port;
}

void channel_loop_pause(struct channel_loop *loop, bool paused)
{
    if (loop->port < 0 || loop->paused == paused)
        return;
    loop->paused = paused;
    watch(loop, EPOLL_CTL_MOD, loop->port, paused ? 0 : EPOLLIN, &loop->port);
}

void channel_loop_close_port(struct channel_loop *loop)
{
    if (loop->port >= 0)
        close(loop->port);
    loop->port = -1;
}

bool channel_loop_hear(struct channel_loop *loop, int descriptor)
{
    loop->ear = descriptor;
    return watch(loop, EPOLL_CTL_ADD, descriptor, EPOLLIN | EPOLLONESHOT, &loop->ear);
}

/* ---- Start and end --------------------------------------------------------------------------- */

struct channel_loop *channel_loop_new(const struct channel_calls *calls)
{
    struct channel_loop *loop = calloc(1, sizeof *loop);
    if (!loop)
        return NULL;
    loop->calls = *calls;
    ring_init(&loop->due);
    loop->port = loop->ear = -1;
    loop->epoll = epoll_create1(EPOLL_CLOEXEC);
    loop->alarm = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (loop->epoll >= 0 && loop->alarm >= 0 &&
        watch(loop, EPOLL_CTL_ADD, loop->alarm, EPOLLIN | EPOLLET, &loop->alarm))
        return loop;
    channel_loop_free(loop);
    return NULL;
}

void channel_loop_free(struct channel_loop *loop)
{
    if (!loop)
        return;
    CHECK(loop->due.next == &loop->due);
    end_greetings(loop);
    channel_loop_close_port(loop);
    if (loop->alarm >= 0)
        close(loop->alarm);
    if (loop->epoll >= 0)
        close(loop->epoll);
    free(loop);
}
