/* Shared bytes; see packet.h. */
#include "server/packet.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct packet *packet_new(const char *text, size_t length)
{
    if (length >= UINT32_MAX / 2)
        return NULL;
    struct packet *packet = malloc(sizeof *packet + PACKET_HEADROOM + length + 1);
    if (!packet)
        return NULL;
    packet->users = 1;
    packet->length = (unsigned)length;
    if (text)
        memcpy(packet_text(packet), text, length);
    packet_text(packet)[length] = '\0';
    return packet;
}

struct packet *packet_share(struct packet *packet)
{
    if (packet)
        packet->users++;
    return packet;
}

void packet_release(struct packet *packet)
{
    if (packet && --packet->users == 0)
        free(packet);
}

struct packet *packet_of_text(const struct text *text)
{
    return text->cut ? NULL : packet_new(text->start, text->used);
}

struct packet *packet_of_json(json_t *json)
{
    size_t length = json ? json_dumpb(json, NULL, 0, JSON_COMPACT) : 0;
    struct packet *packet = length > 0 ? packet_new(NULL, length) : NULL;
    if (packet)
        json_dumpb(json, packet_text(packet), length, JSON_COMPACT);
    json_decref(json);
    return packet;
}
