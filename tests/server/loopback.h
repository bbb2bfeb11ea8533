/*
 * A server and its clients on real loopback sockets, in one thread: loopback_turn() is a turn of
 * the server's event loop and of its worker pools, and everything else is the client.
 *
 * Only loopback_turn() is armed (fault/allocation.h), so that clients are never refused memory.
 * Nothing waits for time: a client turns the server until what it waits for is there, and the test
 * fails if that takes a minute.
 */
#ifndef RAILHEAD_TESTS_SERVER_LOOPBACK_H
#define RAILHEAD_TESTS_SERVER_LOOPBACK_H

#include <openssl/ssl.h>

#include "server/http/network.h"
#include "server/hub.h"

struct loopback {
    char folder[64], file[96], certificate[96], key[96], pages[96];
    char *database; /* the file as it is when a server starts */
    size_t database_size;
    struct hub hub;
    struct network *network;
    struct static_files *files;
    SSL_CTX *client_tls; /* NULL: plain */
    unsigned messages_per_second;
    int64_t now;          /* the hub's clock */
    int64_t blocks;       /* in use before the server started */
    bool has_empty_cause; /* a log line ended where its reason should have been */
};

/* The folder with an empty database, a web client and, for TLS, a certificate. */
void loopback_make(struct loopback *loopback, bool secure);
void loopback_remove(struct loopback *loopback);

/* A server on that folder, whose database is as it was made. */
void loopback_start(struct loopback *loopback);
void loopback_turn(struct loopback *loopback);

/* A turn in which the server's clocks have advanced by a second. */
void loopback_pass_second(struct loopback *loopback);

/*
 * When every client has gone: no connection, byte or block is left behind.  Fails the test
 * otherwise.
 */
void loopback_stop(struct loopback *loopback);

/* The parts of loopback_start(): everything but the network; and the options for that. */
void loopback_start_hub(struct loopback *loopback);
struct network_options loopback_options(struct loopback *loopback);

/* ---- Clients --------------------------------------------------------------------------------- */

enum { CALLER_ROOM = 4 << 20 };

/* A connection to the server.  What came is in `bytes`, up to `taken` already read by the test. */
struct caller {
    struct loopback *loopback;
    int descriptor; /* -1: not connected */
    SSL *tls;
    bool small;        /* its receive buffer is as small as possible */
    bool reads_little; /* it reads only while it waits for something */
    bool ended;        /* the server has closed it, or it broke */
    char *bytes;       /* CALLER_ROOM of them */
    size_t used, taken;
};

void caller_init(struct caller *caller, struct loopback *loopback);
void caller_free(struct caller *caller);

/* Connects; what came before is forgotten. */
void caller_connect(struct caller *caller);
void caller_close(struct caller *caller);

/* Sends all of it unless the connection ends first. */
void caller_send(struct caller *caller, const char *bytes, size_t length);
void caller_say(struct caller *caller, const char *text);

/* The status of the next whole answer over HTTP, without "100 Continue"; 0 if the connection ends
 * first.  `bodiless`: the answer is to HEAD. */
int caller_status(struct caller *caller, bool bodiless);

/* Waits until these bytes have come, or the connection ends: then false. */
bool caller_hears(struct caller *caller, const char *text);

/* The same for either of two; true for the first. */
bool caller_hears_first(struct caller *caller, const char *one, const char *other);

/* Waits until the server closes the connection. */
void caller_hears_end(struct caller *caller);

/* A frame of a WebSocket, masked with zeros. */
void caller_frame(struct caller *caller, unsigned first_byte, const char *bytes, size_t length);

#endif
