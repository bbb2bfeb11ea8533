/*
 * The messages of a table's events, in order: number n lies at n - 1.
 *
 * A log only grows, and has as many users as hold it: the room, and every connection that is still
 * being sent a part of it.  So a long history is sent from these bytes as its reader takes them,
 * and stays until the last reader is done, even when the room has gone or has been read anew.
 */
#ifndef RAILHEAD_SERVER_TABLES_EVENT_LOG_H
#define RAILHEAD_SERVER_TABLES_EVENT_LOG_H

#include <stdbool.h>
#include <stdint.h>

#include "server/tables/shared_bytes.h"

struct event_log {
    unsigned users;
    uint32_t count;
    size_t capacity;
    struct log_entry {
        struct shared_bytes *shared;
        uint64_t end; /* bytes of all packets up to and with this one */
    } * entry;
};

/* Empty, with one user; NULL when there is no memory. */
struct event_log *event_log_new(void);
struct event_log *event_log_share(struct event_log *log);
void event_log_release(struct event_log *log); /* also of NULL */

/* Takes the packet over, even if it fails: false when there is no memory, or no packet. */
bool event_log_add(struct event_log *log, struct shared_bytes *shared);

/* The bytes of the packets from number `after` + 1 to the last. */
uint64_t event_log_bytes(const struct event_log *log, uint32_t after);

#endif
