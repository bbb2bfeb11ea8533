/* Limits by key: buckets of tokens, open connections, and a table that never grows. */
#include <stdio.h>
#include <string.h>

#include "server/limits/rate_limit.h"
#include "support.h"

static const int64_t start = INT64_C(1794700000000);

static struct rate_limit make(size_t capacity, uint32_t burst, uint32_t per_minute)
{
    struct rate_limit limit;
    assert_true(rate_limit_init(&limit, capacity, (struct rate_limit_rate){burst, per_minute}));
    return limit;
}

static unsigned take_all(struct rate_limit *limit, const char *key, int64_t now)
{
    unsigned count = 0;
    while (rate_limit_take(limit, key, now, 1))
        count++;
    return count;
}

TEST_CASE(a_bucket)
{
    struct rate_limit limit = make(64, 5, 60);
    assert_int_equal(take_all(&limit, "a", start), 5);
    assert_int_equal(take_all(&limit, "a", start + 999), 0);
    assert_int_equal(take_all(&limit, "a", start + 1000), 1);
    assert_int_equal(take_all(&limit, "a", start + 3500), 2);
    assert_int_equal(take_all(&limit, "a", start + 4000), 1);
    assert_int_equal(take_all(&limit, "a", start + 9000000), 5);
    rate_limit_release(&limit);
}

TEST_CASE(another_key)
{
    struct rate_limit limit = make(64, 3, 60);
    assert_int_equal(take_all(&limit, "a", start), 3);
    assert_int_equal(take_all(&limit, "b", start), 3);
    assert_int_equal(take_all(&limit, "", start), 3);
    rate_limit_release(&limit);
}

TEST_CASE(costs)
{
    struct rate_limit limit = make(64, 10, 7);
    assert_false(rate_limit_take(&limit, "a", start, 11));
    assert_true(rate_limit_take(&limit, "a", start, 8));
    assert_false(rate_limit_take(&limit, "a", start, 3));
    assert_true(rate_limit_take(&limit, "a", start, 2));
    assert_false(rate_limit_take(&limit, "a", start + 60000, 8));
    assert_true(rate_limit_take(&limit, "a", start + 60000, 7));
    assert_false(rate_limit_take(&limit, "a", start + 60000, UINT32_MAX));
    rate_limit_release(&limit);
}

/* In the long run never more than the burst and what the time brings. */
TEST_CASE(the_long_run)
{
    uint64_t random = test_seed();
    for (unsigned i = 0; i < test_count(200); i++) {
        const uint32_t burst = 1 + test_random_below(&random, 20);
        const uint32_t per_minute = 1 + test_random_below(&random, 1000);
        struct rate_limit limit = make(8, burst, per_minute);
        int64_t now = start;
        unsigned long taken = 0;
        for (unsigned step = 0; step < 500; step++) {
            now += test_random_below(&random, 2000);
            taken += rate_limit_take(&limit, "a", now, 1);
            assert_true(taken <= burst + (unsigned long)(now - start) * per_minute / 60000);
        }
        rate_limit_release(&limit);
    }
}

TEST_CASE(a_clock_that_goes_back)
{
    struct rate_limit limit = make(8, 2, 60);
    assert_int_equal(take_all(&limit, "a", start), 2);
    assert_int_equal(take_all(&limit, "a", 0), 0);
    assert_int_equal(take_all(&limit, "a", 1000), 0);
    assert_int_equal(take_all(&limit, "a", start), 0);
    assert_int_equal(take_all(&limit, "a", start + 1000), 1);
    rate_limit_release(&limit);
}

TEST_CASE(connections)
{
    struct rate_limit limit = make(64, 1, 1);
    assert_true(rate_limit_connect(&limit, "a", start, 2));
    assert_true(rate_limit_connect(&limit, "a", start, 2));
    assert_false(rate_limit_connect(&limit, "a", start, 2));
    assert_true(rate_limit_connect(&limit, "b", start, 2));
    rate_limit_disconnect(&limit, "a");
    assert_true(rate_limit_connect(&limit, "a", start, 2));
    assert_false(rate_limit_connect(&limit, "a", start, 2));
    rate_limit_release(&limit);
}

