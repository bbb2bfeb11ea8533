/*
 * What the files of the network share.  Bytes come and go in channels (channel.h); what they mean
 * is read by http_head.h and frames.h.
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
#include "server/http/channel.h"
#include "server/http/network.h"

enum {
    PIECES_AT_ONCE = 4,
    HEADS_MAX = 1024, /* visits without a whole head; the oldest makes room for the next */
    HURRIES_MAX = 20, /* refusals as `slow`, one after the other, before a visit is paused */
};

/* What a handshake of TLS costs its address, and what of that it gets back for going on with an
 * earlier session, which takes no signature. */
enum { HANDSHAKE_PRICE = 4, HANDSHAKE_BACK = 3 };

enum visit_phase {
    VISIT_HEAD,    /* it has not sent a whole head */
    VISIT_BODY,    /* nor a whole body */
    VISIT_WAITING, /* for the hub */
    VISIT_SENDING, /* the answer */
    VISIT_IDLE,    /* answered; it may ask again */
    VISIT_LINGER,  /* all is said; the other end may read it before the end */
    VISIT_SOCKET,
    VISIT_PHASES,
};

struct visit_list {
    struct visit *first, *last;
    unsigned count;
};

struct network {
    struct network_options options;
    struct channel_loop *loop;
    SSL_CTX *tls; /* NULL: plain */
    int64_t next_tick;
    unsigned ticks;
    int reserved; /* a descriptor bound to the port, until the loop has it; then -1 */
    int port;
    bool everywhere, over_six;
    bool stopping;

    struct visit_list phase[VISIT_PHASES];
    unsigned visits, most_visits;
    unsigned most_partial; /* of them, when all are taken, in VISIT_HEAD; and in VISIT_BODY */
    unsigned crowd;        /* with more in VISIT_HEAD, each address makes room for its own */
    struct limits addresses, heads; /* visits by address, and those in VISIT_HEAD */
    struct limits handshakes;       /* of TLS, by address */
    char piece[PIECE_SIZE];         /* what is being put together to be written */
};

/* Why nothing is read from a visit. */
enum hold {
    HOLD_ANSWERING = 1, /* one request at a time */
    HOLD_HURRIED = 2,   /* it was told too often to wait */
};

struct exchange;
struct socket;

_Static_assert((int)REQUEST_ID_SIZE == (int)HTTP_REQUEST_ID_SIZE, "they are copied");

struct visit {
    struct channel channel; /* first: the loop knows it by this */
    struct network *network;
    enum visit_phase phase;
    int64_t since; /* of the phase, or of the last progress in it */
    struct visit *next, *previous;

    char peer[ADDRESS_SIZE];    /* the key of the other end's address */
    char address[ADDRESS_SIZE]; /* and of who asks: a proxy's client, or the same */
    bool proxied;               /* the other end is a proxy, which says on whose behalf it asks */
    bool counted, counted_head; /* in the network's limits */
    unsigned holds;
    unsigned hurries; /* requests refused as `slow`, one after the other */
    size_t discarded;

    char request_id[REQUEST_ID_SIZE]; /* of what was asked last */

    char *input; /* the part of a head that is there */
    size_t input_used, input_room, looked;

    struct exchange *exchange; /* at most one of the two */
    struct socket *socket;
};

/* ---- Visits (network_visit.c) ---------------------------------------------------------------- */

/* A connection that was accepted, here or refused; the descriptor is taken over. */
void visit_open(struct network *network, int descriptor, const char *address);

/* What the loop calls. */
int visit_receive(struct channel *channel, const char *bytes, size_t length);
int visit_write(struct channel *channel);
void visit_greeted(struct channel *channel, bool resumed);
void visit_ended(struct channel *channel);

/* Ends it at once; never for the visit that is being served. */
void visit_kill(struct visit *visit);

/* Kills the oldest visit in a phase; false when there is none. */
bool visits_drop_oldest(struct network *network, enum visit_phase phase);

/* Kills whoever has run out of time; about once a second. */
void visits_tick(struct network *network);

/* Into a phase, or anew into the same. */
void visit_enter(struct visit *visit, enum visit_phase phase);

void visit_hold(struct visit *visit, enum hold why, bool on);

/* Nothing is read from it until the next second begins. */
void visit_pause(struct visit *visit);

/* Whether this is TLS, with us or with the proxy before us. */
bool visit_is_secure(const struct visit *visit, const struct http_head *head);

/* Counts it by the address that asks; false when that has too many. */
bool visit_count(struct visit *visit, const struct http_head *head);
void visit_uncount(struct visit *visit);

/* Bytes that nobody listens to any more; -1 when there are too many of them. */
int visit_discard(struct visit *visit, size_t length);

/* Everything has been said: waits a moment for the other end to read it and to close. */
int visit_linger(struct visit *visit);

/* "date: Sun, 06 Nov 1994 08:49:37 GMT", which every answer has, with the end of its line. */
void add_date(struct text *text);

/* Tells whoever keeps a log. */
void visit_note(const struct visit *visit, struct network_note note);

/* ---- Exchanges (network_http.c) -------------------------------------------------------------- */

/* A whole head; -1 when the connection is to be closed. */
int exchange_begin(struct visit *visit, const char *bytes, size_t length);

/* A head that is none: answered with this status, and then the end. */
int exchange_refuse(struct visit *visit, int status, enum fault_id why);

/* Bytes behind the head; -1 as above. */
int exchange_receive(struct visit *visit, const char *bytes, size_t length);
int exchange_write(struct visit *visit);
void exchange_end(struct visit *visit);

/* ---- WebSockets (network_socket.c) ----------------------------------------------------------- */

/* Opens one; or false with the refusal for it. */
bool socket_begin(struct visit *visit, const struct http_head *head, int *status, const char **code,
                  struct fault *fault);
int socket_receive(struct visit *visit, const char *bytes, size_t length);
int socket_write(struct visit *visit);
void socket_end(struct visit *visit);

/* Pings whoever has been quiet, and gives up those who stay so. */
void sockets_tick(struct network *network);

#endif
