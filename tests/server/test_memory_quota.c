/* Bytes held by key and in all: what is refused, and that everything given back can be had again.
 */
#include <stdio.h>
#include <string.h>

#include "server/limits/memory_quota.h"
#include "support.h"

/* Hashed under the same key in every run: under a random one, every now and then nine of the keys
 * fall into one set, which has room for eight. */
static struct memory_quota make(size_t capacity, size_t by_key, size_t in_all)
{
    struct memory_quota quota;
    assert_true(memory_quota_init(&quota, capacity, by_key, in_all));
    memset(quota.secret, 1, sizeof quota.secret);
    return quota;
}

TEST_CASE(by_key)
{
    struct memory_quota quota = make(64, 100, 1000);
    assert_true(memory_quota_take(&quota, "a", 60));
    assert_false(memory_quota_take(&quota, "a", 41));
    assert_true(memory_quota_take(&quota, "a", 40));
    assert_false(memory_quota_take(&quota, "a", 1));
    assert_true(memory_quota_take(&quota, "b", 100));
    assert_int_equal(memory_quota_total(&quota), 200);
    memory_quota_give(&quota, "a", 100);
    assert_int_equal(memory_quota_total(&quota), 100);
    assert_true(memory_quota_take(&quota, "a", 100));
    memory_quota_release(&quota);
}

/* Keys that take all they can get: more than half of it they cannot have. */
TEST_CASE(greedy_keys_leave_room)
{
    enum { IN_ALL = 1 << 20, KEYS = 200, LITTLE = IN_ALL / 512 };
    struct memory_quota quota = make(4 * KEYS, IN_ALL / 8, IN_ALL);
    char key[16];
    for (unsigned i = 0; i < KEYS; i++) {
        snprintf(key, sizeof key, "key %u", i);
        while (memory_quota_take(&quota, key, 64))
            continue;
    }
    assert_true(memory_quota_total(&quota) > IN_ALL / 2);
    assert_true(memory_quota_total(&quota) <= IN_ALL / 2 + KEYS * LITTLE);
    for (unsigned i = 0; i < 50; i++) {
        snprintf(key, sizeof key, "little %u", i);
        assert_true(memory_quota_take(&quota, key, LITTLE));
        assert_false(memory_quota_take(&quota, key, 1));
    }
    memory_quota_release(&quota);
}

TEST_CASE(all_together_hold_so_much)
{
    enum { IN_ALL = 1 << 20, LITTLE = IN_ALL / 512 };
    struct memory_quota quota = make(4096, IN_ALL, IN_ALL);
    char key[16];
    assert_true(memory_quota_take(&quota, "a", IN_ALL / 2));
    for (unsigned i = 0; i < 256; i++) {
        snprintf(key, sizeof key, "key %u", i);
        assert_true(memory_quota_take(&quota, key, LITTLE));
    }
    assert_false(memory_quota_take(&quota, "one more", 1));
    memory_quota_give(&quota, "a", IN_ALL / 2);
    assert_true(memory_quota_take(&quota, "one more", 1));
    memory_quota_release(&quota);
}

TEST_CASE(absurd)
{
    struct memory_quota quota = make(64, SIZE_MAX, SIZE_MAX);
    assert_true(memory_quota_take(&quota, "a", 10));
    assert_false(memory_quota_take(&quota, "a", SIZE_MAX));
    assert_false(memory_quota_take(&quota, "b", SIZE_MAX - 5));
    assert_true(memory_quota_take(&quota, "b", 0));
    memory_quota_give(&quota, "never seen", 0);
    assert_int_equal(memory_quota_total(&quota), 10);
    memory_quota_release(&quota);
}

/* More keys than places: some are refused, none is mixed up with another. */
TEST_CASE(full_table)
{
    enum { KEYS = 1000 };
    struct memory_quota quota = make(64, 10, SIZE_MAX);
    bool held[KEYS];
    size_t total = 0;
    char key[16];
    for (unsigned i = 0; i < KEYS; i++) {
        snprintf(key, sizeof key, "key %u", i);
        held[i] = memory_quota_take(&quota, key, 7);
        total += held[i] ? 7 : 0;
    }
    assert_int_equal(memory_quota_total(&quota), total);
    assert_true(total >= 7 * 32 && total <= 7 * 64);
    for (unsigned i = 0; i < KEYS; i++) {
        snprintf(key, sizeof key, "key %u", i);
        if (!held[i])
            continue;
        assert_false(memory_quota_take(&quota, key, 4));
        memory_quota_give(&quota, key, 7);
    }
    assert_int_equal(memory_quota_total(&quota), 0);
    for (unsigned i = 0; i < 8; i++) {
        snprintf(key, sizeof key, "other %u", i);
        assert_true(memory_quota_take(&quota, key, 10));
    }
    memory_quota_release(&quota);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("a key holds so much and no more, whatever the others hold", by_key),
        TEST("keys that take all they can get leave room for who needs little",
             greedy_keys_leave_room),
        TEST("all keys together hold so much and no more", all_together_hold_so_much),
        TEST("sizes near the largest number are refused and count nothing", absurd),
        TEST("a full table refuses new keys and gives every place back", full_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
