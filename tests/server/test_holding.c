/* Bytes held by key and in all: what is refused, and that everything given back can be had again.
 */
#include <stdio.h>
#include <string.h>

#include "server/limits/holding.h"
#include "support.h"

/* Hashed under the same key in every run: under a random one, every now and then nine of the keys
 * fall into one set, which has room for eight. */
static struct holding make(size_t capacity, size_t by_key, size_t in_all)
{
    struct holding holding;
    assert_true(holding_init(&holding, capacity, by_key, in_all));
    memset(holding.secret, 1, sizeof holding.secret);
    return holding;
}

TEST_CASE(by_key)
{
    struct holding holding = make(64, 100, 1000);
    assert_true(holding_take(&holding, "a", 60));
    assert_false(holding_take(&holding, "a", 41));
    assert_true(holding_take(&holding, "a", 40));
    assert_false(holding_take(&holding, "a", 1));
    assert_true(holding_take(&holding, "b", 100));
    assert_int_equal(holding_total(&holding), 200);
    holding_give(&holding, "a", 100);
    assert_int_equal(holding_total(&holding), 100);
    assert_true(holding_take(&holding, "a", 100));
    holding_release(&holding);
}

/* Keys that take all they can get: more than half of it they cannot have. */
TEST_CASE(greedy_keys_leave_room)
{
    enum { IN_ALL = 1 << 20, KEYS = 200, LITTLE = IN_ALL / 512 };
    struct holding holding = make(4 * KEYS, IN_ALL / 8, IN_ALL);
    char key[16];
    for (unsigned i = 0; i < KEYS; i++) {
        snprintf(key, sizeof key, "key %u", i);
        while (holding_take(&holding, key, 64))
            continue;
    }
    assert_true(holding_total(&holding) > IN_ALL / 2);
    assert_true(holding_total(&holding) <= IN_ALL / 2 + KEYS * LITTLE);
    for (unsigned i = 0; i < 50; i++) {
        snprintf(key, sizeof key, "little %u", i);
        assert_true(holding_take(&holding, key, LITTLE));
        assert_false(holding_take(&holding, key, 1));
    }
    holding_release(&holding);
}

TEST_CASE(all_together_hold_so_much)
{
    enum { IN_ALL = 1 << 20, LITTLE = IN_ALL / 512 };
    struct holding holding = make(4096, IN_ALL, IN_ALL);
    char key[16];
    assert_true(holding_take(&holding, "a", IN_ALL / 2));
    for (unsigned i = 0; i < 256; i++) {
        snprintf(key, sizeof key, "key %u", i);
        assert_true(holding_take(&holding, key, LITTLE));
    }
    assert_false(holding_take(&holding, "one more", 1));
    holding_give(&holding, "a", IN_ALL / 2);
    assert_true(holding_take(&holding, "one more", 1));
    holding_release(&holding);
}

TEST_CASE(absurd)
{
    struct holding holding = make(64, SIZE_MAX, SIZE_MAX);
    assert_true(holding_take(&holding, "a", 10));
    assert_false(holding_take(&holding, "a", SIZE_MAX));
    assert_false(holding_take(&holding, "b", SIZE_MAX - 5));
    assert_true(holding_take(&holding, "b", 0));
    holding_give(&holding, "never seen", 0);
    assert_int_equal(holding_total(&holding), 10);
    holding_release(&holding);
}

/* More keys than places: some are refused, none is mixed up with another. */
TEST_CASE(full_table)
{
    enum { KEYS = 1000 };
    struct holding holding = make(64, 10, SIZE_MAX);
    bool held[KEYS];
    size_t total = 0;
    char key[16];
    for (unsigned i = 0; i < KEYS; i++) {
        snprintf(key, sizeof key, "key %u", i);
        held[i] = holding_take(&holding, key, 7);
        total += held[i] ? 7 : 0;
    }
    assert_int_equal(holding_total(&holding), total);
    assert_true(total >= 7 * 32 && total <= 7 * 64);
    for (unsigned i = 0; i < KEYS; i++) {
        snprintf(key, sizeof key, "key %u", i);
        if (!held[i])
            continue;
        assert_false(holding_take(&holding, key, 4));
        holding_give(&holding, key, 7);
    }
    assert_int_equal(holding_total(&holding), 0);
    for (unsigned i = 0; i < 8; i++) {
        snprintf(key, sizeof key, "other %u", i);
        assert_true(holding_take(&holding, key, 10));
    }
    holding_release(&holding);
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
