/*
 * Waiting for libpq, but not for ever: its calls that do not block, poll(), and a deadline.
 *
 * Deadlines are times of wait_tick_ms(), a clock that only goes forward.  Knows no SQL.
 */
#ifndef RAILHEAD_STORE_POSTGRES_WAIT_H
#define RAILHEAD_STORE_POSTGRES_WAIT_H

#include <libpq-fe.h>
#include <stdbool.h>
#include <stdint.h>

int64_t wait_tick_ms(void);

/*
 * A connection that PQconnectStartParams() has begun; false when the deadline has passed.  Whether
 * it succeeded is in PQstatus().
 */
bool wait_for_connection(PGconn *connection, int64_t deadline);

/*
 * The next result of a connection that does not block, as PQgetResult() would give it; false when
 * the deadline has passed.
 */
bool wait_for_result(PGconn *connection, int64_t deadline, PGresult **result);

#endif
