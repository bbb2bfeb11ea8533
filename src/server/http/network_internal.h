/*
 * What the files of the network share.  Bytes come and go in channels (event_loop.h); what they
 * mean is read by http_head.h and frames.h.
 *
 *     listener ── visit ─┬─ exchange   one request and its answer, then maybe the next
 *                        └─ socket     a WebSocket, for good
 *
 * A visit is one connection from its acceptance to its end.  It is always in exactly one phase, and
 * each phase has its list: the oldest is the first to run out of time, so nothing is ever sorted.
 */
#ifndef RAILHEAD_SERVER_HTTP_NETWORK_INTERNAL_H
#define RAILHEAD_SERVER_HTTP_NETWORK_INTERNAL_H

#include "net/http_head.h"
#include "server/http/api.h"
#include "server/http/event_loop.h"
#include "server/http/network.h"

enum {
    PIECES_AT_ONCE = 4,
    HEADS_MAX = 1024,       /* visits without a whole head; the oldest makes room for the next */
    RATE_REFUSALS_MAX = 20, /* refusals as `slow`, one after the other, before a visit is paused */
};

/* What a handshake of TLS costs its address, and what of that it gets back for going on with an
 * earlier session, which takes no signature. */
enum { HANDSHAKE_COST = 4, HANDSHAKE_REFUND = 3 };

enum http_connection_phase {
    PHASE_HEAD,    /* it has not sent a whole head */
    PHASE_BODY,    /* nor a whole body */
    PHASE_WAITING, /* for the hub */
    PHASE_SENDING, /* the answer */
    PHASE_IDLE,    /* answered; it may ask again */
    PHASE_LINGER,  /* all is said; the other end may read it before the end */
    PHASE_WEBSOCKET,
    PHASE_PHASES,
};

struct http_connection_list {
    struct http_connection *first, *last;
    unsigned count;
};

struct network {
    struct network_options options;
    struct event_loop *loop;
    SSL_CTX *tls; /* NULL: plain */
    int64_t next_tick;
    unsigned ticks;
    int reserved; /* a descriptor bound to the port, until the loop has it; then -1 */
    int port;
    bool everywhere, over_six;
    bool stopping;

    struct http_connection_list phase[PHASE_PHASES];
    unsigned connections, most_connections;
    unsigned most_partial;  /* of them, when all are taken, in PHASE_HEAD; and in PHASE_BODY */
    unsigned crowded_heads; /* with more in PHASE_HEAD, each address makes room for its own */
    struct rate_limit addresses, heads; /* visits by address, and those in PHASE_HEAD */
    struct rate_limit handshakes;       /* of TLS, by address */
    char piece[PIECE_SIZE];             /* what is being put together to be written */
};

/* Why nothing is read from a visit. */
enum hold {
    HOLD_ANSWERING = 1,    /* one request at a time */
    HOLD_RATE_LIMITED = 2, /* it was told too often to wait */
};

struct http_request;
struct websocket;

_Static_assert((int)REQUEST_ID_SIZE == (int)HTTP_REQUEST_ID_SIZE, "they are copied");

struct http_connection {
    struct channel channel; /* first: the loop knows it by this */
    struct network *network;
    enum http_connection_phase phase;
    int64_t since; /* of the phase, or of the last progress in it */
    struct http_connection *next, *previous;

    char peer[ADDRESS_SIZE];    /* the key of the other end's address */
    char address[ADDRESS_SIZE]; /* and of who asks: a proxy's client, or the same */
    bool proxied;               /* the other end is a proxy, which says on whose behalf it asks */
    bool counted, counted_head; /* in the network's limits */
    unsigned holds;
    unsigned rate_refusals; /* requests refused as `slow`, one after the other */
    size_t discarded;

    char request_id[REQUEST_ID_SIZE]; /* of what was asked last */

    char *input; /* the part of a head that is there */
    size_t input_used, input_capacity, looked;

    struct http_request *request; /* at most one of the two */
    struct websocket *websocket;
};

/* ---- Visits (http_connection.c) ----------------------------------------------------------------
 */

/* A connection that was accepted, here or refused; the descriptor is taken over. */
void http_connection_open(struct network *network, int descriptor, const char *address);

/* What the loop calls. */
int http_connection_receive(struct channel *channel, const char *bytes, size_t length);
int http_connection_write(struct channel *channel);
void http_connection_handshake_done(struct channel *channel, bool resumed);
void http_connection_ended(struct channel *channel);

/* Ends it at once; never for the visit that is being served. */
void http_connection_kill(struct http_connection *connection);

/* Kills the oldest visit in a phase; false when there is none. */
bool http_connections_drop_oldest(struct network *network, enum http_connection_phase phase);

/* Kills whoever has run out of time; about once a second. */
void http_connections_tick(struct network *network);

/* Into a phase, or anew into the same. */
void http_connection_enter(struct http_connection *connection, enum http_connection_phase phase);

void http_connection_hold(struct http_connection *connection, enum hold why, bool on);

/* Nothing is read from it until the next second begins. */
void http_connection_pause(struct http_connection *connection);

/* Whether this is TLS, with us or with the proxy before us. */
bool http_connection_is_secure(const struct http_connection *connection,
                               const struct http_head *head);

/* Counts it by the address that asks; false when that has too many. */
bool http_connection_count(struct http_connection *connection, const struct http_head *head);
void http_connection_uncount(struct http_connection *connection);

/* Bytes that nobody listens to any more; -1 when there are too many of them. */
int http_connection_discard(struct http_connection *connection, size_t length);

/* Everything has been said: waits a moment for the other end to read it and to close. */
int http_connection_linger(struct http_connection *connection);

/* "date: Sun, 06 Nov 1994 08:49:37 GMT", which every answer has, with the end of its line. */
void add_date(struct text *text);

/* Tells whoever keeps a log. */
void http_connection_note(const struct http_connection *connection, struct network_note note);

/* ---- Exchanges (http_request.c) -------------------------------------------------------------- */

/* A whole head; -1 when the connection is to be closed. */
int http_request_begin(struct http_connection *connection, const char *bytes, size_t length);

/* A head that is none: answered with this status, and then the end. */
int http_request_refuse(struct http_connection *connection, int status, enum fault_id why);

/* Bytes behind the head; -1 as above. */
int http_request_receive(struct http_connection *connection, const char *bytes, size_t length);
int http_request_write(struct http_connection *connection);
void http_request_end(struct http_connection *connection);

/* ---- WebSockets (websocket.c) ----------------------------------------------------------- */

/* Opens one; or false with the refusal for it. */
bool websocket_begin(struct http_connection *connection, const struct http_head *head, int *status,
                     const char **code, struct fault *fault);
int websocket_receive(struct http_connection *connection, const char *bytes, size_t length);
int websocket_write(struct http_connection *connection);
void websocket_end(struct http_connection *connection);

/* Pings whoever has been quiet, and gives up those who stay so. */
void websockets_tick(struct network *network);

#endif
