/* The bytes of an answer, read piece by piece; see reply.h. */
#include "server/http/reply.h"

#include <string.h>

struct reply reply_of_bytes(const char *bytes, size_t length)
{
    return (struct reply){.kind = REPLY_BYTES, .bytes = bytes, .length = length};
}

struct reply reply_of_packet(struct packet *packet)
{
    return (struct reply){.kind = REPLY_PACKET, .packet = packet};
}

struct reply reply_of_log(struct event_log *log, uint32_t after)
{
    const uint32_t first = after < log->count ? after : log->count;
    return (struct reply){.kind = REPLY_LOG, .log = log, .first = first, .end = log->count};
}

/* What stands around the packets of a log. */
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

/* Where the packets of a log end in all, each with a comma or the closing bracket behind it. */
static size_t log_offset(const struct reply *reply, uint32_t place)
{
    char start[LIST_BRACKETS_SIZE];
    if (place == reply->first)
        return log_start(start);
    const struct event_log *log = reply->log;
    const uint64_t before = reply->first > 0 ? log->entry[reply->first - 1].end : 0;
    return log_start(start) + (size_t)(log->entry[place - 1].end - before) + (place - reply->first);
}

static size_t log_length(const struct reply *reply)
{
    char end[LIST_BRACKETS_SIZE];
    /* The last packet has no comma behind it. */
    return log_offset(reply, reply->end) + log_end(end) - (reply->end > reply->first);
}

/* The packet that holds this byte: the last one that starts at or before it. */
static uint32_t find_place(const struct reply *reply, size_t offset)
{
    uint32_t low = reply->first, high = reply->end;
    while (high - low > 1) {
        const uint32_t middle = low + (high - low) / 2;
        if (log_offset(reply, middle) <= offset)
            low = middle;
        else
            high = middle;
    }
    return low;
}

size_t reply_length(const struct reply *reply)
{
    switch (reply->kind) {
    case REPLY_EMPTY:
        return 0;
    case REPLY_BYTES:
        return reply->length;
    case REPLY_PACKET:
        return reply->packet->length;
    case REPLY_LOG:
        return log_length(reply);
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

/* What is left of the packet at this place and the comma behind it. */
static size_t read_entry(const struct reply *reply, uint32_t place, size_t offset, char *buffer,
                         size_t size)
{
    struct packet *packet = reply->log->entry[place].packet;
    size_t count = read_bytes(packet_text(packet), packet->length, offset, buffer, size);
    if (count < size && offset + count == packet->length && place + 1 < reply->end)
        buffer[count++] = ',';
    return count;
}

static size_t read_log(const struct reply *reply, size_t offset, char *buffer, size_t size)
{
    char start[LIST_BRACKETS_SIZE], end[LIST_BRACKETS_SIZE];
    const size_t end_length = log_end(end), tail = log_length(reply) - end_length;
    size_t count = read_bytes(start, log_start(start), offset, buffer, size);
    uint32_t place = offset + count < tail ? find_place(reply, offset + count) : reply->end;
    while (count < size && place < reply->end) {
        const size_t inside = offset + count - log_offset(reply, place);
        count += read_entry(reply, place++, inside, buffer + count, size - count);
    }
    if (offset + count >= tail)
        count += read_bytes(end, end_length, offset + count - tail, buffer + count, size - count);
    return count;
}

size_t reply_read(const struct reply *reply, size_t offset, char *buffer, size_t size)
{
    switch (reply->kind) {
    case REPLY_EMPTY:
        return 0;
    case REPLY_BYTES:
        return read_bytes(reply->bytes, reply->length, offset, buffer, size);
    case REPLY_PACKET:
        return read_bytes(packet_text(reply->packet), reply->packet->length, offset, buffer, size);
    case REPLY_LOG:
        return read_log(reply, offset, buffer, size);
    }
    return 0;
}

void reply_release(struct reply *reply)
{
    if (reply->kind == REPLY_PACKET)
        packet_release(reply->packet);
    else if (reply->kind == REPLY_LOG)
        event_log_release(reply->log);
    *reply = (struct reply){0};
}
