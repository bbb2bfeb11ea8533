/*
 * The tables and their migrations, numbered and each in one transaction. A released migration is
 * never changed; new ones are added below it. The table `schema` has a row for each migration that
 * has run. If two programs open a database at the same time, one runs the migration and the other
 * finds it done.
 */
#include <inttypes.h>
#include <stdio.h>

#include "base/check.h"
#include "store/store_internal.h"
#include "store/store_members.h"

/* For SQL that is the same in both dialects. */
#define BOTH(sql)                                                                                  \
    {                                                                                              \
        sql, sql                                                                                   \
    }

/*
 * Games have an increasing number, `key`, and events are stored in order of arrival: rows of
 * current games are adjacent in tables and indexes, however random their ids, so that a group of
 * events touches few pages. Partial indexes contain only the rows that are ever searched.
 */
static const dialects first_tables[] = {
    {"PRAGMA application_id = " DB_APPLICATION_ID, ""},
    BOTH("CREATE TABLE fact (key TEXT PRIMARY KEY, value TEXT NOT NULL)"),
    BOTH("CREATE TABLE person (id TEXT PRIMARY KEY, name TEXT NOT NULL, since BIGINT NOT NULL)"),
    BOTH("CREATE TABLE account (login TEXT PRIMARY KEY, person TEXT NOT NULL,"
         " password TEXT NOT NULL)"),
    BOTH("CREATE INDEX account_person ON account (person)"),
    BOTH("CREATE TABLE session (hash TEXT PRIMARY KEY, person TEXT NOT NULL,"
         " since BIGINT NOT NULL)"),
    BOTH("CREATE INDEX session_person ON session (person)"),
    {"CREATE TABLE game (key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE,"
     " state BIGINT NOT NULL, listed BIGINT NOT NULL, opened BIGINT NOT NULL,"
     " changed BIGINT NOT NULL, settings TEXT NOT NULL, secret TEXT NOT NULL,"
     " summary TEXT NOT NULL)",
     "CREATE TABLE game (key BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,"
     " id TEXT NOT NULL UNIQUE,"
     " state BIGINT NOT NULL, listed BIGINT NOT NULL, opened BIGINT NOT NULL,"
     " changed BIGINT NOT NULL, settings TEXT NOT NULL, secret TEXT NOT NULL,"
     " summary TEXT NOT NULL)"},
    BOTH("CREATE INDEX game_running ON game (id) WHERE state = 1"),
    BOTH("CREATE INDEX game_listed ON game (state, changed) WHERE listed = 1"),
    BOTH("CREATE TABLE seat (game BIGINT NOT NULL, seat BIGINT NOT NULL, person TEXT NOT NULL,"
         " PRIMARY KEY (game, seat))"),
    BOTH("CREATE INDEX seat_person ON seat (person) WHERE person <> ''"),
    BOTH("CREATE TABLE event (game BIGINT NOT NULL, number BIGINT NOT NULL, at BIGINT NOT NULL,"
         " author TEXT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (game, number))"),
    BOTH("CREATE INDEX event_author ON event (author) WHERE author <> ''"),
    BOTH("CREATE TABLE upload (id TEXT PRIMARY KEY, person TEXT NOT NULL, at BIGINT NOT NULL,"
         " body TEXT NOT NULL)"),
    BOTH("CREATE INDEX upload_person ON upload (person) WHERE person <> ''"),
};
/*
 * Sessions can be listed and ended by their owner; tables can belong together; the total size of
 * uploads is known without reading them.
 */
static const dialects sessions_and_parties[] = {
    BOTH("ALTER TABLE session ADD COLUMN seen BIGINT NOT NULL DEFAULT 0"),
    BOTH("ALTER TABLE session ADD COLUMN label TEXT NOT NULL DEFAULT ''"),
    BOTH("ALTER TABLE game ADD COLUMN party TEXT NOT NULL DEFAULT ''"),
    BOTH("CREATE INDEX game_party ON game (party) WHERE party <> ''"),
    BOTH("ALTER TABLE upload ADD COLUMN bytes BIGINT NOT NULL DEFAULT 0"),
    {"UPDATE upload SET bytes = length(CAST(body AS BLOB))",
     "UPDATE upload SET bytes = octet_length(body)"},
    BOTH("CREATE INDEX upload_bytes ON upload (bytes)"),
};
/* The host of a game, which was part of the summary before. */
static const dialects hosts[] = {
    BOTH("ALTER TABLE game ADD COLUMN host TEXT NOT NULL DEFAULT ''"),
    {"UPDATE game SET host = substr(summary, 10, instr(substr(summary, 10), '\"') - 1)"
     " WHERE summary LIKE '{\"host\":\"%\"%'",
     "UPDATE game SET host = split_part(summary, '\"', 4)"
     " WHERE summary LIKE '{\"host\":\"%\"%'"},
};
/*
 * The servers of one database, and the owner of each shard; and `least`, the oldest schema a
 * program must know to work with the tables.
 */
