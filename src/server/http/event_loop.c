/* The event loop and its channels; see event_loop.h. */
#include "server/http/event_loop.h"

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

#include "base/check.h"
#include "server/worker_pool.h"
#include "text/text.h"

enum { EVENTS_AT_ONCE = 256 };

struct event_loop {
    struct channel_calls calls;
    int epoll, alarm, port;       /* port: -1 when closed */
    int listener;                 /* -1: none */
    int64_t listener_rests_until; /* 0: it is not resting */
    bool paused;
    atomic_bool is_woken;
    struct channel due;                 /* ring of channels to be asked for output */
    struct channel *now;                /* the channel in a callback */
    struct worker_pool *handshake_pool; /* NULL: without TLS */
    bool handshakes_here;

    /* Events not handled yet; the pointer is NULL if the channel has ended. */
    struct epoll_event event[EVENTS_AT_ONCE];
    int events;

    char piece[PIECE_SIZE];
};

/* ---- The ring of channels to be asked for output --------------------------------------------- */

static void ring_init(struct channel *ring)
{
    ring->next = ring->previous = ring;
}

static void ring_remove(struct channel *channel)
{
    if (channel->next == NULL)
        return;
    channel->next->previous = channel->previous;
    channel->previous->next = channel->next;
    channel->next = channel->previous = NULL;
}

static void ring_add(struct channel *ring, struct channel *channel)
{
    if (channel->next != NULL)
        return;
    channel->previous = ring->previous;
    channel->next = ring;
    ring->previous->next = channel;
    ring->previous = channel;
}

/* Moves all entries of one ring into another, which is empty. */
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

/* ---- Watched events -------------------------------------------------------------------------- */

static bool watch_descriptor(struct event_loop *loop, int how, int descriptor, uint32_t events,
                             void *whose)
{
    struct epoll_event event = {.events = events, .data.ptr = whose};
    return epoll_ctl(loop->epoll, how, descriptor, &event) == 0;
}

static uint32_t wanted_of(const struct channel *channel)
{
    return channel->rest != NULL ? channel->write_when : channel->held ? 0 : channel->read_when;
}

static void watch_again(struct channel *channel)
{
    const uint32_t wanted = wanted_of(channel);
    if (wanted == channel->watched || channel->handshake != NULL)
        return;
    channel->watched = wanted;
    watch_descriptor(channel->loop, EPOLL_CTL_MOD, channel->descriptor, wanted, channel);
}

void channel_hold(struct channel *channel, bool held)
{
    channel->held = held;
    watch_again(channel);
}

void channel_want(struct channel *channel)
{
    channel->wanted = true;
    if (channel->rest == NULL)
        ring_add(&channel->loop->due, channel);
}

/* ---- Writing --------------------------------------------------------------------------------- */

