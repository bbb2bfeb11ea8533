/* Jobs on threads: all are done and come back, groups succeed and fail as one. */
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "server/crew.h"
#include "store/place.h"
#include "support.h"

enum { JOBS = 1000 };

struct waker {
    pthread_mutex_t mutex;
    pthread_cond_t woken;
    unsigned calls;
};

static void wake(void *context)
{
    struct waker *waker = context;
    pthread_mutex_lock(&waker->mutex);
    waker->calls++;
    pthread_cond_signal(&waker->woken);
    pthread_mutex_unlock(&waker->mutex);
}

static void waker_init(struct waker *waker)
{
    memset(waker, 0, sizeof *waker);
    pthread_mutex_init(&waker->mutex, NULL);
    pthread_cond_init(&waker->woken, NULL);
}

/* Collects until the crew has nothing left. */
static void collect_all(struct crew *crew, struct waker *waker)
{
    while (crew_load(crew) > 0) {
        pthread_mutex_lock(&waker->mutex);
        while (waker->calls == 0)
            pthread_cond_wait(&waker->woken, &waker->mutex);
        waker->calls = 0;
        pthread_mutex_unlock(&waker->mutex);
        crew_collect(crew);
    }
}

struct count {
    struct job job;
    atomic_uint *ran;
    unsigned *done;
    pthread_t loop;
};

static enum store_result count_run(struct job *job, struct store *store)
{
    struct count *count = (struct count *)job;
    assert_null(store);
    assert_false(pthread_equal(pthread_self(), count->loop));
    atomic_fetch_add(count->ran, 1);
    return STORE_OK;
}

static void count_done(struct job *job)
{
    struct count *count = (struct count *)job;
    assert_true(pthread_equal(pthread_self(), count->loop));
    assert_int_equal(job->result, STORE_OK);
    (*count->done)++;
    free(count);
}

static void add_counts(struct crew *crew, atomic_uint *ran, unsigned *done)
{
    for (unsigned i = 0; i < JOBS; i++) {
        struct count *count = calloc(1, sizeof *count);
        *count = (struct count){.job = {.run = count_run, .done = count_done},
                                .ran = ran,
                                .done = done,
                                .loop = pthread_self()};
        crew_add(crew, &count->job);
    }
}

static void every_job_runs_on_a_thread_and_comes_back_to_the_loop(void **state)
{
    (void)state;
    struct waker waker;
    atomic_uint ran = 0;
    unsigned done = 0;
    waker_init(&waker);
    struct crew *crew = crew_start(
        &(struct crew_plan){.name = "count", .threads = 3, .wake = wake, .context = &waker});
    add_counts(crew, &ran, &done);
    collect_all(crew, &waker);
    assert_int_equal(ran, JOBS);
    assert_int_equal(done, JOBS);
    crew_stop(crew);
    crew_release(crew);
}

static void a_crew_that_stops_does_what_it_has_been_given(void **state)
{
    (void)state;
    struct waker waker;
    atomic_uint ran = 0;
    unsigned done = 0;
    waker_init(&waker);
    struct crew *crew = crew_start(
        &(struct crew_plan){.name = "count", .threads = 2, .wake = wake, .context = &waker});
    add_counts(crew, &ran, &done);
    crew_stop(crew);
    crew_collect(crew);
    assert_int_equal(done, JOBS);
    assert_int_equal(crew_load(crew), 0);
    crew_release(crew);
}

/* A job that holds the thread, so that what is added meanwhile is one group. */
struct gate {
    struct job job;
    sem_t running, open;
};

static enum store_result gate_run(struct job *job, struct store *store)
{
    struct gate *gate = (struct gate *)job;
    (void)store;
    sem_post(&gate->running);
    sem_wait(&gate->open);
    return STORE_OK;
}

static void gate_done(struct job *job)
{
    (void)job;
}

static void dropped_done(struct job *job)
{
    struct count *count = (struct count *)job;
    *count->done += job->result == STORE_FAILED;
    free(count);
}

static void a_crew_that_drops_its_work_gives_it_back(void **state)
{
    (void)state;
    struct waker waker;
    struct gate gate = {.job = {.run = gate_run, .done = gate_done}};
    atomic_uint ran = 0;
    unsigned undone = 0;
    waker_init(&waker);
    sem_init(&gate.running, 0, 0);
    sem_init(&gate.open, 0, 0);
    struct crew *crew = crew_start(
        &(struct crew_plan){.name = "drop", .threads = 1, .wake = wake, .context = &waker});
    crew_add(crew, &gate.job);
    sem_wait(&gate.running);
    for (unsigned i = 0; i < JOBS; i++) {
        struct count *count = calloc(1, sizeof *count);
        *count = (struct count){
            .job = {.run = count_run, .done = dropped_done}, .ran = &ran, .done = &undone};
        crew_add(crew, &count->job);
    }
    crew_drop(crew);
    sem_post(&gate.open);
    crew_stop(crew);
    crew_collect(crew);
    assert_int_equal(ran, 0);
    assert_int_equal(undone, JOBS);
    assert_int_equal(gate.job.result, STORE_OK);
    assert_int_equal(crew_load(crew), 0);
    crew_release(crew);
}

