/*
 * PostgreSQL behind db.h, through libpq. If the connection is lost or does not answer in time, the
 * current call fails and the next one outside a group reconnects. No sentence contains the URL,
 * which may hold a password.
 */
#include <libpq-fe.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/check.h"
#include "base/clock.h"
#include "store/db.h"
#include "store/postgres_wait.h"

enum { NUMBER_SIZE = 24, HOST_SIZE = 40, SQL_SIZE = 1024, SENT_MAX = 1024 };

/* A statement that was sent and not answered yet. */
struct sent {
    enum { SENT_WORD, SENT_TO_PREPARE, SENT_STATEMENT } what;
    enum db_slot slot;
    bool must;     /* fails if it finds or changes no row */
    bool *changed; /* out: whether it changed a row; or NULL */
};

struct postgres {
    struct db db; /* first: a struct db of this kind is cast back */
    PGconn *connection;
    char *url;
    bool prepared[2][DB_SLOTS]; /* as a plain statement, and as one that `must` */
    bool begins;                /* BEGIN must be sent before the next statement */
    struct sent sent[SENT_MAX];
    unsigned sent_count;
    bool ending;        /* the server has announced that it closes the connection */
    bool warned;        /* it has sent a warning */
    int64_t call_ms;    /* timeout of a call */
    int64_t session_ms; /* the server's own timeout, slightly shorter */
    int64_t lock_ms;    /* timeout of a lock */
    int64_t idle_ms;    /* timeout of an idle group */
    int64_t allowed_ms; /* timeout of the current call */
    int64_t deadline;   /* and its end */
};

/* Values in libpq's form; numbers are written into `digits`. */
struct parameters {
    const char *texts[DB_VALUES_MAX];
    char digits[DB_VALUES_MAX][NUMBER_SIZE];
};

static struct postgres *postgres_of(struct db *db)
{
    CHECK(db->kind == &postgres_kind);
    return (struct postgres *)db;
}

/* ---- Failures -------------------------------------------------------------------------------- */

static bool set_failure(struct postgres *postgres, const char *what, const char *message)
{
    const int length = (int)strcspn(message, "\n");
    snprintf(postgres->db.reason, sizeof postgres->db.reason, "%s: %.*s", what, length, message);
    return false;
}

static bool is_lost(const struct postgres *postgres)
{
    return PQstatus(postgres->connection) != CONNECTION_OK;
}

/* A server that shuts down says so in its last answer, before the connection breaks. */
static bool says_goodbye(const PGresult *result)
{
    const char *severity = PQresultErrorField(result, PG_DIAG_SEVERITY_NONLOCALIZED);
    return severity != NULL && (strcmp(severity, "FATAL") == 0 || strcmp(severity, "PANIC") == 0);
}

static bool is_good(const PGresult *result)
{
    return PQresultStatus(result) == PGRES_COMMAND_OK || PQresultStatus(result) == PGRES_TUPLES_OK;
}

/* A deadlock was resolved by cancelling this group. */
static bool gives_way(const PGresult *result)
{
    const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    return state != NULL && (strcmp(state, "40P01") == 0 || strcmp(state, "40001") == 0);
}

static void close_connection(struct postgres *postgres)
{
    PQfinish(postgres->connection);
    postgres->connection = NULL;
    postgres->ending = postgres->begins = false;
    postgres->sent_count = 0;
    memset(postgres->prepared, 0, sizeof postgres->prepared);
}

/* Sets the reason from an unexpected result, and clears it. */
static bool fail_result(struct postgres *postgres, PGresult *result)
{
    if (postgres->connection == NULL) { /* the deadline has passed, and the reason is set */
        PQclear(result);
        return false;
    }
    const char *message = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
    if (message == NULL)
        message = PQerrorMessage(postgres->connection);
    const bool lost = is_lost(postgres) || says_goodbye(result);
    postgres->db.may_repeat = !lost && gives_way(result);
    set_failure(postgres, lost ? "the connection to the database was lost" : "the database refused",
                *message ? message : "it gave no reason");
    PQclear(result);
    if (lost)
        close_connection(postgres);
    return false;
}

