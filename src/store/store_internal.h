/*
 * Shared by the files of the store: running statements. A failure becomes STORE_FAILED and rolls
 * back the open group.
 */
#ifndef RAILHEAD_STORE_STORE_INTERNAL_H
#define RAILHEAD_STORE_STORE_INTERNAL_H

#include "store/db.h"

enum store_group {
    GROUP_NONE,
    GROUP_OPEN,
    GROUP_BROKEN, /* rolled back after a failure; calls return STORE_FAILED until it is ended */
};

struct store {
    struct db *db;
    struct store_claim *claim; /* or NULL */
    enum store_group group;
    bool unknown;     /* reconnected: the tables must be verified first */
    bool handing_out; /* inside a `found` callback */
    bool may_repeat;  /* of the group that failed last */
    bool presumes;    /* see store_presume() */
    char reason[STORE_REASON_SIZE];

    int64_t writes_as; /* a server's number; 0: none */
    bool is_named;     /* the connection carries that number */
    char *news;        /* notifications of the group: lines */
    size_t news_length, news_capacity;
    bool news_lost; /* an allocation failed for some of them */
};

/* For differences between SQLite and PostgreSQL, in files that need them. */
typedef const char *dialects[DB_DIALECTS];

/* At the end of a group: verifies the membership of the server and sends its notifications. */
enum store_result store_notify_all(struct store *store);
void store_drop_notifications(struct store *store);

/* An array of values for a call: VALUES(text_value(id), number_value(now)). */
#define VALUES(...) ((const struct db_value[]){__VA_ARGS__})

static inline struct db_value text_value(const char *text)
{
    return (struct db_value){.text = text};
}

static inline struct db_value number_value(int64_t number)
{
    return (struct db_value){.number = number};
}

/* Returns NULL with a sentence for an unknown scheme; anything without "://" is a file. */
const struct db_kind *store_kind_of(const char *url, char reason[STORE_REASON_SIZE]);

/* Why an expired server cannot write. */
#define STORE_IS_EXPIRED "the other servers have taken this one for dead"

/* Returns STORE_NONE if no row was changed. */
enum store_result store_change(struct store *store, const struct db_query *query,
                               const struct db_value *values);

/* The same if no row need be changed. */
enum store_result store_change_if_any(struct store *store, const struct db_query *query,
                                      const struct db_value *values);

/*
 * Inside a group: a SELECT for its side effects. Returns STORE_NONE if it found no row, or the
 * group fails at the end.
 */
enum store_result store_find_later(struct store *store, const struct db_query *query,
                                   const struct db_value *values);

/* Returns STORE_NONE if no row was found. `row` may be NULL. */
enum store_result store_ask(struct store *store, const struct db_query *query,
                            const struct db_value *values, db_row *row, void *context);

/* The same for rows with a single text. */
enum store_result store_ask_text(struct store *store, const struct db_query *query,
                                 const struct db_value *values,
                                 void (*found)(void *context, const char *text), void *context);

/* Inside a group. Returns STORE_TAKEN if some changed no row: see `changed`. */
enum store_result store_change_many(struct store *store, const struct db_query *query,
                                    const struct db_value *values, unsigned count, bool *changed);

/*
 * For functions with several statements: store_join() begins a group if none is open; store_leave()
 * ends a group so begun, with a commit if `result` is STORE_OK.
 */
enum store_result store_join(struct store *store, bool *begun);
enum store_result store_leave(struct store *store, bool begun, enum store_result result);

/* An empty list is not an error. */
static inline enum store_result store_none_is_ok(enum store_result result)
{
    return result == STORE_NONE ? STORE_OK : result;
}

/* For an INSERT that does nothing on a conflict. */
static inline enum store_result store_none_is_taken(enum store_result result)
{
    return result == STORE_NONE ? STORE_TAKEN : result;
}

#endif
