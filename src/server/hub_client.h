/*
 * A link: one connection as the hub sees it, a WebSocket that stays or a request that is answered
 * once.  It has three parts that know nothing of each other: who is there (identity), what they
 * follow and wait for (names of tables), and what is to be sent (the outbox).
 *
 * The network owns it, takes from its outbox and is woken through `wake`; a link knows nothing of
 * channels.  Everybody else knows it by its id alone, which is never used again, and asks the
 * hub for it: whoever has gone is not found.
 *
 *      network  --owns-->  link  --owns-->  inbox: messages that wait, oldest first
 *                            |  --owns-->  outbox: shared packets, and parts of shared logs
 *                            '- table, awaited: ids of rooms, never pointers
 *
 * The outbox is a ring of parcels.  One may be a part of a log that is sent packet by packet:
 *
 *           outbox_first            outbox_count = 3, outbox_room = 8
 *                |
 *      |    | packet | log, next, end | packet |    |    |    |    |
 *                        |
 *                        '--> entry[next] ... entry[end - 1] of an event_log that others share
 */
#ifndef RAILHEAD_SERVER_HUB_CLIENT_H
#define RAILHEAD_SERVER_HUB_CLIENT_H

#include "base/hash_table.h"
#include "core/fault.h"
#include "server/limits/memory_quota.h"
#include "server/people/identity.h"
#include "server/tables/event_log.h"

enum {
    ADDRESS_SIZE = 48,      /* the key of an address: see rate_limit.h */
    INBOX_MAX = 16,         /* messages that wait */
    OUTBOX_MAX = 4096,      /* packets that wait */
    OUTBOX_BYTES = 1 << 20, /* and what they may hold, but for one that is larger */
};

enum hub_client_state {
    CLIENT_ASKING, /* who is it?  The store is being asked */
    CLIENT_READY,
    CLIENT_WAITING, /* for a table: it is being read or written */
    CLIENT_ENDING,  /* takes nothing more; closes when the outbox is empty */
};

/* A packet; or all packets of a log from `next` to `end`, of which each is taken when it is due. */
struct outbox_item {
    struct shared_bytes *shared;
    struct event_log *log;
    uint32_t next, end;
};

struct hub;
struct job;
struct worker_pool;

struct hub_client {
    struct hash_entry by_id; /* the hub's */
    /* What it takes to send it something lies together. */
    struct hub *hub;
    uint64_t id;
    enum hub_client_state state;
    bool once;       /* a request: its answer goes to `answered`, and events do not reach it */
    bool knows_undo; /* its events may take back turns */
    void (*wake)(
        struct hub_client *client); /* the network's: the outbox has something, or the link ends */
    struct outbox_item *outbox;     /* a ring of `outbox_room` places */
    unsigned outbox_capacity, outbox_first, outbox_count;
    size_t outbox_bytes;
    struct memory_quota *quota; /* where the bytes of the outbox are counted; NULL: nowhere */
    char address[ADDRESS_SIZE];

    struct identity identity;
    char request[REQUEST_ID_SIZE]; /* that it is, or that opened it */

    /* What it follows: a table, or the list of tables. */
    char table[TABLE_ID_SIZE]; /* "" for none */
    bool in_lobby;

    /* The table for which its first message waits, and those messages. */
    char awaited[TABLE_ID_SIZE];
    struct shared_bytes *inbox[INBOX_MAX + 1]; /* one more for what has to be asked again */
    unsigned inbox_count;
    bool has_paid; /* for the first of them; of a request: its person has */
    bool reloaded; /* the table was read after the first of them came */
    bool names_id; /* while it waits: how a refusal names that one */
    int64_t its_id;

    /* What the store is asked on its behalf, and where that waits or is done; or NULL. */
    struct job *asking;
    struct worker_pool *asking_pool;

    unsigned rate_refusals;      /* messages in a row that came too fast */
    unsigned malformed_messages; /* messages that were none */
    bool counted;                /* among the connections of its person */

    /* The network's: set before hub_client_open(). */
    void *owner;

    /* Of a request: the table that it waited for is ready, or never will be. */
    void (*resume)(struct hub_client *client);
    void (*give_up)(struct hub_client *client, const char *code, enum fault_id why);
    void (*answered)(struct hub_client *client, int status,
                     struct shared_bytes *body); /* takes it over */

    /* The hub's. */
    struct hub_client *next, *previous; /* all links */
};

/* Adds to the outbox; a link that reads too slowly, or for which there is no memory, is ended. */
void hub_client_send(struct hub_client *client, struct shared_bytes *shared);

/* The same with a packet that is the callee's from now on. */
void hub_client_give(struct hub_client *client, struct shared_bytes *shared);

/* All events after number `after` that the log has now. */
void hub_client_send_log(struct hub_client *client, struct event_log *log, uint32_t after);

/* The next packet to be sent, now the caller's, or NULL. */
struct shared_bytes *hub_client_take(struct hub_client *client);

/* Nothing more is sent but what waits. */
void hub_client_finish(struct hub_client *client);

/* Ends it at once: what waits is thrown away. */
void hub_client_cut(struct hub_client *client);

/* Leaves an empty outbox and inbox. */
void hub_client_release(struct hub_client *client);

#endif
