/*
 * The messages that a table wants sent, and to whom. A table only appends to this list and calls
 * nobody; the hub delivers it after each call of a table, to those who are still connected.
 */
#ifndef RAILHEAD_SERVER_TABLES_OUTGOING_H
#define RAILHEAD_SERVER_TABLES_OUTGOING_H

#include "server/people/identity.h"
#include "server/tables/event_log.h"

struct outgoing_item {
    uint64_t to;                 /* a client's id; 0: all followers of the table */
    char person[PERSON_SIZE];    /* with `to` 0: only this person's clients; "" for all */
    struct shared_bytes *shared; /* or, from a log, all events after number `after` */
    struct event_log *log;
    uint32_t after;
};

struct outgoing {
    struct outgoing_item *item;
    unsigned count;
    size_t capacity;
    bool lost;                 /* an allocation failed: followers have to reconnect */
    char table[TABLE_ID_SIZE]; /* id of the table that appends, */
    uint64_t serial;           /* and its serial */
};

/* Take ownership of the bytes; NULL stands for a failed allocation. */
void outgoing_to_all(struct outgoing *outgoing, struct shared_bytes *shared);
void outgoing_to_person(struct outgoing *outgoing, const char *person, struct shared_bytes *shared);
void outgoing_to_client(struct outgoing *outgoing, uint64_t client, struct shared_bytes *shared);
void outgoing_log(struct outgoing *outgoing, uint64_t client, struct event_log *log,
                  uint32_t after);

/* Drops all items and keeps the memory for later ones. */
void outgoing_clear(struct outgoing *outgoing);
void outgoing_release(struct outgoing *outgoing);

#endif
