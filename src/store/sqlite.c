/*
 * SQLite behind db.h: one file in WAL mode, synced with every commit. Readers never wait for a
 * writer. Several connections, also of several processes, may write; SQLite admits one group at a
 * time. A group takes the write lock when it begins, so that it waits nowhere else, and fails with
 * a sentence after DB_LOCK_MS. A statement is interrupted after DB_CALL_MS; a disk that does not
 * answer cannot be.
 */
#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/check.h"
#include "base/clock.h"
#include "store/db.h"

/* Virtual machine steps between two checks of the deadline: a few ms. */
enum { STEPS_BETWEEN = 200000 };

struct sqlite {
    struct db db; /* first: a struct db of this kind is cast back */
    sqlite3 *handle;
    char *path;
    int64_t call_ms;  /* timeout of a call */
    int64_t deadline; /* of the current call */
    sqlite3_stmt *prepared[DB_SLOTS];
    sqlite3_stmt *begin, *commit;
};

static struct sqlite *sqlite_of(struct db *db)
{
    CHECK(db->kind == &sqlite_kind);
    return (struct sqlite *)db;
}

/* ---- Failures -------------------------------------------------------------------------------- */

static const char *why_io(sqlite3 *handle)
{
    switch (sqlite3_extended_errcode(handle)) {
    case SQLITE_IOERR_WRITE:
        return "writing to it failed";
    case SQLITE_IOERR_FSYNC:
    case SQLITE_IOERR_DIR_FSYNC:
        return "what was written did not reach the disk";
    default:
        return "reading or writing it failed";
    }
}

static const char *failure_reason(sqlite3 *handle)
{
    const int system_error = sqlite3_system_errno(handle);
    switch (sqlite3_errcode(handle)) {
    case SQLITE_FULL:
        return "the disk is full";
    case SQLITE_BUSY:
        return "another process keeps it locked";
    case SQLITE_NOTADB:
        return "it is not an SQLite database";
    case SQLITE_CORRUPT:
        return "it is damaged";
    case SQLITE_READONLY:
        return "it is read-only";
    case SQLITE_CANTOPEN:
        return system_error ? strerror(system_error) : "it cannot be opened";
    case SQLITE_INTERRUPT:
        return "it did not answer in time";
    case SQLITE_IOERR:
        return why_io(handle);
    default:
        return sqlite3_errmsg(handle);
    }
}

static bool set_failure(struct sqlite *sqlite)
{
    snprintf(sqlite->db.reason, sizeof sqlite->db.reason, "the database %s: %s", sqlite->path,
             failure_reason(sqlite->handle));
    return false;
}

/* ---- Statements ------------------------------------------------------------------------------ */

static int is_late(void *context)
{
    const struct sqlite *sqlite = context;
    return clock_ms() >= sqlite->deadline;
}

/* Scripts are migrations, except for a few quick words. */
static bool sqlite_script(struct db *db, const char *sql)
{
    struct sqlite *sqlite = sqlite_of(db);
    sqlite->deadline = clock_ms() + DB_MIGRATION_MS;
    return sqlite3_exec(sqlite->handle, sql, NULL, NULL, NULL) == SQLITE_OK || set_failure(sqlite);
}

/* See struct db_query: a parameter's number is then its index, and binding needs no names. */
static void check_parameters(sqlite3_stmt *statement, const struct db_query *query)
{
    CHECK((unsigned)sqlite3_bind_parameter_count(statement) == query->values);
    for (unsigned i = 1; i <= query->values; i++) {
        char name[8];
        snprintf(name, sizeof name, "$%u", i);
        CHECK(strcmp(sqlite3_bind_parameter_name(statement, (int)i), name) == 0);
    }
    CHECK(sqlite3_column_count(statement) <= DB_COLUMNS_MAX);
}

static sqlite3_stmt *prepare_statement(struct sqlite *sqlite, const struct db_query *query)
{
    sqlite3_stmt **statement = &sqlite->prepared[query->slot];
    if (*statement == NULL) {
        if (sqlite3_prepare_v3(sqlite->handle, query->sql, -1, SQLITE_PREPARE_PERSISTENT, statement,
                               NULL) != SQLITE_OK) {
            set_failure(sqlite);
            return NULL;
        }
        check_parameters(*statement, query);
    }
    return *statement;
}

static bool bind_values(sqlite3_stmt *statement, unsigned count, const struct db_value *values)
{
    int result = SQLITE_OK;
    for (unsigned i = 0; i < count && result == SQLITE_OK; i++)
        result = values[i].text != NULL
                     ? sqlite3_bind_text(statement, (int)i + 1, values[i].text, -1, SQLITE_STATIC)
                     : sqlite3_bind_int64(statement, (int)i + 1, values[i].number);
    return result == SQLITE_OK;
}

