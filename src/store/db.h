/*
 * What the store needs from a database: prepared statements, values in, rows out, groups.
 * Implemented by sqlite.c and postgres.c, which know SQL but no people and games. The statements
 * are in store_*.c, once, in SQL that both understand.
 */
#ifndef RAILHEAD_STORE_DB_H
#define RAILHEAD_STORE_DB_H

#include <stdbool.h>
#include <stdint.h>

#include "store/store.h"

/* Identifies our databases, in the header of an SQLite file and as a lock in PostgreSQL: "Rail". */
#define DB_APPLICATION_ID "1382115692"

enum { DB_VALUES_MAX = 10, DB_COLUMNS_MAX = 10 };

/* A text if `text` is set, otherwise a number. No column is NULL. */
struct db_value {
    const char *text;
    int64_t number;
};

/* Index of a connection's prepared statement; one for each statement. */
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
 * A statement with parameters $1, $2 ...: each must first appear after the one before it, since
 * SQLite numbers them by first appearance.
 */
struct db_query {
    enum db_slot slot;
    unsigned values;
    const char *sql;
};

/* Receives the columns of a row, which are valid until it returns. */
typedef void db_row(void *context, const struct db_value *columns);

struct db {
    const struct db_kind *kind;
    char reason[STORE_REASON_SIZE]; /* why the last call returned false */
    bool may_repeat; /* the group was rolled back as a deadlock victim, and for no other reason */
    enum db_slot
        in_vain; /* the statement that had to find or change a row and did not; DB_SLOTS: none */
};

enum db_dialect { DB_SQLITE, DB_POSTGRES, DB_DIALECTS };

/* Functions return false on failure, with a sentence in db->reason. */
struct db_kind {
    enum db_dialect dialect; /* for differences in spelling, in store_schema.c only */

    /*
     * Returns NULL with a sentence in `reason`. `kind` is the implementation being opened, for
     * wrappers.
     */
    struct db *(*open)(const struct db_kind *kind, const char *url, char reason[STORE_REASON_SIZE]);
    void (*close)(struct db *db);

    /*
     * Outside a group: ensures a connection without an open group. Sets `again` if it is a new one.
     */
    bool (*revive)(struct db *db, bool *again);

    bool (*begin)(struct db *db);
    bool (*commit)(struct db *db);
    void (*rollback)(struct db *db);

    /* `rows` is the number of rows found or changed. */
    bool (*run)(struct db *db, const struct db_query *query, const struct db_value *values,
                db_row *row, void *context, int64_t *rows);

    /*
     * Inside a group: runs a statement `count` times; `changed[i]` tells whether it changed a row.
     */
    bool (*run_many)(struct db *db, const struct db_query *query, const struct db_value *values,
                     unsigned count, bool *changed);

    /*
     * Inside a group: queues a statement; errors surface in a later call, at the latest in
     * commit(). If it `must` find or change a row and does not, it fails (in_vain). NULL if
     * queueing would not be faster.
     */
    bool (*later)(struct db *db, const struct db_query *query, const struct db_value *values,
                  bool must);

    /* Statements without values and rows, not worth preparing. */
    bool (*script)(struct db *db, const char *sql);
};

extern const struct db_kind sqlite_kind;
extern const struct db_kind postgres_kind;

/*
 * Timeouts. A call ends after DB_CALL_MS; a migration, which may change every row, after
 * DB_MIGRATION_MS. A lock is awaited for DB_LOCK_MS; a connection that leaves a group open is
 * closed after DB_IDLE_MS. Servers that share a database use shorter ones: a server without an
 * answer for DB_READING_MS loses its lease, so longer reads are pointless; a writer may have to
 * wait for the lock of a server that is about to expire; and calls that others wait for end after
 * DB_BRIEF_MS, and a group left open after half of that.
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

/* For tests: sets the timeout of calls. */
void postgres_hurry(struct db *db, int64_t call_ms);
void sqlite_hurry(struct db *db, int64_t call_ms);

/* Like store_open(), on a given kind of database: for tests that wrap one. */
struct store *store_open_as(const struct db_kind *kind, const char *url,
                            char reason[STORE_REASON_SIZE]);

/*
 * Updates the tables, or verifies that they are current. Returns false on failure, or if a newer
 * program has changed them.
 */
bool schema_migrate(struct db *db);
bool schema_is_ours(struct db *db);

#endif
