/* Jobs that are done in groups: on disk together or not at all, and measured. */
#include <stdlib.h>

#include "server/waiting.h"
#include "store/place.h"
#include "support.h"

struct write {
    struct job job;
    uint32_t number;
    bool fails, starves;
    enum store_result *result;
};

static const char *last_starved; /* of the job that came back last */

static enum store_result write_run(struct job *job, struct store *store)
{
    struct write *write = (struct write *)job;
    if (write->starves)
        return job_allocation_failed(job, "a test");
    if (write->fails)
        return STORE_FAILED;
    return store_event_add(
        store,
        &(struct store_event){.game = "game", .number = write->number, .author = "", .body = "{}"});
}

static void write_done(struct job *job)
{
    struct write *write = (struct write *)job;
    *write->result = job->result;
    last_starved = job->failed_allocation;
    free(write);
}

static void add_starving(struct worker_pool *pool, enum store_result *result)
{
    struct write *write = calloc(1, sizeof *write);
    *write = (struct write){
        .job = {.run = write_run, .done = write_done}, .starves = true, .result = result};
    worker_pool_add(pool, &write->job);
}

static void add_write(struct worker_pool *pool, uint32_t number, bool fails,
                      enum store_result *result)
{
    struct write *write = calloc(1, sizeof *write);
    *write = (struct write){.job = {.run = write_run, .done = write_done},
                            .number = number,
                            .fails = fails,
                            .result = result};
    worker_pool_add(pool, &write->job);
}

static struct store *open_with_game(const struct place *place)
{
    struct store *store = place_open(place);
    const struct store_game game = {.id = "game", .settings = "{}", .secret = "", .summary = "{}"};
    assert_int_equal(store_game_add(store, &game), STORE_OK);
    return store;
}

static void note_event(void *context, const struct store_event *event)
{
    *(unsigned *)context |= 1u << event->number;
}

static unsigned events_of(const struct place *place)
{
    struct store *store = place_open(place);
    unsigned events = 0;
    assert_int_not_equal(store_events(store, "game", 0, note_event, &events), STORE_FAILED);
    store_close(store);
    return events;
}

static void a_failed_group(void **state)
{
    const struct place *place = *state;
    struct waker waker;
    struct gate gate = {.job = {.run = gate_run, .done = gate_done}};
    enum store_result result[5];
    struct store *store = open_with_game(place);
    waker_init(&waker);
    sem_init(&gate.running, 0, 0);
    sem_init(&gate.open, 0, 0);
    struct worker_pool *pool = worker_pool_start(&(struct worker_pool_plan){.name = "writer",
                                                                            .threads = 1,
                                                                            .stores = &store,
                                                                            .grouped = true,
                                                                            .wake = wake,
                                                                            .context = &waker});
    add_write(pool, 1, false, &result[0]);
    collect_all(pool, &waker);
    assert_int_equal(result[0], STORE_OK);
    worker_pool_add(pool, &gate.job);
    sem_wait(&gate.running);
    add_write(pool, 2, false, &result[1]);
    add_write(pool, 3, true, &result[2]);
    add_write(pool, 4, false, &result[3]);
    sem_post(&gate.open);
    collect_all(pool, &waker);
    for (unsigned i = 1; i <= 3; i++)
        assert_int_equal(result[i], STORE_FAILED);
    assert_int_equal(events_of(place), 1u << 1);
    add_write(pool, 1, false, &result[3]);
    add_write(pool, 5, false, &result[4]);
    collect_all(pool, &waker);
    assert_int_equal(result[3], STORE_TAKEN);
    assert_int_equal(result[4], STORE_OK);
    assert_int_equal(events_of(place), 1u << 1 | 1u << 5);
    worker_pool_stop(pool);
    worker_pool_release(pool);
}

/* Adds an event that must not stay, and gives up. */
static enum store_result taken_group(struct job *jobs, struct store *store, bool first)
{
    (void)jobs, (void)first;
    struct store_event event = {.game = "game", .number = 7, .author = "", .body = "{}"};
    assert_int_equal(store_event_add(store, &event), STORE_OK);
    return STORE_TAKEN;
}

