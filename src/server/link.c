/* The inbox and the outbox of a link; see link.h. */
#include "server/link.h"

#include <stdlib.h>
#include <string.h>

enum { PARCEL_BYTES = 64 }; /* what a parcel takes beside its bytes, roughly */

static bool make_room(struct link *link)
{
    if (link->outbox_count < link->outbox_room)
        return true;
    const unsigned room = link->outbox_room ? 2 * link->outbox_room : 4;
    struct parcel *ring = calloc(room, sizeof *ring);
    if (!ring)
        return false;
    for (unsigned i = 0; i < link->outbox_count; i++)
        ring[i] = link->outbox[(link->outbox_first + i) % link->outbox_room];
    free(link->outbox);
    link->outbox = ring;
    link->outbox_room = room;
    link->outbox_first = 0;
    return true;
}

static bool hold(struct link *link, size_t bytes)
{
    if (link->holding && !holding_take(link->holding, link->address, bytes))
        return false;
    link->outbox_bytes += bytes;
    return true;
}

static void give_back(struct link *link, size_t bytes)
{
    if (link->holding)
        holding_give(link->holding, link->address, bytes);
    link->outbox_bytes -= bytes;
}

/* The bytes of a log are the room's, however many read it. */
static size_t parcel_bytes(const struct parcel *parcel)
{
    return PARCEL_BYTES + (parcel->packet ? parcel->packet->length : 0);
}

static bool fits(const struct link *link, size_t bytes)
{
    return link->outbox_count < OUTBOX_MAX &&
           (link->outbox_count == 0 || link->outbox_bytes + bytes <= OUTBOX_BYTES);
}

static bool put(struct link *link, struct parcel parcel)
{
    const size_t bytes = parcel_bytes(&parcel);
    if (!fits(link, bytes) || !make_room(link) || !hold(link, bytes))
        return false;
    link->outbox[(link->outbox_first + link->outbox_count) % link->outbox_room] = parcel;
    link->outbox_count++;
    link->wake(link);
    return true;
}

static bool takes_more(const struct link *link)
{
    return link->state != LINK_ENDING && !link->once;
}

void link_send(struct link *link, struct packet *packet)
{
    if (!takes_more(link))
        return;
    if (packet && put(link, (struct parcel){.packet = packet}))
        packet_share(packet);
    else
        link_cut(link);
}

void link_give(struct link *link, struct packet *packet)
{
    link_send(link, packet);
    packet_release(packet);
}

void link_send_log(struct link *link, struct event_log *log, uint32_t after)
{
    if (!takes_more(link) || after >= log->count)
        return;
    if (put(link, (struct parcel){.log = log, .next = after, .end = log->count}))
        event_log_share(log);
    else
        link_cut(link);
}

static void drop_first(struct link *link)
{
    give_back(link, parcel_bytes(&link->outbox[link->outbox_first]));
    link->outbox_first = (link->outbox_first + 1) % link->outbox_room;
    link->outbox_count--;
}

struct packet *link_take(struct link *link)
{
    if (link->outbox_count == 0)
        return NULL;
    struct parcel *parcel = &link->outbox[link->outbox_first];
    if (parcel->packet) {
        struct packet *packet = parcel->packet;
        drop_first(link);
        return packet;
    }
    struct packet *packet = packet_share(parcel->log->entry[parcel->next++].packet);
    if (parcel->next == parcel->end) {
        struct event_log *log = parcel->log;
        drop_first(link);
        event_log_release(log);
    }
    return packet;
}

static void release_outbox(struct link *link)
{
    while (link->outbox_count > 0) {
        struct parcel parcel = link->outbox[link->outbox_first];
        drop_first(link);
        packet_release(parcel.packet);
        event_log_release(parcel.log);
    }
    free(link->outbox);
    link->outbox = NULL;
    link->outbox_room = link->outbox_first = 0;
}

void link_end(struct link *link)
{
    link->state = LINK_ENDING;
    link->wake(link);
}

void link_cut(struct link *link)
{
    release_outbox(link);
    link_end(link);
}

void link_release(struct link *link)
{
    release_outbox(link);
    for (unsigned i = 0; i < link->inbox_count; i++)
        packet_release(link->inbox[i]);
    link->inbox_count = 0;
}