/* ---- Waiting --------------------------------------------------------------------------------- */

static void start_clock(struct postgres *postgres, int64_t ms)
{
    postgres->allowed_ms = ms;
    postgres->deadline = clock_ms() + ms;
}

/* The state of a server that does not answer is unknown, so the connection is closed. */
static bool fail_late(struct postgres *postgres)
{
    snprintf(postgres->db.reason, sizeof postgres->db.reason,
             "the database did not answer within %g seconds", (double)postgres->allowed_ms / 1000);
    close_connection(postgres);
    return false;
}

/* Like PQgetResult(); NULL without a connection after the deadline. */
static PGresult *next_result(struct postgres *postgres)
{
    PGresult *result;
    if (!wait_for_result(postgres->connection, postgres->deadline, &result))
        fail_late(postgres);
    return result;
}

/* Returns the failure, or the last result, of a PQsend...() call that returned `sent`; or NULL. */
static PGresult *answer_to(struct postgres *postgres, int sent)
{
    PGresult *answer = NULL, *next;
    while (sent && postgres->connection != NULL && (next = next_result(postgres)) != NULL) {
        const bool failed = answer != NULL && !is_good(answer);
        PQclear(failed ? next : answer);
        if (!failed)
            answer = next;
        if (is_lost(postgres))
            break;
    }
    return answer;
}

/* ---- Scripts --------------------------------------------------------------------------------- */

static bool expect_status(struct postgres *postgres, PGresult *result, ExecStatusType wanted)
{
    if (PQresultStatus(result) != wanted)
        return fail_result(postgres, result);
    PQclear(result);
    return true;
}

static bool is_connected(struct postgres *postgres)
{
    if (postgres->connection != NULL)
        return true;
    return set_failure(postgres, "the connection to the database was lost",
                       "the group cannot go on");
}

/* Discards rows. */
static bool run_script(struct postgres *postgres, const char *sql)
{
    if (!is_connected(postgres))
        return false;
    PGresult *result = answer_to(postgres, PQsendQuery(postgres->connection, sql));
    const bool rows = PQresultStatus(result) == PGRES_TUPLES_OK;
    return expect_status(postgres, result, rows ? PGRES_TUPLES_OK : PGRES_COMMAND_OK);
}

/* ---- Sending ---------------------------------------------------------------------------------
 *
 * All statements go through libpq's pipeline: what nobody waits for is sent with what comes next,
 * so that a group which is written without a question is one round trip, from BEGIN to COMMIT.
 * After one that fails the database skips the others, COMMIT too.
 */

static bool lose_connection(struct postgres *postgres)
{
    set_failure(postgres, "the connection to the database was lost",
                PQerrorMessage(postgres->connection));
    close_connection(postgres);
    return false;
}

static bool note_sent(struct postgres *postgres, int was_sent, struct sent sent)
{
    if (!was_sent)
        return lose_connection(postgres);
    CHECK(postgres->sent_count < SENT_MAX);
    postgres->sent[postgres->sent_count++] = sent;
    return true;
}

static bool send_word(struct postgres *postgres, const char *word)
{
    const int sent = PQsendQueryParams(postgres->connection, word, 0, NULL, NULL, NULL, NULL, 0);
    return note_sent(postgres, sent, (struct sent){.what = SENT_WORD});
}

/* ---- Answers --------------------------------------------------------------------------------- */

static int64_t rows_of(PGresult *result)
{
    return PQresultStatus(result) == PGRES_TUPLES_OK ? PQntuples(result)
                                                     : strtoll(PQcmdTuples(result), NULL, 10);
}

