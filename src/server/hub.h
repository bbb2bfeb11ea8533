/*
 * The hub: all tables and all connections of a server, and the worker pools that serve them.
 *
 * Everything here runs on the event loop's thread and never blocks. The network calls in with
 * clients, messages and requests; worker pools return results through hub_collect(); hub_tick() is
 * called about ten times a second.
 *
 * The hub owns the tables and knows the clients. Whatever waits for the store, a bot or a password
 * is recorded by id (a client's, a table's with its serial) and looked up again when the result
 * arrives: no job holds a pointer to a client or a table.
 *
 *      hub.c            start, stop, ticks, logging, health
 *      hub_registry.c   tables by id
 *      hub_tables.c     tables: loading, writing, delivering outgoing messages, waiting clients
 *      hub_people.c     renaming and deleting people
 *      hub_duplicates.c duplicate tables
 *      hub_rematch.c    rematches
 *      hub_bots.c       asking bots
 *      hub_clients.c    clients: messages, answers
 *      people/hub_lookup.c             clients: identity
 *      cluster/hub_catch_up.c          events that other servers have written
 *      cluster/hub_cluster.c           other servers on the database: who owns which tables
 *      cluster/hub_cluster_messages.c  the notifications that servers send each other
 *
 *      tables       by table id              first_ready: tables to be served next
 *        |                                        |
 *        '--> table, table ...                    '--> table --next_ready--> table
 *
 *      clients_by_id  by client id             clients: all of them
 *        |                                        |
 *        '--> client, client ...                  '--> client --next--> client
 *
 *      writer, readers, bots, password_workers: pools <-- jobs -- hub -- results --> hub_collect()
 */
#ifndef RAILHEAD_SERVER_HUB_H
#define RAILHEAD_SERVER_HUB_H

#include "base/hash_table.h"
#include "protocol/message.h"
#include "server/cluster/cluster.h"
#include "server/hub_client.h"
#include "server/limits/rate_limit.h"
#include "server/limits/request_cost.h"
#include "server/metrics.h"
#include "server/tables/live_table.h"
#include "server/tables/lobby.h"
#include "server/worker_pool.h"

enum {
    LOG_LINE_SIZE = 512,
    CHANGED_MAX = 8192,
    HUB_READERS = 3, /* reader threads; lookups for clients never occupy the last one */
};

/* What is rate-limited; hub.c has the rates. */
enum hub_limit {
    LIMIT_ADDRESSES,   /* messages and requests, and connections, by address */
    LIMIT_PERSONS,     /* the same by person */
    LIMIT_CHATS,       /* chat messages by person */
    LIMIT_TALKS,       /* chat messages by address */
    LIMIT_GUESSES,     /* passwords tried, by address */
    LIMIT_OPENINGS,    /* tables opened, by address */
    LIMIT_LISTINGS,    /* of these, public tables */
    LIMIT_UPLOADS,     /* records uploaded, by address */
    LIMIT_ALL_UPLOADS, /* and by all addresses together */
    LIMIT_SIGHTINGS,   /* writes of a session's last use, by session */
    LIMITS,
};

/* A line of the log, without secrets and cards. */
struct hub_line {
    const char *words;
    bool is_trouble; /* reports a failure */
    const char
        *request; /* id of the request that caused it, here or at another server; "" for none */
};

struct hub_options {
    unsigned connections_per_address;
    unsigned messages_per_second; /* rate limit per address */
    size_t bytes_per_address;     /* memory quota per address: outboxes, request bodies; 0 for the
                                     default */
    size_t bytes_in_all;
    size_t upload_bytes;  /* quota for all uploaded records; 0 for the default */
    unsigned bot_threads; /* 0: no threads at all, hub_step() runs the jobs */
    int64_t bot_ms;       /* time limit for a bot's turn in ms; 0: limited by work alone */
    const char *secret;   /* 64 hexadecimal digits that replace the store's secret, or NULL */
    const char *version;  /* of the program */
    const char *name;     /* of this server, shown to its host */
    const char *address;  /* under which other machines reach it, or NULL */
    void (*log)(void *context, const struct hub_line *line);
    bool logs_details; /* also log lines meant for log collectors */
    void *log_context;
    void (*wake)(void *context); /* thread-safe: called when hub_collect() has work */
    void *wake_context;
    int64_t (*now)(void *context); /* milliseconds since 1970, never decreasing */
    /* Sets how far the database's clock is ahead, which several servers share; or NULL. */
    void (*set_clock)(void *context, int64_t ahead);
    void *now_context;
};

/*
 * Connections to the database, one per thread: for the writer, for each reader, and, if several
 * servers may share the database, one for the cluster's calls and one for its listener. Readers are
 * the leading non-NULL entries of `reading`; at least one is required.
 */
struct hub_stores {
    struct store *writing, *reading[HUB_READERS], *sharing;
    struct store_listener *listening;
};

struct running;

