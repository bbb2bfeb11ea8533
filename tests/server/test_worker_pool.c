/*
 * Jobs on threads: all are done and come back; in turns, in lanes, taken back; and without a
 * thread, step by step.
 */
#define _GNU_SOURCE /* RTLD_NEXT */
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/waiting.h"
#include "support.h"

enum { JOBS = 1000 };

/* ---- A system that has no more threads ------------------------------------------------------- */

static unsigned threads_left = UINT_MAX;

/* In place of the C library's, which it calls as long as threads are left. */
int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                   void *context)
{
    int (*create)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    void *symbol = dlsym(RTLD_NEXT, "pthread_create");
    memcpy(&create, &symbol, sizeof create);
    if (threads_left == 0)
        return EAGAIN;
    threads_left--;
    return create(thread, attributes, run, context);
}

/* ---- The loop -------------------------------------------------------------------------------- */

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

static void add_counts(struct worker_pool *pool, atomic_uint *ran, unsigned *done)
{
    for (unsigned i = 0; i < JOBS; i++) {
        struct count *count = calloc(1, sizeof *count);
        *count = (struct count){.job = {.run = count_run, .done = count_done},
                                .ran = ran,
                                .done = done,
                                .loop = pthread_self()};
        worker_pool_add(pool, &count->job);
    }
}

TEST_CASE(every_job_runs_on_a_thread_and_comes_back_to_the_loop)
{
    struct waker waker;
    atomic_uint ran = 0;
    unsigned done = 0;
    waker_init(&waker);
    struct worker_pool *pool = worker_pool_start(
        &(struct worker_pool_plan){.name = "count", .threads = 3, .wake = wake, .context = &waker});
    add_counts(pool, &ran, &done);
    collect_all(pool, &waker);
    assert_int_equal(ran, JOBS);
    assert_int_equal(done, JOBS);
    worker_pool_stop(pool);
    worker_pool_release(pool);
}

TEST_CASE(a_pool_that_stops_does_what_it_has_been_given)
{
    struct waker waker;
    atomic_uint ran = 0;
    unsigned done = 0;
    waker_init(&waker);
    struct worker_pool *pool = worker_pool_start(
        &(struct worker_pool_plan){.name = "count", .threads = 2, .wake = wake, .context = &waker});
    add_counts(pool, &ran, &done);
    worker_pool_stop(pool);
    worker_pool_collect(pool);
    assert_int_equal(done, JOBS);
    assert_int_equal(worker_pool_load(pool), 0);
    worker_pool_release(pool);
}

static void dropped_done(struct job *job)
{
    struct count *count = (struct count *)job;
    *count->done += job->result == STORE_FAILED;
    free(count);
}

TEST_CASE(a_pool_that_drops_its_work_gives_it_back)
{
    struct waker waker;
    struct gate gate = {.job = {.run = gate_run, .done = gate_done}};
    atomic_uint ran = 0;
    unsigned undone = 0;
    waker_init(&waker);
    sem_init(&gate.running, 0, 0);
    sem_init(&gate.open, 0, 0);
    struct worker_pool *pool = worker_pool_start(
        &(struct worker_pool_plan){.name = "drop", .threads = 1, .wake = wake, .context = &waker});
    worker_pool_add(pool, &gate.job);
    sem_wait(&gate.running);
    for (unsigned i = 0; i < JOBS; i++) {
        struct count *count = calloc(1, sizeof *count);
        *count = (struct count){
            .job = {.run = count_run, .done = dropped_done}, .ran = &ran, .done = &undone};
        worker_pool_add(pool, &count->job);
    }
    worker_pool_drop(pool);
    sem_post(&gate.open);
    worker_pool_stop(pool);
    worker_pool_collect(pool);
    assert_int_equal(ran, 0);
    assert_int_equal(undone, JOBS);
    assert_int_equal(gate.job.result, STORE_OK);
    assert_int_equal(worker_pool_load(pool), 0);
    worker_pool_release(pool);
}