/* Records the effects of an answer. */
static void note_answer(struct postgres *postgres, const struct sent *sent, PGresult *result)
{
    if (sent->what == SENT_TO_PREPARE)
        postgres->prepared[sent->must][sent->slot] = is_good(result);
    if (sent->changed != NULL)
        *sent->changed = is_good(result) && rows_of(result) > 0;
}

/* Returns true if it found nothing although it had to. */
static bool was_in_vain(const struct sent *sent, const PGresult *result)
{
    const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    return sent->must && state != NULL && strcmp(state, "22012") == 0;
}

/*
 * Receives the answers to everything sent, each terminated by NULL. Returns the first failure, or
 * the last result.
 */
static PGresult *receive_all(struct postgres *postgres)
{
    PGresult *kept = NULL;
    for (unsigned i = 0; i < postgres->sent_count; i++) {
        const struct sent *sent = &postgres->sent[i];
        PGresult *result = next_result(postgres);
        if (postgres->connection == NULL)
            break;
        note_answer(postgres, sent, result);
        const bool failed = kept != NULL && !is_good(kept);
        if (!failed && was_in_vain(sent, result))
            postgres->db.in_vain = sent->slot;
        PQclear(failed ? result : kept);
        kept = failed ? kept : result;
        if (is_lost(postgres))
            break;
        PQclear(next_result(postgres));
        if (postgres->connection == NULL)
            break;
    }
    postgres->sent_count = 0;
    return kept;
}

/* Receives the answer to PQpipelineSync() and ends the pipeline. */
static bool leave_pipeline(struct postgres *postgres)
{
    return expect_status(postgres, next_result(postgres), PGRES_PIPELINE_SYNC) &&
           (PQexitPipelineMode(postgres->connection) || lose_connection(postgres));
}

/* Waits for all outstanding answers. Returns the last one, which the caller clears; or NULL. */
static PGresult *settle_for(struct postgres *postgres)
{
    start_clock(postgres, postgres->call_ms);
    if (!PQpipelineSync(postgres->connection)) {
        lose_connection(postgres);
        return NULL;
    }
    PGresult *kept = receive_all(postgres);
    if (postgres->connection == NULL || is_lost(postgres) || !is_good(kept)) {
        fail_result(postgres, kept);
        kept = NULL;
    }
    if (postgres->connection != NULL && leave_pipeline(postgres))
        return kept;
    PQclear(kept);
    return NULL;
}

static bool settle_pipeline(struct postgres *postgres)
{
    PGresult *last = settle_for(postgres);
    PQclear(last);
    return last != NULL;
}

/* ---- Statements ------------------------------------------------------------------------------ */

/* Each statement has a name, and another as one that `must`. */
static void name_of(const struct sent *sent, char name[NUMBER_SIZE])
{
    snprintf(name, NUMBER_SIZE, "%s%d", sent->must ? "must" : "s", (int)sent->slot);
}

/*
 * A statement that must find or change a row divides by the number of rows. The SQL comment
 * explains that in the database's log.
 */
static void write_sql(const struct db_query *query, bool must, char sql[SQL_SIZE])
{
    static const char guarded[] =
        "WITH done AS (%s%s) SELECT 1 / count(*) FROM done"
        " /* fails when another server was quicker, and is then judged again */";
    const bool only_asks = strncmp(query->sql, "SELECT", 6) == 0;
    const int length =
        snprintf(sql, SQL_SIZE, must ? guarded : "%s", query->sql, only_asks ? "" : " RETURNING 1");
    CHECK(length < SQL_SIZE);
}

static bool prepare_statement(struct postgres *postgres, const struct db_query *query,
                              struct sent sent)
{
    char name[NUMBER_SIZE], sql[SQL_SIZE];
    CHECK(query->values <= DB_VALUES_MAX);
    if (postgres->prepared[sent.must][sent.slot])
        return true;
    name_of(&sent, name);
    write_sql(query, sent.must, sql);
    sent.what = SENT_TO_PREPARE;
    sent.changed = NULL;
    if (!note_sent(postgres, PQsendPrepare(postgres->connection, name, sql, 0, NULL), sent))
        return false;
    postgres->prepared[sent.must][sent.slot] = true;
    return true;
}

