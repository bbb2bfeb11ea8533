/* The hash table of objects that hold its links. */
#include <string.h>

#include "base/hash_table.h"
#include "support.h"

enum { THINGS = 5000, HASHES = 700 };

struct thing {
    struct hash_entry entry;
    unsigned number;
    bool is_in;
};

static struct thing things[THINGS];

/* Several things have the same hash, and several hashes the same bucket. */
static uint64_t hash_of(unsigned number)
{
    return (uint64_t)(number % HASHES) << 8;
}

static bool is_found(const struct hash_table *table, unsigned number)
{
    struct hash_entry *entry = hash_table_find(table, hash_of(number));
    while (entry != NULL && ((struct thing *)entry)->number != number)
        entry = hash_table_find_next(entry);
    return entry != NULL;
}

static void expect_all_and_no_other(const struct hash_table *table)
{
    static bool seen[THINGS];
    size_t count = 0;
    memset(seen, 0, sizeof seen);
    for (struct hash_entry *entry = NULL; (entry = hash_table_next(table, entry)) != NULL;) {
        const struct thing *thing = (struct thing *)entry;
        assert_true(thing->is_in && !seen[thing->number]);
        seen[thing->number] = true;
        count++;
    }
    assert_int_equal(count, table->count);
    for (unsigned i = 0; i < THINGS; i++) {
        assert_int_equal(seen[i], things[i].is_in);
        assert_int_equal(is_found(table, i), things[i].is_in);
    }
}

TEST_CASE(what_is_in_is_found)
{
    struct hash_table table;
    uint64_t random = test_seed();
    memset(things, 0, sizeof things);
    assert_true(hash_table_init(&table));
    expect_all_and_no_other(&table);
    for (unsigned i = 0; i < 4 * THINGS; i++) {
        struct thing *thing = &things[test_random_below(&random, THINGS)];
        thing->number = (unsigned)(thing - things);
        if (thing->is_in)
            hash_table_remove(&table, &thing->entry);
        else
            hash_table_add(&table, &thing->entry, hash_of(thing->number));
        thing->is_in = !thing->is_in;
        if (i % 1000 == 0)
            expect_all_and_no_other(&table);
    }
    expect_all_and_no_other(&table);
    assert_true(table.buckets > 1024); /* it has grown */
    hash_table_release(&table);
    assert_null(hash_table_next(&table, NULL));
}

TEST_CASE(an_entry_may_go_once_its_next_is_known)
{
    struct hash_table table;
    memset(things, 0, sizeof things);
    assert_true(hash_table_init(&table));
    for (unsigned i = 0; i < THINGS; i++)
        hash_table_add(&table, &things[i].entry, hash_of(i));
    struct hash_entry *next;
    for (struct hash_entry *entry = hash_table_next(&table, NULL); entry != NULL; entry = next) {
        next = hash_table_next(&table, entry);
        hash_table_remove(&table, entry);
        memset(entry, 0xff, sizeof *entry);
    }
    assert_int_equal(table.count, 0);
    hash_table_release(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("what is in the table is found, and nothing else", what_is_in_is_found),
        TEST("an entry may be removed once the next one is known",
             an_entry_may_go_once_its_next_is_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
