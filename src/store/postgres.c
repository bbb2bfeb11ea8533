/*
 * PostgreSQL behind db.h, through libpq.
 *
 * A connection that is lost, or does not answer in time, fails the call that finds out; the next
 * one outside a group connects anew.  No sentence repeats the URL, for it may hold a password.
 */
#include <libpq-fe.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/check.h"
#include "store/db.h"
#include "store/postgres_wait.h"

enum { NUMBER_SIZE = 24, HOST_SIZE = 40 };

struct postgres {
    struct db db; /* first: a struct db of this kind is a struct postgres */
    PGconn *connection;
    char *url;
    bool prepared[DB_SLOTS];
    bool ending;        /* the server has said that it ends the connection */
    int64_t call_ms;    /* how long a call may take */
    int64_t session_ms; /* the same by the server, which gives up a little before */
    int64_t idle_ms;    /* how long a group may stand still */
    int64_t allowed_ms; /* how long the one that is being made may ... */
    int64_t deadline;   /* ... and when that is over */
};

/* Values as libpq takes them; numbers are written into `digits`. */
struct parameters {
    const char *texts[DB_VALUES_MAX];
    char digits[DB_VALUES_MAX][NUMBER_SIZE];
};

static struct postgres *postgres_of(struct db *db)
{
    CHECK(db->kind == &postgres_kind);
    return (struct postgres *)db;
}

/* ---- Sentences ------------------------------------------------------------------------------- */

static bool fail(struct postgres *postgres, const char *what, const char *message)
{
    const int length = (int)strcspn(message, "\n");
    snprintf(postgres->db.reason, sizeof postgres->db.reason, "%s: %.*s", what, length, message);
    return false;
}

static bool is_lost(const struct postgres *postgres)
{
    return PQstatus(postgres->connection) != CONNECTION_OK;
}

/* A server that is told to end says so in its last answer, before the connection breaks. */
static bool says_goodbye(const PGresult *result)
{
    const char *severity = PQresultErrorField(result, PG_DIAG_SEVERITY_NONLOCALIZED);
    return severity && (strcmp(severity, "FATAL") == 0 || strcmp(severity, "PANIC") == 0);
}

/* Two groups waited for each other, and this one was chosen to end that. */
static bool gives_way(const PGresult *result)
{
    const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    return state && (strcmp(state, "40P01") == 0 || strcmp(state, "40001") == 0);
}

static void disconnect(struct postgres *postgres)
{
    PQfinish(postgres->connection);
    postgres->connection = NULL;
    postgres->ending = false;
    memset(postgres->prepared, 0, sizeof postgres->prepared);
}

/* Says why a result is not what it should be; `result` is not used any more. */
static bool fail_result(struct postgres *postgres, PGresult *result)
{
    if (!postgres->connection) { /* it was too late, and that has been said */
        PQclear(result);
        return false;
    }
    const char *message = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
    if (!message)
        message = PQerrorMessage(postgres->connection);
    const bool lost = is_lost(postgres) || says_goodbye(result);
    postgres->db.may_repeat = !lost && gives_way(result);
    fail(postgres, lost ? "the connection to the database was lost" : "the database refused",
         *message ? message : "it gave no reason");
    PQclear(result);
    if (lost)
        disconnect(postgres);
    return false;
}

/* ---- Waiting --------------------------------------------------------------------------------- */

static void start_clock(struct postgres *postgres, int64_t ms)
{
    postgres->allowed_ms = ms;
    postgres->deadline = wait_tick_ms() + ms;
}

/* What a server does that does not answer is not known, so that its connection is of no use. */
static bool fail_late(struct postgres *postgres)
{
    snprintf(postgres->db.reason, sizeof postgres->db.reason,
             "the database did not answer within %g seconds", (double)postgres->allowed_ms / 1000);
    disconnect(postgres);
    return false;
}

/* As PQgetResult(); NULL without a connection when it is too late. */
static PGresult *next_result(struct postgres *postgres)
{
    PGresult *result;
    if (!wait_for_result(postgres->connection, postgres->deadline, &result))
        fail_late(postgres);
    return result;
}

/* The failure, or the last result, of what a PQsend...() answered `sent` to; NULL for neither. */
static PGresult *answer_to(struct postgres *postgres, int sent)
{
    PGresult *answer = NULL, *next;
    while (sent && postgres->connection && (next = next_result(postgres))) {
        const bool failed = answer && PQresultStatus(answer) != PGRES_COMMAND_OK &&
                            PQresultStatus(answer) != PGRES_TUPLES_OK;
        PQclear(failed ? next : answer);
        if (!failed)
            answer = next;
        if (is_lost(postgres))
            break;
    }
    return answer;
}

/* ---- Statements ------------------------------------------------------------------------------ */