/* ---- Groups ---------------------------------------------------------------------------------- */

struct write {
    struct job job;
    uint32_t number;
    bool fails;
    enum store_result *result;
};

static enum store_result write_run(struct job *job, struct store *store)
{
    struct write *write = (struct write *)job;
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
    free(write);
}

static void add_write(struct crew *crew, uint32_t number, bool fails, enum store_result *result)
{
    struct write *write = calloc(1, sizeof *write);
    *write = (struct write){.job = {.run = write_run, .done = write_done},
                            .number = number,
                            .fails = fails,
                            .result = result};
    crew_add(crew, &write->job);
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
    struct store *store = place_open(place);
    struct store_game game = {.id = "game", .settings = "{}", .secret = "", .summary = "{}"};
    assert_int_equal(store_game_add(store, &game), STORE_OK);
    waker_init(&waker);
    sem_init(&gate.running, 0, 0);
    sem_init(&gate.open, 0, 0);
    struct crew *crew = crew_start(&(struct crew_plan){.name = "writer",
                                                       .threads = 1,
                                                       .stores = &store,
                                                       .grouped = true,
                                                       .wake = wake,
                                                       .context = &waker});
    add_write(crew, 1, false, &result[0]);
    collect_all(crew, &waker);
    assert_int_equal(result[0], STORE_OK);
    crew_add(crew, &gate.job);
    sem_wait(&gate.running);
    add_write(crew, 2, false, &result[1]);
    add_write(crew, 3, true, &result[2]);
    add_write(crew, 4, false, &result[3]);
    sem_post(&gate.open);
    collect_all(crew, &waker);
    for (unsigned i = 1; i <= 3; i++)
        assert_int_equal(result[i], STORE_FAILED);
    assert_int_equal(events_of(place), 1u << 1);
    add_write(crew, 1, false, &result[3]);
    add_write(crew, 5, false, &result[4]);
    collect_all(crew, &waker);
    assert_int_equal(result[3], STORE_TAKEN);
    assert_int_equal(result[4], STORE_OK);
    assert_int_equal(events_of(place), 1u << 1 | 1u << 5);
    crew_stop(crew);
    crew_release(crew);
}

/* Adds an event that must not stay, and gives up. */
static enum store_result taken_group(struct job *jobs, struct store *store)
{
    (void)jobs;
    struct store_event event = {.game = "game", .number = 7, .author = "", .body = "{}"};
    assert_int_equal(store_event_add(store, &event), STORE_OK);
    return STORE_TAKEN;
}

static void a_group_one_by_one(void **state)
{
    const struct place *place = *state;
    struct waker waker;
    enum store_result result[3];
    struct store *store = place_open(place);
    struct store_game game = {.id = "game", .settings = "{}", .secret = "", .summary = "{}"};
    assert_int_equal(store_game_add(store, &game), STORE_OK);
    waker_init(&waker);
    struct crew *crew = crew_start(&(struct crew_plan){.name = "writer",
                                                       .threads = 1,
                                                       .stores = &store,
                                                       .grouped = true,
                                                       .run_group = taken_group,
                                                       .wake = wake,
                                                       .context = &waker});
    add_write(crew, 1, false, &result[0]);
    add_write(crew, 1, false, &result[1]);
    add_write(crew, 2, false, &result[2]);
    collect_all(crew, &waker);
    assert_int_equal(result[0], STORE_OK);
    assert_int_equal(result[1], STORE_TAKEN);
    assert_int_equal(result[2], STORE_OK);
    assert_int_equal(events_of(place), 1u << 1 | 1u << 2);
    crew_stop(crew);
    crew_release(crew);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("every job runs on a thread and comes back to the loop",
             every_job_runs_on_a_thread_and_comes_back_to_the_loop),
        TEST("a crew that stops does what it has been given",
             a_crew_that_stops_does_what_it_has_been_given),
        TEST("a crew that drops its work gives it back", a_crew_that_drops_its_work_gives_it_back),
        TEST_ON_BOTH("a group that cannot be run at once is run one by one", a_group_one_by_one),
        TEST_ON_BOTH("a group fails as one, and the next one works", a_failed_group),
    };
    return cmocka_run_group_tests(tests, place_begin, place_end);
}