/* Returns false if allocation fails for a text. */
static bool hand_out(sqlite3_stmt *statement, db_row *row, void *context)
{
    struct db_value columns[DB_COLUMNS_MAX] = {0};
    for (int i = 0; i < sqlite3_column_count(statement); i++) {
        if (sqlite3_column_type(statement, i) == SQLITE_INTEGER)
            columns[i].number = sqlite3_column_int64(statement, i);
        else if ((columns[i].text = (const char *)sqlite3_column_text(statement, i)) == NULL)
            return false;
    }
    row(context, columns);
    return true;
}

static bool sqlite_run(struct db *db, const struct db_query *query, const struct db_value *values,
                       db_row *row, void *context, int64_t *rows)
{
    struct sqlite *sqlite = sqlite_of(db);
    sqlite3_stmt *statement = prepare_statement(sqlite, query);
    if (statement == NULL)
        return false;
    int result = SQLITE_ERROR;
    sqlite->deadline = clock_ms() + sqlite->call_ms;
    *rows = 0;
    if (bind_values(statement, query->values, values)) {
        while ((result = sqlite3_step(statement)) == SQLITE_ROW) {
            ++*rows;
            if (row != NULL && !hand_out(statement, row, context))
                break;
        }
    }
    if (result == SQLITE_DONE && !sqlite3_stmt_readonly(statement))
        *rows = sqlite3_changes64(sqlite->handle);
    const bool done = result == SQLITE_DONE || set_failure(sqlite);
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    return done;
}

static bool sqlite_run_many(struct db *db, const struct db_query *query,
                            const struct db_value *values, unsigned count, bool *changed)
{
    for (unsigned i = 0; i < count; i++) {
        int64_t rows;
        if (!sqlite_run(db, query, &values[i * query->values], NULL, NULL, &rows))
            return false;
        changed[i] = rows > 0;
    }
    return true;
}

/* ---- Groups ---------------------------------------------------------------------------------- */

static bool run_word(struct sqlite *sqlite, sqlite3_stmt **statement, const char *word)
{
    sqlite->deadline = clock_ms() + DB_MIGRATION_MS;
    if (*statement == NULL &&
        sqlite3_prepare_v3(sqlite->handle, word, -1, SQLITE_PREPARE_PERSISTENT, statement, NULL) !=
            SQLITE_OK)
        return set_failure(sqlite);
    const bool done = sqlite3_step(*statement) == SQLITE_DONE || set_failure(sqlite);
    sqlite3_reset(*statement);
    return done;
}

static bool sqlite_begin(struct db *db)
{
    return run_word(sqlite_of(db), &sqlite_of(db)->begin, "BEGIN IMMEDIATE");
}

static bool sqlite_commit(struct db *db)
{
    return run_word(sqlite_of(db), &sqlite_of(db)->commit, "COMMIT");
}

/* Some failures have rolled the group back already; errors of another rollback are irrelevant. */
static void sqlite_rollback(struct db *db)
{
    struct sqlite *sqlite = sqlite_of(db);
    if (!sqlite3_get_autocommit(sqlite->handle))
        sqlite3_exec(sqlite->handle, "ROLLBACK", NULL, NULL, NULL);
}

/*
 * A file cannot be lost. But statements after a failed rollback would run in an open group that
 * nobody commits.
 */
static bool sqlite_revive(struct db *db, bool *again)
{
    struct sqlite *sqlite = sqlite_of(db);
    *again = false;
    sqlite_rollback(db);
    return sqlite3_get_autocommit(sqlite->handle) || set_failure(sqlite);
}

/* ---- Open and close -------------------------------------------------------------------------- */

/*
 * Creates the file readable by its owner only, since it holds the deals of running games; SQLite's
 * files beside it inherit its mode. An existing file is not opened here: closing it would release
 * the locks of this process's other connections.
 */
static bool make_file(struct sqlite *sqlite)
{
    const int file = open(sqlite->path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file >= 0)
        close(file);
    if (file >= 0 || errno == EEXIST)
        return true;
    snprintf(sqlite->db.reason, sizeof sqlite->db.reason, "the database %s cannot be made: %s",
             sqlite->path, strerror(errno));
    return false;
}

static int take_text(void *text, int count, char **columns, char **names)
{
    (void)count, (void)names;
    snprintf(text, 16, "%s", columns[0] != NULL ? columns[0] : "");
    return 0;
}

