/*
 * The hub: all tables and all connections of a server, and the crews that work for them.
 *
 * Everything here runs on the event loop's thread and never waits.  The network calls in with
 * links, bytes and requests; the crews bring results through hub_collect(); hub_tick() is called
 * about ten times a second.
 *
 * The hub owns the rooms and knows the links.  Whoever has to wait for the store, a bot or a
 * password is written down by id (a link's, a room's with its serial) and looked for again when the
 * answer comes: no job holds a pointer to a link or a room.
 *
 *      hub.c        start, stop, time
 *      hub_tables.c  rooms: reading, writing, delivering their letters, who waits
 *      hub_people.c people who have another name, or are to be forgotten
 *      hub_duplicates.c  tables that deal the same cards
 *      hub_rematch.c  a table that follows another
 *      hub_bots.c   asking bots
 *      hub_clients.c  links: who they are, what they say, what they are answered
 *      hub_cluster.c  other servers on the database: who minds which tables
 *      hub_cluster_messages.c   what they tell each other
 *
 *      rooms        by the table's id      first_ready: rooms whose waiting links are served next
 *        |                                      |
 *        '--> room, room ...                    '--> room --next_ready--> room
 *
 *      clients_by_id  by the link's id       links: all of them
 *        |                                      |
 *        '--> link, link ...                    '--> link --next--> link
 *
 *      writer, readers, bots, guards: crews <-- jobs --- hub --- results --> hub_collect()
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
    HUB_READERS = 3, /* threads that read; strangers never have the last one */
};

/* A line of the log, without secrets and cards. */
struct hub_line {
    const char *words;
    bool is_trouble;     /* it tells of something that went wrong */
    const char *request; /* what it comes from, here or at another server; "" for nothing */
};

struct hub_options {
    unsigned connections_per_address;
    unsigned messages_per_second; /* of an address */
    size_t bytes_per_address;     /* held for connections: outboxes, bodies; 0 for the usual */
    size_t bytes_in_all;
    size_t upload_bytes;  /* of all records that people bring; 0 for the usual */
    unsigned bot_threads; /* 0, and no threads at all: hub_step() does the work */
    int64_t bot_ms;       /* no bot thinks longer about a turn; 0: only its work is counted */
    const char *secret;   /* 64 hexadecimal digits in place of the one in the store, or NULL */
    const char *version;  /* of the program */
    const char *name;     /* of this server, for those who look after it */
    const char *address;  /* for others in its network, who cannot say localhost; or NULL */
    void (*log)(void *context, const struct hub_line *line);
    bool logs_details; /* lines for programs that collect logs, too */
    void *log_context;
    void (*wake)(void *context); /* from any thread: hub_collect() has something to do */
    void *wake_context;
    int64_t (*now)(void *context); /* milliseconds since 1970 that never go back */
    /* How far the database's clock is ahead, by which several servers go; or NULL. */
    void (*set_clock)(void *context, int64_t ahead);
    void *now_context;
};

/*
 * The database, opened once for each thread that needs it; and, where it may have several servers,
 * once more for what they have to do with each other, and to hear them.  There is one reader for
 * each of the first of `reading` that are not NULL, and at least one.
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
    struct live_table *first_ready, **last_ready; /* whose waiting links are to be served */
    uint64_t last_serial;                         /* of rooms and bots that were asked */

    struct hub_client *clients;
    struct hash_table clients_by_id;
    uint64_t last_client;
    /* What was changed last, sessions and persons, for lookups under way meanwhile: a ring. */
    uint64_t changed[CHANGED_MAX]; /* by their hashes */
    uint64_t changes;

    struct cluster cluster;
    struct lobby lobby;
    struct outgoing outgoing; /* of the room that was called last: see hub_outgoing() */
    bool running;             /* hub_run() is */

    /* How much each may ask for, and hold. */
    struct rate_limit addresses, persons, chats, talks, guesses, openings, listings, uploads,
        all_uploads, notes;
    struct memory_quota quota;
    uint64_t history_bytes; /* of all rooms, about */
    int64_t upload_bytes;   /* kept; -1 while unknown */

    struct metrics metrics;
    struct running *unread; /* the games that run could not be read yet; or NULL */
    struct store_probe {
        struct job job;
        struct hub *hub;
        bool is_out;      /* the store has been asked and has not answered */
        int64_t answered; /* when it last did */
    } writing, reading;
    int64_t failed_at, failure_logged; /* when the store last failed */
    int64_t allocation_failure_logged; /* when a failed allocation was last logged */
    int64_t ask_again_at;              /* for what could not be read at the start */
    const char *cause; /* the request on which we act, for the log; NULL or "" for none */
    bool stopping;
};