/* More keys than there is room for: open connections are remembered, full buckets are not. */
TEST_CASE(more_keys_than_room)
{
    struct rate_limit limit = make(256, 2, 60);
    char key[32];
    unsigned kept = 0;
    bool connected[32];
    for (unsigned i = 0; i < 32; i++) {
        snprintf(key, sizeof key, "friend %u", i);
        connected[i] = rate_limit_connect(&limit, key, start, 1);
        kept += connected[i];
    }
    assert_true(kept >= 24); /* of 32 sets for 8 each none is likely to be full */
    for (unsigned i = 0; i < 5000; i++) {
        snprintf(key, sizeof key, "stranger %u", i);
        (void)rate_limit_take(&limit, key, start, 2);
    }
    for (unsigned i = 0; i < 32; i++) {
        snprintf(key, sizeof key, "friend %u", i);
        if (connected[i]) {
            assert_false(rate_limit_connect(&limit, key, start, 1));
            rate_limit_disconnect(&limit, key);
        }
    }
    rate_limit_release(&limit);
}

TEST_CASE(a_set_full_of_connections)
{
    struct rate_limit limit = make(8, 2, 60);
    char key[32];
    for (unsigned i = 0; i < 8; i++) {
        snprintf(key, sizeof key, "%u", i);
        assert_true(rate_limit_connect(&limit, key, start, 1));
    }
    assert_false(rate_limit_connect(&limit, "late", start, 1));
    assert_false(rate_limit_take(&limit, "late", start, 1));
    rate_limit_disconnect(&limit, "3");
    assert_true(rate_limit_take(&limit, "late", start, 1));
    rate_limit_release(&limit);
}

/* Whoever used up the most is remembered for longest. */
TEST_CASE(the_greedy_are_remembered)
{
    struct rate_limit limit = make(8, 100, 60);
    char key[32];
    assert_int_equal(take_all(&limit, "greedy", start), 100);
    for (unsigned i = 0; i < 1000; i++) {
        snprintf(key, sizeof key, "%u", i);
        assert_true(rate_limit_take(&limit, key, start, 1));
    }
    assert_int_equal(take_all(&limit, "greedy", start), 0);
    rate_limit_release(&limit);
}

static void assert_key(const char *address, const char *expected)
{
    char key[RATE_LIMIT_KEY_SIZE];
    rate_limit_address_key(key, address);
    assert_string_equal(key, expected);
}

TEST_CASE(addresses)
{
    assert_key("192.0.2.7", "192.0.2.7");
    assert_key("::ffff:192.0.2.7", "192.0.2.7");
    assert_key("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::");
    assert_key("2001:db8:1:2:ffff::1", "2001:db8:1:2::");
    assert_key("::1", "::");
    assert_key("", "");
    assert_key("unix", "unix");
    assert_key("123456789012345678901234567890123456789012345678901234567890",
               "12345678901234567890123456789012345678901234567");
}

TEST_CASE(times_of_any_size_do_not_overflow)
{
    struct rate_limit limit;
    const int64_t now = INT64_C(1800000000000); /* milliseconds since 1970 */
    assert_true(rate_limit_init(&limit, 16, (struct rate_limit_rate){2000000, 60000000}));
    assert_true(rate_limit_take(&limit, "key", now, 2000000));
    assert_false(rate_limit_take(&limit, "key", now, 1));
    assert_true(rate_limit_take(&limit, "key", now + 1, 1000));
    assert_false(rate_limit_take(&limit, "key", now + 1, 1));
    rate_limit_release(&limit);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("times of any size do not overflow", times_of_any_size_do_not_overflow),
        TEST("a bucket empties and fills with time, never beyond its burst", a_bucket),
        TEST("every key has a bucket of its own", another_key),
        TEST("what costs more than there is takes nothing", costs),
        TEST("nobody takes more than the burst and what time brings", the_long_run),
        TEST("a clock that goes back neither gives tokens nor takes them", a_clock_that_goes_back),
        TEST("open connections are counted for each key", connections),
        TEST("a flood of keys does not make open connections forgotten", more_keys_than_room),
        TEST("where no place is left nobody new is let in", a_set_full_of_connections),
        TEST("a flood of keys does not empty the memory of the greedy", the_greedy_are_remembered),
        TEST("IPv6 addresses of one network are one key", addresses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
