/*
 * What a room wants to be sent, and to whom.  A room writes letters and calls nobody; the hub
 * delivers them after each call of a room, to those who are still there.
 */
#ifndef RAILHEAD_SERVER_TABLES_OUTGOING_H
#define RAILHEAD_SERVER_TABLES_OUTGOING_H

#include "server/people/identity.h"
#include "server/tables/event_log.h"

struct outgoing_item {
    uint64_t to;                 /* a link's id; 0: every follower of the room */
    char person[PERSON_SIZE];    /* with `to` 0: only those who are this person; "" for all */
    struct shared_bytes *shared; /* or, of a log, all events after number `after` */
    struct event_log *log;
    uint32_t after;
};

struct outgoing {
    struct outgoing_item *item;
    unsigned count;
    size_t capacity;
    bool lost;                 /* there was no memory for a letter: followers have to come back */
    char table[TABLE_ID_SIZE]; /* whose room writes them, by its id and */
    uint64_t serial;           /* its number in memory */
};

/* Packets are the mail's from now on; NULL is one for which there was no memory. */
void outgoing_to_all(struct outgoing *outgoing, struct shared_bytes *shared);
void outgoing_to_person(struct outgoing *outgoing, const char *person, struct shared_bytes *shared);
void outgoing_to_client(struct outgoing *outgoing, uint64_t client, struct shared_bytes *shared);
void outgoing_log(struct outgoing *outgoing, uint64_t client, struct event_log *log,
                  uint32_t after);

/* Throws the letters away; the memory stays for the next ones. */
void outgoing_clear(struct outgoing *outgoing);
void outgoing_release(struct outgoing *outgoing);

#endif
