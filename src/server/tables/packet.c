/* Shared bytes; see packet.h. */
#include "server/tables/packet.h"

#include <stdlib.h>
#include <string.h>

#include "core/check.h"

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

struct packet *packet_of_event(uint32_t number, int64_t at, const char *body, size_t length)
{
    char message[EVENT_MESSAGE_SIZE] TO_BE_FILLED;
    struct text text;
    text_init(&text, message, sizeof message);
    event_message_write(number, at, body, length, &text);
    return packet_of_text(&text);
}

struct packet *packet_of_list(enum list_kind kind, struct packet *const part[], unsigned parts)
{
    char start[LIST_BRACKETS_SIZE], end[LIST_BRACKETS_SIZE];
    struct text text;
    text_init(&text, start, sizeof start);
    list_begin(kind, &text);
    size_t length = text.used + (parts > 0 ? parts - 1 : 0);
    text_init(&text, end, sizeof end);
    list_end(&text);
    length += text.used;
    for (unsigned i = 0; i < parts; i++)
        length += part[i]->length;
    struct packet *packet = packet_new(NULL, length);
    if (!packet)
        return NULL;
    text_init(&text, packet_text(packet), length + 1);
    text_add(&text, start);
    for (unsigned i = 0; i < parts; i++) {
        text_add(&text, i > 0 ? "," : "");
        text_add_part(&text, packet_text(part[i]), part[i]->length);
    }
    text_add(&text, end);
    return packet;
}
