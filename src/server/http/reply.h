/*
 * The bytes of an answer, which belong to somebody else: shared, never copied as a whole, and read
 * piece by piece as the other end takes them.
 *
 * To add a kind: a name in the enum, its members, and its lines in reply_length(), reply_read() and
 * reply_release().  Nobody else looks inside.
 */
#ifndef RAILHEAD_SERVER_HTTP_REPLY_H
#define RAILHEAD_SERVER_HTTP_REPLY_H

#include <stddef.h>

#include "server/tables/event_log.h"

enum reply_kind {
    REPLY_EMPTY,
    REPLY_BYTES, /* of a file that stays in memory */
    REPLY_PACKET,
    REPLY_LOG, /* {"events":[...]}, put together from the packets of a log */
};

struct reply {
    enum reply_kind kind;
    const char *bytes; /* REPLY_BYTES */
    size_t length;
    struct packet *packet; /* REPLY_PACKET */
    struct event_log *log; /* REPLY_LOG: the events from `first` up to before `end` */
    uint32_t first, end;
};

/* Bytes that outlive the reply. */
struct reply reply_of_bytes(const char *bytes, size_t length);

/* Takes over one use of the packet. */
struct reply reply_of_packet(struct packet *packet);

/* All events after number `after` that the log has now; takes over one use of the log. */
struct reply reply_of_log(struct event_log *log, uint32_t after);

size_t reply_length(const struct reply *reply);

/* Copies up to `size` bytes from `offset` on; how many, 0 at the end. */
size_t reply_read(const struct reply *reply, size_t offset, char *buffer, size_t size);

/* Leaves an empty reply. */
void reply_release(struct reply *reply);

#endif
