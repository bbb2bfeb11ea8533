/*
 * Bytes that are sent to several people: counted references, and room in front for the frame's
 * header, which the network writes there.  Used by one thread at a time.
 *
 * NULL is a packet for which there was no memory.  Everything here takes it, and whoever would send
 * it ends the connection instead: nobody is sent half of what happened.
 */
#ifndef RAILHEAD_SERVER_TABLES_SHARED_BYTES_H
#define RAILHEAD_SERVER_TABLES_SHARED_BYTES_H

#include <stddef.h>
#include <stdint.h>

#include "protocol/told_event.h"
#include "protocol/told_message.h"

enum { SHARED_BYTES_HEADROOM = 32 };

struct shared_bytes {
    unsigned users;
    unsigned length;
    char bytes[]; /* the headroom, then the text, then a NUL */
};

/* With one user; NULL `text` leaves the bytes to be filled. */
struct shared_bytes *shared_bytes_new(const char *text, size_t length);
struct shared_bytes *shared_bytes_share(struct shared_bytes *shared);
void shared_bytes_release(struct shared_bytes *shared);

/* A text that was not cut. */
struct shared_bytes *shared_bytes_of_text(const struct text *text);

/* An event of the protocol, whose body is given. */
struct shared_bytes *shared_bytes_of_event(uint32_t number, int64_t at, const char *body,
                                           size_t length);

/* A list of the protocol, of parts that stay the caller's. */
struct shared_bytes *shared_bytes_of_list(enum list_kind kind, struct shared_bytes *const part[],
                                          unsigned parts);

static inline char *shared_bytes_text(struct shared_bytes *shared)
{
    return shared->bytes + SHARED_BYTES_HEADROOM;
}

#endif
