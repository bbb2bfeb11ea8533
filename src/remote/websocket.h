/*
 * A client's end of a WebSocket: the opening handshake, messages in and out, pings and closing.
 *
 * Does no I/O and knows no clock.  Whoever has the connection gives it the bytes that came in and
 * sends the bytes that are pending.  A server may send what it likes in any pieces: what is held
 * for it is bounded, and what breaks HTTP or RFC 6455 ends the WebSocket with a sentence.
 */
#ifndef RAILHEAD_REMOTE_WEBSOCKET_H
#define RAILHEAD_REMOTE_WEBSOCKET_H

#include <stdbool.h>
#include <stddef.h>

#include "net/frames.h"
#include "net/handshake.h"

enum {
    WEBSOCKET_REASON_SIZE = 240,
    WEBSOCKET_HEAD_MAX = 8192, /* bytes of the answer to the handshake */
};

enum websocket_phase {
    WEBSOCKET_ASKING, /* the handshake has not been answered */
    WEBSOCKET_OPEN,
    WEBSOCKET_ENDED, /* nothing more is read */
};

struct websocket {
    enum websocket_phase phase;
    char accept[HANDSHAKE_ACCEPT_SIZE]; /* what a server answers that has read our key */
    char *head;                         /* WEBSOCKET_HEAD_MAX bytes while asking, owned */
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

    char reason[WEBSOCKET_REASON_SIZE]; /* why it ended */
};

enum websocket_what {
    WEBSOCKET_MORE,   /* all bytes have been used */
    WEBSOCKET_OPENED, /* the handshake is complete */
    WEBSOCKET_TEXT,
    WEBSOCKET_OVER, /* it has ended: `reason` of the WebSocket says why */
};

struct websocket_event {
    enum websocket_what what;
    const char *text; /* of WEBSOCKET_TEXT, not terminated; valid until the next call */
    size_t length;
};

/*
 * Prepares a handshake.  `host` is the value of the Host header; no message may be longer than
 * `longest` bytes.  Returns false if allocation fails.  The caller frees it with
 * websocket_release() in either case.
 */
bool websocket_begin(struct websocket *websocket, const char *host, const char *secret,
                     size_t longest);
void websocket_release(struct websocket *websocket);

/* Reads up to the next event, or to the end of the bytes. */
struct websocket_event websocket_read(struct websocket *websocket, const char **bytes,
                                      size_t *length);

/*
 * Returns how many bytes are to be sent, and which.  They stay where they are until
 * websocket_sent() says that some of them have gone.
 */
size_t websocket_pending(struct websocket *websocket, const char **bytes);
void websocket_sent(struct websocket *websocket, size_t count);

/* Whether a message may be given to websocket_say(): it is open, and nothing is pending. */
bool websocket_is_free(struct websocket *websocket);

/* Sends a text.  Returns false if allocation fails. */
bool websocket_say(struct websocket *websocket, const char *text, size_t length);

void websocket_ping(struct websocket *websocket);
void websocket_close(struct websocket *websocket, enum frames_close code);

#endif
