/*
 * A connection to a server: text messages both ways over a WebSocket.  Whenever it is lost, it is
 * made again automatically.
 *
 * Runs on its own thread and does not know what the messages mean.  The reader waits for a
 * descriptor.
 */
#ifndef RAILHEAD_REMOTE_WIRE_H
#define RAILHEAD_REMOTE_WIRE_H

#include <stdbool.h>
#include <stddef.h>

enum { WIRE_REASON_SIZE = 240 };

enum wire_kind {
    WIRE_NOTHING,
    WIRE_OPENED,  /* connected, for the first time or again */
    WIRE_MESSAGE, /* `text` */
    WIRE_LOST,    /* or not reached: `reason` says why; it tries again */
};

struct wire_news {
    enum wire_kind kind;
    char *text; /* the reader's to free; NULL where there is no message */
    char reason[WIRE_REASON_SIZE];
};

struct wire;

/* `url` is http://HOST[:PORT] or https://...; NULL with a sentence in `error`. */
struct wire *wire_open(const char *url, const char *secret, char error[], size_t error_size);
void wire_close(struct wire *wire);

/* Can be read while there is news. */
int wire_descriptor(const struct wire *wire);

/*
 * The next thing that happened, without waiting.  A loss that nobody asked about before there was a
 * connection again is not told.
 */
struct wire_news wire_next(struct wire *wire);

/* False when there is no connection, no memory, or a server that does not read: the message is not
 * kept. */
bool wire_send(struct wire *wire, const char *text);

#endif