static const dialects servers[] = {
    {"CREATE TABLE server (number INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL,"
     " beat BIGINT NOT NULL)",
     "CREATE TABLE server (number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,"
     " name TEXT NOT NULL, beat BIGINT NOT NULL)"},
    BOTH("CREATE TABLE shard (shard BIGINT PRIMARY KEY, server BIGINT NOT NULL)"),
    BOTH("WITH RECURSIVE numbers (number) AS"
         " (SELECT 0 UNION ALL SELECT number + 1 FROM numbers WHERE number < 255)"
         " INSERT INTO shard (shard, server) SELECT number, 0 FROM numbers"),
    BOTH("CREATE TABLE cluster (beaten BIGINT NOT NULL, resumed BIGINT NOT NULL)"),
    BOTH("INSERT INTO cluster (beaten, resumed) VALUES (0, 0)"),
    BOTH("ALTER TABLE schema ADD COLUMN least BIGINT NOT NULL DEFAULT 4"),
};
/*
 * Deleted persons: the row remains without a name, so that the person a secret stands for can never
 * return.
 */
static const dialects gone[] = {
    BOTH("ALTER TABLE person ADD COLUMN gone BIGINT NOT NULL DEFAULT 0"),
};
_Static_assert(STORE_SHARDS == 256, "they are numbered from 0 to 255");
_Static_assert(STORE_RUNNING == 1, "game_running and DB_GAMES_RUNNING have the number");

#define STEPS(list) list, sizeof(list) / sizeof(list)[0]

static const struct {
    const dialects *steps;
    size_t count;
} migrations[] = {
    {STEPS(first_tables)}, {STEPS(sessions_and_parties)}, {STEPS(hosts)}, {STEPS(servers)},
    {STEPS(gone)},
};
enum { NEWEST = sizeof migrations / sizeof migrations[0] };

static const dialects look_for_schema = {
    "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'schema'",
    "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema() AND tablename = 'schema'",
};
/*
 * PostgreSQL would let two programs create the same table at once, and one fail; and a migration
 * that changes every row may take longer than a call.
 */
static const dialects lock_schema = {
    "",
    "SET LOCAL statement_timeout = 0; SELECT pg_advisory_xact_lock(" DB_APPLICATION_ID ")",
};
static const struct db_query version = {DB_VERSION, 0,
                                        "SELECT coalesce(max(version), 0) FROM schema"};
static const struct db_query least = {DB_LEAST, 0, "SELECT max(least) FROM schema"};
static const struct db_query version_add = {DB_VERSION_ADD, 1,
                                            "INSERT INTO schema (version) VALUES ($1)"};

static void take_number(void *number, const struct db_value *columns)
{
    *(int64_t *)number = columns[0].number;
}

/* Reads the number of the last migration; 0 if there are no tables. */
static bool read_version(struct db *db, int64_t *number)
{
    const struct db_query look = {DB_SCHEMA, 0, look_for_schema[db->kind->dialect]};
    int64_t rows;
    *number = 0;
    if (!db->kind->run(db, &look, NULL, take_number, number, &rows))
        return false;
    if (*number != 0 && !db->kind->run(db, &version, NULL, take_number, number, &rows))
        return false;
    if (*number >= 0)
        return true;
    snprintf(db->reason, sizeof db->reason, "the tables have a version below 0");
    return false;
}

/*
 * Two versions run side by side during an upgrade: a newer one may have added to the tables, and
 * records what is needed to work with them. Returns true also if that cannot be read.
 */
static bool is_too_new(struct db *db, int64_t number)
{
    int64_t needed = 0, rows;
    if (number <= NEWEST)
        return false;
    if (!db->kind->run(db, &least, NULL, take_number, &needed, &rows))
        return true;
    if (needed <= NEWEST)
        return false;
    snprintf(db->reason, sizeof db->reason,
             "the database was made by a newer Railhead: its tables are of version %" PRId64
             ", and this program knows them up to version %d",
             number, NEWEST);
    return true;
}

static bool run_script(struct db *db, const dialects sql)
{
    const char *text = sql[db->kind->dialect];
    return !*text || db->kind->script(db, text);
}

/* Inside a group: runs the first missing migration, if there is one. */
static bool migrate_one(struct db *db, int64_t *number)
{
    static const dialects make =
        BOTH("CREATE TABLE IF NOT EXISTS schema (version BIGINT NOT NULL)");
    if (!run_script(db, lock_schema) || !run_script(db, make) || !read_version(db, number))
        return false;
    if (*number >= NEWEST)
        return true;
    for (size_t i = 0; i < migrations[*number].count; i++)
        if (!run_script(db, migrations[*number].steps[i]))
            return false;
    ++*number;
    int64_t rows;
    return db->kind->run(db, &version_add, VALUES(number_value(*number)), NULL, NULL, &rows);
}

bool schema_migrate(struct db *db)
{
    int64_t number;
    if (!read_version(db, &number))
        return false;
    while (number < NEWEST) {
        if (!db->kind->begin(db))
            return false;
        if (!migrate_one(db, &number) || !db->kind->commit(db)) {
            db->kind->rollback(db);
            return false;
        }
    }
    return !is_too_new(db, number);
}

bool schema_is_ours(struct db *db)
{
    int64_t number;
    if (!read_version(db, &number) || is_too_new(db, number))
        return false;
    if (number >= NEWEST)
        return true;
    snprintf(db->reason, sizeof db->reason, "the tables have gone from the database");
    return false;
}
