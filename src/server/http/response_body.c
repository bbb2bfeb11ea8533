/* Response bodies, read piece by piece; see response_body.h. */
#include "server/http/response_body.h"

#include <string.h>

struct response_body response_body_of_bytes(const char *bytes, size_t length)
{
    return (struct response_body){.kind = RESPONSE_BYTES, .bytes = bytes, .length = length};
}

struct response_body response_body_of_shared(struct shared_bytes *shared)
{
    return (struct response_body){.kind = RESPONSE_SHARED, .shared = shared};
}

struct response_body response_body_of_log(struct event_log *log, uint32_t after)
{
    const uint32_t first = after < log->count ? after : log->count;
    return (struct response_body){
        .kind = RESPONSE_LOG, .log = log, .first = first, .end = log->count};
}

/* The brackets around the entries of a log. */
static size_t log_start(char start[LIST_BRACKETS_SIZE])
{
    struct text text;
    text_init(&text, start, LIST_BRACKETS_SIZE);
    list_begin(LIST_EVENTS, &text);
    return text.used;
}

static size_t log_end(char end[LIST_BRACKETS_SIZE])
{
    struct text text;
    text_init(&text, end, LIST_BRACKETS_SIZE);
    list_end(&text);
    return text.used;
}

/* Returns the offset at which an entry ends, including the comma or bracket after it. */
static size_t log_offset(const struct response_body *body, uint32_t place)
{
    char start[LIST_BRACKETS_SIZE];
    if (place == body->first)
        return log_start(start);
    const struct event_log *log = body->log;
    const uint64_t before = body->first > 0 ? log->entry[body->first - 1].end : 0;
    return log_start(start) + (size_t)(log->entry[place - 1].end - before) + (place - body->first);
}

static size_t log_length(const struct response_body *body)
{
    char end[LIST_BRACKETS_SIZE];
    /* There is no comma after the last entry. */
    return log_offset(body, body->end) + log_end(end) - (body->end > body->first);
}

/* Returns the entry that contains this byte: the last one that starts at or before it. */
static uint32_t find_place(const struct response_body *body, size_t offset)
{
    uint32_t low = body->first, high = body->end;
    while (high - low > 1) {
        const uint32_t middle = low + (high - low) / 2;
        if (log_offset(body, middle) <= offset)
            low = middle;
        else
            high = middle;
    }
    return low;
}

size_t response_body_length(const struct response_body *body)
{
    switch (body->kind) {
    case RESPONSE_EMPTY:
        return 0;
    case RESPONSE_BYTES:
        return body->length;
    case RESPONSE_SHARED:
        return body->shared->length;
    case RESPONSE_LOG:
        return log_length(body);
    }
    return 0;
}

static size_t read_bytes(const char *bytes, size_t length, size_t offset, char *buffer, size_t size)
{
    if (offset >= length)
        return 0;
    size_t count = length - offset < size ? length - offset : size;
    memcpy(buffer, bytes + offset, count);
    return count;
}

/* Copies the rest of an entry and the comma after it. */
static size_t read_entry(const struct response_body *body, uint32_t place, size_t offset,
                         char *buffer, size_t size)
{
    struct shared_bytes *shared = body->log->entry[place].shared;
    size_t count = read_bytes(shared_bytes_text(shared), shared->length, offset, buffer, size);
    if (count < size && offset + count == shared->length && place + 1 < body->end)
        buffer[count++] = ',';
    return count;
}

static size_t read_log(const struct response_body *body, size_t offset, char *buffer, size_t size)
{
    char start[LIST_BRACKETS_SIZE], end[LIST_BRACKETS_SIZE];
    const size_t end_length = log_end(end), tail = log_length(body) - end_length;
    size_t count = read_bytes(start, log_start(start), offset, buffer, size);
    uint32_t place = offset + count < tail ? find_place(body, offset + count) : body->end;
    while (count < size && place < body->end) {
        const size_t inside = offset + count - log_offset(body, place);
        count += read_entry(body, place++, inside, buffer + count, size - count);
    }
    if (offset + count >= tail)
        count += read_bytes(end, end_length, offset + count - tail, buffer + count, size - count);
    return count;
}

size_t response_body_read(const struct response_body *body, size_t offset, char *buffer,
                          size_t size)
{
    switch (body->kind) {
    case RESPONSE_EMPTY:
        return 0;
    case RESPONSE_BYTES:
        return read_bytes(body->bytes, body->length, offset, buffer, size);
    case RESPONSE_SHARED:
        return read_bytes(shared_bytes_text(body->shared), body->shared->length, offset, buffer,
                          size);
    case RESPONSE_LOG:
        return read_log(body, offset, buffer, size);
    }
    return 0;
}

void response_body_release(struct response_body *body)
{
    if (body->kind == RESPONSE_SHARED)
        shared_bytes_release(body->shared);
    else if (body->kind == RESPONSE_LOG)
        event_log_release(body->log);
    *body = (struct response_body){0};
}
