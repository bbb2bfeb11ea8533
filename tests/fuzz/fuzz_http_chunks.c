/*
 * Fuzzing bodies in chunks: they are the same however the bytes come in, no piece is outside of the
 * bytes, and what is taken can be written as chunks again, which are read as the same body.
 */
#include <stdint.h>
#include <string.h>

#include "base/check.h"
#include "net/http_chunks.h"

enum { BODY_MAX_BYTES = 1 << 16 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct body {
    char bytes[BODY_MAX_BYTES];
    size_t used, read; /* of the body; of the input, up to the end of the body */
    enum http_found found;
};

static void read_all(struct body *body, const char *bytes, size_t size, size_t cut)
{
    struct http_chunks chunks = {0};
    const char *at = bytes, *end = bytes + size;
    *body = (struct body){.found = HTTP_MORE};
    while (at < end && body->found == HTTP_MORE) {
        size_t length = (size_t)(end - at) < cut ? (size_t)(end - at) : cut;
        while (length > 0 && body->found == HTTP_MORE) {
            struct word piece;
            const char *before = at;
            body->found = http_chunks_read(&chunks, &at, &length, &piece);
            CHECK(at > before && at <= end);
            CHECK(piece.start >= before && piece.start + piece.length <= at);
            memcpy(body->bytes + body->used, piece.start, piece.length);
            body->used += piece.length;
        }
    }
    body->read = (size_t)(at - bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct body whole, slow, again;
    static char plain[2 * BODY_MAX_BYTES];
    static const char digits[] = "0123456789abcdef";
    if (size > BODY_MAX_BYTES)
        return 0;
    read_all(&whole, (const char *)data, size, SIZE_MAX);
    read_all(&slow, (const char *)data, size, 1);
    CHECK(whole.found == slow.found && whole.used == slow.used && whole.read == slow.read);
    CHECK(memcmp(whole.bytes, slow.bytes, whole.used) == 0);
    if (whole.found != HTTP_WHOLE)
        return 0;
    CHECK(whole.read >= 5 && memcmp(data + whole.read - 4, "\r\n\r\n", 4) == 0);
    size_t used = 0;
    if (whole.used > 0) {
        for (int shift = 16; shift >= 0; shift -= 4)
            plain[used++] = digits[whole.used >> shift & 15];
        memcpy(plain + used, "\r\n", 2);
        memcpy(plain + used + 2, whole.bytes, whole.used);
        used += 2 + whole.used;
        memcpy(plain + used, "\r\n", 2);
        used += 2;
    }
    memcpy(plain + used, "0\r\n\r\n", 5);
    read_all(&again, plain, used + 5, SIZE_MAX);
    CHECK(again.found == HTTP_WHOLE && again.used == whole.used && again.read == used + 5);
    CHECK(memcmp(again.bytes, whole.bytes, whole.used) == 0);
    return 0;
}
