/*
 * WebSocket frames (RFC 6455) as a server reads and writes them: bytes in, messages out.
 *
 * It knows no connection.  What the RFC forbids is a fault with the code to close with; a message
 * that is too long or comes in too many pieces is one as soon as that is known, so that nobody can
 * make us read or hold more.
 */
#ifndef RAILHEAD_NET_FRAMES_H
#define RAILHEAD_NET_FRAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    FRAMES_PIECES_MAX = 64,     /* of one message */
    FRAMES_SKIPPED_MAX = 16384, /* a longer frame is not even skipped */
    FRAMES_HEADER_MAX = 10,     /* of a frame that we send */
    FRAMES_CONTROL_MAX = 125,
};

enum frames_opcode {
    FRAMES_CONTINUATION = 0,
    FRAMES_TEXT = 1,
    FRAMES_BINARY = 2,
    FRAMES_CLOSE = 8,
    FRAMES_PING = 9,
    FRAMES_PONG = 10,
};

enum frames_close {
    FRAMES_CLOSE_NORMAL = 1000,
    FRAMES_CLOSE_AWAY = 1001,
    FRAMES_CLOSE_PROTOCOL = 1002,
    FRAMES_CLOSE_NOT_TEXT = 1007,
    FRAMES_CLOSE_POLICY = 1008,
    FRAMES_CLOSE_TOO_LONG = 1009,
};

enum frames_what {
    FRAMES_MORE, /* all bytes are used up */
    FRAMES_GOT_TEXT,
    FRAMES_GOT_BINARY,
    FRAMES_GOT_TOO_LONG, /* its bytes are skipped; where they are too many, FRAMES_FAULT follows */
    FRAMES_GOT_PING,
    FRAMES_GOT_PONG,
    FRAMES_GOT_CLOSE, /* `code` is what to answer */
    FRAMES_FAULT,     /* nothing more can be read; `code` and `reason` say why */
};

struct frames {
    size_t longest; /* a message */
    uint8_t header[14];
    unsigned header_used;
    bool in_frame; /* the header is complete, the payload not */
    uint8_t opcode;
    bool final;
    uint64_t left; /* of the payload */
    unsigned mask_at;
    bool in_message; /* pieces of it are still to come */
    bool binary;
    bool skips; /* the frame is of a message that is too long */
    unsigned pieces;
    char *message;
    size_t used, room;
    char control[FRAMES_CONTROL_MAX];
    unsigned control_used;
    const char *fault;
    int fault_code;
};

struct frames_event {
    enum frames_what what;
    const char *bytes; /* until the next call */
    size_t length;
    int code;
    const char *reason;
};

void frames_init(struct frames *frames, size_t longest);
void frames_release(struct frames *frames);

/* What it has allocated. */
size_t frames_held(const struct frames *frames);

/* Reads on, to the end of the bytes or to the next thing that somebody must hear of. */
struct frames_event frames_read(struct frames *frames, const char **bytes, size_t *length);

/* The header of a whole frame that we send; its size. */
size_t frames_write_header(uint8_t header[FRAMES_HEADER_MAX], enum frames_opcode opcode,
                           size_t length);

#endif