/* Returns the number of bytes written; -1 if the connection is lost. */
static ssize_t write_bytes(struct channel *channel, const char *bytes, size_t length)
{
    ssize_t count;
    if (channel->tls != NULL) {
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
    if (rest == NULL)
        return false;
    memcpy(rest + channel->rest_length, bytes, length);
    channel->rest = rest;
    channel->rest_length += length;
    watch_again(channel);
    return true;
}

int channel_write(struct channel *channel, const char *bytes, size_t length)
{
    while (length > 0 && channel->rest == NULL) {
        const ssize_t count = write_bytes(channel, bytes, length);
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
        const ssize_t count = write_bytes(channel, channel->rest + channel->rest_used,
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
    if (channel->tls != NULL && channel->is_open)
        tls_finish(channel->tls);
    shutdown(channel->descriptor, SHUT_WR);
}

/* ---- Reading --------------------------------------------------------------------------------- */

/* Returns the number of bytes read; 0 at the end, -1 if there are none now. */
static ssize_t read_bytes(struct channel *channel, char piece[PIECE_SIZE])
{
    if (channel->tls != NULL) {
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
    const ssize_t count = read_bytes(channel, piece);
    if (count <= 0)
        return count == 0 ? -1 : 0;
    return channel->loop->calls.receive(channel, piece, (size_t)count);
}

/* ---- Handshakes ------------------------------------------------------------------------------ */

/*
 * One flight of a handshake. While it runs it has exclusive use of the channel's descriptor and
 * TLS.
 */
struct handshake {
    struct job job;
    struct channel *channel; /* NULL: it has ended */
    SSL *tls;
    int descriptor;
    int outcome; /* of tls_handshake() */
    uint32_t when;
};

static enum store_result handshake_run(struct job *job, struct store *store)
{
    struct handshake *handshake = (struct handshake *)job;
    (void)store;
    handshake->outcome = tls_handshake(handshake->tls, &handshake->when);
    return STORE_OK;
}

static void handshake_finished(struct job *job)
{
    struct handshake *handshake = (struct handshake *)job;
    struct channel *channel = handshake->channel;
    const int outcome = handshake->outcome;
    if (channel == NULL) {
        tls_free(handshake->tls);
        close(handshake->descriptor);
        free(handshake);
        return;
    }
    channel->handshake = NULL;
    channel->is_open = outcome == 1;
    channel->in_handshake = outcome < 0;
    channel->read_when = outcome < 0 ? handshake->when : EPOLLIN;
    channel->watched = wanted_of(channel);
    free(handshake);
    if (outcome == 0 || !watch_descriptor(channel->loop, EPOLL_CTL_ADD, channel->descriptor,
                                          channel->watched, channel))
        channel_end(channel);
    else if (outcome == 1)
        channel->loop->calls.handshake_done(channel, tls_is_resumed(channel->tls));
}

/* The descriptor is not watched until the flight is done. */
static int continue_handshake(struct channel *channel)
{
    struct event_loop *loop = channel->loop;
    struct handshake *handshake = calloc(1, sizeof *handshake);
    if (handshake == NULL)
        return -1;
    handshake->job = (struct job){
        .run = handshake_run, .done = handshake_finished, .slow = !channel->in_handshake};
    text_copy(handshake->job.key, sizeof handshake->job.key, channel->key);
    handshake->channel = channel;
    handshake->tls = channel->tls;
    handshake->descriptor = channel->descriptor;
    watch_descriptor(loop, EPOLL_CTL_DEL, channel->descriptor, 0, NULL);
    channel->handshake = handshake;
    worker_pool_add(loop->handshake_pool, &handshake->job);
    return 0;
}

/*
 * Detaches the handshake from an ending channel. Returns true if the running flight must free
 * descriptor and TLS.
 */
static bool leave_handshake(struct channel *channel)
{
    struct handshake *handshake = channel->handshake;
    if (handshake == NULL)
        return false;
    channel->handshake = NULL;
    if (worker_pool_cancel(channel->loop->handshake_pool, &handshake->job)) {
        free(handshake);
        return false;
    }
    handshake->channel = NULL;
    return true;
}

static void wake_loop(void *context)
{
    event_loop_wake(context);
}

bool event_loop_start_handshakes(struct event_loop *loop, bool threaded)
{
    const struct worker_pool_plan plan = {.name = "greeter",
                                          .threads = threaded ? 1 : 0,
                                          .fair = true,
                                          .measured = threaded,
                                          .lanes = true,
                                          .wake = wake_loop,
                                          .context = loop};
    loop->handshakes_here = !threaded;
    loop->handshake_pool = worker_pool_start(&plan);
    return loop->handshake_pool != NULL;
}

unsigned event_loop_handshakes(const struct event_loop *loop)
{
    return loop->handshake_pool != NULL ? worker_pool_load(loop->handshake_pool) : 0;
}

static void collect_handshakes(struct event_loop *loop)
{
    while (loop->handshakes_here && worker_pool_step(loop->handshake_pool))
        continue;
    if (loop->handshake_pool != NULL)
        worker_pool_collect(loop->handshake_pool);
}

static void end_handshakes(struct event_loop *loop)
{
    if (loop->handshake_pool == NULL)
        return;
    worker_pool_stop(loop->handshake_pool);
    worker_pool_collect(loop->handshake_pool);
    worker_pool_release(loop->handshake_pool);
}

/* ---- Opening and closing --------------------------------------------------------------------- */

static bool join_channel(struct channel *channel, SSL_CTX *context)
{
    const int flags = fcntl(channel->descriptor, F_GETFL);
    if (flags < 0 || fcntl(channel->descriptor, F_SETFL, flags | O_NONBLOCK) < 0)
        return false;
    if (context != NULL && (channel->tls = tls_new(context, channel->descriptor)) == NULL)
        return false;
    return watch_descriptor(channel->loop, EPOLL_CTL_ADD, channel->descriptor, channel->watched,
                            channel);
}

bool channel_begin(struct channel *channel, struct event_loop *loop, int descriptor,
                   SSL_CTX *context, const char *key)
{
    *channel = (struct channel){.loop = loop,
                                .descriptor = descriptor,
                                .key = key,
                                .is_open = context == NULL,
                                .watched = EPOLLIN,
                                .read_when = EPOLLIN,
                                .write_when = EPOLLOUT};
    if (join_channel(channel, context))
        return true;
    tls_free(channel->tls);
    close(descriptor);
    return false;
}

static void forget_events(struct event_loop *loop, const struct channel *channel)
{
    for (int i = 0; i < loop->events; i++)
        if (loop->event[i].data.ptr == channel)
            loop->event[i].data.ptr = NULL;
}

void channel_end(struct channel *channel)
{
    struct event_loop *loop = channel->loop;
    CHECK(channel != loop->now);
    ring_remove(channel);
    forget_events(loop, channel);
    if (!leave_handshake(channel)) {
        watch_descriptor(loop, EPOLL_CTL_DEL, channel->descriptor, 0, NULL);
        tls_free(channel->tls);
        close(channel->descriptor);
    }
    free(channel->rest);
    loop->calls.ended(channel);
}

/* ---- The loop -------------------------------------------------------------------------------- */

/* Both directions are shut down: the connection is dead. */
static int handle_channel(struct channel *channel, uint32_t events)
{
    if (channel->rest != NULL)
        return events & (EPOLLERR | EPOLLHUP) ? -1 : write_rest(channel);
    if (!channel->held)
        return channel->is_open ? read_some(channel) : continue_handshake(channel);
    return events & (EPOLLERR | EPOLLHUP) ? -1 : 0;
}

static void end_if(struct channel *channel, int result)
{
    channel->loop->now = NULL;
    if (result < 0)
        channel_end(channel);
}

static void handle_events(struct event_loop *loop, int64_t now)
{
    for (int i = 0; i < loop->events; i++) {
        void *whose = loop->event[i].data.ptr;
        if (whose == &loop->port) {
            loop->calls.connection_waiting(loop->calls.context);
        } else if (whose == &loop->listener) {
            loop->listener_rests_until = now + LISTENER_REST_MS;
            loop->calls.readable(loop->calls.context);
        } else if (whose != NULL && whose != &loop->alarm) {
            struct channel *channel = loop->now = whose;
            end_if(channel, handle_channel(channel, loop->event[i].events));
        }
    }
    loop->events = 0;
}

/*
 * After reading, the listener rests: frequent notifications are then read in batches, while the
 * first one after a silence is read at once. Returns when the rest ends.
 */
static int64_t rest_listener(struct event_loop *loop, int64_t now)
{
    if (loop->listener_rests_until > now)
        return loop->listener_rests_until;
    if (loop->listener_rests_until != 0)
        watch_descriptor(loop, EPOLL_CTL_MOD, loop->listener, EPOLLIN | EPOLLONESHOT,
                         &loop->listener);
    loop->listener_rests_until = 0;
    return INT64_MAX;
}

static int timeout_of(const struct event_loop *loop, int64_t now, int64_t until)
{
    if (loop->due.next != &loop->due || until <= now)
        return 0;
    return until - now < INT_MAX ? (int)(until - now) : -1;
}

void event_loop_wait(struct event_loop *loop, int64_t now, int64_t until)
{
    const int64_t rested = rest_listener(loop, now);
    const int timeout = timeout_of(loop, now, rested < until ? rested : until);
    const int count = epoll_wait(loop->epoll, loop->event, EVENTS_AT_ONCE, timeout);
    loop->events = count > 0 ? count : 0;
    handle_events(loop, now);
    if (loop->handshakes_here)
        collect_handshakes(loop);
    if (!atomic_exchange(&loop->is_woken, false))
        return;
    collect_handshakes(loop);
    loop->calls.woken(loop->calls.context);
}

/* Channels that ask again meanwhile are asked in the next turn. */
void event_loop_write(struct event_loop *loop)
{
    struct channel ring;
    ring_move(&loop->due, &ring);
    while (ring.next != &ring) {
        struct channel *channel = loop->now = ring.next;
        ring_remove(channel);
        if (channel->rest != NULL)
            continue; /* write_rest() resumes it */
        channel->wanted = false;
        end_if(channel, loop->calls.write(channel));
    }
    loop->now = NULL;
}

/* The eventfd is never read: with edge triggering each write is an event. */
void event_loop_wake(struct event_loop *loop)
{
    const uint64_t one = 1;
    if (!atomic_exchange(&loop->is_woken, true))
        CHECK(write(loop->alarm, &one, sizeof one) == sizeof one);
}

/* ---- The port -------------------------------------------------------------------------------- */

bool event_loop_listen(struct event_loop *loop, int descriptor)
{
    loop->port = descriptor;
    return watch_descriptor(loop, EPOLL_CTL_ADD, descriptor, EPOLLIN, &loop->port);
}

int event_loop_port(const struct event_loop *loop)
{
    return loop->port;
}

void event_loop_pause(struct event_loop *loop, bool paused)
{
    if (loop->port < 0 || loop->paused == paused)
        return;
    loop->paused = paused;
    watch_descriptor(loop, EPOLL_CTL_MOD, loop->port, paused ? 0 : EPOLLIN, &loop->port);
}

void event_loop_close_port(struct event_loop *loop)
{
    if (loop->port >= 0)
        close(loop->port);
    loop->port = -1;
}

bool event_loop_watch(struct event_loop *loop, int descriptor)
{
    loop->listener = descriptor;
    return watch_descriptor(loop, EPOLL_CTL_ADD, descriptor, EPOLLIN | EPOLLONESHOT,
                            &loop->listener);
}

/* ---- Start and end --------------------------------------------------------------------------- */

struct event_loop *event_loop_new(const struct channel_calls *calls)
{
    struct event_loop *loop = calloc(1, sizeof *loop);
    if (loop == NULL)
        return NULL;
    loop->calls = *calls;
    ring_init(&loop->due);
    loop->port = loop->listener = -1;
    loop->epoll = epoll_create1(EPOLL_CLOEXEC);
    loop->alarm = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (loop->epoll >= 0 && loop->alarm >= 0 &&
        watch_descriptor(loop, EPOLL_CTL_ADD, loop->alarm, EPOLLIN | EPOLLET, &loop->alarm))
        return loop;
    event_loop_free(loop);
    return NULL;
}

void event_loop_free(struct event_loop *loop)
{
    if (loop == NULL)
        return;
    CHECK(loop->due.next == &loop->due);
    end_handshakes(loop);
    event_loop_close_port(loop);
    if (loop->alarm >= 0)
        close(loop->alarm);
    if (loop->epoll >= 0)
        close(loop->epoll);
    free(loop);
}
