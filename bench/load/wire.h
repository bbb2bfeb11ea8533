/*
 * A light client of plain sockets for measuring: one request over HTTP, or a WebSocket.
 *
 * Thousands of these run in one thread around one epoll.  It knows as much of both protocols as a
 * load generator needs: no fragments, no compression, one message at a time; TLS where the server
 * has it, whose certificate is not looked at.
 */
#ifndef RAILHEAD_BENCH_WIRE_H
#define RAILHEAD_BENCH_WIRE_H

#include <netinet/in.h>
#include <openssl/ssl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    WIRE_IN_SIZE = 16384, /* no message of the server that a load meets is longer */
    SECRET_SIZE = 44,     /* 43 characters and the NUL */
};

struct wire {
    int fd; /* -1: closed */
    int epoll;
    bool is_ended;   /* the other end has closed, or the connection failed */
    bool is_waiting; /* to be told when it can be written to */
    SSL *tls;        /* NULL: without */

    /* Bytes have come, or it has ended; the callee takes them off with wire_take(). */
    void (*ready)(struct wire *wire);

    size_t in_used;
    char in[WIRE_IN_SIZE + 1]; /* with room for a NUL */

    char *out; /* what could not be written yet */
    size_t out_used, out_room;
};

/* From now on all wires speak TLS. */
void wire_use_tls(void);

/* False when there are no more sockets; the connection itself comes later. */
/* `from` is the address it comes from, NULL for any. */
bool wire_open(struct wire *wire, int epoll, const struct sockaddr_in *address,
               const struct sockaddr_in *from);
void wire_close(struct wire *wire);

/* What epoll has to say about it. */
void wire_handle(struct wire *wire, uint32_t events);

/* Nothing happens where it is closed. */
void wire_send(struct wire *wire, const char *bytes, size_t length);
void wire_take(struct wire *wire, size_t length);

/* ---- WebSocket ------------------------------------------------------------------------------- */

enum frame_kind { FRAME_TEXT = 1, FRAME_CLOSE = 8, FRAME_PING = 9, FRAME_PONG = 10 };

struct frame {
    enum frame_kind kind;
    char *text;
    size_t length;
    size_t size; /* with its header */
};

/* The opening request of a person with that secret. */
void websocket_ask(struct wire *wire, const char *host, const char secret[SECRET_SIZE]);

/* The server's frame at the start of the bytes, or false when it is not whole yet. */
bool websocket_read(char *bytes, size_t length, struct frame *frame);

void websocket_send(struct wire *wire, enum frame_kind kind, const char *text, size_t length);

#endif