struct hub {
    struct hub_options options;
    uint8_t secret[SERVER_SECRET_SIZE];
    struct worker_pool *writer, *readers, *bots, *password_workers;

    struct hash_table tables;                     /* by the hash of the table's id */
    struct live_table *first_ready, **last_ready; /* tables whose waiting clients are served next */
    uint64_t last_serial;                         /* of tables and bot jobs */

    struct hub_client *clients;
    struct hash_table clients_by_id;
    uint64_t last_client;
    /*
     * Ring of recently changed sessions and persons, for lookups that were under way at the time.
     */
    uint64_t changed[CHANGED_MAX]; /* by hash */
    uint64_t changes;

    struct cluster cluster;
    struct lobby lobby;
    struct outgoing outgoing; /* of the table that was called last; see hub_outgoing() */
    bool running;             /* inside hub_run() */

    /* Rate limits and memory quota. */
    struct rate_limit limit[LIMITS];
    struct memory_quota quota;
    uint64_t history_bytes; /* of all tables, approximate */
    int64_t upload_bytes;   /* stored, in bytes; -1 while unknown */

    struct metrics metrics;
    struct running *unread; /* running games that could not be read yet; or NULL */
    struct store_probe {
        struct job job;
        struct hub *hub;
        bool is_out;      /* a probe is under way */
        int64_t answered; /* time of the last successful probe */
    } writing, reading;
    int64_t failed_at,
        failure_logged; /* time of the store's last failure, and of its last log line */
    int64_t allocation_failure_logged; /* time of the last log line about an allocation failure */
    int64_t ask_again_at;              /* when to retry `unread` */
    const char *cause; /* id of the request being handled, for the log; NULL or "" for none */
    bool stopping;
};

/*
 * Starts the worker pools and requests every running table. Returns false with a sentence in
 * `reason`. The hub takes ownership of the stores, even on failure.
 */
bool hub_start(struct hub *hub, const struct hub_options *options, struct hub_stores stores,
               char reason[STORE_REASON_SIZE]);

/* Completes pending writes, informs all clients and ends their connections. */
void hub_stop(struct hub *hub);

/* Simulates a power failure: nothing more is written or sent. */
void hub_abandon(struct hub *hub);
void hub_release(struct hub *hub);

void hub_collect(struct hub *hub);
void hub_tick(struct hub *hub);

/*
 * Returns a descriptor that becomes readable when hub_read_listener() has work; -1 if there is
 * none.
 */
int hub_listener_descriptor(const struct hub *hub);
void hub_read_listener(struct hub *hub);

/*
 * Only without threads: runs the next job of a pool and leaves the result to hub_collect(). Returns
 * false if no job was waiting.
 */
enum hub_pool { HUB_WRITER, HUB_READER, HUB_BOT, HUB_PASSWORD_WORKER, HUB_SHARER, HUB_POOLS };
bool hub_step(struct hub *hub, enum hub_pool pool);

/* Serves the tables that have become ready. Call it after each input from outside. */
void hub_run(struct hub *hub);

/* Returns milliseconds since 1970; never decreases. */
int64_t hub_now(const struct hub *hub);

/* ---- Clients --------------------------------------------------------------------------------- */

/*
 * Adds a connection whose address, `once` and callbacks are set. `secret` identifies the person, or
 * is "". Returns false if the limits are reached; then the hub does not know the client.
 */
bool hub_client_open(struct hub *hub, struct hub_client *client, const char *secret);
void hub_client_close(struct hub_client *client);

/*
 * hub_client_open() in two steps, for requests, which are charged in between: adds an anonymous
 * client, then looks up the person if `secret` is not "". Afterwards `resume` is called, at once or
 * later, or the client has been refused.
 */
bool hub_client_add(struct hub *hub, struct hub_client *client);
void hub_client_identify(struct hub_client *client, const char *secret);

/*
 * Adds a job to the readers in the fair share of the client's address, or to another pool. If the
 * client goes before the job begins, the job is abandoned. A client may have one such job at a
 * time.
 */
void hub_read_for(struct hub_client *client, struct worker_pool *pool, struct job *job);

/*
 * Returns true if a lookup on behalf of an address may be queued: the queue is short, or the
 * address has few jobs in it.
 */
bool hub_may_look_up(struct hub *hub, const char *address);

/* Returns the client, or NULL if it has gone. */
struct hub_client *hub_find_client(const struct hub *hub, uint64_t id);

/* Handles a complete WebSocket message. */
void hub_receive(struct hub_client *client, const char *bytes, size_t length);
void hub_receive_too_long(
    struct hub_client *client); /* a message over the size limit, which was discarded */

/* Sends a goodbye and ends the connection. */
void hub_client_dismiss(struct hub_client *client, enum fault_id why);

/*
 * Ends all WebSockets of a session (the hash of its secret), or of a person except one session,
 * which may be "".
 */
void hub_end_session(struct hub *hub, const char *session);
void hub_end_person(struct hub *hub, const char *person, const char *except_session);