TEST_CASE(a_pool_without_threads_to_be_had_does_not_start)
{
    struct waker waker;
    waker_init(&waker);
    struct worker_pool_plan plan = {.name = "none", .threads = 4, .wake = wake, .context = &waker};
    for (unsigned left = 0; left < 4; left++) {
        threads_left = left;
        assert_null(worker_pool_start(&plan));
        assert_int_equal(threads_left, 0);
    }
    threads_left = UINT_MAX;
}

/* ---- Without threads ------------------------------------------------------------------------- */

/* What came back, in its order: a letter for each job, a capital one where it failed. */
struct log {
    char ran[32], done[32];
    unsigned wakes;
};

struct outgoing_item {
    struct job job;
    struct log *log;
    char item;
    enum store_result outcome;
};

static void add_letter(char text[32], char letter)
{
    size_t length = strlen(text);
    assert_true(length < 31);
    text[length] = letter;
}

static enum store_result letter_run(struct job *job, struct store *store)
{
    struct outgoing_item *item = (struct outgoing_item *)job;
    (void)store;
    add_letter(item->log->ran, item->item);
    return item->outcome;
}

static void letter_done(struct job *job)
{
    struct outgoing_item *item = (struct outgoing_item *)job;
    bool good = job->result == STORE_OK;
    add_letter(item->log->done, (char)(good ? item->item : item->item - 'a' + 'A'));
    free(item);
}

static struct outgoing_item *new_letter(struct log *log, char letter)
{
    struct outgoing_item *new = calloc(1, sizeof *new);
    *new = (struct outgoing_item){
        .job = {.run = letter_run, .done = letter_done}, .log = log, .item = letter};
    return new;
}

static void add_letters(struct worker_pool *pool, struct log *log, const char *letters)
{
    for (; *letters; letters++)
        worker_pool_add(pool, &new_letter(log, *letters)->job);
}

static void count_wake(void *context)
{
    ((struct log *)context)->wakes++;
}

static int64_t no_time(void *context)
{
    (void)context;
    return 7;
}

static struct worker_pool *start_manual(struct log *log)
{
    struct worker_pool *pool = worker_pool_start(&(struct worker_pool_plan){
        .name = "steps", .wake = count_wake, .context = log, .now = no_time});
    assert_non_null(pool);
    return pool;
}

TEST_CASE(a_pool_without_threads_does_a_job_when_told)
{
    struct log log = {0};
    struct worker_pool *pool = start_manual(&log);
    assert_false(worker_pool_step(pool));
    add_letters(pool, &log, "abc");
    worker_pool_collect(pool);
    assert_string_equal(log.ran, "");
    assert_int_equal(worker_pool_load(pool), 3);
    assert_true(worker_pool_step(pool));
    assert_string_equal(log.ran, "a");
    assert_string_equal(log.done, "");
    worker_pool_collect(pool);
    assert_string_equal(log.done, "a");
    assert_true(worker_pool_step(pool));
    assert_true(worker_pool_step(pool));
    assert_false(worker_pool_step(pool));
    worker_pool_collect(pool);
    assert_string_equal(log.done, "abc");
    assert_int_equal(log.wakes, 3);
    assert_int_equal(worker_pool_load(pool), 0);
    worker_pool_stop(pool);
    worker_pool_release(pool);
}

TEST_CASE(a_pool_without_threads_stops_and_drops_like_any)
{
    struct log log = {0};
    struct worker_pool *pool = start_manual(&log);
    add_letters(pool, &log, "ab");
    worker_pool_drop(pool);
    add_letters(pool, &log, "cd");
    worker_pool_stop(pool);
    worker_pool_collect(pool);
    assert_string_equal(log.ran, "cd");
    assert_string_equal(log.done, "ABcd");
    assert_int_equal(worker_pool_load(pool), 0);
    worker_pool_release(pool);
}

struct timed {
    struct job job;
    int64_t micros;
};

static void timed_done(struct job *job)
{
    ((struct timed *)job)->micros = job->micros;
}

