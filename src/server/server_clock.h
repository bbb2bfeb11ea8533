/*
 * The server's clock: milliseconds since 1970 that never decrease and run at most half a percent
 * too fast or too slow.
 *
 * It starts at the wall clock's time and follows a monotonic clock that also counts while the
 * machine sleeps. It is steered slowly towards the wall clock, so that it stays correct over
 * months. If several servers share a database, the database's clock takes the place of the wall
 * clock. Setting the wall clock by an hour does not make an hour pass at any table.
 */
#ifndef RAILHEAD_SERVER_SERVER_CLOCK_H
#define RAILHEAD_SERVER_SERVER_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

/* Largest correction per second. */
enum { SERVER_CLOCK_STEER_MS = 5 };

/* Zero-initialised before the first reading. Not thread-safe. */
struct server_clock {
    bool has_started;
    int64_t now, monotonic; /* at the last reading */
    int64_t steer;          /* correction left, in microseconds */
    int64_t ahead; /* offset of the reference clock from this machine's wall clock, in ms */
};

/* Returns the time for given readings of the two clocks. A pure function of all readings so far. */
int64_t server_clock_read(struct server_clock *clock, int64_t wall_ms, int64_t monotonic_ms);

/* The same with readings of the machine's clocks. */
int64_t server_clock_now(struct server_clock *clock);

/* Returns how far a clock that shows `now` is ahead of the machine's wall clock. Thread-safe. */
int64_t server_clock_ahead(int64_t now);

/* Uses a reference clock with that offset from now on. */
void server_clock_set(struct server_clock *clock, int64_t ahead);

#endif
