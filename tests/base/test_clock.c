/* Monotonic time. */
#include "base/clock.h"
#include "support.h"

TEST_CASE(all_units_are_one_clock)
{
    for (unsigned i = 0; i < 1000; i++) {
        const int64_t ns = clock_ns(), us = clock_us(), ms = clock_ms(), later = clock_ns();
        assert_true(ns / 1000 <= us && us / 1000 <= ms && ms * 1000000 <= later);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("milliseconds, microseconds and nanoseconds are of one clock that never goes back",
             all_units_are_one_clock),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
