/*
 * A change: the events that one request, clock or bot makes at a table, on their way to disk.
 *
 * It holds all that the store and the followers are to be told, and knows its room and whoever
 * asked by their ids alone: when it comes back from disk, both are looked for, and may have gone.
 * Who owns it: the room that makes it, the writer's crew while it is being written, and whoever
 * gets it back, who frees it.
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
    char author[PERSON_SIZE];             /* of what goes with its author */
    char person[PERSON_SIZE];             /* whom it names; "" for nobody */
    struct shared_bytes *hand[SEATS_MAX]; /* for the persons of a round that is dealt */
    char holder[SEATS_MAX][PERSON_SIZE];
};

/* Who asked for something, and how the answer names it. */
struct asker {
    uint64_t client; /* 0 for nobody */
    struct identity identity;
    char request[REQUEST_ID_SIZE]; /* for logs; "" where nobody asked */
    bool has_id;
    int64_t id;
};

struct table_write {
    struct job job;
    void *owner; /* of whoever gets it back from the crew */
    char table[TABLE_ID_SIZE];
    uint64_t serial; /* of the room in memory */
    struct asker asker;
    struct shared_bytes *asked; /* the message, where it is to be judged again; or NULL */
    int64_t now;

    uint32_t first; /* the number of the first event */
    unsigned count, turns;
    bool starts, finishes, ends, names_author;
    bool failed;        /* there was no memory for all of it */
    bool asker_deleted; /* not written: whoever asked had been deleted; its result is STORE_TAKEN */
    struct table_write_event event[TABLE_WRITE_EVENTS_MAX];

    /* What else is to be written. */
    bool adds_table, updates_table, listed;
    bool updates_listing; /* for those who look at the list of public tables */
    enum store_state state;
    int64_t opened;
    char *settings, *summary;
    char seed[2 * SEED_SIZE + 1];
    char party[TABLE_ID_SIZE]; /* "" for most */
    char sits[PERSON_SIZE];    /* who sits down; "" for nobody */
    char host[PERSON_SIZE];
    bool seat_changed[SEATS_MAX];
    char seat_person[SEATS_MAX][PERSON_SIZE];
};

/* Whether the row of a table is written with such an event. */
bool table_write_updates_row(enum event_kind kind);

/* NULL when there is no memory. */
struct table_write *table_write_new(const char *table, uint64_t serial, uint32_t first,
                                    int64_t now);
void table_write_free(struct table_write *write);

/* Adds what has happened; `after` has the event applied.  `ended`: see event_details_of(). */
void table_write_add(struct table_write *write, const struct match *after,
                     const struct event *event, const struct position *ended);

/* What the store keeps besides the events, as it is after all of them. */
void table_write_close(struct table_write *write, const struct match *match);

/* The table itself is new and goes to the store with its events. */
void table_write_add_table(struct table_write *write, const struct match *match, int64_t opened);

/* A job's work: writes it.  STORE_TAKEN, and then nothing is written, as table_writes_run() has it.
 */
enum store_result table_write_run(struct job *job, struct store *store);

/* The part of it that may find whoever asked deleted. */
enum store_result table_write_run_person(struct table_write *write, struct store *store);

/*
 * For the writer's crew: the jobs of a group, all changes first and many events in one call, in an
 * order that is the same for all servers of a database.  STORE_TAKEN when a number was not free, or
 * a seat, or when a person has been deleted: the result of that change says so, and the others are
 * to be written without it.  The `first` time it presumes that there is no such change.
 */
enum store_result table_writes_run(struct job *jobs, struct store *store, bool first);

/* The cards of a seat, as its person is sent them. */
struct shared_bytes *table_write_hand(const struct match *match, unsigned seat);

#endif