static bool expect(struct postgres *postgres, PGresult *result, ExecStatusType wanted)
{
    if (PQresultStatus(result) != wanted)
        return fail_result(postgres, result);
    PQclear(result);
    return true;
}

static bool is_connected(struct postgres *postgres)
{
    if (postgres->connection)
        return true;
    return fail(postgres, "the connection to the database was lost", "the group cannot go on");
}

/* What a SELECT finds is thrown away. */
static bool run_script(struct postgres *postgres, const char *sql)
{
    if (!is_connected(postgres))
        return false;
    PGresult *result = answer_to(postgres, PQsendQuery(postgres->connection, sql));
    const bool rows = PQresultStatus(result) == PGRES_TUPLES_OK;
    return expect(postgres, result, rows ? PGRES_TUPLES_OK : PGRES_COMMAND_OK);
}

/* Scripts are migrations. */
static bool postgres_script(struct db *db, const char *sql)
{
    struct postgres *postgres = postgres_of(db);
    start_clock(postgres, DB_MIGRATION_MS);
    return run_script(postgres, sql);
}

static void name_of(const struct db_query *query, char name[NUMBER_SIZE])
{
    snprintf(name, NUMBER_SIZE, "s%d", (int)query->slot);
}

static bool prepare(struct postgres *postgres, const struct db_query *query)
{
    CHECK(query->values <= DB_VALUES_MAX);
    if (!is_connected(postgres))
        return false;
    if (postgres->prepared[query->slot])
        return true;
    char name[NUMBER_SIZE];
    name_of(query, name);
    const int sent = PQsendPrepare(postgres->connection, name, query->sql, 0, NULL);
    if (!expect(postgres, answer_to(postgres, sent), PGRES_COMMAND_OK))
        return false;
    postgres->prepared[query->slot] = true;
    return true;
}

static void fill(struct parameters *parameters, const struct db_query *query,
                 const struct db_value *values)
{
    for (unsigned i = 0; i < query->values; i++) {
        parameters->texts[i] = values[i].text;
        if (!values[i].text) {
            snprintf(parameters->digits[i], NUMBER_SIZE, "%lld", (long long)values[i].number);
            parameters->texts[i] = parameters->digits[i];
        }
    }
}

/* All columns of the tables are TEXT or BIGINT. */
static bool is_text(const PGresult *result, int column)
{
    enum { TEXT_TYPE = 25 };
    return PQftype(result, column) == TEXT_TYPE;
}

static void hand_out(const PGresult *result, db_row *row, void *context)
{
    CHECK(PQnfields(result) <= DB_COLUMNS_MAX);
    for (int i = 0; i < PQntuples(result); i++) {
        struct db_value columns[DB_COLUMNS_MAX] = {0};
        for (int j = 0; j < PQnfields(result); j++) {
            const char *text = PQgetvalue(result, i, j);
            if (is_text(result, j))
                columns[j].text = text;
            else
                columns[j].number = strtoll(text, NULL, 10);
        }
        row(context, columns);
    }
}

static bool postgres_run(struct db *db, const struct db_query *query, const struct db_value *values,
                         db_row *row, void *context, int64_t *rows)
{
    struct postgres *postgres = postgres_of(db);
    start_clock(postgres, postgres->call_ms);
    if (!prepare(postgres, query))
        return false;
    char name[NUMBER_SIZE];
    struct parameters parameters;
    name_of(query, name);
    fill(&parameters, query, values);
    PGresult *result =
        answer_to(postgres, PQsendQueryPrepared(postgres->connection, name, (int)query->values,
                                                parameters.texts, NULL, NULL, 0));
    if (PQresultStatus(result) == PGRES_TUPLES_OK) {
        *rows = PQntuples(result);
        if (row)
            hand_out(result, row, context);
    } else if (PQresultStatus(result) == PGRES_COMMAND_OK) {
        *rows = strtoll(PQcmdTuples(result), NULL, 10);
    } else {
        return fail_result(postgres, result);
    }
    PQclear(result);
    return true;
}

/* ---- Many at once ---------------------------------------------------------------------------- */

static bool send_many(struct postgres *postgres, const struct db_query *query,
                      const struct db_value *values, unsigned count)
{
    char name[NUMBER_SIZE];
    name_of(query, name);
    for (unsigned i = 0; i < count; i++) {
        struct parameters parameters;
        fill(&parameters, query, &values[i * query->values]);
        if (!PQsendQueryPrepared(postgres->connection, name, (int)query->values, parameters.texts,
                                 NULL, NULL, 0))
            return false;
    }
    return PQpipelineSync(postgres->connection) == 1;
}

/*
 * Every statement has one result and a NULL behind it; after the one that failed the others are
 * only said to be skipped.  The first failure is handed over to the caller.
 */
