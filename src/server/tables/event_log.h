/*
 * The messages of a table's events in order: number n is at index n - 1.
 *
 * A log only grows, and is reference-counted: by the table, and by every client that is being sent
 * a part of it. A long history is sent from these shared bytes as fast as its reader takes them,
 * and lives until the last reader is done, even if the table is dropped or reloaded.
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
        uint64_t end; /* total bytes of the entries up to and including this one */
    } * entry;
};

/* Creates an empty log with one reference; returns NULL if allocation fails. */
struct event_log *event_log_new(void);
struct event_log *event_log_share(struct event_log *log);
void event_log_release(struct event_log *log); /* accepts NULL */

/*
 * Takes ownership of the bytes, even on failure. Returns false if allocation fails or `shared` is
 * NULL.
 */
bool event_log_add(struct event_log *log, struct shared_bytes *shared);

/* Returns the total bytes of the entries from number `after` + 1 on. */
uint64_t event_log_bytes(const struct event_log *log, uint32_t after);

#endif
