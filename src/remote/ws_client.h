/*
 * The client side of a WebSocket: the handshake, messages in both directions, pings and closing.
 *
 * Does no I/O and has no clock.  The owner of the connection passes in the bytes received and sends
 * the bytes that are pending.  A server may send anything, in pieces of any size: memory use is
 * bounded, and a violation of HTTP or RFC 6455 ends the WebSocket with a message.
 */
#ifndef RAILHEAD_REMOTE_WS_CLIENT_H
#define RAILHEAD_REMOTE_WS_CLIENT_H

#include <stdbool.h>
#include <stddef.h>

#include "net/frames.h"
#include "net/handshake.h"

enum {
    WS_CLIENT_REASON_SIZE = 240,
    WS_CLIENT_HEAD_MAX = 8192, /* maximum bytes of the response to the handshake */
};

enum ws_client_phase {
    WS_CLIENT_ASKING, /* the handshake is not complete */
    WS_CLIENT_OPEN,
    WS_CLIENT_ENDED, /* nothing more is read */
};

struct ws_client {
    enum ws_client_phase phase;
    char accept[HANDSHAKE_ACCEPT_SIZE]; /* expected proof that the server has our key */
    char *head;                         /* WS_CLIENT_HEAD_MAX bytes during the handshake, owned */
    size_t head_used;
    struct frames frames;

    /* Pending output: at most one message or request, and one control frame of each kind. */
    char *message; /* owned; or NULL */
    const char *pending;
    size_t pending_length;
    char control[FRAMES_HEADER_MAX + FRAMES_CONTROL_MAX]; /* the pending control frame */
    bool pings, pongs;
    char pong[FRAMES_CONTROL_MAX];
    size_t pong_length;
    int close_code; /* WebSocket status for closing; 0 while it stays open */
    bool close_sent;

    char reason[WS_CLIENT_REASON_SIZE]; /* why it ended */
};

enum ws_client_what {
    WS_CLIENT_MORE,   /* all bytes have been processed */
    WS_CLIENT_OPENED, /* the handshake is complete */
    WS_CLIENT_TEXT,
    WS_CLIENT_OVER, /* it has ended: see `reason` of the WebSocket */
};

struct ws_client_event {
    enum ws_client_what what;
    const char *text; /* of WS_CLIENT_TEXT, not NUL-terminated; valid until the next call */
    size_t length;
};

/*
 * Prepares a handshake.  `host` is the value of the Host header; messages longer than `longest`
 * bytes are refused.  Returns false if allocation fails.  The caller frees it with
 * ws_client_release() in either case.
 */
bool ws_client_begin(struct ws_client *client, const char *host, const char *secret,
                     size_t longest);
void ws_client_release(struct ws_client *client);

/* Processes bytes up to the next event or to their end, and advances `bytes` and `length`. */
struct ws_client_event ws_client_read(struct ws_client *client, const char **bytes, size_t *length);

/*
 * Returns the number of pending bytes, and a pointer to them.  They stay valid until
 * ws_client_sent() reports that some of them were sent.
 */
size_t ws_client_pending(struct ws_client *client, const char **bytes);
void ws_client_sent(struct ws_client *client, size_t count);

/* Returns whether ws_client_say() may be called: the WebSocket is open and nothing is pending. */
bool ws_client_is_free(struct ws_client *client);

/* Sends a text message.  Returns false if allocation fails. */
bool ws_client_say(struct ws_client *client, const char *text, size_t length);

void ws_client_ping(struct ws_client *client);
void ws_client_close(struct ws_client *client, enum frames_close code);

#endif
