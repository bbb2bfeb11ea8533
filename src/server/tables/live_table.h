/*
 * A table in memory, with its followers and the clients that wait for it.
 *
 * Every change takes the same path: it is applied to the match, written to the store as one
 * table_write, and sent to the followers when that is on disk. While it is being written the table
 * is busy and clients wait, so there is never more than one write under way. If a write fails its
 * outcome is unknown: the table is then doubtful and loaded from the store again before anything
 * else.
 *
 *                 live_table_take_over()          live_table_ask(), _tick(), _bot_turn()
 *      LOADING -----------------------> READY ------------------------------------------> BUSY
 *         ^                              ^          live_table_written(), kept              |
 *         |                              '-------------------------------------------------|
 *         '----------------------- DOUBTFUL <----------------------------------------------'
 *              the hub loads it again               live_table_written(), failed
 *
 * A table calls nobody: it lists messages to send in an `outgoing` and leaves a write in
 * `to_write`, and the hub handles both (hub_tables.c). It knows clients and persons by id, and time
 * is an argument.
 *
 *      hub  --owns-->  table  --owns-->  match, history (shares its log with clients)
 *                        |  --owns-->  to_write: a write, until the hub takes it to the writer
 *                        '- follower[], waiting[]: ids of clients, never pointers
 */
#ifndef RAILHEAD_SERVER_TABLES_LIVE_TABLE_H
#define RAILHEAD_SERVER_TABLES_LIVE_TABLE_H

#include "base/hash_table.h"
#include "protocol/message.h"
#include "server/tables/lobby.h"
#include "server/tables/outgoing.h"
#include "server/tables/stored_game.h"
#include "server/tables/table_history.h"
#include "server/tables/table_write.h"

enum live_table_state {
    TABLE_LOADING,
    TABLE_READY,
    TABLE_BUSY,     /* a write is under way */
    TABLE_DOUBTFUL, /* a write failed; must be loaded again */
};

/* Limits of a table for everything but the game itself. */
enum {
    TALK_BYTES_MAX = 512 << 10,       /* chat messages in total, in bytes */
    GUEST_TALK_BYTES_MAX = 256 << 10, /* of these, by guests, who have no seat */
    COMINGS_MAX = 4000,               /* sitting down, standing up, leaving, returning */
    GUEST_TALK_BURST = 10,            /* messages of all guests at once */
    GUEST_TALK_MS = 2000,             /* and the time after which each may be followed by another */
};

struct follower {
    uint64_t client;
    char person[PERSON_SIZE];
};

/* The followers of the table at another server: persons known here, and the number of others. */
struct remote_followers {
    struct remote_followers *next;
    int64_t server;
    unsigned watching, people;
    char person[][PERSON_SIZE];
};

/* Clients that wait for the table to be ready, in order of arrival. */
struct waiting {
    uint64_t *client; /* ring with `capacity` places */
    unsigned first, count, capacity;
};

struct live_table {
    struct hash_entry by_id; /* the hub's */
    char id[TABLE_ID_SIZE];
    uint64_t serial; /* unique among all tables ever in memory */
    enum live_table_state state;
    bool kept;         /* it is in the store */
    bool perhaps_kept; /* opening it failed, but it may be in the store */

    /* The fields that each tick reads are adjacent. */
    struct follower *follower;
    unsigned followers;
    size_t follower_capacity;
    struct waiting waiting;
    struct table_write *to_write; /* for the hub to take */
    struct live_table *next_ready;
    bool is_ready; /* set by the hub: in its list of tables whose waiting clients are served next */
    bool people_changed; /* since the followers were informed */
    bool list_changed;   /* what lists show of it has changed */
    bool outdated;       /* must be reloaded as soon as it is ready */
    bool forgets;        /* `forgotten` is not empty */
    bool elsewhere;      /* another server asks its bots and runs its clocks */
    bool bot_ready;      /* a bot's turn arrived while the table was busy */
    uint64_t bot_asked;  /* number of the running bot job; 0: none */
    int64_t due;         /* when to call match_tick() */
    int64_t idle_since;  /* since when there are no followers; 0: there are some */
    int64_t rests_until; /* set by the hub: nothing is due before, unless something happens; or 0 */
    uint32_t announced;  /* the last event that another server has announced */

