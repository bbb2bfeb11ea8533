/*
 * Bytes that are sent to several clients: reference-counted, with headroom for the header of a
 * WebSocket frame, which the network writes there. Not thread-safe.
 *
 * NULL stands for bytes whose allocation failed. All functions but shared_bytes_text() accept it;
 * who would send it ends the connection instead, so that nobody receives an incomplete history.
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

/*
 * Returns bytes with one reference, or NULL if allocation fails. If `text` is NULL the caller fills
 * them.
 */
struct shared_bytes *shared_bytes_new(const char *text, size_t length);
struct shared_bytes *shared_bytes_share(struct shared_bytes *shared);
void shared_bytes_release(struct shared_bytes *shared);

/* From a text that was not cut. */
struct shared_bytes *shared_bytes_of_text(const struct text *text);

/* An event of the protocol with the given body. */
struct shared_bytes *shared_bytes_of_event(uint32_t number, int64_t at, const char *body,
                                           size_t length);

/* A list of the protocol. The caller keeps owning the parts. */
struct shared_bytes *shared_bytes_of_list(enum list_kind kind, struct shared_bytes *const part[],
                                          unsigned parts);

static inline char *shared_bytes_text(struct shared_bytes *shared)
{
    return shared->bytes + SHARED_BYTES_HEADROOM;
}

#endif
