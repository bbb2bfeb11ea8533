/*
 * A room: a table in memory, with whoever follows it and whoever waits for it.
 *
 * Everything that happens at a table goes through one door: it is applied to the match, written as
 * one change to the store, and sent to the followers when that is on disk.  While it is being
 * written the room is busy and whoever wants something of it waits, so there is never more than one
 * change on its way.  When a write fails nobody knows whether it took place: the room is then in
 * doubt and read from the store again before anything else.
 *
 *                 live_table_take_over()            live_table_ask(), live_table_tick(),
 * live_table_bot_turn() LOADING ----------------------> READY
 * ------------------------------------------> BUSY ^                              ^
 * live_table_written(), kept                 | |
 * '-------------------------------------------------|
 *         '----------------------- DOUBTFUL <----------------------------------------------'
 *              the hub reads it anew               live_table_written(), failed
 *
 * A room calls nobody: what is to be sent it writes as letters, what is to be written it leaves in
 * `to_write`, and the hub does both (hub_tables.c).  It knows links by their ids, persons by
 * theirs, and time as an argument.
 *
 *      hub  --owns-->  room  --owns-->  match, history (shares its log with links)
 *                        |  --owns-->  to_write: a change, until the hub takes it to the writer
 *                        '- follower[], waiting[]: ids of links, never pointers
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
    TABLE_BUSY,     /* a change is being written */
    TABLE_DOUBTFUL, /* a write failed; to be read again */
};

/* How much a table bears of what is not the game itself. */
enum {
    TALK_BYTES_MAX = 512 << 10,       /* of all that is said, */
    GUEST_TALK_BYTES_MAX = 256 << 10, /* of it by those who do not sit here */
    COMINGS_MAX = 4000,               /* sitting down, getting up, leaving, coming back */
    GUEST_TALK_BURST = 10,            /* lines of guests at once, and */
    GUEST_TALK_MS = 2000,             /* for how long each counts */
};

struct follower {
    uint64_t client;
    char person[PERSON_SIZE];
};

/* Who follows the table at another server: persons who are known here, and how many others. */
struct remote_followers {
    struct remote_followers *next;
    int64_t server;
    unsigned watching, people;
    char person[][PERSON_SIZE];
};

/* Links that wait for the room to be ready, in order of arrival. */
struct waiting {
    uint64_t *client; /* a ring of `room` places */
    unsigned first, count, capacity;
};

struct live_table {
    struct hash_entry by_id; /* the hub's */
    char id[TABLE_ID_SIZE];
    uint64_t serial; /* no two rooms in memory ever have the same */
    enum live_table_state state;
    bool kept;         /* the store has it */
    bool perhaps_kept; /* opening it failed, and the store may have it */

    /* What each tick looks at lies together. */
    struct follower *follower;
    unsigned followers;
    size_t follower_capacity;
    struct waiting waiting;
    struct table_write *to_write; /* for the hub to take */
    struct live_table *next_ready;
    bool is_ready;       /* the hub's: among those whose waiting links are to be served */
    bool people_changed; /* since everybody was told */
    bool list_changed;   /* what lists show of it */
    bool outdated;       /* to be read again as soon as it is ready */
    bool forgets;        /* somebody is in `forgotten` */
    bool elsewhere;      /* another server asks the bots and sees to the clocks */
    bool bot_ready;      /* it came when the room was busy, and its turn is here */
    uint64_t bot_asked;  /* the bot that thinks, by its number; 0: none */
    int64_t due;         /* when match_tick() is to be called */
    int64_t idle_since;  /* nobody follows; 0: somebody does */
    int64_t rests_until; /* the hub's: nothing is due before, unless something happens; or 0 */
    uint32_t announced;  /* the last event that another server has told of */

