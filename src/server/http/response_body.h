/*
 * The body of a response, read piece by piece as the client accepts it. The bytes are shared and
 * never copied as a whole. To add a kind: a name in the enum, its members, and cases in
 * response_body_length(), response_body_read() and response_body_release().
 */
#ifndef RAILHEAD_SERVER_HTTP_RESPONSE_BODY_H
#define RAILHEAD_SERVER_HTTP_RESPONSE_BODY_H

#include <stddef.h>

#include "server/tables/event_log.h"

enum response_body_kind {
    RESPONSE_EMPTY,
    RESPONSE_BYTES, /* of a file that stays in memory */
    RESPONSE_SHARED,
    RESPONSE_LOG, /* {"events":[...]}, assembled from the entries of a log */
};

struct response_body {
    enum response_body_kind kind;
    const char *bytes; /* RESPONSE_BYTES */
    size_t length;
    struct shared_bytes *shared; /* RESPONSE_SHARED */
    struct event_log *log;       /* RESPONSE_LOG: events `first` to `end` - 1 */
    uint32_t first, end;
};

/* Bytes that outlive the body. */
struct response_body response_body_of_bytes(const char *bytes, size_t length);

/* Takes over a reference. */
struct response_body response_body_of_shared(struct shared_bytes *shared);

/* All events after number `after` that the log has now. Takes over a reference to the log. */
struct response_body response_body_of_log(struct event_log *log, uint32_t after);

size_t response_body_length(const struct response_body *body);

/* Copies up to `size` bytes from `offset` on. Returns the number of bytes, 0 at the end. */
size_t response_body_read(const struct response_body *body, size_t offset, char *buffer,
                          size_t size);

/* Releases the references; the body is then empty. */
void response_body_release(struct response_body *body);

#endif
