/* Shared by the files of the hub. */
#ifndef RAILHEAD_SERVER_HUB_INTERNAL_H
#define RAILHEAD_SERVER_HUB_INTERNAL_H

#include "server/hub.h"

/* The log's reason while hub_is_cut_off(). */
#define HUB_CUT_OFF "the database does not answer in time"

/* The last use of a session is written at most once in this many minutes. */
enum { SEEN_COST = 60 };

/*
 * Hash of a table id: for finding tables, and for their shards, so it must be the same at all
 * servers.
 */
static inline uint32_t hub_table_hash(const char *id)
{
    uint32_t hash = 2166136261u;
    for (const char *c = id; *c; c++)
        hash = (hash ^ (uint8_t)*c) * 16777619u;
    return hash;
}

/*
 * Returns the table, creating it and starting a load if necessary; NULL for an invalid id or if
 * allocation fails. The load is charged to `asker`, or to the server if that is NULL.
 */
struct live_table *hub_open_or_load(struct hub *hub, const char *id,
                                    const struct hub_client *asker);

/* Adds a table with a new id. Returns NULL if allocation fails. */
struct live_table *hub_add_table(struct hub *hub, const char *id);

/*
 * Adds a table to be opened, with a new id and seed, charged to the client's address. NULL as
 * above.
 */
struct live_table *hub_new_table(struct hub_client *client, const struct match_settings *settings,
                                 uint8_t seed[SEED_SIZE]);

/* Drops the table from memory; waiting clients are refused. */
void hub_drop_table(struct hub *hub, struct live_table *table, enum error_code code,
                    enum fault_id why);

/* Returns true for a text that may be a table's id. */
bool hub_is_table_id(const char *id);

/* Returns the table for which a job ran, or NULL if it has been dropped since. */
struct live_table *hub_find_same_table(const struct hub *hub, const char *id, uint64_t serial);

/* Removes the table from those whose waiting clients are served next. */
void hub_take_from_ready(struct hub *hub, struct live_table *table);

/* Refuses all waiting clients. */
void hub_refuse_waiting(struct hub *hub, struct live_table *table, enum error_code code,
                        enum fault_id why);

/* Refuses waiting clients, and drops the table unless it `stays`: then it is loaded again later. */
void hub_table_not_loaded(struct hub *hub, struct live_table *table, bool stays,
                          enum error_code code, enum fault_id why);

/* Delivers what the table has appended to hub_outgoing(). */
void hub_deliver_outgoing(struct hub *hub, const struct live_table *table);

/* Updates the hub's total of histories. */
void hub_count_history(struct hub *hub, struct live_table *table);

/*
 * Returns the list to pass to functions of a table that send messages. All tables share it:
 * messages left by the table before are delivered first, so they can never reach another table's
 * followers.
 */
struct outgoing *hub_outgoing(struct hub *hub, const struct live_table *table);

/*
 * Call after each call of a table: delivers its messages, submits its write, asks bots. Waiting
 * clients continue in hub_run().
 */
void hub_flush_table(struct hub *hub, struct live_table *table);

/* Refuses a message whose change could not be written. */
void hub_not_kept(struct hub_client *client, const struct message *message);

/* The same after an allocation failure; `what` is logged. */
void hub_cannot_keep(struct hub_client *client, const struct message *message, const char *what);

/*
 * A write has completed: delivers its events to the followers and returns the table, which may be
 * NULL.
 */
struct live_table *hub_table_written(struct hub *hub, const struct table_write *write, bool kept);

/* A write was refused since its author had been deleted: informs their clients and ends them. */
void hub_end_deleted(struct hub *hub, const struct table_write *write);

/* Asks the store whether all tables of the party are over. */
void hub_check_duplicates(struct hub *hub, struct live_table *table);

/*
 * Returns true if the client may sit down: nobody sits at two tables of a party. Otherwise it has
 * been refused, or waits for a table to be loaded.
 */
bool hub_may_sit(struct hub_client *client, const struct live_table *table,
                 const struct message *message);

