/*
 * Shared by the files of the network. Bytes come and go through channels (event_loop.h);
 * http_head.h and frames.h parse them.
 *
 *     port ── http_connection ─┬─ http_request   one request and its response, then maybe the next
 *                              └─ websocket      after an upgrade, until the end
 *
 * A connection is always in exactly one phase. Each phase has a list in order of entry, so that the
 * first in a list is the next to time out and nothing has to be sorted.
 */
#ifndef RAILHEAD_SERVER_HTTP_NETWORK_INTERNAL_H
#define RAILHEAD_SERVER_HTTP_NETWORK_INTERNAL_H

#include "net/http_head.h"
#include "server/http/api.h"
#include "server/http/event_loop.h"
#include "server/http/network.h"

enum {
    PIECES_AT_ONCE = 4,
    HEADS_MAX = 1024, /* connections without a complete head; beyond that the oldest is evicted */
    RATE_REFUSALS_MAX = 20, /* consecutive refusals as `slow` before a connection is paused */
};

/*
 * Tokens that a TLS handshake costs its address, and the refund for a resumed session, which needs
 * no signature.
 */
enum { HANDSHAKE_COST = 4, HANDSHAKE_REFUND = 3 };

enum http_connection_phase {
    PHASE_HEAD,    /* waits for a complete head */
    PHASE_BODY,    /* waits for a complete body */
    PHASE_WAITING, /* waits for the hub */
    PHASE_SENDING, /* sends the response */
    PHASE_IDLE,    /* waits for the next request */
    PHASE_LINGER,  /* lingers until the client has read everything */
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
    SSL_CTX *tls; /* NULL: plain HTTP */
    int64_t next_tick;
    unsigned ticks;
    int reserved; /* descriptor bound to the port, until the loop has it; then -1 */
    int port;
    bool everywhere, over_six;
    bool stopping;

    struct http_connection_list phase[PHASE_PHASES];
    unsigned connections, most_connections;
    unsigned most_partial;  /* limit of connections in PHASE_HEAD, and of those in PHASE_BODY, when
                               all are taken */
    unsigned crowded_heads; /* with more in PHASE_HEAD, each address evicts its own oldest first */
    struct rate_limit addresses, heads; /* connections by address, and those in PHASE_HEAD */
    struct rate_limit handshakes;       /* of TLS, by address */
    char piece[PIECE_SIZE];             /* output buffer */
};

/* Why reading is suspended. */
enum hold {
    HOLD_ANSWERING = 1,    /* one request at a time */
    HOLD_RATE_LIMITED = 2, /* refused as `slow` too often */
};

struct http_request;
struct websocket;

_Static_assert((int)REQUEST_ID_SIZE == (int)HTTP_REQUEST_ID_SIZE, "they are copied");

struct http_connection {
    struct channel channel; /* first: the loop's callbacks cast it back */
    struct network *network;
    enum http_connection_phase phase;
    int64_t since; /* start of the phase, or last progress in it */
    struct http_connection *next, *previous;

    char peer[ADDRESS_SIZE];    /* key of the peer's address */
    char address[ADDRESS_SIZE]; /* key of the client's address: behind a proxy another, else the
                                   same */
    bool proxied;               /* the peer is a trusted proxy */
    bool counted, counted_head; /* counted in the network's limits */
    unsigned holds;
    unsigned rate_refusals; /* consecutive requests refused as `slow` */
    size_t discarded;

    char request_id[REQUEST_ID_SIZE]; /* of the last request */

    char *input; /* an incomplete head */
    size_t input_used, input_capacity, looked;

    struct http_request *request; /* at most one of the two */
    struct websocket *websocket;
};

/* ---- Visits (http_connection.c) ----------------------------------------------------------------
 */

/* Takes ownership of an accepted descriptor; may refuse it. */
void http_connection_open(struct network *network, int descriptor, const char *address);

/* Callbacks of the loop. */
int http_connection_receive(struct channel *channel, const char *bytes, size_t length);
int http_connection_write(struct channel *channel);
void http_connection_handshake_done(struct channel *channel, bool resumed);
void http_connection_ended(struct channel *channel);

/* Ends it at once. Must not be called for the connection in a callback. */
void http_connection_kill(struct http_connection *connection);

/* Evicts the oldest connection in a phase; returns false if there is none. */
bool http_connections_drop_oldest(struct network *network, enum http_connection_phase phase);

/* Ends connections that have timed out; called about once a second. */
void http_connections_tick(struct network *network);

/* Enters a phase, or restarts the current one. */
void http_connection_enter(struct http_connection *connection, enum http_connection_phase phase);

void http_connection_hold(struct http_connection *connection, enum hold why, bool on);

/* Suspends reading until the next second begins. */
void http_connection_pause(struct http_connection *connection);

/* Returns true if the client uses TLS, with us or with the proxy. */
bool http_connection_is_secure(const struct http_connection *connection,
                               const struct http_head *head);

/* Counts it for the client's address; returns false if that is over its limit. */
bool http_connection_count(struct http_connection *connection, const struct http_head *head);
void http_connection_uncount(struct http_connection *connection);

/* Ignores input; returns -1 if there is too much. */
int http_connection_discard(struct http_connection *connection, size_t length);

/* Everything has been sent: waits briefly for the client to read it and close. */
int http_connection_linger(struct http_connection *connection);

/* Writes "date: Sun, 06 Nov 1994 08:49:37 GMT", which every response has, with its line end. */
void add_date(struct text *text);

/* Calls the log's callback. */
void http_connection_note(const struct http_connection *connection, struct network_note note);

/* ---- Requests (http_request.c, http_response.c) ---------------------------------------------- */

/* Handles a complete head; returns -1 to close the connection. */
int http_request_begin(struct http_connection *connection, const char *bytes, size_t length);

/* Responds to a malformed head with this status, after which the connection ends. */
int http_request_refuse(struct http_connection *connection, int status, enum fault_id why);

/* Handles bytes after the head; returns -1 as above. */
int http_request_receive(struct http_connection *connection, const char *bytes, size_t length);
int http_response_write(struct http_connection *connection);
void http_request_end(struct http_connection *connection);

/* ---- WebSockets (websocket.c) ---------------------------------------------------------------- */

/* Opens a WebSocket; returns false with the refusal. */
bool websocket_begin(struct http_connection *connection, const struct http_head *head, int *status,
                     enum error_code *code, struct fault *fault);
int websocket_receive(struct http_connection *connection, const char *bytes, size_t length);
int websocket_write(struct http_connection *connection);
void websocket_end(struct http_connection *connection);

/* Pings quiet clients and ends those that stay quiet. */
void websockets_tick(struct network *network);

#endif
