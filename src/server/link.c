/* The outbox of a link; see link.h. */
#include "server/link.h"

#include <stdlib.h>
#include <string.h>

#include "core/check.h"

static void grow(struct link *link)
{
    unsigned room = link->outbox_room ? 2 * link->outbox_room : 4;
    struct packet **ring = calloc(room, sizeof *ring);
    CHECK(ring);
    for (unsigned i = 0; i < link->outbox_count; i++)
        ring[i] = link->outbox[(link->outbox_first + i) % link->outbox_room];
    free(link->outbox);
    link->outbox = ring;
    link->outbox_room = room;
    link->outbox_first = 0;
}

void link_send(struct link *link, struct packet *packet)
{
    if (link->state == LINK_ENDING || link->once)
        return;
    if (link->outbox_count == OUTBOX_MAX ||
        (link->outbox_count > 0 && link->outbox_bytes + packet->length > OUTBOX_BYTES)) {
        link_outbox_release(link);
        link->state = LINK_ENDING;
        link->wake(link);
        return;
    }
    if (link->outbox_count == link->outbox_room)
        grow(link);
    unsigned place = (link->outbox_first + link->outbox_count) % link->outbox_room;
    link->outbox[place] = packet_share(packet);
    link->outbox_count++;
    link->outbox_bytes += packet->length;
    link->wake(link);
}

void link_give(struct link *link, struct packet *packet)
{
    link_send(link, packet);
    packet_release(packet);
}

struct packet *link_take(struct link *link)
{
    if (link->outbox_count == 0)
        return NULL;
    struct packet *packet = link->outbox[link->outbox_first];
    link->outbox_first = (link->outbox_first + 1) % link->outbox_room;
    link->outbox_count--;
    link->outbox_bytes -= packet->length;
    return packet;
}

void link_outbox_release(struct link *link)
{
    struct packet *packet;
    while ((packet = link_take(link)))
        packet_release(packet);
    free(link->outbox);
    link->outbox = NULL;
    link->outbox_room = 0;
}
