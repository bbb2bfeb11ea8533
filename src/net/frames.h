/*
 * WebSocket frames (RFC 6455) read and written, by servers and clients: bytes in, messages out.
 *
 * Does no I/O.  Whatever the RFC forbids is a fault with the code to close the connection with.  A
 * message that is too long or has too many fragments is a fault as soon as that is known, so that
 * the other end cannot make us read or hold more.
 */
#ifndef RAILHEAD_NET_FRAMES_H
#define RAILHEAD_NET_FRAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    FRAMES_PIECES_MAX = 64,     /* of one message */
    FRAMES_SKIPPED_MAX = 16384, /* a longer frame is not even skipped */
    FRAMES_HEADER_MAX = 14,     /* of a frame that is sent, with its mask */
    FRAMES_MASK_SIZE = 4,
    FRAMES_CONTROL_MAX = 125,
};

/* Which end of the connection reads.  Clients mask their frames, servers do not. */
enum frames_reader { FRAMES_OF_CLIENTS, FRAMES_OF_A_SERVER };

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
    FRAMES_CLOSE_NOT_TAKEN = 1003, /* a kind of message that is not understood */
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
    bool masked;    /* the frames that are read */
    uint8_t header[FRAMES_HEADER_MAX];
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

void frames_init(struct frames *frames, enum frames_reader reads, size_t longest);
void frames_release(struct frames *frames);

/* What it has allocated. */
size_t frames_held(const struct frames *frames);

/* Reads on, to the end of the bytes or to the next thing that somebody must hear of. */
struct frames_event frames_read(struct frames *frames, const char **bytes, size_t *length);

/* Writes the header of an unfragmented frame from a server.  Returns its size. */
size_t frames_write_header(uint8_t header[FRAMES_HEADER_MAX], enum frames_opcode opcode,
                           size_t length);

/*
 * Writes an unfragmented frame from a client into FRAMES_HEADER_MAX + `length` bytes.  Returns its
 * size.  The mask must be unpredictable, a new one for each frame.
 */
size_t frames_write_masked(char *frame, enum frames_opcode opcode, const char *payload,
                           size_t length, const uint8_t mask[FRAMES_MASK_SIZE]);

#endif
