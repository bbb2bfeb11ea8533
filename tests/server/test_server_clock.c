/* The server's time: forward only, at its pace whatever the wall clock does, true in the long run.
 */
#include <stdlib.h>
#include <time.h>

#include "server/server_clock.h"
#include "support.h"

static const int64_t start = INT64_C(1794700000000);

enum { SECOND = 1000, MINUTE = 60 * SECOND, HOUR = 60 * MINUTE, DAY = 24 * HOUR };

TEST_CASE(two_clocks_that_agree)
{
    struct server_clock clock = {0};
    assert_int_equal(server_clock_read(&clock, start, 77), start);
    for (int64_t time = 0; time < HOUR; time += 17)
        assert_int_equal(server_clock_read(&clock, start + time, 77 + time), start + time);
}

/* Goes on by itself for a minute, and is at the wall's time in the end. */
static void jump(int64_t by)
{
    struct server_clock clock = {0};
    server_clock_read(&clock, start, 0);
    int64_t after_a_minute = server_clock_read(&clock, start + MINUTE + by, MINUTE);
    assert_int_equal(after_a_minute, start + MINUTE + (by > 0 ? 300 : -300));
    const int64_t enough = llabs(by) * 1000 / SERVER_CLOCK_STEER_MS;
    int64_t time = MINUTE, last = after_a_minute;
    for (; time < enough; time += SECOND) {
        int64_t now = server_clock_read(&clock, start + time + by, time);
        assert_true(now >= last && (by > 0 ? now < start + time + by : now > start + time + by));
        last = now;
    }
    time += SECOND;
    assert_int_equal(server_clock_read(&clock, start + time + by, time), start + time + by);
}

TEST_CASE(jumps)
{
    jump(HOUR);
    jump(-HOUR);
    jump(DAY);
    jump(-DAY);
}

TEST_CASE(a_jump_and_back)
{
    struct server_clock clock = {0};
    server_clock_read(&clock, start, 0);
    for (int64_t time = 0; time < MINUTE; time += 10)
        server_clock_read(&clock, start + time - HOUR, time);
    int64_t now = server_clock_read(&clock, start + MINUTE - HOUR, MINUTE);
    assert_int_equal(now, start + MINUTE - 300);
    assert_int_equal(server_clock_read(&clock, start + 2 * MINUTE, 2 * MINUTE), start + 2 * MINUTE);
}

/* A quartz that is wrong by up to a thousandth, for half a year. */
TEST_CASE(slow_drift)
{
    for (int64_t per_million = -1000; per_million <= 1000; per_million += 400) {
        struct server_clock clock = {0};
        server_clock_read(&clock, start, 0);
        for (int64_t time = 0; time < 183 * (int64_t)DAY; time += 20 * SECOND) {
            int64_t wall = start + time + time / 1000 * per_million / 1000;
            int64_t now = server_clock_read(&clock, wall, time);
            assert_true(llabs(now - wall) <= 1);
        }
    }
}

TEST_CASE(how_often_it_is_read)
{
    static const int64_t steps[] = {1, 3, 200, 999, MINUTE};
    for (unsigned i = 0; i < sizeof steps / sizeof steps[0]; i++)
        for (int64_t sign = -1; sign <= 1; sign += 2) {
            struct server_clock clock = {0};
            server_clock_read(&clock, start, 0);
            for (int64_t time = 0; time < HOUR; time += steps[i])
                server_clock_read(&clock, start + time + sign * HOUR, time);
            assert_int_equal(server_clock_read(&clock, start + HOUR + sign * HOUR, HOUR),
                             start + HOUR + sign * HOUR * SERVER_CLOCK_STEER_MS / 1000);
        }
}

static int64_t random_jump(uint64_t *random)
{
    int64_t jump = (int64_t)test_random_below(random, 2 * DAY) - DAY;
    return test_random_below(random, 20) == 0 ? jump : 0;
}

TEST_CASE(any_wall_clock)
{
    uint64_t random = test_seed();
    for (unsigned i = 0; i < test_count(500); i++) {
        struct server_clock clock = {0};
        int64_t wall = start, monotonic = (int64_t)test_random_below(&random, DAY);
        int64_t first = monotonic, last = server_clock_read(&clock, wall, monotonic);
        for (unsigned step = 0; step < 1000; step++) {
            int64_t time = (int64_t)test_random_below(&random, step % 2 ? 10 : HOUR);
            monotonic += time;
            wall += time + random_jump(&random);
            int64_t now = server_clock_read(&clock, wall, monotonic);
            int64_t most = (monotonic - first) * SERVER_CLOCK_STEER_MS / 1000;
            assert_true(now >= last);
            assert_true(llabs(now - start - (monotonic - first)) <= most);
            last = now;
        }
    }
}

TEST_CASE(a_monotonic_clock_that_goes_back)
{
    struct server_clock clock = {0};
    server_clock_read(&clock, start, HOUR);
    assert_int_equal(server_clock_read(&clock, start + SECOND, MINUTE), start);
    assert_int_equal(server_clock_read(&clock, start, MINUTE + SECOND), start + SECOND - 5);
}

TEST_CASE(clocks_gone_mad)
{
    static const int64_t mad[] = {INT64_MIN, INT64_MAX, -1, 0, 1, INT64_MAX, INT64_MIN};
    enum { MAD = sizeof mad / sizeof mad[0] };
    for (unsigned first = 0; first < MAD * MAD; first++) {
        struct server_clock clock = {0};
        int64_t last = server_clock_read(&clock, mad[first % MAD], mad[first / MAD]);
        assert_true(last >= 0);
        for (unsigned then = 0; then < MAD * MAD; then++) {
            int64_t now = server_clock_read(&clock, mad[then % MAD], mad[then / MAD]);
            assert_true(now >= last);
            last = now;
        }
    }
}

static int64_t wall_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

TEST_CASE(this_machine)
{
    struct server_clock clock = {0};
    int64_t before = wall_now(), last = server_clock_now(&clock);
    assert_in_range(last, before, wall_now());
    assert_true(clock.monotonic > 0);
    for (unsigned i = 0; i < 1000; i++) {
        int64_t now = server_clock_now(&clock);
        assert_true(now >= last);
        last = now;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("while the clocks agree it is the wall clock", two_clocks_that_agree),
        TEST("a wall clock set by an hour or a day is followed slowly, to the end", jumps),
        TEST("a wall clock set back by mistake and put right does little", a_jump_and_back),
        TEST("it follows a drifting clock to the millisecond for half a year", slow_drift),
        TEST("it does not matter how often it is read", how_often_it_is_read),
        TEST("it goes forward at its pace whatever the wall clock does", any_wall_clock),
        TEST("it stands where the clock goes back that never should",
             a_monotonic_clock_that_goes_back),
        TEST("clocks gone mad do not make it go back", clocks_gone_mad),
        TEST("it starts as the clock of this machine and goes on", this_machine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
