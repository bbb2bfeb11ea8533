/*
 * Every call of the driver fails once, wherever the store makes one: it answers STORE_FAILED, is
 * usable again with the next call, keeps what it acknowledged and does groups wholly or not at all.
 */
/* run: listed */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/faulty.h"
#include "store/no_sync.h"
#include "store/place.h"
#include "store/scenario.h"
#include "support.h"

struct trial {
    const struct place *place;
    struct faults faults;
    struct faulty faulty;
    struct store *store;
    struct store *witness; /* another connection, that never fails */
};

/* Opening may be what fails; once more it does not. */
static struct store *open_failing(struct trial *trial)
{
    char reason[STORE_REASON_SIZE] = "";
    struct store *store = store_open_as(&trial->faulty.kind, trial->place->url, reason);
    if (store)
        return store;
    assert_string_equal(reason, FAULTY_REASON);
    store = store_open_as(&trial->faulty.kind, trial->place->url, reason);
    if (!store)
        fail_msg("opened again after a failure: %s", reason);
    return store;
}

static void begin_trial(struct trial *trial, struct place *place, struct faults faults)
{
    void *state = place;
    assert_int_equal(place_empty(&state), 0);
    trial->place = place;
    trial->faults = faults;
    faulty_init(&trial->faulty, place->postgres ? &postgres_kind : &sqlite_kind, &trial->faults);
    trial->store = open_failing(trial);
    trial->witness = place_open(place);
}

/* A rollback has no answer: its failure may stay unknown to who is in the step. */
static uint64_t told_failures(const struct faults *faults)
{
    return faults->failed[FAULTY_ANY] - faults->failed[FAULTY_ROLLBACK];
}

/* A group that failed is over by a rollback, or by the beginning of the next. */
static void leave_group(struct trial *trial)
{
    if (trial->faults.number % 2) {
        store_rollback(trial->store);
        return;
    }
    const enum store_result result = store_begin(trial->store);
    if (result == STORE_OK)
        store_rollback(trial->store);
}

static void take_step(struct trial *trial, const struct scenario_step *step)
{
    const uint64_t before = told_failures(&trial->faults);
    enum store_result result = step->take(trial->store);
    if ((result == STORE_FAILED) != (told_failures(&trial->faults) > before))
        fail_msg("%s answers %d", step->name, (int)result);
    for (unsigned attempt = 0; result == STORE_FAILED; attempt++) {
        assert_string_equal(store_reason(trial->store), FAULTY_REASON);
        scenario_assert_whole(trial->witness);
        leave_group(trial);
        result = step->take(trial->store);
        if (result == step->again)
            result = STORE_OK;
        assert_true(attempt < 1000);
    }
    if (result != STORE_OK)
        fail_msg("%s answers %d", step->name, (int)result);
}

/* The tables afterwards, as another connection sees them. */
static char *run_scenario(struct place *place, struct faults *faults)
{
    struct trial trial;
    begin_trial(&trial, place, *faults);
    for (size_t i = 0; i < scenario_steps; i++)
        take_step(&trial, &scenario[i]);
    scenario_assert_whole(trial.witness);
    char *tables = scenario_tables(trial.witness);
    store_close(trial.store);
    store_close(trial.witness);
    *faults = trial.faults;
    return tables;
}

/* Call 1, 2, 3 ... until there are no more; or every so many of them, where time is short. */
static void fail_each(struct place *place, enum faulty_call call, unsigned unheard_per_million)
{
    struct faults none = {0};
    char *expected = run_scenario(place, &none);
    const unsigned stride = 32 / test_count(32);
    uint64_t seed = test_seed(), number = 1 + test_random_below(&seed, stride);
    for (;; number += stride) {
        struct faults faults = {
            .call = call, .number = number, .unheard_per_million = unheard_per_million};
        char *tables = run_scenario(place, &faults);
        if (strcmp(tables, expected) != 0)
            fail_msg("call %u of kind %d failed, and the tables are\n%snot\n%s", (unsigned)number,
                     (int)call, tables, expected);
        free(tables);
        if (faults.failed[FAULTY_ANY] == 0)
            break;
    }
    assert_true(number > none.calls[call]);
    free(expected);
}

static void each_call_may_fail(void **state)
{
    fail_each(*state, FAULTY_ANY, 0);
}

static void each_answer_may_be_lost(void **state)
{
    fail_each(*state, FAULTY_ANY, FAULTY_ALWAYS);
}

/* Two failures in a row, such as of a call and of the rollback after it. */
static void any_calls_may_fail(void **state)
{
    struct faults none = {0};
    char *expected = run_scenario(*state, &none);
    uint64_t seed = test_seed();
    for (unsigned i = 0; i < test_count(40); i++) {
        struct faults faults = {.unheard_per_million = FAULTY_ALWAYS / 3,
                                .random = test_random(&seed)};
        struct trial trial;
        begin_trial(&trial, *state, faults);
        trial.faults.per_million = 10000 + test_random_below(&seed, 100000);
        for (size_t j = 0; j < scenario_steps; j++)
            take_step(&trial, &scenario[j]);
        char *tables = scenario_tables(trial.witness);
        assert_string_equal(tables, expected);
        free(tables);
        store_close(trial.store);
        store_close(trial.witness);
    }
    free(expected);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST_ON_BOTH("each call may fail once", each_call_may_fail),
        TEST_ON_BOTH("each call may be done and its answer be lost", each_answer_may_be_lost),
        TEST_ON_BOTH("any calls may fail, also several in a row", any_calls_may_fail),
    };
    no_sync();
    return cmocka_run_group_tests(tests, place_begin, place_end);
}
