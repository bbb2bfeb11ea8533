/*
 * A server's claim on its database. An SQLite file has one server, which holds a lock on a file
 * beside it. A PostgreSQL database may have several, which share a lock that older versions of the
 * program take exclusively; it is bound to a connection and taken again after a reconnect. The
 * kernel or the database releases it however the process ends.
 */
#define _DEFAULT_SOURCE /* flock(), gethostname() */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "store/store_internal.h"

enum { HOLDER_SIZE = 192, RETRY_MS = 1000, DYING_MS = 2000, PAUSE_MS = 100 };

struct store_claim {
    int file; /* SQLite: the locked file; -1 for PostgreSQL */

    pthread_mutex_t mutex; /* guards the following: stores of several threads check */
    struct db *db;         /* PostgreSQL: the connection that holds the lock */
    bool held;
    int64_t tried_ms;             /* last failed attempt to take it again */
    char lost[STORE_REASON_SIZE]; /* why it is not held */
};

static const char another[] = "another server has this database";

/* ---- The lock file of SQLite ----------------------------------------------------------------- */

/* Reads the holder's description as a single printable line. */
static void read_holder(int file, char holder[HOLDER_SIZE])
{
    const ssize_t length = pread(file, holder, HOLDER_SIZE - 1, 0);
    holder[length > 0 ? length : 0] = '\0';
    holder[strcspn(holder, "\r\n")] = '\0';
    for (char *letter = holder; *letter; letter++) {
        if (*letter < ' ' || *letter > '~')
            *letter = '?';
    }
}

/* For information only: a claim is valid even if this cannot be written. */
static void write_holder(int file)
{
    char line[HOLDER_SIZE], host[64] = "", when[32] = "";
    const time_t now = time(NULL);
    struct tm utc;
    gethostname(host, sizeof host - 1);
    if (gmtime_r(&now, &utc) != NULL)
        strftime(when, sizeof when, "%Y-%m-%d %H:%M:%S UTC", &utc);
    const int length =
        snprintf(line, sizeof line, "process %ld on %s, since %s\n", (long)getpid(), host, when);
    if (ftruncate(file, 0) != 0 || pwrite(file, line, (size_t)length, 0) != length)
        return;
}

static bool claim_file(struct store_claim *claim, const char *path, char reason[STORE_REASON_SIZE])
{
    char name[4096];
    if (snprintf(name, sizeof name, "%s.lock", path) >= (int)sizeof name) {
        snprintf(reason, STORE_REASON_SIZE, "the name of the database is too long");
        return false;
    }
    claim->file = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (claim->file < 0) {
        snprintf(reason, STORE_REASON_SIZE, "the lock %.150s cannot be opened: %s", name,
                 strerror(errno));
        return false;
    }
    if (flock(claim->file, LOCK_EX | LOCK_NB) == 0) {
        write_holder(claim->file);
        return true;
    }
    if (errno != EWOULDBLOCK) {
        snprintf(reason, STORE_REASON_SIZE, "the lock %.150s cannot be had: %s", name,
                 strerror(errno));
        return false;
    }
    char holder[HOLDER_SIZE];
    read_holder(claim->file, holder);
    snprintf(reason, STORE_REASON_SIZE, "%s: %s", another,
             *holder ? holder : "it does not say who");
    return false;
}

/* ---- The lock in PostgreSQL ------------------------------------------------------------------ */

/*
 * A pair of numbers, distinct from the lock in store_schema.c; tables of another schema are another
 * database.
 */
#define LOCK_KEY DB_APPLICATION_ID ", hashtext(coalesce(current_schema(), ''))"

static const struct db_query claim_take = {DB_CLAIM, 0,
                                           "SELECT CASE WHEN pg_try_advisory_lock_shared(" LOCK_KEY
                                           ") THEN 1 ELSE 0 END::bigint"};