/* Refuses files of other programs. */
static bool check_owner(struct sqlite *sqlite)
{
    char tables[16] = "", owner[16] = "";
    if (sqlite3_exec(sqlite->handle, "SELECT count(*) FROM sqlite_master", take_text, tables,
                     NULL) != SQLITE_OK ||
        sqlite3_exec(sqlite->handle, "PRAGMA application_id", take_text, owner, NULL) != SQLITE_OK)
        return set_failure(sqlite);
    if (strcmp(tables, "0") == 0 || strcmp(owner, DB_APPLICATION_ID) == 0)
        return true;
    snprintf(sqlite->db.reason, sizeof sqlite->db.reason,
             "the database %s belongs to another program", sqlite->path);
    return false;
}

static bool write_ahead(struct sqlite *sqlite)
{
    char mode[16] = "";
    /*
     * The first process to open a file changes its journal mode, for which SQLite does not wait by
     * itself.
     */
    int result = SQLITE_BUSY;
    for (int tenths = 0; tenths < DB_LOCK_MS / 100 && result == SQLITE_BUSY; tenths++) {
        if (tenths > 0)
            sqlite3_sleep(100);
        result = sqlite3_exec(sqlite->handle, "PRAGMA journal_mode = WAL", take_text, mode, NULL);
    }
    if (result != SQLITE_OK)
        return set_failure(sqlite);
    if (strcmp(mode, "wal") == 0)
        return true;
    snprintf(sqlite->db.reason, sizeof sqlite->db.reason,
             "the database %s: its file system cannot keep a write-ahead log", sqlite->path);
    return false;
}

/*
 * FULL: a commit returns when it is on disk. The log is checkpointed every 16 MB and truncated to
 * 64 MB. Deleted data is overwritten.
 */
static bool set_up(struct sqlite *sqlite)
{
    return check_owner(sqlite) && write_ahead(sqlite) &&
           sqlite_script(&sqlite->db, "PRAGMA synchronous = FULL;"
                                      "PRAGMA cache_size = -16384;"
                                      "PRAGMA wal_autocheckpoint = 4096;"
                                      "PRAGMA journal_size_limit = 67108864;"
                                      "PRAGMA secure_delete = ON;"
                                      "PRAGMA trusted_schema = OFF");
}

static void sqlite_close(struct db *db)
{
    struct sqlite *sqlite = sqlite_of(db);
    for (size_t i = 0; i < DB_SLOTS; i++)
        sqlite3_finalize(sqlite->prepared[i]);
    sqlite3_finalize(sqlite->begin);
    sqlite3_finalize(sqlite->commit);
    CHECK(sqlite3_close(sqlite->handle) == SQLITE_OK);
    free(sqlite->path);
    free(sqlite);
}

/* An empty name, or one that begins with a colon, would be a database in memory. */
static bool open_file(struct sqlite *sqlite)
{
    if (!*sqlite->path || *sqlite->path == ':') {
        snprintf(sqlite->db.reason, sizeof sqlite->db.reason, "the database '%s' is not a file",
                 sqlite->path);
        return false;
    }
    if (!make_file(sqlite))
        return false;
    if (sqlite3_open_v2(sqlite->path, &sqlite->handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX,
                        NULL) != SQLITE_OK)
        return set_failure(sqlite);
    sqlite3_busy_timeout(sqlite->handle, DB_LOCK_MS);
    sqlite->deadline = clock_ms() + DB_CALL_MS;
    sqlite3_progress_handler(sqlite->handle, STEPS_BETWEEN, is_late, sqlite);
    return set_up(sqlite);
}

static struct db *sqlite_open(const struct db_kind *kind, const char *path,
                              char reason[STORE_REASON_SIZE])
{
    struct sqlite *sqlite = calloc(1, sizeof *sqlite);
    char *copy = strdup(path);
    if (sqlite == NULL || copy == NULL) {
        snprintf(reason, STORE_REASON_SIZE, "there is no memory left to open the database");
        free(sqlite);
        free(copy);
        return NULL;
    }
    sqlite->db.kind = kind;
    sqlite->path = copy;
    sqlite->call_ms = DB_CALL_MS;
    if (open_file(sqlite))
        return &sqlite->db;
    memcpy(reason, sqlite->db.reason, STORE_REASON_SIZE);
    sqlite_close(&sqlite->db);
    return NULL;
}

void sqlite_hurry(struct db *db, int64_t call_ms)
{
    sqlite_of(db)->call_ms = call_ms;
}

const struct db_kind sqlite_kind = {
    .dialect = DB_SQLITE,
    .open = sqlite_open,
    .close = sqlite_close,
    .revive = sqlite_revive,
    .begin = sqlite_begin,
    .commit = sqlite_commit,
    .rollback = sqlite_rollback,
    .run = sqlite_run,
    .run_many = sqlite_run_many,
    .script = sqlite_script,
};
