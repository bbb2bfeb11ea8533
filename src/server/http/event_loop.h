/*
 * Channels: connections as bytes that come and go, over TCP or TLS, on one thread around one epoll.
 *
 *      epoll --+-- what came ----------> receive()
 *              +-- event_loop_wake() -> woken()         write() <-- event_loop_write()
 *              +-- the port -----------> connection_waiting()
 *              +-- the ear ------------> readable()
 *
 * TLS handshakes are done on a thread beside the loop, a flight at a time, in turn for those on
 * whose behalf they are: signing takes milliseconds, in which nobody else would be served.  A
 * handshake that has begun goes before one that has not.
 *
 * Who has something to write says so with channel_want() and is asked for it at the end of the
 * turn: what one turn brings for a connection goes in one piece.  The system is asked whether a
 * channel can be written only when it has refused bytes.  Those stay with the channel, and until it
 * has taken them nothing is read and nobody is asked for more.
 */
#ifndef RAILHEAD_SERVER_HTTP_EVENT_LOOP_H
#define RAILHEAD_SERVER_HTTP_EVENT_LOOP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "server/http/tls.h"

enum {
    PIECE_SIZE = 16384,    /* what is read at once */
    LISTENER_REST_MS = 10, /* nobody sees a move of somebody else's server any later than that */
};
_Static_assert((int)PIECE_SIZE >= (int)TLS_RECORD_MAX, "nothing is left over inside of TLS");

struct event_loop;

struct channel {
    struct event_loop *loop;
    int descriptor;
    SSL *tls;                    /* NULL: the bytes go as they are */
    struct handshake *handshake; /* its handshake, while that is at the thread; or NULL */
    const char *key;             /* in whose turn that is done */
    bool in_handshake;           /* the first flight has come, and the handshake is not done */
    bool is_open;                /* bytes can be read and written */
    uint32_t watched;
    uint32_t read_when, write_when; /* what it takes: TLS may have to write before it can read */
    bool held;                      /* nothing is read */
    bool wanted;                    /* to be asked for more */
    char *rest;                     /* what the system did not take; NULL: nothing */
    size_t rest_used, rest_length;
    struct channel *next, *previous; /* among those that are asked next; NULL: it is not */
};

struct channel_calls {
    /* Both end the channel with -1. */
    int (*receive)(struct channel *channel, const char *bytes, size_t length);
    int (*write)(struct channel *channel);
    void (*handshake_done)(struct channel *channel, bool resumed); /* its handshake is done */
    void (*ended)(struct channel *channel);                        /* is about to free it */
    void (*connection_waiting)(void *context);                     /* somebody wants to connect */
    void (*woken)(void *context);
    void (*readable)(void *context); /* the ear can be read */
    void *context;
};

/* NULL when the system gives no more of what it takes. */
struct event_loop *event_loop_new(const struct channel_calls *calls);
void event_loop_free(struct event_loop *loop);

/*
 * Waits for what happens next, `until` then at most (INT64_MAX: however long it takes), and handles
 * it.  Both are milliseconds of one clock, which never goes back.
 */
void event_loop_wait(struct event_loop *loop, int64_t now, int64_t until);

/* Asks all who want to write. */
void event_loop_write(struct event_loop *loop);

/* From any thread: the next turn, which begins at once, calls woken(). */
void event_loop_wake(struct event_loop *loop);

/*
 * Starts the thread for handshakes, or without `threaded` does them at the end of
 * event_loop_wait(); false when there is no memory, or no thread.
 */
bool event_loop_start_handshakes(struct event_loop *loop, bool threaded);

/* How many handshakes wait or are being done. */
unsigned event_loop_handshakes(const struct event_loop *loop);

/* Takes over a port that listens; false when it cannot.  A paused one lets nobody knock. */
bool event_loop_listen(struct event_loop *loop, int descriptor);
int event_loop_port(const struct event_loop *loop); /* its descriptor; -1: closed */
void event_loop_pause(struct event_loop *loop, bool paused);
void event_loop_close_port(struct event_loop *loop);

/*
 * Another descriptor to wait for, which stays its owner's; false when it cannot.  It is heard once
 * in LISTENER_REST_MS, but for the time that the loop has waited.
 */
bool event_loop_watch(struct event_loop *loop, int descriptor);

/*
 * Takes over a connection; false: it is closed.  With TLS where `context` is one, for which the
 * loop has a thread; `key` is for whom its handshake is, such as an address, and lives as long as
 * the channel.
 */
bool channel_begin(struct channel *channel, struct event_loop *loop, int descriptor,
                   SSL_CTX *context, const char *key);

/* Ends it at once; never for the one that is being asked or told something. */
void channel_end(struct channel *channel);

void channel_hold(struct channel *channel, bool held);
void channel_want(struct channel *channel);

/* Writes all of it, now or later; -1 when the connection is gone. */
int channel_write(struct channel *channel, const char *bytes, size_t length);

/* Whether the system has taken everything. */
static inline bool channel_is_clear(const struct channel *channel)
{
    return channel->rest == NULL;
}

/* All is said, and taken: the other end learns that nothing more will come. */
void channel_finish(struct channel *channel);

#endif