static void fill_parameters(struct parameters *parameters, const struct db_query *query,
                            const struct db_value *values)
{
    for (unsigned i = 0; i < query->values; i++) {
        parameters->texts[i] = values[i].text;
        if (values[i].text == NULL) {
            snprintf(parameters->digits[i], NUMBER_SIZE, "%lld", (long long)values[i].number);
            parameters->texts[i] = parameters->digits[i];
        }
    }
}

/* Called before sending, and when the list of unanswered statements is full. */
static bool get_ready(struct postgres *postgres)
{
    enum { AT_ONCE = 3 }; /* BEGIN, PREPARE and the statement */
    if (!is_connected(postgres))
        return false;
    if (postgres->sent_count + AT_ONCE > SENT_MAX && !settle_pipeline(postgres))
        return false;
    if (!PQenterPipelineMode(postgres->connection))
        return lose_connection(postgres);
    const bool begins = postgres->begins;
    postgres->begins = false;
    return !begins || send_word(postgres, "BEGIN");
}

static bool send_statement(struct postgres *postgres, const struct db_query *query,
                           const struct db_value *values, bool must, bool *changed)
{
    const struct sent sent = {SENT_STATEMENT, query->slot, must, changed};
    char name[NUMBER_SIZE];
    struct parameters parameters;
    if (!get_ready(postgres) || !prepare_statement(postgres, query, sent))
        return false;
    name_of(&sent, name);
    fill_parameters(&parameters, query, values);
    return note_sent(postgres,
                     PQsendQueryPrepared(postgres->connection, name, (int)query->values,
                                         parameters.texts, NULL, NULL, 0),
                     sent);
}

/* All columns are TEXT or BIGINT. */
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
    if (!send_statement(postgres, query, values, false, NULL))
        return false;
    PGresult *result = settle_for(postgres);
    if (result == NULL)
        return false;
    *rows = rows_of(result);
    if (row != NULL)
        hand_out(result, row, context);
    PQclear(result);
    return true;
}

/* Sends all statements before waiting: one round trip instead of many. */
static bool postgres_run_many(struct db *db, const struct db_query *query,
                              const struct db_value *values, unsigned count, bool *changed)
{
    struct postgres *postgres = postgres_of(db);
    CHECK(count > 0);
    for (unsigned i = 0; i < count; i++)
        if (!send_statement(postgres, query, &values[i * query->values], false, &changed[i]))
            return false;
    return settle_pipeline(postgres);
}

static bool postgres_later(struct db *db, const struct db_query *query,
                           const struct db_value *values, bool must)
{
    return send_statement(postgres_of(db), query, values, must, NULL);
}

/* Scripts are migrations and run alone. */
static bool postgres_script(struct db *db, const char *sql)
{
    struct postgres *postgres = postgres_of(db);
    if ((postgres->begins || postgres->sent_count > 0) &&
        (!get_ready(postgres) || !settle_pipeline(postgres)))
        return false;
    start_clock(postgres, DB_MIGRATION_MS);
    return run_script(postgres, sql);
}

/* ---- Groups ---------------------------------------------------------------------------------- */

static bool postgres_begin(struct db *db)
{
    struct postgres *postgres = postgres_of(db);
    postgres->begins = true;
    return is_connected(postgres);
}

/*
 * The wait for a standby was cut short, by pg_cancel_backend() for example: the database then warns
 * and reports a commit that the standby may not have. A later write that is waited for includes
 * everything before it.
 */
