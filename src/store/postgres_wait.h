/*
 * Non-blocking libpq with poll() and deadlines. Deadlines are times of clock_ms(). Knows no SQL.
 */
#ifndef RAILHEAD_STORE_POSTGRES_WAIT_H
#define RAILHEAD_STORE_POSTGRES_WAIT_H

#include <libpq-fe.h>
#include <stdbool.h>
#include <stdint.h>

/*
 * Connects to a database as `name`; returns false after the deadline. PQstatus() tells whether it
 * succeeded. If the URL has several hosts each gets its share of the time; the one that answered
 * last is tried first.
 */
bool wait_for_connection(const char *url, const char *name, int64_t deadline, PGconn **connection);

/*
 * The next result of a non-blocking connection, as PQgetResult() returns it; returns false after
 * the deadline.
 */
bool wait_for_result(PGconn *connection, int64_t deadline, PGresult **result);

#endif
