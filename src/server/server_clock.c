/* A clock that never jumps; see server_clock.h. */
#include "server/server_clock.h"

#include <time.h>

/* Clock values come from outside: they are clamped so that sums cannot overflow. */
static const int64_t wall_max = INT64_C(1) << 60;
static const int64_t elapsed_max = INT64_C(1) << 48;

static int64_t clamp(int64_t least, int64_t number, int64_t most)
{
    return number < least ? least : number > most ? most : number;
}

/* Returns 0 if the clock went back, which a monotonic clock must not. */
static int64_t elapsed_ms(int64_t from, int64_t to)
{
    if (to <= from)
        return 0;
    uint64_t time = (uint64_t)to - (uint64_t)from;
    return time < (uint64_t)elapsed_max ? (int64_t)time : elapsed_max;
}

int64_t server_clock_read(struct server_clock *clock, int64_t wall_ms, int64_t monotonic_ms)
{
    int64_t wall = clamp(0, wall_ms, wall_max);
    if (!clock->has_started) {
        clock->has_started = true;
        clock->now = wall;
        clock->monotonic = monotonic_ms;
        return wall;
    }
    int64_t time = elapsed_ms(clock->monotonic, monotonic_ms);
    clock->monotonic = monotonic_ms;
    clock->steer += time * SERVER_CLOCK_STEER_MS;
    int64_t most = clock->steer / 1000;
    clock->steer %= 1000;
    clock->now += time;
    clock->now = clamp(clock->now - most, wall, clock->now + most);
    return clock->now;
}

static int64_t read_ms(clockid_t id)
{
    struct timespec time = {0};
    return clock_gettime(id, &time) == 0 ? (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000
                                         : -1;
}

int64_t server_clock_now(struct server_clock *clock)
{
    int64_t monotonic = read_ms(CLOCK_BOOTTIME);
    if (monotonic < 0) /* a kernel without this clock never has it */
        monotonic = read_ms(CLOCK_MONOTONIC);
    return server_clock_read(clock, read_ms(CLOCK_REALTIME) + clock->ahead, monotonic);
}

int64_t server_clock_ahead(int64_t now)
{
    return clamp(0, now, wall_max) - read_ms(CLOCK_REALTIME);
}

void server_clock_set(struct server_clock *clock, int64_t ahead)
{
    clock->ahead = ahead;
}