static bool wait_for_standby(struct postgres *postgres)
{
    enum { TIMES = 3 };
    start_clock(postgres, postgres->call_ms);
    for (unsigned i = 0; i < TIMES && postgres->warned; i++) {
        postgres->warned = false;
        if (!run_script(postgres, "SELECT pg_logical_emit_message(true, 'railhead', '')"))
            return false;
    }
    return !postgres->warned ||
           set_failure(postgres, "the database refused", "the wait for its standby was cancelled");
}

/* COMMIT of a failed group is answered with ROLLBACK, which is not a commit. */
static bool postgres_commit(struct db *db)
{
    struct postgres *postgres = postgres_of(db);
    postgres->warned = false;
    if (!get_ready(postgres) || !send_word(postgres, "COMMIT"))
        return false;
    PGresult *result = settle_for(postgres);
    if (result == NULL)
        return false;
    const bool committed = strcmp(PQcmdStatus(result), "COMMIT") == 0;
    PQclear(result);
    if (!committed)
        return set_failure(postgres, "the database refused", "the group had failed");
    return wait_for_standby(postgres);
}

/* Waits for outstanding answers first, since statements after a failed one are skipped. */
static void end_group(struct postgres *postgres)
{
    if (postgres->sent_count > 0)
        settle_pipeline(postgres);
    if (postgres->connection == NULL || PQtransactionStatus(postgres->connection) == PQTRANS_IDLE)
        return;
    start_clock(postgres, postgres->call_ms);
    PGresult *result = answer_to(postgres, PQsendQuery(postgres->connection, "ROLLBACK"));
    const bool done = PQresultStatus(result) == PGRES_COMMAND_OK;
    PQclear(result);
    if (!done)
        close_connection(postgres);
}

/* Without a connection there is no group. Keeps the sentence of the first failure. */
static void postgres_rollback(struct db *db)
{
    struct postgres *postgres = postgres_of(db);
    const struct db before = postgres->db;
    postgres->begins = false;
    if (postgres->connection != NULL)
        end_group(postgres);
    postgres->db = before;
}

/* ---- Connecting ------------------------------------------------------------------------------ */

/* By default libpq would print notices. */
static void hear_notice(void *context, const PGresult *notice)
{
    struct postgres *postgres = context;
    const char *severity = PQresultErrorField(notice, PG_DIAG_SEVERITY_NONLOCALIZED);
    postgres->ending |= says_goodbye(notice);
    postgres->warned |= severity != NULL && strcmp(severity, "WARNING") == 0;
}

static bool ensure_connected(struct postgres *postgres)
{
    char name[64], host[HOST_SIZE] = "";
    gethostname(host, sizeof host - 1);
    snprintf(name, sizeof name, "railhead %s:%ld", host, (long)getpid());
    return wait_for_connection(postgres->url, name, postgres->deadline, &postgres->connection);
}

/*
 * Overrides a server setting that acknowledges commits before they are on disk. The server's
 * timeouts are shorter than ours, which preserves the connection, and it detects within half a
 * minute that we have vanished, so that our locks are released.
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
             (int)postgres->lock_ms, (int)postgres->session_ms / 10 * 9, (int)postgres->idle_ms);
    return run_script(postgres, sql);
}

/*
 * A server that checks for lost clients cancels statements we gave up and releases their locks. Old
 * versions and some systems cannot.
 */
static bool ask_to_look(struct postgres *postgres)
{
    return run_script(postgres, "SET client_connection_check_interval = 1000") ||
           postgres->connection != NULL;
}

static bool reconnect(struct postgres *postgres)
{
    close_connection(postgres);
    start_clock(postgres, postgres->call_ms);
    if (!ensure_connected(postgres))
        return fail_late(postgres);
    if (is_lost(postgres) || PQsetnonblocking(postgres->connection, 1) != 0) {
        set_failure(postgres, "the database cannot be reached",
                    PQerrorMessage(postgres->connection));
        close_connection(postgres);
        return false;
    }
    PQsetNoticeReceiver(postgres->connection, hear_notice, postgres);
    if (set_up_session(postgres) && ask_to_look(postgres))
        return true;
    close_connection(postgres);
    return false;
}

