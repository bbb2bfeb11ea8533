/*
 * Memory runs out: each allocation of SQLite fails once, and those of the store itself.
 *
 * The store answers STORE_FAILED, or manages without, and goes on when there is memory again.
 */
/* run: listed */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/no_sync.h"
#include "store/place.h"
#include "store/scenario.h"
#include "support.h"

/* ---- Allocations that fail ------------------------------------------------------------------- */

static sqlite3_mem_methods plain;
static uint64_t until_failure; /* 1: the next one fails; 0: none */
static bool failed;

static bool fails_now(void)
{
    if (until_failure == 0 || --until_failure > 0)
        return false;
    failed = true;
    return true;
}

static void *failing_malloc(int size)
{
    return fails_now() ? NULL : plain.xMalloc(size);
}

static void *failing_realloc(void *block, int size)
{
    return fails_now() ? NULL : plain.xRealloc(block, size);
}

/* Before anybody else uses SQLite.  Lookaside memory would hide most of the allocations. */
static void take_over(void)
{
    assert_int_equal(sqlite3_config(SQLITE_CONFIG_GETMALLOC, &plain), SQLITE_OK);
    sqlite3_mem_methods failing = plain;
    failing.xMalloc = failing_malloc;
    failing.xRealloc = failing_realloc;
    assert_int_equal(sqlite3_config(SQLITE_CONFIG_MALLOC, &failing), SQLITE_OK);
    assert_int_equal(sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 0, 0), SQLITE_OK);
}

/* The linker puts these in place of the two for the store's own code: see the Makefile. */
void *__real_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size);
char *__real_strdup(const char *text);
char *__wrap_strdup(const char *text);

static unsigned own_until_failure;

void *__wrap_calloc(size_t count, size_t size)
{
    return own_until_failure > 0 && --own_until_failure == 0 ? NULL : __real_calloc(count, size);
}

char *__wrap_strdup(const char *text)
{
    return own_until_failure > 0 && --own_until_failure == 0 ? NULL : __real_strdup(text);
}

/* ---- Tests ----------------------------------------------------------------------------------- */

static void arm(uint64_t number)
{
    until_failure = number;
    failed = false;
}

static struct store *open_failing(const struct place *place, uint64_t *number)
{
    char reason[STORE_REASON_SIZE] = "";
    arm(*number);
    struct store *store = store_open(place->url, reason);
    *number = until_failure;
    until_failure = 0;
    if (!store) {
        assert_true(failed && *reason);
        store = place_open(place);
    }
    return store;
}

static void take_step(struct store *store, const struct scenario_step *step, uint64_t *number)
{
    arm(*number);
    enum store_result result = step->take(store);
    *number = until_failure;
    until_failure = 0;
    if (result == STORE_FAILED) {
        assert_true(failed && *store_reason(store));
        store_rollback(store);
        result = step->take(store);
        if (result == step->again)
            result = STORE_OK;
    }
    if (result != STORE_OK)
        fail_msg("%s answers %d", step->name, (int)result);
}

/* False when the scenario has fewer allocations than `number`. */
static bool run_scenario(struct place *place, uint64_t number, char **tables)
{
    void *state = place;
    assert_int_equal(place_empty(&state), 0);
    struct store *store = open_failing(place, &number);
    for (size_t i = 0; i < scenario_steps; i++)
        take_step(store, &scenario[i], &number);
    scenario_assert_whole(store);
    *tables = scenario_tables(store);
    store_close(store);
    return number == 0;
}

static void each_allocation_of_sqlite_may_fail(void **state)
{
    char *expected, *tables;
    uint64_t seed = test_seed(), number = 1;
    const unsigned steps = 400 / test_count(20);
    run_scenario(*state, 0, &expected);
    while (run_scenario(*state, number, &tables)) {
        assert_string_equal(tables, expected);
        free(tables);
        number += 1 + test_random_below(&seed, steps);
    }
    free(tables);
    free(expected);
    assert_true(number > 500);
}

static void a_store_that_has_no_memory_is_not_opened(void **state)
{
    const struct place *place = *state;
    for (unsigned number = 1; number <= 3; number++) {
        char reason[STORE_REASON_SIZE] = "";
        own_until_failure = number;
        struct store *store = store_open(place->url, reason);
        own_until_failure = 0;
        assert_null(store);
        assert_string_equal(reason, "there is no memory left to open the database");
    }
    store_close(place_open(place));
    char reason[STORE_REASON_SIZE] = "";
    own_until_failure = 1;
    assert_null(store_claim(place->url, reason));
    assert_string_equal(reason, "there is no memory left to open the database");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST_ON_SQLITE("each allocation of SQLite may fail", each_allocation_of_sqlite_may_fail),
        TEST_ON_BOTH("a store that has no memory is not opened",
                     a_store_that_has_no_memory_is_not_opened),
    };
    take_over();
    no_sync();
    return cmocka_run_group_tests(tests, place_begin, place_end);
}