static enum store_result timed_run(struct job *job, struct store *store)
{
    (void)job;
    (void)store;
    return STORE_OK;
}

static int64_t told_time(void *context)
{
    return *(int64_t *)context;
}

static void ignore_wake(void *context)
{
    (void)context;
}

TEST_CASE(a_job_takes_the_time_of_the_plans_clock)
{
    int64_t now = 5;
    struct timed timed = {.job = {.run = timed_run, .done = timed_done}};
    struct worker_pool *pool = worker_pool_start(&(struct worker_pool_plan){
        .name = "time", .wake = ignore_wake, .context = &now, .now = told_time});
    worker_pool_add(pool, &timed.job);
    now += 1000;
    assert_true(worker_pool_step(pool));
    worker_pool_collect(pool);
    assert_int_equal(timed.micros, 1000);
    worker_pool_stop(pool);
    worker_pool_release(pool);
}

/* ---- Whose turn it is ------------------------------------------------------------------------ */

static void set_key(char key[FAIR_KEY_SIZE], const char *text)
{
    snprintf(key, FAIR_KEY_SIZE, "%s", text);
}

static void add_for(struct worker_pool *pool, struct log *log, const char *letters, const char *key,
                    const char *subkey)
{
    for (; *letters; letters++) {
        struct outgoing_item *item = new_letter(log, *letters);
        set_key(item->job.key, key);
        set_key(item->job.subkey, subkey);
        worker_pool_add(pool, &item->job);
    }
}

static void stop_and_expect(struct worker_pool *pool, const struct log *log, const char *done)
{
    worker_pool_stop(pool);
    worker_pool_collect(pool);
    assert_string_equal(log->done, done);
    assert_int_equal(worker_pool_load(pool), 0);
    assert_int_equal(worker_pool_waiting(pool), 0);
    worker_pool_release(pool);
}

TEST_CASE(a_fair_pool_takes_turns)
{
    struct log log = {0}, other = {0};
    struct worker_pool_plan plan = {
        .name = "fair", .fair = true, .wake = count_wake, .context = &log, .now = no_time};
    for (int fair = 1; fair >= 0; fair--) {
        struct log *now = fair ? &log : &other;
        plan.fair = fair;
        struct worker_pool *pool = worker_pool_start(&plan);
        add_for(pool, now, "abcde", "one", "table");
        add_for(pool, now, "pq", "one", "another table");
        add_for(pool, now, "xyz", "two", "");
        stop_and_expect(pool, now, fair ? "axpybzqcde" : "abcdepqxyz");
    }
}

/* Counts the turns that have been taken. */
struct turn {
    struct job job;
    atomic_uint *turns;
    unsigned turn;
};

static enum store_result turn_run(struct job *job, struct store *store)
{
    struct turn *turn = (struct turn *)job;
    (void)store;
    turn->turn = 1 + atomic_fetch_add(turn->turns, 1);
    return STORE_OK;
}

static void turn_done(struct job *job)
{
    (void)job;
}

TEST_CASE(nobody_waits_for_a_thousand)
{
    struct waker waker;
    struct gate gate;
    atomic_uint turns = 0;
    struct turn *turn = calloc(JOBS + 1, sizeof *turn);
    waker_init(&waker);
    gate_init(&gate);
    struct worker_pool *pool = worker_pool_start(&(struct worker_pool_plan){
        .name = "fair", .threads = 1, .fair = true, .wake = wake, .context = &waker});
    worker_pool_add(pool, &gate.job);
    sem_wait(&gate.running);
    for (unsigned i = 0; i <= JOBS; i++) {
        turn[i] = (struct turn){.job = {.run = turn_run, .done = turn_done}, .turns = &turns};
        set_key(turn[i].job.key, i < JOBS ? "many" : "one");
        worker_pool_add(pool, &turn[i].job);
    }
    assert_int_equal(worker_pool_waiting(pool), JOBS + 1);
    sem_post(&gate.open);
    collect_all(pool, &waker);
    assert_true(turn[JOBS].turn <= 2);
    for (unsigned i = 1; i < JOBS; i++)
        assert_true(turn[i].turn > turn[i - 1].turn);
    worker_pool_stop(pool);
    worker_pool_release(pool);
    free(turn);
}

