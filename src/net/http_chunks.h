/*
 * Bodies in chunks (RFC 9112, 7.1): bytes in, the body's bytes out, where they are.
 *
 * It knows no connection and keeps no bytes.  It is as strict as http_head.h: a size is hexadecimal
 * digits alone, lines end in CR LF, and a body ends where two readers agree that it does.
 * Extensions and trailer fields must be well formed; they are skipped, and what they may add is
 * bounded.
 */
#ifndef RAILHEAD_NET_HTTP_CHUNKS_H
#define RAILHEAD_NET_HTTP_CHUNKS_H

#include "net/http_head.h"

enum {
    HTTP_CHUNK_DIGITS_MAX = 8,
    HTTP_CHUNKS_EXTRA_MAX = 1024, /* bytes of extensions and trailers in one body */
};

/* All zero at the start of a body. */
struct http_chunks {
    int state;
    uint64_t left; /* of the chunk, in bytes */
    unsigned digits, extra;
};

/*
 * Reads as far as the next piece of the body, the end of the bytes or the end of the body, and
 * moves `bytes` and `length` behind what it has read.  HTTP_MORE: `piece` is a part of the body,
 * empty at the end of the bytes.  HTTP_WHOLE: the body has ended.  HTTP_BAD: these are no chunks.
 */
enum http_found http_chunks_read(struct http_chunks *chunks, const char **bytes, size_t *length,
                                 struct word *piece);

#endif
