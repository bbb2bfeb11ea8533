/* The bytes of an answer, read piece by piece; see reply.h. */
#include "server/reply.h"

#include <string.h>

struct reply reply_of_bytes(const char *bytes, size_t length)
{
    return (struct reply){.kind = REPLY_BYTES, .bytes = bytes, .length = length};
}

struct reply reply_of_packet(struct packet *packet)
{
    return (struct reply){.kind = REPLY_PACKET, .packet = packet};
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

size_t reply_read(const struct reply *reply, size_t offset, char *buffer, size_t size)
{
    switch (reply->kind) {
    case REPLY_EMPTY:
        return 0;
    case REPLY_BYTES:
        return read_bytes(reply->bytes, reply->length, offset, buffer, size);
    case REPLY_PACKET:
        return read_bytes(packet_text(reply->packet), reply->packet->length, offset, buffer, size);
    }
    return 0;
}

void reply_release(struct reply *reply)
{
    if (reply->kind == REPLY_PACKET)
        packet_release(reply->packet);
    *reply = (struct reply){0};
}
