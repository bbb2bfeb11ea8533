/*
 * The bytes of an answer, which belong to somebody else: shared, never copied as a whole, and read
 * piece by piece as the other end takes them.
 *
 * To add a kind: a name in the enum, its members, and its lines in response_body_length(),
 * response_body_read() and response_body_release().  Nobody else looks inside.
 */
#ifndef RAILHEAD_SERVER_HTTP_RESPONSE_BODY_H
#define RAILHEAD_SERVER_HTTP_RESPONSE_BODY_H

#include <stddef.h>

#include "server/tables/event_log.h"

enum response_body_kind {
    RESPONSE_EMPTY,
    RESPONSE_BYTES, /* of a file that stays in memory */
    RESPONSE_SHARED,
    RESPONSE_LOG, /* {"events":[...]}, put together from the packets of a log */
};

struct response_body {
    enum response_body_kind kind;
    const char *bytes; /* RESPONSE_BYTES */
    size_t length;
    struct shared_bytes *shared; /* RESPONSE_SHARED */
    struct event_log *log;       /* RESPONSE_LOG: the events from `first` up to before `end` */
    uint32_t first, end;
};

/* Bytes that outlive the reply. */
struct response_body response_body_of_bytes(const char *bytes, size_t length);

/* Takes over one use of the packet. */
struct response_body response_body_of_shared(struct shared_bytes *shared);

/* All events after number `after` that the log has now; takes over one use of the log. */
struct response_body response_body_of_log(struct event_log *log, uint32_t after);

size_t response_body_length(const struct response_body *body);

/* Copies up to `size` bytes from `offset` on; how many, 0 at the end. */
size_t response_body_read(const struct response_body *body, size_t offset, char *buffer,
                          size_t size);

/* Leaves an empty reply. */
void response_body_release(struct response_body *body);

#endif