/*
 * Between calls a server hardly sends anything but the announcement that it closes, or the
 * connection's end.
 */
static void notice_end(struct postgres *postgres)
{
    struct pollfd waiting = {.fd = PQsocket(postgres->connection), .events = POLLIN};
    if (poll(&waiting, 1, 0) <= 0)
        return;
    const bool open = PQconsumeInput(postgres->connection) && !PQisBusy(postgres->connection);
    if (!open || postgres->ending || is_lost(postgres))
        close_connection(postgres);
}

static bool postgres_revive(struct db *db, bool *again)
{
    struct postgres *postgres = postgres_of(db);
    if (postgres->connection != NULL)
        notice_end(postgres);
    /* An unexpected open group was not ended as it seemed. */
    const bool begun = postgres->begins || postgres->sent_count > 0;
    if (postgres->connection != NULL &&
        (begun || PQtransactionStatus(postgres->connection) != PQTRANS_IDLE))
        close_connection(postgres);
    *again = postgres->connection == NULL;
    return !*again || reconnect(postgres);
}

/* ---- Open and close -------------------------------------------------------------------------- */

/*
 * libpq's errors repeat an unreadable URL, and a password with an unescaped character can be
 * mistaken for a host's name.
 */
static bool check_url(struct postgres *postgres)
{
    const char *start = strstr(postgres->url, "://") + 3;
    const char *at = strrchr(start, '@');
    PQconninfoOption *options = PQconninfoParse(postgres->url, NULL);
    const bool readable = options != NULL;
    PQconninfoFree(options);
    if (at != NULL && strcspn(start, "@/?#[]") < (size_t)(at - start))
        return set_failure(
            postgres, "the URL of the database cannot be read",
            "in a user name and a password, @ / ? # [ ] are written %40 %2F %3F %23 %5B %5D");
    return readable || set_failure(postgres, "the URL of the database cannot be read",
                                   "it should be like postgresql://user:password@host:5432/name");
}

static void postgres_close(struct db *db)
{
    struct postgres *postgres = postgres_of(db);
    close_connection(postgres);
    free(postgres->url);
    free(postgres);
}

static struct db *postgres_open(const struct db_kind *kind, const char *url,
                                char reason[STORE_REASON_SIZE])
{
    struct postgres *postgres = calloc(1, sizeof *postgres);
    char *copy = strdup(url);
    if (postgres == NULL || copy == NULL) {
        snprintf(reason, STORE_REASON_SIZE, "there is no memory left to open the database");
        free(postgres);
        free(copy);
        return NULL;
    }
    postgres->db.kind = kind;
    postgres->url = copy;
    postgres->call_ms = postgres->session_ms = DB_CALL_MS;
    postgres->lock_ms = DB_LOCK_MS;
    postgres->idle_ms = DB_IDLE_MS;
    if (check_url(postgres) && reconnect(postgres))
        return &postgres->db;
    memcpy(reason, postgres->db.reason, STORE_REASON_SIZE);
    postgres_close(&postgres->db);
    return NULL;
}

void postgres_hurry(struct db *db, int64_t call_ms)
{
    postgres_of(db)->call_ms = call_ms;
}

void postgres_limit(struct db *db, int64_t call_ms, int64_t lock_ms, int64_t idle_ms)
{
    struct postgres *postgres = postgres_of(db);
    postgres->call_ms = postgres->session_ms = call_ms;
    postgres->lock_ms = lock_ms;
    postgres->idle_ms = idle_ms;
    start_clock(postgres, postgres->call_ms);
    if (!set_up_session(postgres)) /* a reconnect sets it up */
        close_connection(postgres);
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
    .later = postgres_later,
    .script = postgres_script,
};