    struct match match;
    int64_t opened, changed;
    char name[SEATS_MAX][NAME_SIZE]; /* of the persons who sit */
    char key[KEY_SIZE];              /* of the invitation */
    char payer[FAIR_KEY_SIZE];       /* charged for its bots: an address, or the host */
    struct table_history history;    /* its log holds what is on disk */
    struct duplicate_tables party;   /* the duplicate tables it belongs to, if any */
    int64_t check_party_at;          /* when to ask the store whether all of them are over */

    /* A bot's turn that is ready, and the state of the match it is for. */
    uint32_t bot_changed;
    struct turn bot_turn;

    /* Used with several servers. */
    char announced_by[REQUEST_ID_SIZE]; /* the request that caused event `announced`; "" for none */
    struct remote_followers *remote_followers; /* followers at other servers */
    bool followers_announced;                  /* followers here have been announced */
    bool here_changed;                         /* and have changed since */

    struct presence presence;
    int64_t retry_at;            /* while doubtful: when to ask the store again */
    unsigned failures;           /* consecutive */
    int64_t guests_talk_until;   /* time up to which the guests' allowance is used up */
    struct shared_bytes *people; /* the last `people` message sent, and when; or NULL */
    int64_t people_sent;
    char forgotten[SEATS_MAX]
                  [PERSON_SIZE]; /* persons who deleted themselves and must leave their seats */

    /* Used by the hub. */
    struct job *loading; /* a load on behalf of clients that want to see the table; or NULL */
    struct lobby_entry listing;
    uint64_t counted_bytes; /* of its history, as included in the hub's total */
};

/* Creates a table that is about to be loaded. Returns NULL if allocation fails. */
struct live_table *live_table_new(const char *id, uint64_t serial, int64_t now);
void live_table_free(struct live_table *table);

/*
 * Opens a new table, with its first event in `to_write`. `asker` is the host; `table->party` is
 * set. `kept` names the persons for whom seats are reserved, or is NULL. Returns false if
 * allocation fails.
 */
bool live_table_open(struct live_table *table, const struct match_settings *settings,
                     const uint8_t seed[SEED_SIZE], char (*kept)[PERSON_SIZE],
                     const struct asker *asker, int64_t now);

/*
 * Takes over a loaded game and sends followers what they have not seen. Clocks that ran before
 * `resumed`, while no server owned the table, restart then.
 */
void live_table_take_over(struct live_table *table, struct stored_game *game, int64_t resumed,
                          int64_t now, struct outgoing *outgoing);

/* An event that another server has written, with the name of the person it is about, or "". */
struct arrival {
    struct event event;
    struct shared_bytes *shared;
    char name[NAME_SIZE];
};

/*
 * Applies events that follow those of a table that waits for them, as if it were being loaded.
 * Returns false if one does not follow or allocation fails: the table must then be loaded again.
 */
bool live_table_catch_up(struct live_table *table, const struct arrival *arrivals, unsigned count,
                         int64_t now, struct outgoing *outgoing);

/* Marks the table as doubtful, after a failed load or write. */
void live_table_reload(struct live_table *table, int64_t now);

/* ---- Followers ------------------------------------------------------------------------------- */

/*
 * Sends the client the table and all events after those it has seen, and adds it as a follower. The
 * table must be ready. Returns false if allocation fails.
 */
bool live_table_follow(struct live_table *table, const struct asker *asker, uint32_t after,
                       int64_t now, struct outgoing *outgoing);
void live_table_unfollow(struct live_table *table, uint64_t client, int64_t now,
                         struct outgoing *outgoing);

/* A person has another name, or "" if they were deleted. */
void live_table_rename(struct live_table *table, const char *person, const char *name, int64_t now,
                       struct outgoing *outgoing);

/* Returns the `hand` message of a person who sits in a dealt round; NULL with the refusal. */
struct shared_bytes *live_table_hand(const struct live_table *table, const char *person,
                                     struct answer *answer);

/* Returns TABLE, for anyone or (with the key) for the host. NULL if allocation fails. */
struct shared_bytes *live_table_table(const struct live_table *table, const char *person);