static void a_group_one_by_one(void **state)
{
    const struct place *place = *state;
    struct waker waker;
    enum store_result result[3];
    struct store *store = open_with_game(place);
    waker_init(&waker);
    struct worker_pool *pool =
        worker_pool_start(&(struct worker_pool_plan){.name = "writer",
                                                     .threads = 1,
                                                     .stores = &store,
                                                     .grouped = true,
                                                     .run_group = taken_group,
                                                     .wake = wake,
                                                     .context = &waker});
    add_write(pool, 1, false, &result[0]);
    add_write(pool, 1, false, &result[1]);
    add_write(pool, 2, false, &result[2]);
    collect_all(pool, &waker);
    assert_int_equal(result[0], STORE_OK);
    assert_int_equal(result[1], STORE_TAKEN);
    assert_int_equal(result[2], STORE_OK);
    assert_int_equal(events_of(place), 1u << 1 | 1u << 2);
    worker_pool_stop(pool);
    worker_pool_release(pool);
}

static void ignore_wake(void *context)
{
    (void)context;
}

static enum store_result ask_run(struct job *job, struct store *store)
{
    (void)job, (void)store;
    return STORE_OK;
}

static void ask_done(struct job *job)
{
    (void)job;
}

/* Time goes on by a millisecond whenever somebody asks for it. */
struct group_clock {
    int64_t now;
    unsigned groups;
    uint64_t micros;
};

static int64_t tick(void *context)
{
    return ((struct group_clock *)context)->now += 1000;
}

static void note_kept(void *context, uint64_t micros)
{
    struct group_clock *clock = context;
    clock->groups++;
    clock->micros += micros;
}

static void a_group_that_is_kept_is_told_with_its_time(void **state)
{
    const struct place *place = *state;
    struct group_clock clock = {0};
    struct job ask = {.run = ask_run, .done = ask_done, .asks = true};
    enum store_result result[4];
    struct store *store = open_with_game(place);
    struct worker_pool *pool =
        worker_pool_start(&(struct worker_pool_plan){.name = "writer",
                                                     .stores = &store,
                                                     .grouped = true,
                                                     .wake = ignore_wake,
                                                     .context = &clock,
                                                     .now = tick,
                                                     .kept = note_kept,
                                                     .kept_context = &clock});
    worker_pool_add(pool, &ask);
    assert_true(worker_pool_step(pool));
    worker_pool_collect(pool);
    assert_int_equal(clock.groups, 0); /* nothing was changed */
    worker_pool_add(pool, &ask);
    add_write(pool, 1, false, &result[0]);
    add_write(pool, 2, false, &result[1]);
    assert_true(worker_pool_step(pool));
    worker_pool_collect(pool);
    assert_int_equal(clock.groups, 1);
    assert_int_equal(clock.micros, 1000);
    add_write(pool, 3, true, &result[2]);
    assert_true(worker_pool_step(pool));
    worker_pool_collect(pool);
    assert_int_equal(result[2], STORE_FAILED);
    assert_int_equal(clock.groups, 1);
    add_write(pool, 4, false, &result[3]);
    worker_pool_stop(pool);
    worker_pool_collect(pool);
    assert_int_equal(clock.groups, 2);
    worker_pool_release(pool);
}

static void count_wake(void *context)
{
    ++*(unsigned *)context;
}

static void a_manual_group(void **state)
{
    const struct place *place = *state;
    unsigned wakes = 0;
    enum store_result result[4];
    struct store *store = open_with_game(place);
    struct worker_pool *pool = worker_pool_start(&(struct worker_pool_plan){.name = "writer",
                                                                            .stores = &store,
                                                                            .grouped = true,
                                                                            .wake = count_wake,
                                                                            .context = &wakes});
    add_write(pool, 1, false, &result[0]);
    add_write(pool, 2, false, &result[1]);
    assert_true(worker_pool_step(pool));
    assert_false(worker_pool_step(pool));
    assert_int_equal(wakes, 1);
    assert_int_equal(events_of(place), 1u << 1 | 1u << 2);
    add_write(pool, 3, false, &result[2]);
    add_write(pool, 4, true, &result[3]);
    worker_pool_stop(pool);
    worker_pool_collect(pool);
    assert_int_equal(result[0], STORE_OK);
    assert_int_equal(result[1], STORE_OK);
    assert_int_equal(result[2], STORE_FAILED);
    assert_int_equal(result[3], STORE_FAILED);
    assert_int_equal(events_of(place), 1u << 1 | 1u << 2);
    worker_pool_release(pool);
}

