/*
 * Waiting for libpq, but not for ever: its calls that do not block, poll(), and a deadline.
 *
 * Deadlines are times of clock_ms().  Knows no SQL.
 */
#ifndef RAILHEAD_STORE_POSTGRES_WAIT_H
#define RAILHEAD_STORE_POSTGRES_WAIT_H

#include <libpq-fe.h>
#include <stdbool.h>
#include <stdint.h>

/*
 * Connects to the database of a URL as `name`; false when the deadline has passed.  Whether it
 * succeeded is in PQstatus().  Where the URL has several hosts, each gets its share of the time, so
 * that one that says nothing does not keep us from the others; the first to be asked is the one
 * that answered last.
 */
bool wait_for_connection(const char *url, const char *name, int64_t deadline, PGconn **connection);

/*
 * The next result of a connection that does not block, as PQgetResult() would give it; false when
 * the deadline has passed.
 */
bool wait_for_result(PGconn *connection, int64_t deadline, PGresult **result);

#endif