static PGresult *receive_many(struct postgres *postgres, unsigned count, bool *changed)
{
    PGresult *failure = NULL;
    for (unsigned i = 0; i < count; i++) {
        PGresult *result = next_result(postgres);
        changed[i] = PQresultStatus(result) == PGRES_COMMAND_OK &&
                     strtoll(PQcmdTuples(result), NULL, 10) > 0;
        if (PQresultStatus(result) != PGRES_COMMAND_OK && !failure)
            failure = result;
        else
            PQclear(result);
        if (is_lost(postgres))
            break;
        PQclear(next_result(postgres));
        if (!postgres->connection)
            break;
    }
    return failure;
}

/* Sends them all before it waits: a round trip for all of them and not for each. */
static bool postgres_run_many(struct db *db, const struct db_query *query,
                              const struct db_value *values, unsigned count, bool *changed)
{
    struct postgres *postgres = postgres_of(db);
    start_clock(postgres, postgres->call_ms);
    if (!prepare(postgres, query))
        return false;
    if (!PQenterPipelineMode(postgres->connection) || !send_many(postgres, query, values, count)) {
        fail(postgres, "the connection to the database was lost",
             PQerrorMessage(postgres->connection));
        disconnect(postgres);
        return false;
    }
    PGresult *failure = receive_many(postgres, count, changed);
    if (failure || is_lost(postgres)) {
        fail_result(postgres, failure);
        if (!postgres->connection)
            return false;
    }
    PGresult *end = next_result(postgres);
    if (!expect(postgres, end, PGRES_PIPELINE_SYNC))
        return false;
    if (!PQexitPipelineMode(postgres->connection)) {
        fail(postgres, "the connection to the database was lost",
             PQerrorMessage(postgres->connection));
        disconnect(postgres);
        return false;
    }
    return !failure;
}

/* ---- Groups ---------------------------------------------------------------------------------- */

static bool postgres_begin(struct db *db)
{
    struct postgres *postgres = postgres_of(db);
    start_clock(postgres, postgres->call_ms);
    return run_script(postgres, "BEGIN");
}

/* COMMIT of a group that has failed is answered with ROLLBACK, and that is not a commit. */
static bool postgres_commit(struct db *db)
{
    struct postgres *postgres = postgres_of(db);
    if (!is_connected(postgres))
        return false;
    start_clock(postgres, postgres->call_ms);
    PGresult *result = answer_to(postgres, PQsendQuery(postgres->connection, "COMMIT"));
    if (PQresultStatus(result) == PGRES_COMMAND_OK && strcmp(PQcmdStatus(result), "COMMIT") != 0) {
        PQclear(result);
        return fail(postgres, "the database refused", "the group had failed");
    }
    return expect(postgres, result, PGRES_COMMAND_OK);
}

/* Without a connection there is no group either.  A failure keeps the sentence of the first one. */
static void postgres_rollback(struct db *db)
{
    struct postgres *postgres = postgres_of(db);
    if (!postgres->connection)
        return;
    char reason[STORE_REASON_SIZE];
    memcpy(reason, postgres->db.reason, sizeof reason);
    start_clock(postgres, postgres->call_ms);
    PGresult *result = answer_to(postgres, PQsendQuery(postgres->connection, "ROLLBACK"));
    memcpy(postgres->db.reason, reason, sizeof reason);
    const bool done = PQresultStatus(result) == PGRES_COMMAND_OK;
    PQclear(result);
    if (!done)
        disconnect(postgres);
}

/* ---- Connecting ------------------------------------------------------------------------------ */

/* libpq would print what the server has to say. */
static void hear_notice(void *context, const PGresult *notice)
{
    struct postgres *postgres = context;
    postgres->ending |= says_goodbye(notice);
}

static bool reach(struct postgres *postgres)
{
    char name[64], host[HOST_SIZE] = "";
    gethostname(host, sizeof host - 1);
    snprintf(name, sizeof name, "railhead %s:%ld", host, (long)getpid());
    return wait_for_connection(postgres->url, name, postgres->deadline, &postgres->connection);
}

/*
 * A server that is set to answer before a commit is on its disk must not do so for us.  It gives up
 * before we do, which leaves us the connection; and it notices within half a minute that we are
 * gone without a word, so that nobody waits for our locks.
 */
static bool set_up_session(struct postgres *postgres)
{
    char sql[512];
    snprintf(sql, sizeof sql,
             "SELECT set_config('synchronous_commit', 'on', false)"
             " WHERE current_setting('synchronous_commit') = 'off';"
             "SET lock_timeout = %d; SET statement_timeout = %d;"
             "SET idle_in_transaction_session_timeout = %d;"
             "SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5;"
             "SET tcp_keepalives_count = 3",
             (int)postgres->session_ms / 2, (int)postgres->session_ms / 10 * 9,
             (int)postgres->idle_ms);
    return run_script(postgres, sql);
}

