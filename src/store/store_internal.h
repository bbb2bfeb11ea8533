/*
 * What the files of the store share: a store and how a statement is run in it.
 *
 * Here a failure becomes STORE_FAILED and undoes the group that is open.
 */
#ifndef RAILHEAD_STORE_STORE_INTERNAL_H
#define RAILHEAD_STORE_STORE_INTERNAL_H

#include "store/db.h"

enum store_group {
    GROUP_NONE,
    GROUP_OPEN,
    GROUP_BROKEN, /* undone after a failure; all answer STORE_FAILED until it is ended */
};

struct store {
    struct db *db;
    struct store_claim *claim; /* or NULL */
    enum store_group group;
    bool unknown;     /* connected anew: the tables have to be looked at first */
    bool handing_out; /* a `found` function is running */
    bool may_repeat;  /* the group that failed last */
    bool presumes;    /* see store_presume() */
    char reason[STORE_REASON_SIZE];

    int64_t writes_as; /* the number of a server; 0: none */
    bool is_named;     /* the connection says so */
    char *news;        /* that the group is to tell: lines */
    size_t news_length, news_capacity;
    bool news_lost; /* there was no memory for all of it */
};

/* For what SQLite and PostgreSQL spell differently, in a file that needs it. */
typedef const char *dialects[DB_DIALECTS];

/* At the end of a group: that the server is still one, and what it has to tell. */
enum store_result store_notify_all(struct store *store);
void store_drop_notifications(struct store *store);

/* An array of values, to be written in a call: VALUES(text_value(id), number_value(now)). */
#define VALUES(...) ((const struct db_value[]){__VA_ARGS__})

static inline struct db_value text_value(const char *text)
{
    return (struct db_value){.text = text};
}

static inline struct db_value number_value(int64_t number)
{
    return (struct db_value){.number = number};
}

/* NULL with a sentence for an address of neither kind; anything without "://" is a file. */
const struct db_kind *store_kind_of(const char *url, char reason[STORE_REASON_SIZE]);

/* Why nothing is written by a server that is none any more. */
#define STORE_IS_EXPIRED "the other servers have taken this one for dead"

/* STORE_NONE when no row was changed. */
enum store_result store_change(struct store *store, const struct db_query *query,
                               const struct db_value *values);

/* The same where there may be none to change. */
enum store_result store_change_if_any(struct store *store, const struct db_query *query,
                                      const struct db_value *values);

/*
 * Inside a group: a SELECT for what it does.  STORE_NONE when it found no row; or the group fails
 * by the end.
 */
enum store_result store_find_later(struct store *store, const struct db_query *query,
                                   const struct db_value *values);

/* STORE_NONE when no row was found.  `row` may be NULL, to know only whether there is one. */
enum store_result store_ask(struct store *store, const struct db_query *query,
                            const struct db_value *values, db_row *row, void *context);

/* The same for rows that are one text. */
enum store_result store_ask_text(struct store *store, const struct db_query *query,
                                 const struct db_value *values,
                                 void (*found)(void *context, const char *text), void *context);

/* Inside a group.  STORE_TAKEN when some changed no row: `changed` says which. */
enum store_result store_change_many(struct store *store, const struct db_query *query,
                                    const struct db_value *values, unsigned count, bool *changed);

/*
 * For what takes several statements: store_join() begins a group if none is open, and store_leave()
 * ends the one that was begun, with a commit if `result` is STORE_OK.
 */
enum store_result store_join(struct store *store, bool *begun);
enum store_result store_leave(struct store *store, bool begun, enum store_result result);

/* A list that is empty is a list. */
static inline enum store_result store_none_is_ok(enum store_result result)
{
    return result == STORE_NONE ? STORE_OK : result;
}

/* For an INSERT that does nothing where a row is in the way. */
static inline enum store_result store_none_is_taken(enum store_result result)
{
    return result == STORE_NONE ? STORE_TAKEN : result;
}

#endif
