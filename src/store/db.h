/*
 * What the store asks of a database: prepared statements, values in, rows out, groups.
 *
 * SQLite and PostgreSQL are two kinds of it, sqlite.c and postgres.c.  They know SQL and nothing of
 * people and games; the statements are in store_*.c, once, in the words that both understand.
 */
#ifndef RAILHEAD_STORE_DB_H
#define RAILHEAD_STORE_DB_H

#include <stdbool.h>
#include <stdint.h>

#include "store/store.h"

/* Ours, in the header of an SQLite file and as a lock in PostgreSQL: the letters "Rail". */
#define DB_APPLICATION_ID "1382115692"

enum { DB_VALUES_MAX = 10, DB_COLUMNS_MAX = 10 };

/* A text where there is one, otherwise a number.  Nothing in the tables is NULL. */
struct db_value {
    const char *text;
    int64_t number;
};

/* Where a connection keeps a statement once it is prepared: one place for each statement. */
enum db_slot {
    DB_SCHEMA,
    DB_VERSION,
    DB_VERSION_ADD,
    DB_LEAST,
    DB_FACT_ADD,
    DB_FACT,
    DB_PERSON_ADD,
    DB_PERSON_BY_ID,
    DB_PERSON_EVER,
    DB_PERSON_BY_LOGIN,
    DB_PERSON_BY_SESSION,
    DB_PERSON_LOCK,
    DB_PERSON_RENAME,
    DB_PERSON_GONE,
    DB_ACCOUNT_PASSWORD,
    DB_ACCOUNT_ADD,
    DB_ACCOUNT_REMOVE_OTHERS,
    DB_SESSION_ADD,
    DB_SESSION_SEEN,
    DB_SESSIONS_OF,
    DB_SESSION_REMOVE,
    DB_SESSION_REMOVE_OF,
    DB_SESSIONS_REMOVE_OTHERS,
    DB_LEAVE_ACCOUNTS,
    DB_LEAVE_SESSIONS,
    DB_LEAVE_UPLOADS,
    DB_LEAVE_SEATS,
    DB_LEAVE_EVENTS,
    DB_GAME_ADD,
    DB_GAME_UPDATE,
    DB_GAME_BY_ID,
    DB_GAMES_LISTED,
    DB_GAMES_OF,
    DB_GAMES_WITH,
    DB_GAMES_OF_PARTY,
    DB_GAMES_RUNNING,
    DB_SEAT_SET,
    DB_PARTY_LOCK,
    DB_PARTY_SEAT,
    DB_EVENT_ADD,
    DB_EVENTS,
    DB_EVENTS_BEFORE,
    DB_UPLOAD_ADD,
    DB_UPLOAD_BY_ID,
    DB_UPLOADS_BYTES,
    DB_PING,
    DB_CLAIM,
    DB_CLAIM_HOLDER,
    DB_MEMBER_JOIN,
    DB_MEMBER_HEARTBEAT,
    DB_CLUSTER_HEARTBEAT,
    DB_CLUSTER_TIMES,
    DB_TIME,
    DB_MEMBERS,
    DB_MEMBER_EXPIRE,
    DB_MEMBER_CUT,
    DB_MEMBER_LEAVE,
    DB_SHARDS_TAKE,
    DB_SHARD_FREE,
    DB_SHARDS_FREE,
    DB_SHARDS_OF,
    DB_CLUSTER_COUNT,
    DB_NOTIFY,
    DB_WRITE_AS,
    DB_SLOTS,
};

/*
 * A statement whose parameters are $1, $2 ...: SQLite numbers them by where they stand first, so
 * each must first appear after the one before it.
 */
struct db_query {
    enum db_slot slot;
    unsigned values;
    const char *sql;
};

/* Gets the columns of a row; they live until it returns. */
typedef void db_row(void *context, const struct db_value *columns);

struct db {
    const struct db_kind *kind;
    char reason[STORE_REASON_SIZE]; /* why the last call answered false */
    bool may_repeat;      /* it undid the group for the sake of another, and nothing else */
    enum db_slot in_vain; /* what had to find or change a row and did not; DB_SLOTS: nothing */
};

enum db_dialect { DB_SQLITE, DB_POSTGRES, DB_DIALECTS };

/* Functions answer false when the outside world failed, with a sentence in db->reason. */
struct db_kind {
    enum db_dialect dialect; /* for what they spell differently, which is in store_schema.c only */

    /* NULL with a sentence in `reason`.  `kind` is the one that is asked, for those around others.
     */
    struct db *(*open)(const struct db_kind *kind, const char *url, char reason[STORE_REASON_SIZE]);
    void (*close)(struct db *db);

    /*
     * Outside a group: makes sure of the connection, and that no group is left open in it.  `anew`
     * is set when there is a new one.
     */
    bool (*revive)(struct db *db, bool *again);

    bool (*begin)(struct db *db);
    bool (*commit)(struct db *db);
    void (*rollback)(struct db *db);

    /* `rows` is how many rows were found, or changed. */
    bool (*run)(struct db *db, const struct db_query *query, const struct db_value *values,
                db_row *row, void *context, int64_t *rows);

    /* Inside a group: one statement `count` times; `changed[i]` is whether it changed a row. */
    bool (*run_many)(struct db *db, const struct db_query *query, const struct db_value *values,
                     unsigned count, bool *changed);

    /*
     * Inside a group: a statement whose failure the next call may tell, at the latest the commit;
     * one that `must` find or change a row fails when it does not (in_vain).  NULL where it would
     * be no quicker.
     */
    bool (*later)(struct db *db, const struct db_query *query, const struct db_value *values,
                  bool must);

    /* Statements without values or rows, that are not worth preparing. */
    bool (*script)(struct db *db, const char *sql);
};

extern const struct db_kind sqlite_kind;
extern const struct db_kind postgres_kind;

/*
 * Nobody waits longer: a call is over after DB_CALL_MS, a migration, which may change every row,
 * after DB_MIGRATION_MS; the lock of another is waited for DB_LOCK_MS, and who
 * leaves a group open loses their connection after DB_IDLE_MS.
 *
 * The servers of one database wait less.  Who has not heard from it for DB_READING_MS answers for
 * nobody, so that reading longer is of no use; a writer may have to wait for the lock of a server
 * that is buried a moment later; and where everybody waits for one, calls are over after
 * DB_BRIEF_MS, and a group that is left open after half of that.
 */
enum {
    DB_CALL_MS = 10000,
    DB_WRITING_MS = 6000,
    DB_READING_MS = 3000,
    DB_BRIEF_MS = 2000,
    DB_MIGRATION_MS = 600000,
    DB_LOCK_MS = 5000,
    DB_IDLE_MS = 60000
};

void postgres_limit(struct db *db, int64_t call_ms, int64_t lock_ms, int64_t idle_ms);

/* For tests: calls are over after this time. */
void postgres_hurry(struct db *db, int64_t call_ms);
void sqlite_hurry(struct db *db, int64_t call_ms);

/* As store_open(), on a database of that kind: for tests that put one of their own around ours. */
struct store *store_open_as(const struct db_kind *kind, const char *url,
                            char reason[STORE_REASON_SIZE]);

/*
 * Brings the tables up to date, or only looks whether they are; false when it cannot, or when a
 * newer program has changed them.
 */
bool schema_migrate(struct db *db);
bool schema_is_ours(struct db *db);

#endif
