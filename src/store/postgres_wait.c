/* libpq with a deadline; see postgres_wait.h. */
#include "store/postgres_wait.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdatomic.h>
#include <string.h>

#include "base/clock.h"

/*
 * Waits for `events`. Returns the events, or 0 after the deadline. Errors of a socket count as
 * readable, so that libpq reports them.
 */
static short wait_for(const PGconn *connection, short events, int64_t deadline)
{
    struct pollfd socket = {.fd = PQsocket(connection), .events = events};
    for (;;) {
        int64_t left = deadline - clock_ms();
        if (left < 0)
            left = 0;
        const int ready = poll(&socket, 1, left > INT_MAX ? INT_MAX : (int)left);
        if (ready > 0)
            return socket.revents;
        if (ready < 0 && errno != EINTR)
            return POLLERR;
        if (ready == 0 && left < INT_MAX)
            return 0;
    }
}

/* ---- Connecting ------------------------------------------------------------------------------ */

enum { HOST_SIZE = 256 };

/* What a URL says about one of its hosts; empty items are defaults. */
struct place {
    char host[HOST_SIZE], address[HOST_SIZE], port[HOST_SIZE];
};

static unsigned items_of(const char *list)
{
    unsigned items = list != NULL && *list ? 1 : 0;
    for (; items > 0 && *list; list++)
        items += *list == ',';
    return items;
}

/* Returns false if the item is empty or too long. */
static bool copy_item(const char *list, unsigned item, char text[HOST_SIZE])
{
    for (; item > 0; item--)
        list += strcspn(list, ",") + 1;
    const size_t length = strcspn(list, ",");
    if (length == 0 || length >= HOST_SIZE)
        return false;
    memcpy(text, list, length);
    text[length] = '\0';
    return true;
}

static const char *value_of(const PQconninfoOption *options, const char *keyword)
{
    for (; options != NULL && options->keyword != NULL; options++) {
        if (strcmp(options->keyword, keyword) == 0)
            return options->val;
    }
    return NULL;
}

/*
 * Returns the number of hosts, and reads one of them; 1 and nothing if libpq should parse the URL
 * itself.
 */
static unsigned find_place(const char *url, unsigned host, struct place *place)
{
    PQconninfoOption *options = PQconninfoParse(url, NULL);
    const char *hosts = value_of(options, "host"), *addresses = value_of(options, "hostaddr"),
               *ports = value_of(options, "port");
    const unsigned names = items_of(hosts), numbers = items_of(addresses);
    const unsigned count = names > numbers ? names : numbers;
    memset(place, 0, sizeof *place);
    const bool fits = count > 1 && (names == 0 || copy_item(hosts, host % count, place->host)) &&
                      (numbers == 0 || copy_item(addresses, host % count, place->address)) &&
                      (items_of(ports) == 0 ||
                       copy_item(ports, items_of(ports) > 1 ? host % count : 0, place->port));
    PQconninfoFree(options);
    if (!fits)
        memset(place, 0, sizeof *place);
    return fits ? count : 1;
}

/*
 * The URL overrides what is set here. A machine that vanished is noticed after four seconds,
 * whether data was under way or not.
 */
static PGconn *begin_connecting(const char *url, const char *name, const struct place *place)
{
    const char *const settings[][2] = {
        {"tcp_user_timeout", "4000"},
        {"keepalives_idle", "2"},
        {"keepalives_interval", "1"},
        {"keepalives_count", "3"},
        {"application_name", name},
        {"client_encoding", "UTF8"},
        {"dbname", url},
        {"host", place->host},
        {"hostaddr", place->address},
        {"port", place->port},
    };
    enum { COUNT = sizeof settings / sizeof settings[0] };
    const char *names[COUNT + 1] = {0}, *values[COUNT + 1] = {0};
    for (unsigned i = 0; i < COUNT; i++) {
        names[i] = settings[i][0];
        values[i] = settings[i][1];
    }
    return PQconnectStartParams(names, values, 1);
}

static bool wait_for_one(PGconn *connection, int64_t deadline)
{
    PostgresPollingStatusType wanted = PGRES_POLLING_WRITING;
    if (PQstatus(connection) == CONNECTION_BAD)
        return true;
    while (wanted == PGRES_POLLING_READING || wanted == PGRES_POLLING_WRITING) {
        if (!wait_for(connection, wanted == PGRES_POLLING_READING ? POLLIN : POLLOUT, deadline))
            return false;
        wanted = PQconnectPoll(connection);
    }
    return true;
}

bool wait_for_connection(const char *url, const char *name, int64_t deadline, PGconn **connection)
{
    static atomic_uint answered; /* shared by all connections, which use one database */
    const unsigned first = atomic_load(&answered);
    for (unsigned tried = 0;; tried++) {
        struct place place;
        const unsigned count = find_place(url, first + tried, &place);
        const int64_t now = clock_ms(), left = deadline > now ? deadline - now : 0;
        const int64_t share = tried < count ? left / (count - tried) : left;
        *connection = begin_connecting(url, name, &place);
        const bool in_time = wait_for_one(*connection, now + share);
        if (in_time && PQstatus(*connection) == CONNECTION_OK)
            atomic_store(&answered, (first + tried) % count);
        else if (tried + 1 < count) {
            PQfinish(*connection);
            continue;
        }
        return in_time;
    }
}

/* ---- Results --------------------------------------------------------------------------------- */

/* Sends what is queued, and reads meanwhile, since the server may block on output. */
static bool send_all(PGconn *connection, int64_t deadline)
{
    while (PQflush(connection) > 0) {
        const short possible = wait_for(connection, POLLIN | POLLOUT, deadline);
        if (!possible)
            return false;
        if (possible & ~POLLOUT && !PQconsumeInput(connection))
            return true;
    }
    return true;
}

/* If libpq fails it does not block either, and PQgetResult() reports the error. */
bool wait_for_result(PGconn *connection, int64_t deadline, PGresult **result)
{
    *result = NULL;
    if (!send_all(connection, deadline))
        return false;
    while (PQstatus(connection) == CONNECTION_OK && PQisBusy(connection)) {
        if (!wait_for(connection, POLLIN, deadline))
            return false;
        if (!PQconsumeInput(connection))
            break;
    }
    *result = PQgetResult(connection);
    return true;
}
