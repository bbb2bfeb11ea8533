/*
 * A connection to a server: text messages in both directions over a WebSocket.  Reconnects
 * automatically.
 *
 * Runs on its own thread and does not know what the messages mean.  The reader polls a descriptor.
 */
#ifndef RAILHEAD_REMOTE_WIRE_H
#define RAILHEAD_REMOTE_WIRE_H

#include <stdbool.h>
#include <stddef.h>

enum { WIRE_REASON_SIZE = 240 };

enum wire_kind {
    WIRE_NOTHING,
    WIRE_OPENED,  /* connected or reconnected */
    WIRE_MESSAGE, /* a message: `text` */
    WIRE_LOST,    /* lost, or the attempt failed: see `reason`; it tries again */
};

struct wire_news {
    enum wire_kind kind;
    char *text; /* owned by the reader, who frees it; NULL unless it is a message */
    char reason[WIRE_REASON_SIZE];
};

struct wire;

/*
 * Starts the thread.  `url` is http://HOST[:PORT] or https://... Returns NULL with a message in
 * `error`.  The caller frees it with wire_close().
 */
struct wire *wire_open(const char *url, const char *secret, char error[], size_t error_size);
void wire_close(struct wire *wire);

/* Returns a descriptor that is readable while there is news. */
int wire_descriptor(const struct wire *wire);

/*
 * Returns the next news, or WIRE_NOTHING, without waiting.  A loss is not reported if the
 * connection was restored before the reader asked.
 */
struct wire_news wire_next(struct wire *wire);

/*
 * Queues a message.  Returns false, and discards it, if there is no connection, allocation fails,
 * or too much is unsent.
 */
bool wire_send(struct wire *wire, const char *text);

#endif