/*
 * Starts the crews on a database and asks for every table that runs.  False with a sentence in
 * `reason`.  The stores are the hub's from then on, also when it fails.
 */
bool hub_start(struct hub *hub, const struct hub_options *options, struct hub_stores stores,
               char reason[STORE_REASON_SIZE]);

/* Writes what is to be written, tells everybody, ends every link. */
void hub_stop(struct hub *hub);

/* As if the power had failed: nothing more is written and nobody is told. */
void hub_abandon(struct hub *hub);
void hub_release(struct hub *hub);

void hub_collect(struct hub *hub);
void hub_tick(struct hub *hub);

/* A descriptor that can be read when other servers have told something, for hub_read_listener(); or
 * -1. */
int hub_listener_descriptor(const struct hub *hub);
void hub_read_listener(struct hub *hub);

/*
 * In a hub without threads: does what the writer, a reader, a bot or a guard would do next, and
 * leaves the result to hub_collect().  False when nothing waited there.
 */
enum hub_pool { HUB_WRITER, HUB_READER, HUB_BOT, HUB_PASSWORD_WORKER, HUB_SHARER, HUB_POOLS };
bool hub_step(struct hub *hub, enum hub_pool pool);

/* Serves the rooms that have become ready.  At the end of whatever comes from outside. */
void hub_run(struct hub *hub);

/* Milliseconds since 1970; never goes back. */
int64_t hub_now(const struct hub *hub);

/* ---- Links ----------------------------------------------------------------------------------- */

/*
 * A new connection; its address, `once` and callbacks are set.  `secret` is what the other end
 * says it is, or "".  False when there is no room for it: then the link is not the hub's.
 */
bool hub_client_open(struct hub *hub, struct hub_client *client, const char *secret);
void hub_client_close(struct hub_client *client);

/*
 * The parts of hub_client_open(), for requests, which pay in between: a link that is nobody's yet,
 * and the question who it is, where `secret` is one.  Then `resume` is called, at once or later, or
 * the link has been refused.
 */
bool hub_client_add(struct hub *hub, struct hub_client *client);
void hub_client_identify(struct hub_client *client, const char *secret);

/*
 * Hands a job to the readers, in the turn of the link's address, or to another crew.  When the link
 * has gone before it begins, it is forgotten; until it is done no other one can be.
 */
void hub_read_for(struct hub_client *client, struct worker_pool *pool, struct job *job);

/*
 * Whether the store may be asked something on behalf of an address: few questions of others are
 * waiting, or few of its own.
 */
bool hub_may_look_up(struct hub *hub, const char *address);

/* The link of that id, or NULL when it has gone. */
struct hub_client *hub_find_client(const struct hub *hub, uint64_t id);

/* A whole message of a WebSocket. */
void hub_receive(struct hub_client *client, const char *bytes, size_t length);
void hub_receive_too_long(struct hub_client *client); /* one that was not kept for its size */

/* Says goodbye and ends the link. */
void hub_client_dismiss(struct hub_client *client, enum fault_id why);

/*
 * Every WebSocket of a session (the hash of its secret), or of a person but for one session, which
 * may be "", is ended.
 */
void hub_end_session(struct hub *hub, const char *session);
void hub_end_person(struct hub *hub, const char *person, const char *except_session);

/* The table that a WebSocket waited for is ready, or never will be: goes on with its inbox. */
void hub_go_on(struct hub_client *client);
void hub_give_up(struct hub_client *client, const char *code, enum fault_id why);

/* Takes a price from the address and the person; false when they have asked for too much. */
bool hub_pay(struct hub_client *client, enum request_cost cost);

/* Only from the address, before it is known who asks; and only from the person, when it is. */
bool hub_pays(struct hub *hub, const char *address, enum request_cost cost);
bool hub_person_pays(struct hub_client *client, enum request_cost cost);

