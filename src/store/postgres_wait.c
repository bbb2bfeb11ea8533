/* libpq with a deadline: see postgres_wait.h. */
#include "store/postgres_wait.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <time.h>

int64_t wait_tick_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/*
 * Until something of `events` is possible: what is, and 0 when the deadline has passed.  What is
 * wrong with a socket is for libpq to find out, so that it counts as readable.
 */
static short wait_for(const PGconn *connection, short events, int64_t deadline)
{
    struct pollfd socket = {.fd = PQsocket(connection), .events = events};
    for (;;) {
        int64_t left = deadline - wait_tick_ms();
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

bool wait_for_connection(PGconn *connection, int64_t deadline)
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

/* What is to be sent goes out; meanwhile the server may have to get rid of what it says. */
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

/* Where libpq fails it does not block either: PQgetResult() then says what went wrong. */
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