/*
 * A server that looks now and then whether we are still there does not go on with a statement that
 * we gave up, and lets go of its locks.  Old ones cannot, nor can those of some systems.
 */
static bool ask_to_look(struct postgres *postgres)
{
    return run_script(postgres, "SET client_connection_check_interval = 1000") ||
           postgres->connection;
}

static bool connect_anew(struct postgres *postgres)
{
    disconnect(postgres);
    start_clock(postgres, postgres->call_ms);
    if (!reach(postgres))
        return fail_late(postgres);
    if (is_lost(postgres) || PQsetnonblocking(postgres->connection, 1) != 0) {
        fail(postgres, "the database cannot be reached", PQerrorMessage(postgres->connection));
        disconnect(postgres);
        return false;
    }
    PQsetNoticeReceiver(postgres->connection, hear_notice, postgres);
    if (set_up_session(postgres) && ask_to_look(postgres))
        return true;
    disconnect(postgres);
    return false;
}

/* Between calls the server has little to say but that it ends, or its end is heard. */
static void notice_end(struct postgres *postgres)
{
    struct pollfd waiting = {.fd = PQsocket(postgres->connection), .events = POLLIN};
    if (poll(&waiting, 1, 0) <= 0)
        return;
    const bool open = PQconsumeInput(postgres->connection) && !PQisBusy(postgres->connection);
    if (!open || postgres->ending || is_lost(postgres))
        disconnect(postgres);
}

static bool postgres_revive(struct db *db, bool *anew)
{
    struct postgres *postgres = postgres_of(db);
    if (postgres->connection)
        notice_end(postgres);
    /* A group that is open where none should be was not ended as it seemed. */
    if (postgres->connection && PQtransactionStatus(postgres->connection) != PQTRANS_IDLE)
        disconnect(postgres);
    *anew = !postgres->connection;
    return !*anew || connect_anew(postgres);
}

/* ---- Open and close -------------------------------------------------------------------------- */

/*
 * libpq repeats a URL that it cannot read, and takes part of a password for the name of a host when
 * the password has a character that should have been escaped.
 */
static bool check_url(struct postgres *postgres)
{
    const char *start = strstr(postgres->url, "://") + 3;
    const char *at = strrchr(start, '@');
    PQconninfoOption *options = PQconninfoParse(postgres->url, NULL);
    const bool readable = options;
    PQconninfoFree(options);
    if (at && strcspn(start, "@/?#[]") < (size_t)(at - start))
        return fail(
            postgres, "the URL of the database cannot be read",
            "in a user name and a password, @ / ? # [ ] are written %40 %2F %3F %23 %5B %5D");
    return readable || fail(postgres, "the URL of the database cannot be read",
                            "it should be like postgresql://user:password@host:5432/name");
}

static void postgres_close(struct db *db)
{
    struct postgres *postgres = postgres_of(db);
    disconnect(postgres);
    free(postgres->url);
    free(postgres);
}

static struct db *postgres_open(const struct db_kind *kind, const char *url,
                                char reason[STORE_REASON_SIZE])
{
    struct postgres *postgres = calloc(1, sizeof *postgres);
    char *copy = strdup(url);
    if (!postgres || !copy) {
        snprintf(reason, STORE_REASON_SIZE, "there is no memory left to open the database");
        free(postgres);
        free(copy);
        return NULL;
    }
    postgres->db.kind = kind;
    postgres->url = copy;
    postgres->call_ms = postgres->session_ms = DB_CALL_MS;
    postgres->idle_ms = DB_IDLE_MS;
    if (check_url(postgres) && connect_anew(postgres))
        return &postgres->db;
    memcpy(reason, postgres->db.reason, STORE_REASON_SIZE);
    postgres_close(&postgres->db);
    return NULL;
}

void postgres_hurry(struct db *db, int64_t call_ms)
{
    postgres_of(db)->call_ms = call_ms;
}

void postgres_be_brief(struct db *db)
{
    struct postgres *postgres = postgres_of(db);
    postgres->call_ms = postgres->session_ms = DB_BRIEF_MS;
    postgres->idle_ms = DB_BRIEF_MS / 2;
    start_clock(postgres, postgres->call_ms);
    if (!set_up_session(postgres)) /* the next session will be */
        disconnect(postgres);
}

const struct db_kind postgres_kind = {
    .dialect = DB_POSTGRES,
    .open = postgres_open,
    .close = postgres_close,
    .revive = postgres_revive,
    .begin = postgres_begin,
    .commit = postgres_commit,
    .rollback = postgres_rollback,
    .run = postgres_run,
    .run_many = postgres_run_many,
    .script = postgres_script,
};