/* The table that a WebSocket waited for is ready, or failed: continues with its inbox. */
void hub_go_on(struct hub_client *client);
void hub_give_up(struct hub_client *client, enum error_code code, enum fault_id why);

/* Charges a cost to the address and the person. Returns false if either is over its rate limit. */
bool hub_pay(struct hub_client *client, enum request_cost cost);

/* Charges only the address, before the person is known; or only the person, afterwards. */
bool hub_pays(struct hub *hub, const char *address, enum request_cost cost);
bool hub_person_pays(struct hub_client *client, enum request_cost cost);

/* Returns true if the client may send a request to a table; otherwise it has been refused. */
bool hub_may_ask(struct hub_client *client, const struct message *message);

/* ---- Answers --------------------------------------------------------------------------------- */

/* Sends an error with a code of docs/protocol.md and its fault. */
void hub_send_error(struct hub_client *client, const struct message *message, enum error_code code,
                    const struct fault *fault);

/* The same for a fault without arguments. */
void hub_refuse(struct hub_client *client, const struct message *message, enum error_code code,
                enum fault_id why);
/* Returns the code for a request that a match has refused. */
enum error_code hub_error_of(enum objection objection);

void hub_send_done(struct hub_client *client, const struct message *message, uint32_t number,
                   bool again);

/* ---- Tables ---------------------------------------------------------------------------------- */

/* Returns the table if it is in memory, else NULL. */
struct live_table *hub_find_table(const struct hub *hub, const char *id);

/* Iterates over the tables in memory, in no order: the first one for NULL; NULL after the last. */
struct live_table *hub_next_table(const struct hub *hub, const struct live_table *table);

/*
 * Returns the table if it is ready. Otherwise returns NULL: the client waits and is resumed later,
 * or has been refused. `message` is the message to refuse, or NULL.
 */
struct live_table *hub_ready_table(struct hub_client *client, const char *id,
                                   const struct message *message);

/* The same, but the table includes everything that was written before the call. */
struct live_table *hub_current_table(struct hub_client *client, const char *id,
                                     const struct message *message);

/* Charges the opening of `tables` tables to the address. Returns false if it is over its limit. */
bool hub_may_open(struct hub_client *client, const struct match_settings *settings,
                  unsigned tables);

/* Opens a table; the client is answered once it is stored. */
void hub_open_table(struct hub_client *client, const struct match_settings *settings);

/* The same for several tables that deal the same cards: all of them are stored, or none. */
void hub_open_duplicates(struct hub_client *client, const struct match_settings *settings,
                         unsigned tables);

void hub_follow(struct hub_client *client, struct live_table *table, const struct message *message);
void hub_unfollow(struct hub_client *client);
void hub_ask(struct hub_client *client, struct live_table *table, const struct message *message);

/* Renames a person everywhere. */
void hub_rename_person(struct hub *hub, const char *person, const char *name);

/* Deletes a person everywhere; `table` lists the tables where the store knew them. */
void hub_delete_person(struct hub *hub, const char *person, char (*table)[TABLE_ID_SIZE],
                       unsigned tables);

/*
 * A write about a person failed with unknown outcome: ends their WebSockets and reloads tables, so
 * that memory agrees with the store again.
 */
void hub_reload_person(struct hub *hub, const char *person);

/* ---- Other servers --------------------------------------------------------------------------- */

/*
 * Handles notifications from a server, possibly this one; or handles that some may have been
 * missed.
 */
void hub_take_messages(struct hub *hub, int64_t from, const char *lines);
void hub_messages_missed(struct hub *hub);

/* Returns how many of STORE_SHARDS this server owns. */
unsigned hub_shards(const struct hub *hub);

/* Returns true if this server may answer for tables: it is alone, or its lease is valid. */
bool hub_may_answer(const struct hub *hub);

/* Returns true if the database has been silent for so long that requests are refused at once. */
bool hub_is_cut_off(const struct hub *hub);

/* ---- Health and log -------------------------------------------------------------------------- */

/* Returns true if the store answers, for reading and for writing. */
bool hub_is_healthy(const struct hub *hub);

/* Log a failure, an information, a detail. */
__attribute__((format(printf, 2, 3))) void hub_log(struct hub *hub, const char *format, ...);
__attribute__((format(printf, 2, 3))) void hub_log_info(struct hub *hub, const char *format, ...);
__attribute__((format(printf, 2, 3))) void hub_log_detail(struct hub *hub, const char *format, ...);

/*
 * Logs why a job did not return STORE_OK, rate-limited. An allocation failure does not count as a
 * failure of the store.
 */
void hub_job_failed(struct hub *hub, struct worker_pool *pool, const struct job *job);

/*
 * The same for work that never became a job. `reason` is a sentence, `what` is as in
 * job_allocation_failed().
 */
void hub_store_failed(struct hub *hub, const char *reason);
void hub_allocation_failed(struct hub *hub, const char *what);

#endif