    struct match match;
    int64_t opened, changed;
    char name[SEATS_MAX][NAME_SIZE]; /* of the persons who sit */
    char key[KEY_SIZE];              /* of the invitation */
    char payer[FAIR_KEY_SIZE];       /* on whose account its bots think: an address, or the host */
    struct table_history history;    /* its log holds what is on disk */
    struct duplicate_tables party;   /* which it belongs to, if any */
    int64_t check_party_at;          /* when the store is to be asked whether that is over */

    /* The turn of a bot that is ready, and for which state of the table. */
    uint32_t bot_changed;
    struct turn bot_turn;

    /* Where a database has several servers. */
    char announced_by[REQUEST_ID_SIZE];        /* for what request `told` was; "" for none */
    struct remote_followers *remote_followers; /* who is there */
    bool followers_announced;                  /* they were told of somebody here, */
    bool here_changed;                         /* and who that is has changed since */

    struct presence presence;
    int64_t retry_at;            /* in doubt: when the store is asked again */
    unsigned failures;           /* in a row */
    int64_t guests_talk_until;   /* the time up to which guests have used their lines */
    struct shared_bytes *people; /* as everybody was told last, and when; or NULL */
    int64_t people_sent;
    char forgotten[SEATS_MAX][PERSON_SIZE]; /* who has deleted themselves, and is to leave */

    /* The hub's. */
    struct job *loading; /* waits or runs for strangers who want to see the table; or NULL */
    struct lobby_entry listing;
    uint64_t counted_bytes; /* of its history, in the hub's sum */
};

/* A room that is about to be read from the store.  NULL when there is no memory. */
struct live_table *live_table_new(const char *id, uint64_t serial, int64_t now);
void live_table_free(struct live_table *table);

/*
 * A new table, its host's first event in `to_write`.  `asker` is the host; `room->party` is set.
 * `kept` says for whom seats are kept, whose names are set, or is NULL.  False when there is no
 * memory.
 */
bool live_table_open(struct live_table *table, const struct match_settings *settings,
                     const uint8_t seed[SEED_SIZE], char (*kept)[PERSON_SIZE],
                     const struct asker *asker, int64_t now);

/*
 * The room takes over what was read; followers are sent what they have not seen.  Clocks that ran
 * when nobody minded them, until `resumed`, begin anew then.
 */
void live_table_take_over(struct live_table *table, struct stored_game *game, int64_t resumed,
                          int64_t now, struct outgoing *outgoing);

/* An event that another server has written, with the name of whoever it is about, or "". */
struct arrival {
    struct event event;
    struct shared_bytes *shared;
    char name[NAME_SIZE];
};

/*
 * What has happened after the events that the room has, which waits for it as if it were being
 * read.  False when one of them cannot follow, or there is no memory: then it is to be read anew.
 */
bool live_table_catch_up(struct live_table *table, const struct arrival *arrivals, unsigned count,
                         int64_t now, struct outgoing *outgoing);

/* It could not be read, or a change could not be written: to be read later. */
void live_table_reload(struct live_table *table, int64_t now);

/* ---- Followers ------------------------------------------------------------------------------- */

/*
 * Hands the link its table and all events after those it has seen; it follows from now on.  The
 * room is ready.  False when there is no memory.
 */
bool live_table_follow(struct live_table *table, const struct asker *asker, uint32_t after,
                       int64_t now, struct outgoing *outgoing);
void live_table_unfollow(struct live_table *table, uint64_t client, int64_t now,
                         struct outgoing *outgoing);

/* A person has another name, or none any more. */
void live_table_rename(struct live_table *table, const char *person, const char *name, int64_t now,
                       struct outgoing *outgoing);

/* The message `hand` for whoever sits there while a round is dealt; NULL with the refusal. */
struct shared_bytes *live_table_hand(const struct live_table *table, const char *person,
                                     struct answer *answer);

/* TABLE, for everybody or (with its key) for the host. */
struct shared_bytes *live_table_table(const struct live_table *table, const char *person);

/* TABLE as lists of public tables have it: without whose turn it is, for which none is sent again.
 */
struct shared_bytes *live_table_listing(const struct live_table *table);

