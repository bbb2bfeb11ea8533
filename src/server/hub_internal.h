/*
 * What the files of the hub share.
 */
#ifndef RAILHEAD_SERVER_HUB_INTERNAL_H
#define RAILHEAD_SERVER_HUB_INTERNAL_H

#include "server/hub.h"

/* Why nothing is asked of a store while hub_is_cut_off(). */
#define HUB_CUT_OFF "the database does not answer in time"

/* That a session was seen is written only once in so many minutes. */
enum { SEEN_COST = 60 };

/* Of a table's id: by it rooms are found, and tables fall into shards, at all servers alike. */
static inline uint32_t hub_table_hash(const char *id)
{
    uint32_t hash = 2166136261u;
    for (const char *c = id; *c; c++)
        hash = (hash ^ (uint8_t)*c) * 16777619u;
    return hash;
}

/*
 * The room in memory, made and read where it is not; NULL when there can be none.  `asker` is the
 * link that wants it, in whose turn it is read, or NULL for the server itself.
 */
struct live_table *hub_open_or_load(struct hub *hub, const char *id,
                                    const struct hub_client *asker);

/* A room for a new id; NULL when there is no memory. */
struct live_table *hub_add_table(struct hub *hub, const char *id);

/* One for a table that is to be opened, with an id and a seed of its own; the link's address pays.
 */
struct live_table *hub_new_table(struct hub_client *client, const struct match_settings *settings,
                                 uint8_t seed[SEED_SIZE]);

/* Takes the room out of memory; whoever waits for it is told why. */
void hub_drop_table(struct hub *hub, struct live_table *table, const char *code, enum fault_id why);

/*
 * Where a room writes its letters, to be passed to each function of a room that writes any.  All
 * rooms share the memory, but no letter can go to the followers of another room: what the last room
 * has left is delivered first.
 */
struct outgoing *hub_outgoing(struct hub *hub, const struct live_table *table);

/*
 * After each call of a room: its letters are delivered, its change goes to the writer, bots are
 * asked, and whoever waits goes on when hub_run() comes.
 */
void hub_flush_table(struct hub *hub, struct live_table *table);

/* The answer to whoever asked for what could not be written. */
void hub_not_kept(struct hub_client *client, const struct message *message);

/* The same because an allocation failed, for `what`; see hub_allocation_failed(). */
void hub_cannot_keep(struct hub_client *client, const struct message *message, const char *what);

/* A change is back from disk: its events reach the followers of its room, which may be NULL. */
struct live_table *hub_table_written(struct hub *hub, const struct table_write *write, bool kept);

/* A change was not written since whoever asked had been deleted: they are told, and their links
 * end. */
void hub_end_deleted(struct hub *hub, const struct table_write *write);

/* Asks the store whether all tables of a room's party are over. */
void hub_check_duplicates(struct hub *hub, struct live_table *table);

/*
 * Whether somebody may sit down at a table: nobody sits at two of a party.  If not, they have been
 * told, or wait for a table that is to be looked at.
 */
bool hub_may_sit(struct hub_client *client, const struct live_table *table,
                 const struct message *message);

/* The same people want to play again: opens their table, and says so at this one. */
void hub_rematch(struct hub_client *client, struct live_table *table,
                 const struct message *message);

/* Asks a bot for its turn in a room that wants one. */
void hub_ask_bot(struct hub *hub, struct live_table *table);

/* Reads it from the store, in the turn of `asker` or NULL; or only what other servers have added.
 */
void hub_load(struct hub *hub, struct live_table *table, const struct hub_client *asker);
void hub_catch_up(struct hub *hub, struct live_table *table);

/*
 * The room, which is ready, takes the events that come next, up to `room->told`, as
 * hub_cluster_messages.c has them.  False: they are not these, or not to be taken.
 */
bool hub_take_events(struct hub *hub, struct live_table *table, int64_t at, const char *events,
                     size_t length);

/*
 * Another server was quicker: the room is read again, and whoever asked is judged by what there is
 * then.  `asked` is their message, where they have one.
 */
void hub_lost_race(struct hub *hub, struct live_table *table, const struct asker *asker,
                   struct shared_bytes *asked);

/*
 * Where other servers may have written something, nobody is refused, or shown a table, by what was
 * in memory when they asked: true when the link waits until the table has been looked at.
 */
bool hub_must_reload(struct hub_client *client, struct live_table *table,
                     const struct message *message);

/* A link has gone that waited for the room: where nobody else does, it need not be read. */
void hub_stop_loading(struct hub *hub, struct live_table *table);

/*
 * Readers have two lanes.  What the server needs itself goes before what strangers ask for, and is
 * fair to `key`, such as HUB_TABLES, and then to `subkey`, such as a table.
 */
#define HUB_PROBE  "pulse"
#define HUB_TABLES "tables"
void hub_read(struct hub *hub, struct job *job, const char *key, const char *subkey);

/* Asks the store in the turn of the link's address. */
void hub_read_in_turn(const struct hub_client *client, struct job *job);

/* The tables that run, and that this server minds, are read. */
bool hub_read_running(struct hub *hub);

/* ---- Other servers --------------------------------------------------------------------------- */

/* Takes the stores; false when there is no memory, or no thread. */
bool hub_cluster_start(struct hub *hub, struct hub_stores *stores);
void hub_cluster_tick(struct hub *hub, int64_t now);
void hub_cluster_leave(struct hub *hub); /* when all is written */
void hub_cluster_end(struct hub *hub);
void hub_cluster_collect(struct hub *hub);

static inline bool hub_is_alone(const struct hub *hub)
{
    return !hub->cluster.pool;
}

/* Whether this server asks the bots of that table and sees to its clocks. */
bool hub_owns(const struct hub *hub, const char *table);

/* Something may have been missed: all tables are read again, and whoever is there looked up. */
void hub_reload_all(struct hub *hub);

/* Who follows a table here is told to the other servers, and its list is read again. */
void hub_cluster_messages_tick(struct hub *hub, int64_t now);

/* A new room: who follows it at other servers?  And one that goes: nobody does here. */
void hub_ask_followers(struct hub *hub, const struct live_table *table);
void hub_announce_no_followers(struct hub *hub, const struct live_table *table);

/* Whoever was at that server is at no table any more. */
void hub_forget_remote_followers(struct hub *hub, int64_t server);

/*
 * Who of that session (its hash) or person is being looked up is looked up once more: what was read
 * may not be so any more.
 */
void hub_look_up_again(struct hub *hub, const char *session_or_person);

/* Whether that was so since there were so many changes, as far as is remembered. */
bool hub_has_changed_since(const struct hub *hub, uint64_t changes, const char *session_or_person);

/* Whether that was so not long ago: what others say of them may be older. */
bool hub_has_changed(const struct hub *hub, const char *session_or_person);

/* All WebSockets are looked up: whose session is over goes, and who has another name has it. */
void hub_look_up_all_again(struct hub *hub);

/* Who is at a link, for a room. */
struct asker hub_client_asker(const struct hub_client *client, const struct message *message);

#endif