/* One job of them finds no memory: the group is undone, and the store has not failed. */
static void a_starved_group(void **state)
{
    const struct place *place = *state;
    unsigned wakes = 0;
    char reason[STORE_REASON_SIZE] = "";
    enum store_result result[3];
    struct store *store = open_with_game(place);
    struct worker_pool *pool = worker_pool_start(&(struct worker_pool_plan){.name = "writer",
                                                                            .stores = &store,
                                                                            .grouped = true,
                                                                            .wake = count_wake,
                                                                            .context = &wakes});
    add_starving(pool, &result[0]);
    add_write(pool, 1, false, &result[1]);
    assert_true(worker_pool_step(pool));
    worker_pool_collect(pool);
    assert_int_equal(result[0], STORE_FAILED);
    assert_int_equal(result[1], STORE_FAILED);
    assert_string_equal(last_starved, "a test");
    assert_int_equal(events_of(place), 0);
    add_write(pool, 2, true, &result[2]);
    assert_true(worker_pool_step(pool));
    worker_pool_collect(pool);
    assert_int_equal(result[2], STORE_FAILED);
    assert_null(last_starved);
    worker_pool_reason(pool, reason);
    assert_string_not_equal(reason, "");
    worker_pool_stop(pool);
    worker_pool_release(pool);
}

static void add_slow_write(struct worker_pool *pool, uint32_t number, enum store_result *result)
{
    struct write *write = calloc(1, sizeof *write);
    *write = (struct write){.job = {.run = write_run, .done = write_done, .slow = true},
                            .number = number,
                            .result = result};
    worker_pool_add(pool, &write->job);
}

static void a_group_takes_one_slow_job(void **state)
{
    const struct place *place = *state;
    unsigned wakes = 0;
    enum store_result result[5];
    struct store *store = open_with_game(place);
    struct worker_pool *pool = worker_pool_start(&(struct worker_pool_plan){.name = "writer",
                                                                            .stores = &store,
                                                                            .grouped = true,
                                                                            .lanes = true,
                                                                            .wake = count_wake,
                                                                            .context = &wakes});
    add_slow_write(pool, 1, &result[0]);
    add_slow_write(pool, 2, &result[1]);
    add_write(pool, 3, false, &result[2]);
    add_write(pool, 4, false, &result[3]);
    assert_true(worker_pool_step(pool));
    assert_int_equal(events_of(place), 1u << 1 | 1u << 3 | 1u << 4);
    add_write(pool, 5, false, &result[4]);
    assert_true(worker_pool_step(pool));
    assert_int_equal(events_of(place), 1u << 1 | 1u << 2 | 1u << 3 | 1u << 4 | 1u << 5);
    assert_false(worker_pool_step(pool));
    worker_pool_stop(pool);
    worker_pool_collect(pool);
    for (unsigned i = 0; i < 5; i++)
        assert_int_equal(result[i], STORE_OK);
    worker_pool_release(pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST_ON_BOTH("a group that is kept is told with its time",
                     a_group_that_is_kept_is_told_with_its_time),
        TEST_ON_BOTH("a step of a pool that groups is one group", a_manual_group),
        TEST_ON_BOTH("a group takes one slow job", a_group_takes_one_slow_job),
        TEST_ON_BOTH("a group that cannot be run at once is run one by one", a_group_one_by_one),
        TEST_ON_BOTH("a group fails as one, and the next one works", a_failed_group),
        TEST_ON_BOTH(
            "a group that fails for want of memory is undone, and the store has not failed",
            a_starved_group),
    };
    return cmocka_run_group_tests(tests, place_begin, place_end);
}