/* Whether somebody may ask a table for anything; if not, they have been told. */
bool hub_may_ask(struct hub_client *client, const struct message *message);

/* ---- Answers --------------------------------------------------------------------------------- */

/* An error with a code of docs/protocol.md, and the fault that it is. */
void hub_send_error(struct hub_client *client, const struct message *message, const char *code,
                    const struct fault *fault);

/* The same for a fault without arguments. */
void hub_refuse(struct hub_client *client, const struct message *message, const char *code,
                enum fault_id why);
void hub_send_done(struct hub_client *client, const struct message *message, uint32_t number,
                   bool again);

/* The HTTP status of an error's code. */
int hub_error_status(const char *code);

/* ---- Rooms ----------------------------------------------------------------------------------- */

/* Only in memory; NULL when it is not. */
struct live_table *hub_find_table(const struct hub *hub, const char *id);

/* The rooms in memory, in no particular order: the first one for NULL, and NULL after the last. */
struct live_table *hub_next_table(const struct hub *hub, const struct live_table *table);

/*
 * The room of that id when it is ready.  NULL otherwise: then the link waits, and is resumed when
 * it is, or has been told that there is none.  `message` is what the refusal answers, or NULL.
 */
struct live_table *hub_ready_table(struct hub_client *client, const char *id,
                                   const struct message *message);

/* The same, and all that was written before they asked is in it. */
struct live_table *hub_current_table(struct hub_client *client, const char *id,
                                     const struct message *message);

/* Whether an address may open so many more tables now; they count then. */
bool hub_may_open(struct hub_client *client, const struct match_settings *settings,
                  unsigned tables);

/* Opens a table for whoever is at the link, who is answered when it is kept. */
void hub_open_table(struct hub_client *client, const struct match_settings *settings);

/* The same for several that deal the same cards: all of them are kept, or none is. */
void hub_open_duplicates(struct hub_client *client, const struct match_settings *settings,
                         unsigned tables);

void hub_follow(struct hub_client *client, struct live_table *table, const struct message *message);
void hub_unfollow(struct hub_client *client);
void hub_ask(struct hub_client *client, struct live_table *table, const struct message *message);

/* A person has another name, everywhere. */
void hub_rename_person(struct hub *hub, const char *person, const char *name);

/* A person is nobody any more; `table` are the tables where the store knew them. */
void hub_delete_person(struct hub *hub, const char *person, char (*table)[TABLE_ID_SIZE],
                       unsigned tables);

/*
 * Something about a person was to be written, and nobody knows whether it was: their WebSockets
 * come back, and rooms are read again, so that everybody knows what the store knows.
 */
void hub_reload_person(struct hub *hub, const char *person);

/* ---- Other servers --------------------------------------------------------------------------- */

/* What a server told, this one too; and that something may have been missed. */
void hub_take_messages(struct hub *hub, int64_t from, const char *lines);
void hub_messages_missed(struct hub *hub);

/* How many of STORE_SHARDS it minds. */
unsigned hub_shards(const struct hub *hub);

/* Whether it may answer for tables: it is alone, or its beats are answered in time. */
bool hub_may_answer(const struct hub *hub);

/* Whether the database has not answered for so long that nobody is kept waiting for it. */
bool hub_is_cut_off(const struct hub *hub);

/* ---- Small things ---------------------------------------------------------------------------- */

/* Whether the store answers, for reading and for writing. */
bool hub_is_healthy(const struct hub *hub);

/* That something went wrong; and what is good to know. */
__attribute__((format(printf, 2, 3))) void hub_log(struct hub *hub, const char *format, ...);
__attribute__((format(printf, 2, 3))) void hub_log_info(struct hub *hub, const char *format, ...);
__attribute__((format(printf, 2, 3))) void hub_log_detail(struct hub *hub, const char *format, ...);

/*
 * A job did not return STORE_OK: logs why, but not a thousand times a second.  Where an allocation
 * failed it is not the store that failed, and the server stays healthy.
 */
void hub_job_failed(struct hub *hub, struct worker_pool *pool, const struct job *job);

/* The same for what never became a job.  `reason` is a sentence, and `what` as in
 * job_allocation_failed(). */
void hub_store_failed(struct hub *hub, const char *reason);
void hub_allocation_failed(struct hub *hub, const char *what);

#endif
