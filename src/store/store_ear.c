/*
 * Hearing what the servers of one PostgreSQL tell each other: a connection that listens.
 *
 * Its socket is another one whenever it connects anew, so that whoever waits for news waits for an
 * epoll around it, which stays the same.
 */
#include <libpq-fe.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "base/clock.h"
#include "store/postgres_wait.h"
#include "store/store_internal.h"
#include "store/store_members.h"

struct store_ear {
    char *url;
    PGconn *connection; /* NULL: none */
    int descriptor;     /* an epoll around its socket */
};

struct store_ear *store_ear_open(const char *url, char reason[STORE_REASON_SIZE])
{
    const struct db_kind *kind = store_kind_of(url, reason);
    if (!kind)
        return NULL;
    if (kind != &postgres_kind) {
        snprintf(reason, STORE_REASON_SIZE, "a database in a file has one server");
        return NULL;
    }
    struct store_ear *ear = calloc(1, sizeof *ear);
    char *copy = strdup(url);
    const int descriptor = epoll_create1(EPOLL_CLOEXEC);
    if (ear && copy && descriptor >= 0) {
        *ear = (struct store_ear){.url = copy, .descriptor = descriptor};
        return ear;
    }
    if (descriptor >= 0)
        close(descriptor);
    free(copy);
    free(ear);
    snprintf(reason, STORE_REASON_SIZE, "there is no memory left to hear other servers");
    return NULL;
}

void store_ear_again(struct store_ear *ear)
{
    PQfinish(ear->connection);
    ear->connection = NULL;
}

void store_ear_close(struct store_ear *ear)
{
    if (!ear)
        return;
    store_ear_again(ear);
    close(ear->descriptor);
    free(ear->url);
    free(ear);
}

int store_ear_descriptor(const struct store_ear *ear)
{
    return ear->descriptor;
}

/* ---- Connecting ------------------------------------------------------------------------------ */

static void say_nothing(void *context, const PGresult *notice)
{
    (void)context, (void)notice;
}

static enum store_heard fail(struct store_ear *ear, const char *what, char *text)
{
    const char *message = PQerrorMessage(ear->connection);
    snprintf(text, STORE_REASON_SIZE, "%s: %.*s", what, (int)strcspn(message, "\n"), message);
    store_ear_again(ear);
    return STORE_HEARD_FAILED;
}

/* The last result of a statement; NULL when it did not come in time. */
static PGresult *ask(struct store_ear *ear, const char *sql, int64_t deadline)
{
    PGresult *last = NULL, *next = NULL;
    if (!PQsendQuery(ear->connection, sql))
        return NULL;
    while (wait_for_result(ear->connection, deadline, &next) && next) {
        PQclear(last);
        last = next;
        if (PQstatus(ear->connection) != CONNECTION_OK)
            break;
    }
    return last;
}

/* A name that depends on the schema cannot be a parameter of LISTEN. */
static bool listen_to(struct store_ear *ear, int64_t deadline)
{
    PGresult *words =
        ask(ear, "SELECT format('LISTEN %I', 'railhead_' || current_schema())", deadline);
    bool good = PQresultStatus(words) == PGRES_TUPLES_OK && PQntuples(words) == 1;
    if (good) {
        PGresult *done = ask(ear, PQgetvalue(words, 0, 0), deadline);
        good = PQresultStatus(done) == PGRES_COMMAND_OK;
        PQclear(done);
    }
    PQclear(words);
    return good;
}

/* A socket that is closed is watched no more. */
static bool watch(const struct store_ear *ear)
{
    struct epoll_event event = {.events = EPOLLIN};
    return epoll_ctl(ear->descriptor, EPOLL_CTL_ADD, PQsocket(ear->connection), &event) == 0;
}

static enum store_heard connect_anew(struct store_ear *ear, char *text)
{
    const int64_t deadline = clock_ms() + DB_READING_MS;
    if (!wait_for_connection(ear->url, "railhead ear", deadline, &ear->connection) ||
        PQstatus(ear->connection) != CONNECTION_OK || PQsetnonblocking(ear->connection, 1) != 0)
        return fail(ear, "the database cannot be reached", text);
    PQsetNoticeReceiver(ear->connection, say_nothing, NULL);
    if (!listen_to(ear, deadline) || !watch(ear))
        return fail(ear, "the database refused", text);
    return STORE_HEARD_ANEW;
}

/* ---- Hearing --------------------------------------------------------------------------------- */

/* "NUMBER\nLINES"; what is not so is from somebody else and is not heard. */
static bool take_news(struct store_ear *ear, int64_t *from, char text[STORE_NEWS_SIZE + 1])
{
    PGnotify *notify;
    while ((notify = PQnotifies(ear->connection)) != NULL) {
        char *end;
        *from = strtoll(notify->extra, &end, 10);
        const bool good = *from > 0 && *end == '\n' && strlen(end + 1) <= STORE_NEWS_SIZE;
        if (good)
            memcpy(text, end + 1, strlen(end + 1) + 1);
        PQfreemem(notify);
        if (good)
            return true;
    }
    return false;
}

enum store_heard store_hear(struct store_ear *ear, int64_t ms, int64_t *from,
                            char text[STORE_NEWS_SIZE + 1])
{
    if (!ear->connection)
        return connect_anew(ear, text);
    if (take_news(ear, from, text))
        return STORE_HEARD_NEWS;
    struct pollfd waiting = {.fd = PQsocket(ear->connection), .events = POLLIN};
    if (ms > 0)
        poll(&waiting, 1, (int)ms);
    if (!PQconsumeInput(ear->connection) || PQstatus(ear->connection) != CONNECTION_OK)
        return fail(ear, "the connection to the database was lost", text);
    return take_news(ear, from, text) ? STORE_HEARD_NEWS : STORE_HEARD_NOTHING;
}
