/*
 * A client: one connection as the hub sees it, either a WebSocket or a request that is answered
 * once.
 *
 * It has three independent parts: the identity, the tables it follows or waits for (by id), and the
 * outbox. The network owns it, empties its outbox and is woken through `wake`; a client knows
 * nothing of the network. All others refer to it by its id, which is never reused, and look it up
 * in the hub: a client that has gone is not found.
 *
 *      network  --owns-->  client  --owns-->  inbox: waiting messages, oldest first
 *                            |  --owns-->  outbox: shared bytes, and ranges of shared logs
 *                            '- table, awaited: ids of tables, never pointers
 *
 * The outbox is a ring of items. An item may be a range of a log, which is sent entry by entry:
 *
 *            outbox_first            outbox_count = 3, outbox_capacity = 8
 *                |
 *      |    | bytes | log, next, end | bytes |    |    |    |    |
 *                        |
 *                        '--> entry[next] ... entry[end - 1] of an event_log that others share
 */
#ifndef RAILHEAD_SERVER_HUB_CLIENT_H
#define RAILHEAD_SERVER_HUB_CLIENT_H

#include "base/hash_table.h"
#include "protocol/error_code.h"
#include "server/limits/memory_quota.h"
#include "server/people/identity.h"
#include "server/tables/event_log.h"
#include "text/fault.h"

enum {
    ADDRESS_SIZE = 48,      /* the key of an address; see rate_limit.h */
    INBOX_MAX = 16,         /* waiting messages */
    OUTBOX_MAX = 4096,      /* items in the outbox */
    OUTBOX_BYTES = 1 << 20, /* bytes in the outbox, unless a single item is larger */
};

enum hub_client_state {
    CLIENT_ASKING, /* the store is being asked for the identity */
    CLIENT_READY,
    CLIENT_WAITING, /* for a table that is being loaded or written */
    CLIENT_ENDING,  /* accepts no more input; closes when the outbox is empty */
};

/* Shared bytes; or entries `next` to `end` - 1 of a log, each taken when it is due. */
struct outbox_item {
    struct shared_bytes *shared;
    struct event_log *log;
    uint32_t next, end;
};

struct hub;
struct job;
struct worker_pool;

struct hub_client {
    struct hash_entry by_id; /* in the hub's table */
    /* The fields that sending needs are adjacent. */
    struct hub *hub;
    uint64_t id;
    enum hub_client_state state;
    bool once;       /* a request: the answer goes to `answered`, and it gets no events */
    bool knows_undo; /* understands events that take back turns */
    void (*wake)(struct hub_client
                     *client); /* set by the network: the outbox is not empty, or the client ends */
    struct outbox_item *outbox; /* ring with `outbox_capacity` places */
    unsigned outbox_capacity, outbox_first, outbox_count;
    size_t outbox_bytes;
    struct memory_quota *quota; /* the quota charged for the outbox; NULL: none */
    char address[ADDRESS_SIZE];

    struct identity identity;
    char request[REQUEST_ID_SIZE]; /* id of the request that it is, or that opened the WebSocket */

    /* The table it follows, or the list of tables. */
    char table[TABLE_ID_SIZE]; /* "" for none */
    bool in_lobby;

    /* The table that its first message waits for, and the waiting messages. */
    char awaited[TABLE_ID_SIZE];
    struct shared_bytes *inbox[INBOX_MAX + 1]; /* one more for a message that is judged again */
    unsigned inbox_count;
    bool has_paid; /* the first message has been charged; of a request: its person has */
    bool reloaded; /* the table was reloaded after the first message arrived */
    bool names_id; /* while waiting: the message has an id, for a refusal */
    int64_t its_id;

    /* The store job on its behalf and the pool that has it; or NULL. */
    struct job *asking;
    struct worker_pool *asking_pool;

    unsigned rate_refusals;      /* consecutive messages refused as `slow` */
    unsigned malformed_messages; /* malformed messages received */
    bool counted;                /* counted among its person's connections */

    /* Set by the network before hub_client_open(). */
    void *owner;

    /* Of a request: the awaited table is ready, or failed. */
    void (*resume)(struct hub_client *client);
    void (*give_up)(struct hub_client *client, enum error_code code, enum fault_id why);
    void (*answered)(struct hub_client *client, int status,
                     struct shared_bytes *body); /* takes ownership */

    /* Private to the hub. */
    struct hub_client *next, *previous; /* all clients */
};

/* Appends to the outbox. Ends a client that reads too slowly, or if allocation fails. */
void hub_client_send(struct hub_client *client, struct shared_bytes *shared);

/* The same, and takes ownership of the bytes. */
void hub_client_give(struct hub_client *client, struct shared_bytes *shared);

/* Sends all events after number `after` that the log has now. */
void hub_client_send_log(struct hub_client *client, struct event_log *log, uint32_t after);

/* Returns the next bytes to send, which the caller then owns; NULL if the outbox is empty. */
struct shared_bytes *hub_client_take(struct hub_client *client);

/* Sends nothing more than what is in the outbox. */
void hub_client_finish(struct hub_client *client);

/* Ends the client at once and discards its outbox. */
void hub_client_cut(struct hub_client *client);

/* Frees outbox and inbox. */
void hub_client_release(struct hub_client *client);

#endif