static const struct db_query claim_holder = {
    DB_CLAIM_HOLDER, 0,
    "SELECT coalesce(nullif(a.application_name, ''), 'a connection') || ' from '"
    " || coalesce(host(a.client_addr), 'the same machine') || ', process ' || l.pid"
    " || ' of PostgreSQL, since '"
    " || coalesce(to_char(a.backend_start AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS'), '?')"
    " || ' UTC' FROM pg_locks l LEFT JOIN pg_stat_activity a ON a.pid = l.pid"
    " WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 2"
    " AND l.classid::bigint = " DB_APPLICATION_ID
    " AND l.objid::bigint = hashtext(coalesce(current_schema(), ''))::bigint & 4294967295"
    " AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())"};

static void note_taken(void *held, const struct db_value *columns)
{
    *(bool *)held = columns[0].number == 1;
}

static void note_holder(void *context, const struct db_value *columns)
{
    struct store_claim *claim = context;
    snprintf(claim->lost, sizeof claim->lost, "%s: %s", another, columns[0].text);
}

/* Takes the lock on a connection that does not have it; returns false with a sentence in `lost`. */
static bool take_lock(struct store_claim *claim)
{
    struct db *db = claim->db;
    int64_t rows;
    claim->held = false;
    bool asked = db->kind->run(db, &claim_take, NULL, note_taken, &claim->held, &rows);
    if (asked && claim->held)
        return true;
    snprintf(claim->lost, sizeof claim->lost, "%s", another);
    if (asked)
        asked = db->kind->run(db, &claim_holder, NULL, note_holder, claim, &rows);
    if (!asked)
        memcpy(claim->lost, db->reason, sizeof claim->lost);
    return false;
}

static bool claim_lock(struct store_claim *claim, const char *url, char reason[STORE_REASON_SIZE])
{
    claim->db = postgres_kind.open(&postgres_kind, url, reason);
    if (claim->db == NULL)
        return false;
    /* The database needs a moment to notice that a killed server is gone. */
    for (int tries = 0; tries < DYING_MS / PAUSE_MS; tries++) {
        if (take_lock(claim))
            return true;
        nanosleep(&(struct timespec){.tv_nsec = PAUSE_MS * 1000000L}, NULL);
    }
    memcpy(reason, claim->lost, STORE_REASON_SIZE);
    return false;
}

/* Called with the mutex held. */
static bool still_holds(struct store_claim *claim)
{
    bool again = false;
    if (!claim->held && clock_ms() - claim->tried_ms < RETRY_MS)
        return false;
    const bool there = claim->db->kind->revive(claim->db, &again);
    claim->held &= there && !again;
    if (claim->held)
        return true;
    if (!there)
        memcpy(claim->lost, claim->db->reason, sizeof claim->lost);
    else if (take_lock(claim))
        return true;
    claim->tried_ms = clock_ms();
    return false;
}

/* ---- Both ------------------------------------------------------------------------------------ */

bool store_claim_holds(struct store_claim *claim, char reason[STORE_REASON_SIZE])
{
    if (claim->db == NULL)
        return true;
    pthread_mutex_lock(&claim->mutex);
    const bool holds = still_holds(claim);
    if (!holds)
        memcpy(reason, claim->lost, STORE_REASON_SIZE);
    pthread_mutex_unlock(&claim->mutex);
    return holds;
}

struct store_claim *store_claim(const char *url, char reason[STORE_REASON_SIZE])
{
    const struct db_kind *kind = store_kind_of(url, reason);
    if (kind == NULL)
        return NULL;
    struct store_claim *claim = calloc(1, sizeof *claim);
    if (claim == NULL) {
        snprintf(reason, STORE_REASON_SIZE, "there is no memory left to open the database");
        return NULL;
    }
    claim->file = -1;
    pthread_mutex_init(&claim->mutex, NULL);
    if (kind == &postgres_kind ? claim_lock(claim, url, reason) : claim_file(claim, url, reason))
        return claim;
    store_claim_release(claim);
    return NULL;
}

void store_claim_release(struct store_claim *claim)
{
    if (claim == NULL)
        return;
    if (claim->file >= 0)
        close(claim->file);
    if (claim->db != NULL)
        claim->db->kind->close(claim->db);
    pthread_mutex_destroy(&claim->mutex);
    free(claim);
}