/* Its key is how long it takes, a letter for each millisecond. */
struct guess {
    struct job job;
    struct log *log;
    int64_t *now;
};

static enum store_result guess_run(struct job *job, struct store *store)
{
    struct guess *guess = (struct guess *)job;
    (void)store;
    *guess->now += 1000 * (int64_t)strlen(job->key);
    add_letter(guess->log->ran, job->key[0]);
    return STORE_OK;
}

TEST_CASE(what_a_job_took_is_what_it_cost)
{
    for (int measured = 1; measured >= 0; measured--) {
        int64_t now = 0;
        struct log log = {0};
        struct guess guess[12];
        struct worker_pool *pool =
            worker_pool_start(&(struct worker_pool_plan){.name = "time",
                                                         .fair = true,
                                                         .measured = measured,
                                                         .wake = ignore_wake,
                                                         .context = &now,
                                                         .now = told_time});
        for (unsigned i = 0; i < 12; i++) {
            guess[i] = (struct guess){
                .job = {.run = guess_run, .done = turn_done}, .log = &log, .now = &now};
            guess[i].job.cost = i % 2 ? 500 : 1000;
            set_key(guess[i].job.key, i % 2 ? "b" : "aaa");
            worker_pool_add(pool, &guess[i].job);
        }
        worker_pool_stop(pool);
        worker_pool_collect(pool);
        assert_string_equal(log.ran, measured ? "abbbabbbaaaa" : "abbabbabbaaa");
        worker_pool_release(pool);
    }
}

/* ---- Lanes ----------------------------------------------------------------------------------- */

TEST_CASE(quick_jobs_come_first)
{
    for (int lanes = 1; lanes >= 0; lanes--) {
        struct log log = {0};
        struct worker_pool *pool = worker_pool_start(&(struct worker_pool_plan){
            .name = "lanes", .lanes = lanes, .wake = count_wake, .context = &log});
        for (const char *letter = "apbqc"; *letter; letter++) {
            struct outgoing_item *new = new_letter(&log, *letter);
            new->job.slow = *letter < 'p';
            worker_pool_add(pool, &new->job);
        }
        stop_and_expect(pool, &log, lanes ? "pqabc" : "apbqc");
    }
}

TEST_CASE(a_thread_is_left_to_quick_jobs)
{
    enum { THREADS = 3, GATES = 5 };
    struct waker waker;
    struct gate gate[GATES];
    atomic_uint turns = 0;
    struct turn quick = {.job = {.run = turn_run, .done = turn_done}, .turns = &turns};
    waker_init(&waker);
    struct worker_pool *pool = worker_pool_start(&(struct worker_pool_plan){
        .name = "lanes", .threads = THREADS, .lanes = true, .wake = wake, .context = &waker});
    for (unsigned i = 0; i < GATES; i++) {
        gate_init(&gate[i]);
        gate[i].job.slow = true;
        worker_pool_add(pool, &gate[i].job);
    }
    for (unsigned i = 0; i < THREADS - 1; i++)
        sem_wait(&gate[i].running);
    for (unsigned i = 1; i <= JOBS; i++) {
        worker_pool_add(pool, &quick.job);
        while (worker_pool_load(pool) > GATES)
            worker_pool_collect(pool);
        assert_int_equal(quick.turn, i);
    }
    assert_int_equal(worker_pool_waiting(pool), GATES - (THREADS - 1));
    for (unsigned i = 0; i < GATES; i++)
        sem_post(&gate[i].open);
    collect_all(pool, &waker);
    worker_pool_stop(pool);
    worker_pool_release(pool);
}

struct slow {
    struct job job;
    atomic_uint *running, *most;
};