/* Opens a rematch with the same people and announces it at this table. */
void hub_rematch(struct hub_client *client, struct live_table *table,
                 const struct message *message);

/* Starts a bot job if the table wants one. */
void hub_ask_bot(struct hub *hub, struct live_table *table);

/*
 * Loads the table from the store, charged to `asker` unless NULL; or loads only what other servers
 * have added.
 */
void hub_load(struct hub *hub, struct live_table *table, const struct hub_client *asker);
void hub_catch_up(struct hub *hub, struct live_table *table);

/*
 * Applies the events that follow, up to `table->announced`, in the format of
 * hub_cluster_messages.c, to a ready table. Returns false if they do not follow or cannot be
 * applied.
 */
bool hub_take_events(struct hub *hub, struct live_table *table, int64_t at, const char *events,
                     size_t length);

/*
 * Another server wrote first: reloads the table and judges the request again. `asked` is its
 * message, or NULL.
 */
void hub_lost_race(struct hub *hub, struct live_table *table, const struct asker *asker,
                   struct shared_bytes *asked);

/*
 * With several servers nobody is refused, or shown a table, on the basis of stale memory: returns
 * true if the client waits until the table is up to date.
 */
bool hub_must_reload(struct hub_client *client, struct live_table *table,
                     const struct message *message);

/* A client that waited for the table has gone: cancels the load if nobody else waits. */
void hub_stop_loading(struct hub *hub, struct live_table *table);

/*
 * Readers have two lanes. The server's own jobs go before those for clients and are fair to `key`,
 * such as HUB_TABLES, then to `subkey`, such as a table.
 */
#define HUB_PROBE  "pulse"
#define HUB_TABLES "tables"
void hub_read(struct hub *hub, struct job *job, const char *key, const char *subkey);

/* Queues a read in the fair share of the client's address. */
void hub_read_in_turn(const struct hub_client *client, struct job *job);

/* Loads the running tables that this server owns. Returns false if allocation fails. */
bool hub_read_running(struct hub *hub);

/* ---- Other servers --------------------------------------------------------------------------- */

/* Takes ownership of the stores. Returns false if allocation fails or no thread can be started. */
bool hub_cluster_start(struct hub *hub, struct hub_stores *stores);
void hub_cluster_tick(struct hub *hub, int64_t now);
void hub_cluster_leave(struct hub *hub); /* after all writes */
void hub_cluster_end(struct hub *hub);
void hub_cluster_collect(struct hub *hub);

static inline bool hub_is_alone(const struct hub *hub)
{
    return !hub->cluster.pool;
}

/* Returns true if this server asks the table's bots and runs its clocks. */
bool hub_owns(const struct hub *hub, const char *table);

/* Notifications may have been missed: reloads all tables and looks up all clients again. */
void hub_reload_all(struct hub *hub);

/*
 * Announces the followers of tables here to the other servers, and reads the list again if it
 * changed.
 */
void hub_cluster_messages_tick(struct hub *hub, int64_t now);

/*
 * Ask the other servers who follows a new table; announce that nobody follows a dropped one here.
 */
void hub_ask_followers(struct hub *hub, const struct live_table *table);
void hub_announce_no_followers(struct hub *hub, const struct live_table *table);

/* A server has left: forgets its followers at all tables. */
void hub_forget_remote_followers(struct hub *hub, int64_t server);

/* Repeats running lookups of that session (its hash) or person, whose results may be stale. */
void hub_look_up_again(struct hub *hub, const char *session_or_person);

/* Returns true if it changed after the given count of changes, as far as is remembered. */
bool hub_has_changed_since(const struct hub *hub, uint64_t changes, const char *session_or_person);

/* Returns true if it changed recently, so that other sources may be stale. */
bool hub_has_changed(const struct hub *hub, const char *session_or_person);

/* Looks up all WebSockets again: ends those whose session is over and updates names. */
void hub_look_up_all_again(struct hub *hub);

/* Sends the first message of a WebSocket. */
void hub_send_hello(struct hub_client *client);

/* Returns the identity and message id of a client, for a table. */
struct asker hub_client_asker(const struct hub_client *client, const struct message *message);

#endif
