/*
 * The hub: all tables and all connections of a server, and the crews that work for them.
 *
 * Everything here runs on the event loop's thread and never waits.  The network calls in with
 * links, bytes and requests; the crews bring results through hub_collect(); hub_tick() is called
 * about ten times a second.
 */
#ifndef RAILHEAD_SERVER_HUB_H
#define RAILHEAD_SERVER_HUB_H

#include "server/crew.h"
#include "server/limits.h"
#include "server/link.h"
#include "server/message.h"
#include "server/metrics.h"
#include "server/room.h"

enum { SERVER_SECRET_SIZE = 32, LOG_LINE_SIZE = 512 };

struct hub_options {
    unsigned connections_per_address;
    unsigned messages_per_second; /* of an address */
    unsigned bot_threads;
    int64_t bot_ms;            /* no bot thinks longer about a turn */
    const char *secret;        /* 64 hexadecimal digits in place of the one in the store, or NULL */
    const char *version;       /* of the program */
    struct store_claim *claim; /* on the database, or NULL */
    void (*log)(void *context, const char *line); /* one line, without secrets and cards */
    void *log_context;
    void (*wake)(void *context); /* from any thread: hub_collect() has something to do */
    void *wake_context;
};

struct hub {
    struct hub_options options;
    uint8_t secret[SERVER_SECRET_SIZE];
    struct crew *writer, *readers, *workers;

    struct room **bucket; /* rooms by id */
    unsigned buckets, rooms;
    struct link *links;

    bool lobby_changed;
    int64_t lobby_sent;

    struct limits addresses, persons, chats, openings; /* how much each may ask for */
    struct metrics metrics;
    int64_t failure_logged;
    bool stopping;
};

/*
 * Starts the crews on a database and asks for every table that runs.  False with a sentence in
 * `reason`.
 */
bool hub_start(struct hub *hub, const struct hub_options *options, const char *database,
               char reason[STORE_REASON_SIZE]);

/* Writes what is to be written, tells everybody, ends every link. */
void hub_stop(struct hub *hub);
void hub_release(struct hub *hub);

void hub_collect(struct hub *hub);
void hub_tick(struct hub *hub);

/* ---- Links ----------------------------------------------------------------------------------- */

/*
 * A new connection; its address, `once` and callbacks are set.  `secret` is what the other end
 * says it is, or "".  False when the address has too many: then the link is not the hub's.
 */
bool hub_link_open(struct hub *hub, struct link *link, const char *secret);
void hub_link_close(struct link *link);

/* A whole message of a WebSocket. */
void hub_receive(struct link *link, const char *bytes, size_t length);
void hub_receive_too_long(struct link *link); /* one that was not kept for its size */

/* Says goodbye and ends the link. */
void hub_link_end(struct link *link, const char *sentence);

/* The link's message waits for the room; `bytes` are handled again when it is ready. */
void hub_wait(struct link *link, struct room *room, const char *bytes, size_t length);

/* The table that a WebSocket waited for is ready, or never will be: goes on with its inbox. */
void hub_go_on(struct link *link);
void hub_give_up(struct link *link, const char *code, const char *sentence);

/* Whether this address or person sends too much; counts one message. */
bool hub_is_too_fast(struct link *link);

/* Whether somebody may ask a table for anything; if not, they have been told. */
bool hub_may_ask(struct link *link, const struct message *message);

/* ---- Answers --------------------------------------------------------------------------------- */

void hub_send_error(struct link *link, const struct message *message, const char *code,
                    const char *rule, const char *sentence);
void hub_send_done(struct link *link, const struct message *message, uint32_t number, bool again);

/* The HTTP status of an error's code. */
int error_status(const char *code);

/* ---- Rooms ----------------------------------------------------------------------------------- */

/* The room of that id, in memory or about to be; NULL when there can be none. */
struct room *hub_room(struct hub *hub, const char *id);
struct room *hub_find_room(const struct hub *hub, const char *id); /* only in memory */
void hub_add_room(struct hub *hub, struct room *room);
void hub_drop_room(struct hub *hub, struct room *room);

/* The list of public tables has changed. */
void hub_lobby_changed(struct hub *hub);

/* The message; `re` is the id of whoever asked, or NULL. */
struct packet *hub_lobby(struct hub *hub, const int64_t *re);
json_t *hub_public_tables(const struct hub *hub); /* a new reference */

/* ---- Small things ---------------------------------------------------------------------------- */

int64_t now_ms(void);                          /* since 1970 */
int64_t tick_ms(void);                         /* of a clock that does not go back */
void random_id(char *id, unsigned characters); /* letters and digits, and a NUL */

__attribute__((format(printf, 2, 3))) void hub_log(struct hub *hub, const char *format, ...);

/* The store has failed: logged, but not a thousand times a second. */
void hub_store_failed(struct hub *hub, struct crew *crew);

#endif