/*
 * Returns TABLE as in lists of public tables: without whose turn it is, which would change too
 * often.
 */
struct shared_bytes *live_table_listing(const struct live_table *table);

/*
 * Sets the followers at another server; none if `watching` and `people` are 0. Returns false if
 * allocation fails: they then count as absent until announced again.
 */
bool live_table_set_remote_followers(struct live_table *table, int64_t server, unsigned watching,
                                     char (*person)[PERSON_SIZE], unsigned people, int64_t now,
                                     struct outgoing *outgoing);

/* Writes the followers here for other servers: "here ID WATCHING PERSON ...". */
enum { HERE_TEXT_SIZE = 64 + (SEATS_MAX + AUTHORS_MAX) * PERSON_SIZE };
void live_table_write_followers(const struct live_table *table, struct text *text);

/* Queues a client until the table is ready. Returns false if allocation fails. */
bool live_table_wait(struct live_table *table, uint64_t client);
bool live_table_next_waiting(struct live_table *table, uint64_t *client);
void live_table_stop_waiting(struct live_table *table, uint64_t client);

/* ---- Changes --------------------------------------------------------------------------------- */

enum live_table_outcome {
    TABLE_CHANGED,  /* it is in `to_write`; answer when that is on disk */
    TABLE_REPEATED, /* it happened before, as event `answer->number` */
    TABLE_REFUSED,  /* `answer` gives the reason */
    TABLE_FAILED,   /* allocation failed */
};

/* Handles a message that asks for a change. The table must be ready. */
enum live_table_outcome live_table_ask(struct live_table *table, const struct asker *asker,
                                       const struct message *message, int64_t now,
                                       struct answer *answer);

/*
 * Announces a rematch at a table of that id, to be opened in the same group.
 * live_table_may_rematch() returns the same without a change.
 */
enum live_table_outcome live_table_may_rematch(const struct live_table *table,
                                               const struct asker *asker, int64_t now,
                                               struct answer *answer);
enum live_table_outcome live_table_rematch(struct live_table *live, const struct asker *asker,
                                           const char *table, int64_t now, struct answer *answer);

/*
 * A person has been deleted: a bot takes over their seat, and the table is reloaded without their
 * messages.
 */
void live_table_delete_person(struct live_table *table, const char *person);

/* The table is ready: lets the first deleted person leave, if there is one. */
void live_table_release_seat(struct live_table *table, int64_t now);

/*
 * The write taken from `to_write` has completed, successfully or not. The caller keeps owning it.
 */
void live_table_written(struct live_table *table, const struct table_write *write, bool kept,
                        int64_t now, struct outgoing *outgoing);

/* Handles what depends on time: clocks, pauses, arrivals and departures. */
void live_table_tick(struct live_table *table, int64_t now, struct outgoing *outgoing);

/* Returns when to tick next, unless something happens before. */
int64_t live_table_next_tick(const struct live_table *table, int64_t now);

/* Returns true if a bot must be asked and has not been. The table must be ready. */
bool live_table_wants_bot(const struct live_table *table);

/* Plays a bot's turn; `changed` is the state of the match for which it was asked. */
void live_table_bot_turn(struct live_table *table, uint32_t changed, const struct turn *turn,
                         int64_t now);

/* Returns true if the store must be asked whether the other duplicate tables are over too. */
bool live_table_must_check_party(const struct live_table *table, int64_t now);

/* Returns true if they are over: hidden cards are revealed here, a few rounds at a time. */
bool live_table_can_reveal(const struct live_table *table);
void live_table_reveal(struct live_table *table, int64_t now);

/* Returns true if turns have been taken back here, which not all clients understand. */
static inline bool live_table_has_undone(const struct live_table *table)
{
    return table->match.state.taken_back > 0;
}

/*
 * Returns true if a table that cannot be loaded is loaded again later: it is, or may be, in the
 * store.
 */
static inline bool live_table_is_read_again(const struct live_table *table)
{
    return table->kept || table->perhaps_kept;
}

/* Returns true if the table can be dropped from memory. */
bool live_table_is_idle(const struct live_table *table, int64_t now, bool memory_is_short);

#endif
