/*
 * Receiving notifications of the servers on a PostgreSQL database: a connection with LISTEN. Its
 * socket changes with each reconnect, so callers wait for an epoll around it, which stays the same.
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

struct store_listener {
    char *url;
    PGconn *connection; /* NULL: none */
    int descriptor;     /* an epoll around its socket */
};

struct store_listener *store_listener_open(const char *url, char reason[STORE_REASON_SIZE])
{
    const struct db_kind *kind = store_kind_of(url, reason);
    if (kind == NULL)
        return NULL;
    if (kind != &postgres_kind) {
        snprintf(reason, STORE_REASON_SIZE, "a database in a file has one server");
        return NULL;
    }
    struct store_listener *listener = calloc(1, sizeof *listener);
    char *copy = strdup(url);
    const int descriptor = epoll_create1(EPOLL_CLOEXEC);
    if (listener != NULL && copy != NULL && descriptor >= 0) {
        *listener = (struct store_listener){.url = copy, .descriptor = descriptor};
        return listener;
    }
    if (descriptor >= 0)
        close(descriptor);
    free(copy);
    free(listener);
    snprintf(reason, STORE_REASON_SIZE, "there is no memory left to hear other servers");
    return NULL;
}

void store_listener_reconnect(struct store_listener *listener)
{
    PQfinish(listener->connection);
    listener->connection = NULL;
}

void store_listener_close(struct store_listener *listener)
{
    if (listener == NULL)
        return;
    store_listener_reconnect(listener);
    close(listener->descriptor);
    free(listener->url);
    free(listener);
}

int store_listener_descriptor(const struct store_listener *listener)
{
    return listener->descriptor;
}

/* ---- Connecting ------------------------------------------------------------------------------ */

static void say_nothing(void *context, const PGresult *notice)
{
    (void)context, (void)notice;
}

static enum store_listener_result set_failure(struct store_listener *listener, const char *what,
                                              char *text)
{
    const char *message = PQerrorMessage(listener->connection);
    snprintf(text, STORE_REASON_SIZE, "%s: %.*s", what, (int)strcspn(message, "\n"), message);
    store_listener_reconnect(listener);
    return STORE_LISTENER_FAILED;
}

/* Returns the last result of a statement; NULL after the deadline. */
static PGresult *run_command(struct store_listener *listener, const char *sql, int64_t deadline)
{
    PGresult *last = NULL, *next = NULL;
    if (!PQsendQuery(listener->connection, sql))
        return NULL;
    while (wait_for_result(listener->connection, deadline, &next) && next != NULL) {
        PQclear(last);
        last = next;
        if (PQstatus(listener->connection) != CONNECTION_OK)
            break;
    }
    return last;
}

/* LISTEN takes no parameter for a name that depends on the schema. */
static bool listen_to(struct store_listener *listener, int64_t deadline)
{
    PGresult *words = run_command(
        listener, "SELECT format('LISTEN %I', 'railhead_' || current_schema())", deadline);
    bool good = PQresultStatus(words) == PGRES_TUPLES_OK && PQntuples(words) == 1;
    if (good) {
        PGresult *done = run_command(listener, PQgetvalue(words, 0, 0), deadline);
        good = PQresultStatus(done) == PGRES_COMMAND_OK;
        PQclear(done);
    }
    PQclear(words);
    return good;
}

/* A closed socket is no longer watched. */
static bool watch_connection(const struct store_listener *listener)
{
    struct epoll_event event = {.events = EPOLLIN};
    return epoll_ctl(listener->descriptor, EPOLL_CTL_ADD, PQsocket(listener->connection), &event) ==
           0;
}

static enum store_listener_result reconnect(struct store_listener *listener, char *text)
{
    const int64_t deadline = clock_ms() + DB_READING_MS;
    if (!wait_for_connection(listener->url, "railhead ear", deadline, &listener->connection) ||
        PQstatus(listener->connection) != CONNECTION_OK ||
        PQsetnonblocking(listener->connection, 1) != 0)
        return set_failure(listener, "the database cannot be reached", text);
    PQsetNoticeReceiver(listener->connection, say_nothing, NULL);
    if (!listen_to(listener, deadline) || !watch_connection(listener))
        return set_failure(listener, "the database refused", text);
    return STORE_LISTENER_RECONNECTED;
}

/* ---- Receiving notifications ----------------------------------------------------------------- */

/* Parses "NUMBER\nLINES"; ignores notifications of other programs. */
static bool take_news(struct store_listener *listener, int64_t *from,
                      char text[STORE_NOTIFICATION_SIZE + 1])
{
    PGnotify *notify;
    while ((notify = PQnotifies(listener->connection)) != NULL) {
        char *end;
        *from = strtoll(notify->extra, &end, 10);
        const bool good = *from > 0 && *end == '\n' && strlen(end + 1) <= STORE_NOTIFICATION_SIZE;
        if (good)
            memcpy(text, end + 1, strlen(end + 1) + 1);
        PQfreemem(notify);
        if (good)
            return true;
    }
    return false;
}

enum store_listener_result store_listener_read(struct store_listener *listener, int64_t ms,
                                               int64_t *from,
                                               char text[STORE_NOTIFICATION_SIZE + 1])
{
    if (listener->connection == NULL)
        return reconnect(listener, text);
    if (take_news(listener, from, text))
        return STORE_LISTENER_MESSAGES;
    struct pollfd waiting = {.fd = PQsocket(listener->connection), .events = POLLIN};
    if (ms > 0)
        poll(&waiting, 1, (int)ms);
    if (!PQconsumeInput(listener->connection) || PQstatus(listener->connection) != CONNECTION_OK)
        return set_failure(listener, "the connection to the database was lost", text);
    return take_news(listener, from, text) ? STORE_LISTENER_MESSAGES : STORE_LISTENER_NOTHING;
}