/*
 * Who follows at another server now; nobody, when `watching` and `people` are 0.  False without
 * memory for them: they are not here until they are told of again.
 */
bool live_table_set_remote_followers(struct live_table *table, int64_t server, unsigned watching,
                                     char (*person)[PERSON_SIZE], unsigned people, int64_t now,
                                     struct outgoing *outgoing);

/* Who follows here, for the other servers: "here ID WATCHING PERSON ...". */
enum { HERE_TEXT_SIZE = 64 + (SEATS_MAX + AUTHORS_MAX) * PERSON_SIZE };
void live_table_write_followers(const struct live_table *table, struct text *text);

/* Waiting for the room to be ready; false when there is no memory. */
bool live_table_wait(struct live_table *table, uint64_t client);
bool live_table_next_waiting(struct live_table *table, uint64_t *client);
void live_table_stop_waiting(struct live_table *table, uint64_t client);

/* ---- What happens ---------------------------------------------------------------------------- */

enum live_table_outcome {
    TABLE_CHANGED,  /* it is in `to_write`; the answer comes when that is on disk */
    TABLE_REPEATED, /* it had happened before: `answer->number` */
    TABLE_REFUSED,  /* `answer` says why */
    TABLE_FAILED,   /* there was no memory */
};

/* A message that asks for something to happen; the room is ready. */
enum live_table_outcome live_table_ask(struct live_table *table, const struct asker *asker,
                                       const struct message *message, int64_t now,
                                       struct answer *answer);

/*
 * Somebody wants to play again with the same people, at the table of that id, which is to be opened
 * with this change or not at all.  live_table_may_rematch() answers the same, without a change.
 */
enum live_table_outcome live_table_may_rematch(const struct live_table *table,
                                               const struct asker *asker, int64_t now,
                                               struct answer *answer);
enum live_table_outcome live_table_rematch(struct live_table *live, const struct asker *asker,
                                           const char *table, int64_t now, struct answer *answer);

/*
 * Somebody has deleted everything about themselves: a bot plays on for them, and what they wrote is
 * read from the store again.
 */
void live_table_delete_person(struct live_table *table, const char *person);

/* The room is ready: the first of those who have deleted themselves leaves, if there are any. */
void live_table_release_seat(struct live_table *table, int64_t now);

/* The change that was taken from `to_write` is on disk, or is not; it stays the caller's. */
void live_table_written(struct live_table *table, const struct table_write *write, bool kept,
                        int64_t now, struct outgoing *outgoing);

/* Time passes: clocks, pauses, people who came and went. */
void live_table_tick(struct live_table *table, int64_t now, struct outgoing *outgoing);

/* When to tick next, if nothing happens until then. */
int64_t live_table_next_tick(const struct live_table *table, int64_t now);

/* Whether a bot is to be asked, and has not been.  The room is ready. */
bool live_table_wants_bot(const struct live_table *table);

/* A bot has chosen; `changed` is the match's number for which it was asked. */
void live_table_bot_turn(struct live_table *table, uint32_t changed, const struct turn *turn,
                         int64_t now);

/* Whether the store is to be asked if the other tables of the party are over too. */
bool live_table_must_check_party(const struct live_table *table, int64_t now);

/* They are: the cards that are still hidden here are shown, a few rounds at once. */
bool live_table_can_reveal(const struct live_table *table);
void live_table_reveal(struct live_table *table, int64_t now);

/* Whether turns have been taken back here, which not every client knows. */
static inline bool live_table_has_undone(const struct live_table *table)
{
    return table->match.state.taken_back > 0;
}

/* Whether a room that cannot be read is read again later: the store has its table, or may have. */
static inline bool live_table_is_read_again(const struct live_table *table)
{
    return table->kept || table->perhaps_kept;
}

/* Whether nobody would miss it in memory. */
bool live_table_is_idle(const struct live_table *table, int64_t now, bool memory_is_short);

#endif