static enum store_result slow_run(struct job *job, struct store *store)
{
    struct slow *slow = (struct slow *)job;
    (void)store;
    unsigned running = 1 + atomic_fetch_add(slow->running, 1), most = atomic_load(slow->most);
    while (running > most && !atomic_compare_exchange_weak(slow->most, &most, running))
        ;
    sched_yield();
    atomic_fetch_sub(slow->running, 1);
    return STORE_OK;
}

/* And all are done, also by a pool that stops, also by a single thread. */
TEST_CASE(slow_jobs_never_take_every_thread)
{
    for (unsigned threads = 1; threads <= 4; threads++) {
        struct waker waker;
        atomic_uint running = 0, most = 0, ran = 0;
        unsigned done = 0;
        struct slow *slow = calloc(JOBS, sizeof *slow);
        waker_init(&waker);
        struct worker_pool *pool = worker_pool_start(&(struct worker_pool_plan){.name = "lanes",
                                                                                .threads = threads,
                                                                                .lanes = true,
                                                                                .fair = threads % 2,
                                                                                .wake = wake,
                                                                                .context = &waker});
        for (unsigned i = 0; i < JOBS; i++) {
            slow[i] = (struct slow){.job = {.run = slow_run, .done = turn_done, .slow = true},
                                    .running = &running,
                                    .most = &most};
            worker_pool_add(pool, &slow[i].job);
        }
        add_counts(pool, &ran, &done);
        worker_pool_stop(pool);
        worker_pool_collect(pool);
        assert_int_equal(worker_pool_load(pool), 0);
        assert_int_equal(done, JOBS);
        assert_in_range(most, 1, threads > 1 ? threads - 1 : 1);
        worker_pool_release(pool);
        free(slow);
    }
}

/* ---- Bounds ---------------------------------------------------------------------------------- */

TEST_CASE(a_pool_says_when_its_queue_is_full)
{
    struct log log = {0};
    struct worker_pool_plan plan = {
        .name = "room", .waiting_max = 6, .fair = true, .wake = count_wake, .context = &log};
    struct worker_pool *pool = worker_pool_start(&plan);
    add_for(pool, &log, "ab", "greedy", "");
    assert_true(worker_pool_has_capacity(pool, "greedy"));
    add_for(pool, &log, "c", "greedy", "");
    assert_false(worker_pool_has_capacity(pool, "greedy"));
    assert_true(worker_pool_has_capacity(pool, "modest"));
    add_for(pool, &log, "p", "modest", "");
    assert_false(worker_pool_has_capacity(pool, "modest"));
    assert_true(worker_pool_has_capacity(pool, "new"));
    add_for(pool, &log, "x", "new", "");
    assert_true(worker_pool_has_capacity(pool, "newer"));
    add_for(pool, &log, "y", "newer", "");
    assert_false(worker_pool_has_capacity(pool, "newest"));
    add_for(pool, &log, "d", "greedy", ""); /* who cannot refuse adds all the same */
    assert_int_equal(worker_pool_waiting(pool), 7);
    worker_pool_step(pool);
    assert_false(worker_pool_has_capacity(pool, "newest"));
    worker_pool_step(pool);
    assert_int_equal(worker_pool_waiting(pool), 5);
    assert_int_equal(worker_pool_load(pool), 7);
    assert_true(worker_pool_has_capacity(pool, "newest"));
    assert_true(worker_pool_has_capacity(pool, "modest"));
    assert_false(worker_pool_has_capacity(pool, "greedy"));
    stop_and_expect(pool, &log, "apxybcd");
    plan.waiting_max = 0;
    memset(&log, 0, sizeof log);
    pool = worker_pool_start(&plan);
    add_letters(pool, &log, "abcdefghijklmnop");
    assert_true(worker_pool_has_capacity(pool, ""));
    stop_and_expect(pool, &log, "abcdefghijklmnop");
}

