/*
 * A table write: the events that one request, timeout or bot causes at a table, on their way to
 * disk.
 *
 * It holds everything that goes to the store and to the followers, and knows its table and its
 * asker by id only: when it returns from disk both are looked up, and may have gone. It is owned by
 * the table that creates it, then by the writer's pool, then by the callee of done(), who frees it.
 */
#ifndef RAILHEAD_SERVER_TABLES_TABLE_WRITE_H
#define RAILHEAD_SERVER_TABLES_TABLE_WRITE_H

#include "server/people/identity.h"
#include "server/tables/shared_bytes.h"
#include "server/worker_pool.h"

enum { TABLE_WRITE_EVENTS_MAX = 16 };

struct table_write_event {
    struct shared_bytes *shared; /* the message */
    char *body;                  /* for the store */
    int64_t at;
    char author[PERSON_SIZE];             /* person whose deletion erases it */
    char person[PERSON_SIZE];             /* the person it names; "" for none */
    struct shared_bytes *hand[SEATS_MAX]; /* for the players of a dealt round */
    char holder[SEATS_MAX][PERSON_SIZE];
};

/* Who sent a request, and how its answer refers to it. */
struct asker {
    uint64_t client; /* 0 for none */
    struct identity identity;
    char request[REQUEST_ID_SIZE]; /* for logs; "" without a request */
    bool has_id;
    int64_t id;
};

struct table_write {
    struct job job;
    void *owner; /* set by the caller that gets it back from the pool */
    char table[TABLE_ID_SIZE];
    uint64_t serial; /* of the table in memory */
    struct asker asker;
    struct shared_bytes *asked; /* the message, if it may be judged again; or NULL */
    int64_t now;

    uint32_t first; /* number of the first event */
    unsigned count, turns;
    bool starts, finishes, ends, names_author;
    bool failed;        /* an allocation failed */
    bool asker_deleted; /* not written, since the asker had been deleted; the result is STORE_TAKEN
                         */
    struct table_write_event event[TABLE_WRITE_EVENTS_MAX];

    /* What else must be written. */
    bool adds_table, updates_table, listed;
    bool updates_listing; /* the list of public tables changes */
    enum store_state state;
    int64_t opened;
    char *settings, *summary;
    char seed[2 * SEED_SIZE + 1];
    char party[TABLE_ID_SIZE]; /* "" for most */
    char sits[PERSON_SIZE];    /* the person who sits down; "" for none */
    char host[PERSON_SIZE];
    bool seat_changed[SEATS_MAX];
    char seat_person[SEATS_MAX][PERSON_SIZE];
};

/* Returns true if such an event updates the table's row. */
bool table_write_updates_row(enum event_kind kind);

/* Returns NULL if allocation fails. */
struct table_write *table_write_new(const char *table, uint64_t serial, uint32_t first,
                                    int64_t now);
void table_write_free(struct table_write *write);

/* Adds an event; `after` has it applied. `ended`: see event_details_of(). */
void table_write_add(struct table_write *write, const struct match *after,
                     const struct event *event, const struct position *ended);

/* Adds what the store keeps besides the events, after the last of them. */
void table_write_close(struct table_write *write, const struct match *match);

/* Marks the table as new: its row is written with its events. */
void table_write_add_table(struct table_write *write, const struct match *match, int64_t opened);

/* A job's run(). Returns STORE_TAKEN, with nothing written, as table_writes_run() describes. */
enum store_result table_write_run(struct job *job, struct store *store);

/* The part that may find the asker deleted. */
enum store_result table_write_run_person(struct table_write *write, struct store *store);

/*
 * The writer's run_group(): writes all jobs of a group, with the events of all of them in one call,
 * in an order that is the same for all servers of a database. Returns STORE_TAKEN if an event's
 * number or a seat was taken or a person was deleted: the result of that write says so, and the
 * others must be written without it. If `first`, it presumes that there is no such conflict.
 */
enum store_result table_writes_run(struct job *jobs, struct store *store, bool first);

/* Returns a seat's cards as a message for its player. */
struct shared_bytes *table_write_hand(const struct match *match, unsigned seat);

#endif
