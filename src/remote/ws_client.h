/*
 * A client's end of a WebSocket: the opening handshake, messages in and out, pings and closing.
 *
 * Does no I/O and knows no clock.  Whoever has the connection gives it the bytes that came in and
 * sends the bytes that are pending.  A server may send what it likes in any pieces: what is held
 * for it is bounded, and what breaks HTTP or RFC 6455 ends the WebSocket with a sentence.
 */
#ifndef RAILHEAD_REMOTE_WS_CLIENT_H
#define RAILHEAD_REMOTE_WS_CLIENT_H

#include <stdbool.h>
#include <stddef.h>

#include "net/frames.h"
#include "net/handshake.h"

enum {
    WS_CLIENT_REASON_SIZE = 240,
    WS_CLIENT_HEAD_MAX = 8192, /* bytes of the answer to the handshake */
};

enum ws_client_phase {
    WS_CLIENT_ASKING, /* the handshake has not been answered */
    WS_CLIENT_OPEN,
    WS_CLIENT_ENDED, /* nothing more is read */
};

struct ws_client {
    enum ws_client_phase phase;
    char accept[HANDSHAKE_ACCEPT_SIZE]; /* what a server answers that has read our key */
    char *head;                         /* WS_CLIENT_HEAD_MAX bytes while asking, owned */
    size_t head_used;
    struct frames frames;

    /* What is to be sent: at most one message or request, and one control frame of each kind. */
    char *message; /* owned; or NULL */
    const char *pending;
    size_t pending_length;
    char control[FRAMES_HEADER_MAX + FRAMES_CONTROL_MAX]; /* a control frame that is pending */
    bool pings, pongs;
    char pong[FRAMES_CONTROL_MAX];
    size_t pong_length;
    int close_code; /* 0 while it is not to be closed */
    bool close_sent;

    char reason[WS_CLIENT_REASON_SIZE]; /* why it ended */
};

enum ws_client_what {
    WS_CLIENT_MORE,   /* all bytes have been used */
    WS_CLIENT_OPENED, /* the handshake is complete */
    WS_CLIENT_TEXT,
    WS_CLIENT_OVER, /* it has ended: `reason` of the WebSocket says why */
};

struct ws_client_event {
    enum ws_client_what what;
    const char *text; /* of WS_CLIENT_TEXT, not terminated; valid until the next call */
    size_t length;
};

/*
 * Prepares a handshake.  `host` is the value of the Host header; no message may be longer than
 * `longest` bytes.  Returns false if allocation fails.  The caller frees it with
 * ws_client_release() in either case.
 */
bool ws_client_begin(struct ws_client *client, const char *host, const char *secret,
                     size_t longest);
void ws_client_release(struct ws_client *client);

/* Reads up to the next event, or to the end of the bytes. */
struct ws_client_event ws_client_read(struct ws_client *client, const char **bytes, size_t *length);

/*
 * Returns how many bytes are to be sent, and which.  They stay where they are until
 * ws_client_sent() says that some of them have gone.
 */
size_t ws_client_pending(struct ws_client *client, const char **bytes);
void ws_client_sent(struct ws_client *client, size_t count);

/* Whether a message may be given to ws_client_say(): it is open, and nothing is pending. */
bool ws_client_is_free(struct ws_client *client);

/* Sends a text.  Returns false if allocation fails. */
bool ws_client_say(struct ws_client *client, const char *text, size_t length);

void ws_client_ping(struct ws_client *client);
void ws_client_close(struct ws_client *client, enum frames_close code);

#endif