TEST_CASE(a_job_that_has_not_begun_can_be_taken_back)
{
    struct log log = {0};
    struct worker_pool *pool = start_manual(&log);
    struct outgoing_item *item[4];
    for (unsigned i = 0; i < 4; i++) {
        item[i] = new_letter(&log, (char)('a' + i));
        worker_pool_add(pool, &item[i]->job);
    }
    assert_true(worker_pool_cancel(pool, &item[1]->job));
    assert_false(worker_pool_cancel(pool, &item[1]->job));
    assert_int_equal(worker_pool_load(pool), 3);
    assert_int_equal(worker_pool_waiting(pool), 3);
    free(item[1]);
    worker_pool_step(pool);
    assert_false(worker_pool_cancel(pool, &item[0]->job));
    assert_true(worker_pool_cancel(pool, &item[3]->job));
    worker_pool_add(pool, &item[3]->job); /* is the caller's, who may think better of it */
    add_letters(pool, &log, "e");
    stop_and_expect(pool, &log, "acde");
}

TEST_CASE(a_job_is_done_or_taken_back_but_not_both)
{
    struct waker waker;
    atomic_uint turns = 0;
    unsigned cancelled = 0;
    uint64_t random = test_seed();
    struct turn *turn = calloc(JOBS, sizeof *turn);
    waker_init(&waker);
    struct worker_pool *pool = worker_pool_start(&(struct worker_pool_plan){.name = "cancel",
                                                                            .threads = 3,
                                                                            .fair = true,
                                                                            .measured = true,
                                                                            .lanes = true,
                                                                            .wake = wake,
                                                                            .context = &waker});
    for (unsigned i = 0; i < JOBS; i++) {
        turn[i] = (struct turn){.job = {.run = turn_run, .done = turn_done}, .turns = &turns};
        turn[i].job.slow = test_random_below(&random, 2);
        snprintf(turn[i].job.key, FAIR_KEY_SIZE, "%u", test_random_below(&random, 5));
        snprintf(turn[i].job.subkey, FAIR_KEY_SIZE, "%u", test_random_below(&random, 5));
        worker_pool_add(pool, &turn[i].job);
        if (test_random_below(&random, 10) == 0)
            worker_pool_collect(pool);
        unsigned which = i - test_random_below(&random, i < 20 ? i + 1 : 20);
        cancelled += worker_pool_cancel(pool, &turn[which].job);
    }
    collect_all(pool, &waker);
    assert_int_equal(turns + cancelled, JOBS);
    worker_pool_stop(pool);
    worker_pool_release(pool);
    free(turn);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("every job runs on a thread and comes back to the loop",
             every_job_runs_on_a_thread_and_comes_back_to_the_loop),
        TEST("a pool that stops does what it has been given",
             a_pool_that_stops_does_what_it_has_been_given),
        TEST("a pool that drops its work gives it back", a_pool_that_drops_its_work_gives_it_back),
        TEST("a pool does not start where there are no threads to be had",
             a_pool_without_threads_to_be_had_does_not_start),
        TEST("a pool without threads does a job when it is told to",
             a_pool_without_threads_does_a_job_when_told),
        TEST("a pool without threads stops and drops its work like any",
             a_pool_without_threads_stops_and_drops_like_any),
        TEST("a job takes the time of the plan's clock", a_job_takes_the_time_of_the_plans_clock),
        TEST("a fair pool takes turns, another does not", a_fair_pool_takes_turns),
        TEST("nobody waits for a thousand jobs of another", nobody_waits_for_a_thousand),
        TEST("a job costs what was guessed, or what it took where that is measured",
             what_a_job_took_is_what_it_cost),
        TEST("quick jobs come first", quick_jobs_come_first),
        TEST("a thread is left to quick jobs", a_thread_is_left_to_quick_jobs),
        TEST("slow jobs are all done and never take every thread",
             slow_jobs_never_take_every_thread),
        TEST("a pool says when its queue is full", a_pool_says_when_its_queue_is_full),
        TEST("a job that has not begun can be taken back",
             a_job_that_has_not_begun_can_be_taken_back),
        TEST("a job is done or taken back, but not both", a_job_is_done_or_taken_back_but_not_both),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
