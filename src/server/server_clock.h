/*
 * The server's time: milliseconds since 1970 that only go forward, and never faster or slower than
 * half a percent off the true pace.
 *
 * It starts as the wall clock and goes on by a clock that nobody can set and that goes on while the
 * machine sleeps.  Towards the wall clock it is steered slowly, so that it stays true over months.
 * Where several servers share a database, its clock is the one on the wall.
 * When somebody sets the wall clock by an hour, nobody's hour at a table has passed.
 */
#ifndef RAILHEAD_SERVER_SERVER_CLOCK_H
#define RAILHEAD_SERVER_SERVER_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

/* It makes up for at most so much in a second. */
enum { SERVER_CLOCK_STEER_MS = 5 };

/* All zero before the first reading.  Of one thread. */
struct server_clock {
    bool has_started;
    int64_t now, monotonic; /* at the last reading */
    int64_t steer;          /* what is left to steer by, in thousandths of a millisecond */
    int64_t ahead;          /* how far the clock that it goes by is before this machine's */
};

/* The time by what the two clocks say: a function of the readings so far and nothing else. */
int64_t server_clock_read(struct server_clock *clock, int64_t wall_ms, int64_t monotonic_ms);

/* The same by the machine's clocks. */
int64_t server_clock_now(struct server_clock *clock);

/*
 * Another clock than the machine's says this at this moment: how far it is ahead.  From any thread.
 */
int64_t server_clock_ahead(int64_t now);

/* The other clock is the one to go by from now on. */
void server_clock_set(struct server_clock *clock, int64_t ahead);

#endif
