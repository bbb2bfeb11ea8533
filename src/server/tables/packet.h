/*
 * Bytes that are sent to several people: counted references, and room in front for the frame's
 * header, which the network writes there.  Used by one thread at a time.
 *
 * NULL is a packet for which there was no memory.  Everything here takes it, and whoever would send
 * it ends the connection instead: nobody is sent half of what happened.
 */
#ifndef RAILHEAD_SERVER_TABLES_PACKET_H
#define RAILHEAD_SERVER_TABLES_PACKET_H

#include <stddef.h>
#include <stdint.h>

#include "protocol/told_event.h"
#include "protocol/told_message.h"

enum { PACKET_HEADROOM = 32 };

struct packet {
    unsigned users;
    unsigned length;
    char bytes[]; /* the headroom, then the text, then a NUL */
};

/* With one user; NULL `text` leaves the bytes to be filled. */
struct packet *packet_new(const char *text, size_t length);
struct packet *packet_share(struct packet *packet);
void packet_release(struct packet *packet);

/* A text that was not cut. */
struct packet *packet_of_text(const struct text *text);

/* An event of the protocol, whose body is given. */
struct packet *packet_of_event(uint32_t number, int64_t at, const char *body, size_t length);

/* A list of the protocol, of parts that stay the caller's. */
struct packet *packet_of_list(enum list_kind kind, struct packet *const part[], unsigned parts);

static inline char *packet_text(struct packet *packet)
{
    return packet->bytes + PACKET_HEADROOM;
}

#endif
