/*
 * The event loop: connections as streams of bytes over TCP or TLS ("channels"), on one thread with
 * one epoll.
 *
 *      epoll --+-- input --------------> receive()
 *              +-- event_loop_wake() --> woken()              write() <-- event_loop_write()
 *              +-- the port -----------> connection_waiting()
 *              +-- the listener -------> readable()
 *
 * TLS handshakes run on a separate thread, one flight at a time and fairly among addresses: a
 * signature takes milliseconds, during which nobody else would be served. A handshake that has
 * begun goes before one that has not.
 *
 * A channel with output calls channel_want() and is asked for it at the end of the turn, so that
 * the output of one turn is sent in one piece. A channel is watched for writability only after the
 * system has refused bytes. The channel keeps those bytes, and until they are sent it is neither
 * read nor asked for more.
 */
#ifndef RAILHEAD_SERVER_HTTP_EVENT_LOOP_H
#define RAILHEAD_SERVER_HTTP_EVENT_LOOP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "server/http/tls.h"

enum {
    PIECE_SIZE = 16384,    /* bytes per read */
    LISTENER_REST_MS = 10, /* longest delay of notifications from other servers */
};
_Static_assert((int)PIECE_SIZE >= (int)TLS_RECORD_MAX, "nothing is left over inside of TLS");

struct event_loop;

struct channel {
    struct event_loop *loop;
    int descriptor;
    SSL *tls;                    /* NULL: plain TCP */
    struct handshake *handshake; /* its running handshake; or NULL */
    const char *key;             /* the key for fair scheduling of the handshake */
    bool in_handshake;           /* the first flight has arrived, and the handshake is not done */
    bool is_open;                /* bytes can be read and written */
    uint32_t watched;
    uint32_t read_when,
        write_when; /* epoll events to wait for: TLS may have to write before it can read */
    bool held;      /* reading is suspended */
    bool wanted;    /* wants to be asked for output */
    char *rest;     /* bytes the system has not accepted; NULL: none */
    size_t rest_used, rest_length;
    struct channel *next, *previous; /* in the ring of channels to be asked; NULL: not in it */
};

struct channel_calls {
    /* A return value of -1 ends the channel. */
    int (*receive)(struct channel *channel, const char *bytes, size_t length);
    int (*write)(struct channel *channel);
    void (*handshake_done)(struct channel *channel, bool resumed); /* the handshake has succeeded */
    void (*ended)(struct channel *channel);                        /* called before it is freed */
    void (*connection_waiting)(void *context); /* a connection can be accepted */
    void (*woken)(void *context);
    void (*readable)(void *context); /* the watched descriptor is readable */
    void *context;
};

/* Returns NULL if allocation fails or the system has no descriptors left. */
struct event_loop *event_loop_new(const struct channel_calls *calls);
void event_loop_free(struct event_loop *loop);

/*
 * Waits for events, at most until `until` (INT64_MAX: no limit), and handles them. Both times are
 * ms of the same monotonic clock.
 */
void event_loop_wait(struct event_loop *loop, int64_t now, int64_t until);

/* Asks all channels that want to write. */
void event_loop_write(struct event_loop *loop);

/* Thread-safe: starts the next turn at once, which calls woken(). */
void event_loop_wake(struct event_loop *loop);

/*
 * Starts the thread for handshakes; without `threaded` they run at the end of event_loop_wait().
 * Returns false if allocation fails or no thread can be started.
 */
bool event_loop_start_handshakes(struct event_loop *loop, bool threaded);

/* Returns the number of waiting and running handshakes. */
unsigned event_loop_handshakes(const struct event_loop *loop);

/*
 * Takes ownership of a listening socket; returns false on failure. While paused it accepts no
 * connections.
 */
bool event_loop_listen(struct event_loop *loop, int descriptor);
int event_loop_port(const struct event_loop *loop); /* its descriptor; -1: closed */
void event_loop_pause(struct event_loop *loop, bool paused);
void event_loop_close_port(struct event_loop *loop);

/*
 * Watches another descriptor, which the caller owns; returns false on failure. It is handled at
 * most once in LISTENER_REST_MS, not counting the time the loop has waited.
 */
bool event_loop_watch(struct event_loop *loop, int descriptor);

/*
 * Takes ownership of a connection; returns false after closing it. Uses TLS if `context` is not
 * NULL, which needs the thread for handshakes. `key` is for fair scheduling, such as an address,
 * and must outlive the channel.
 */
bool channel_begin(struct channel *channel, struct event_loop *loop, int descriptor,
                   SSL_CTX *context, const char *key);

/* Ends the channel at once. Must not be called for the channel in a callback. */
void channel_end(struct channel *channel);

void channel_hold(struct channel *channel, bool held);
void channel_want(struct channel *channel);

/* Writes all bytes, now or later; returns -1 if the connection is lost. */
int channel_write(struct channel *channel, const char *bytes, size_t length);

/* Returns true if the system has accepted all bytes. */
static inline bool channel_is_clear(const struct channel *channel)
{
    return channel->rest == NULL;
}

/* Shuts down the sending direction after everything was sent. */
void channel_finish(struct channel *channel);

#endif
