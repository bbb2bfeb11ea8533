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

TEST_CASE(every_job_runs_on_a_thread_and_comes_back_to_the_loop)
{
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

TEST_CASE(a_crew_that_stops_does_what_it_has_been_given)
{
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

static void dropped_done(struct job *job)
{
    struct count *count = (struct count *)job;
    *count->done += job->result == STORE_FAILED;
    free(count);
}

TEST_CASE(a_crew_that_drops_its_work_gives_it_back)
{
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

TEST_CASE(a_crew_without_threads_to_be_had_does_not_start)
{
    struct waker waker;
    waker_init(&waker);
    struct crew_plan plan = {.name = "none", .threads = 4, .wake = wake, .context = &waker};
    for (unsigned left = 0; left < 4; left++) {
        threads_left = left;
        assert_null(crew_start(&plan));
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

struct letter {
    struct job job;
    struct log *log;
    char letter;
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
    struct letter *letter = (struct letter *)job;
    (void)store;
    add_letter(letter->log->ran, letter->letter);
    return letter->outcome;
}

static void letter_done(struct job *job)
{
    struct letter *letter = (struct letter *)job;
    bool good = job->result == STORE_OK;
    add_letter(letter->log->done, (char)(good ? letter->letter : letter->letter - 'a' + 'A'));
    free(letter);
}

static struct letter *new_letter(struct log *log, char letter)
{
    struct letter *new = calloc(1, sizeof *new);
    *new = (struct letter){
        .job = {.run = letter_run, .done = letter_done}, .log = log, .letter = letter};
    return new;
}

static void add_letters(struct crew *crew, struct log *log, const char *letters)
{
    for (; *letters; letters++)
        crew_add(crew, &new_letter(log, *letters)->job);
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

static struct crew *start_manual(struct log *log)
{
    struct crew *crew = crew_start(
        &(struct crew_plan){.name = "steps", .wake = count_wake, .context = log, .now = no_time});
    assert_non_null(crew);
    return crew;
}

TEST_CASE(a_crew_without_threads_does_a_job_when_told)
{
    struct log log = {0};
    struct crew *crew = start_manual(&log);
    assert_false(crew_step(crew));
    add_letters(crew, &log, "abc");
    crew_collect(crew);
    assert_string_equal(log.ran, "");
    assert_int_equal(crew_load(crew), 3);
    assert_true(crew_step(crew));
    assert_string_equal(log.ran, "a");
    assert_string_equal(log.done, "");
    crew_collect(crew);
    assert_string_equal(log.done, "a");
    assert_true(crew_step(crew));
    assert_true(crew_step(crew));
    assert_false(crew_step(crew));
    crew_collect(crew);
    assert_string_equal(log.done, "abc");
    assert_int_equal(log.wakes, 3);
    assert_int_equal(crew_load(crew), 0);
    crew_stop(crew);
    crew_release(crew);
}

TEST_CASE(a_crew_without_threads_stops_and_drops_like_any)
{
    struct log log = {0};
    struct crew *crew = start_manual(&log);
    add_letters(crew, &log, "ab");
    crew_drop(crew);
    add_letters(crew, &log, "cd");
    crew_stop(crew);
    crew_collect(crew);
    assert_string_equal(log.ran, "cd");
    assert_string_equal(log.done, "ABcd");
    assert_int_equal(crew_load(crew), 0);
    crew_release(crew);
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
    struct crew *crew = crew_start(&(struct crew_plan){
        .name = "time", .wake = ignore_wake, .context = &now, .now = told_time});
    crew_add(crew, &timed.job);
    now += 1000;
    assert_true(crew_step(crew));
    crew_collect(crew);
    assert_int_equal(timed.micros, 1000);
    crew_stop(crew);
    crew_release(crew);
}

/* ---- Whose turn it is ------------------------------------------------------------------------ */

static void set_key(char key[FAIR_KEY_SIZE], const char *text)
{
    snprintf(key, FAIR_KEY_SIZE, "%s", text);
}

static void add_for(struct crew *crew, struct log *log, const char *letters, const char *key,
                    const char *subkey)
{
    for (; *letters; letters++) {
        struct letter *letter = new_letter(log, *letters);
        set_key(letter->job.key, key);
        set_key(letter->job.subkey, subkey);
        crew_add(crew, &letter->job);
    }
}

static void stop_and_expect(struct crew *crew, const struct log *log, const char *done)
{
    crew_stop(crew);
    crew_collect(crew);
    assert_string_equal(log->done, done);
    assert_int_equal(crew_load(crew), 0);
    assert_int_equal(crew_waiting(crew), 0);
    crew_release(crew);
}

TEST_CASE(a_fair_crew_takes_turns)
{
    struct log log = {0}, other = {0};
    struct crew_plan plan = {
        .name = "fair", .fair = true, .wake = count_wake, .context = &log, .now = no_time};
    for (int fair = 1; fair >= 0; fair--) {
        struct log *now = fair ? &log : &other;
        plan.fair = fair;
        struct crew *crew = crew_start(&plan);
        add_for(crew, now, "abcde", "one", "table");
        add_for(crew, now, "pq", "one", "another table");
        add_for(crew, now, "xyz", "two", "");
        stop_and_expect(crew, now, fair ? "axpybzqcde" : "abcdepqxyz");
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
    struct crew *crew = crew_start(&(struct crew_plan){
        .name = "fair", .threads = 1, .fair = true, .wake = wake, .context = &waker});
    crew_add(crew, &gate.job);
    sem_wait(&gate.running);
    for (unsigned i = 0; i <= JOBS; i++) {
        turn[i] = (struct turn){.job = {.run = turn_run, .done = turn_done}, .turns = &turns};
        set_key(turn[i].job.key, i < JOBS ? "many" : "one");
        crew_add(crew, &turn[i].job);
    }
    assert_int_equal(crew_waiting(crew), JOBS + 1);
    sem_post(&gate.open);
    collect_all(crew, &waker);
    assert_true(turn[JOBS].turn <= 2);
    for (unsigned i = 1; i < JOBS; i++)
        assert_true(turn[i].turn > turn[i - 1].turn);
    crew_stop(crew);
    crew_release(crew);
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
        struct crew *crew = crew_start(&(struct crew_plan){.name = "time",
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
            crew_add(crew, &guess[i].job);
        }
        crew_stop(crew);
        crew_collect(crew);
        assert_string_equal(log.ran, measured ? "abbbabbbaaaa" : "abbabbabbaaa");
        crew_release(crew);
    }
}

/* ---- Lanes ----------------------------------------------------------------------------------- */

TEST_CASE(quick_jobs_come_first)
{
    for (int lanes = 1; lanes >= 0; lanes--) {
        struct log log = {0};
        struct crew *crew = crew_start(&(struct crew_plan){
            .name = "lanes", .lanes = lanes, .wake = count_wake, .context = &log});
        for (const char *letter = "apbqc"; *letter; letter++) {
            struct letter *new = new_letter(&log, *letter);
            new->job.slow = *letter < 'p';
            crew_add(crew, &new->job);
        }
        stop_and_expect(crew, &log, lanes ? "pqabc" : "apbqc");
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
    struct crew *crew = crew_start(&(struct crew_plan){
        .name = "lanes", .threads = THREADS, .lanes = true, .wake = wake, .context = &waker});
    for (unsigned i = 0; i < GATES; i++) {
        gate_init(&gate[i]);
        gate[i].job.slow = true;
        crew_add(crew, &gate[i].job);
    }
    for (unsigned i = 0; i < THREADS - 1; i++)
        sem_wait(&gate[i].running);
    for (unsigned i = 1; i <= JOBS; i++) {
        crew_add(crew, &quick.job);
        while (crew_load(crew) > GATES)
            crew_collect(crew);
        assert_int_equal(quick.turn, i);
    }
    assert_int_equal(crew_waiting(crew), GATES - (THREADS - 1));
    for (unsigned i = 0; i < GATES; i++)
        sem_post(&gate[i].open);
    collect_all(crew, &waker);
    crew_stop(crew);
    crew_release(crew);
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

/* And all are done, also by a crew that stops, also by a single thread. */
TEST_CASE(slow_jobs_never_take_every_thread)
{
    for (unsigned threads = 1; threads <= 4; threads++) {
        struct waker waker;
        atomic_uint running = 0, most = 0, ran = 0;
        unsigned done = 0;
        struct slow *slow = calloc(JOBS, sizeof *slow);
        waker_init(&waker);
        struct crew *crew = crew_start(&(struct crew_plan){.name = "lanes",
                                                           .threads = threads,
                                                           .lanes = true,
                                                           .fair = threads % 2,
                                                           .wake = wake,
                                                           .context = &waker});
        for (unsigned i = 0; i < JOBS; i++) {
            slow[i] = (struct slow){.job = {.run = slow_run, .done = turn_done, .slow = true},
                                    .running = &running,
                                    .most = &most};
            crew_add(crew, &slow[i].job);
        }
        add_counts(crew, &ran, &done);
        crew_stop(crew);
        crew_collect(crew);
        assert_int_equal(crew_load(crew), 0);
        assert_int_equal(done, JOBS);
        assert_in_range(most, 1, threads > 1 ? threads - 1 : 1);
        crew_release(crew);
        free(slow);
    }
}

/* ---- Bounds ---------------------------------------------------------------------------------- */

TEST_CASE(a_crew_says_when_it_has_no_room)
{
    struct log log = {0};
    struct crew_plan plan = {
        .name = "room", .waiting_max = 6, .fair = true, .wake = count_wake, .context = &log};
    struct crew *crew = crew_start(&plan);
    add_for(crew, &log, "ab", "greedy", "");
    assert_true(crew_has_room(crew, "greedy"));
    add_for(crew, &log, "c", "greedy", "");
    assert_false(crew_has_room(crew, "greedy"));
    assert_true(crew_has_room(crew, "modest"));
    add_for(crew, &log, "p", "modest", "");
    assert_false(crew_has_room(crew, "modest"));
    assert_true(crew_has_room(crew, "new"));
    add_for(crew, &log, "x", "new", "");
    assert_true(crew_has_room(crew, "newer"));
    add_for(crew, &log, "y", "newer", "");
    assert_false(crew_has_room(crew, "newest"));
    add_for(crew, &log, "d", "greedy", ""); /* who cannot refuse adds all the same */
    assert_int_equal(crew_waiting(crew), 7);
    crew_step(crew);
    assert_false(crew_has_room(crew, "newest"));
    crew_step(crew);
    assert_int_equal(crew_waiting(crew), 5);
    assert_int_equal(crew_load(crew), 7);
    assert_true(crew_has_room(crew, "newest"));
    assert_true(crew_has_room(crew, "modest"));
    assert_false(crew_has_room(crew, "greedy"));
    stop_and_expect(crew, &log, "apxybcd");
    plan.waiting_max = 0;
    memset(&log, 0, sizeof log);
    crew = crew_start(&plan);
    add_letters(crew, &log, "abcdefghijklmnop");
    assert_true(crew_has_room(crew, ""));
    stop_and_expect(crew, &log, "abcdefghijklmnop");
}

TEST_CASE(a_job_that_has_not_begun_can_be_taken_back)
{
    struct log log = {0};
    struct crew *crew = start_manual(&log);
    struct letter *letter[4];
    for (unsigned i = 0; i < 4; i++) {
        letter[i] = new_letter(&log, (char)('a' + i));
        crew_add(crew, &letter[i]->job);
    }
    assert_true(crew_cancel(crew, &letter[1]->job));
    assert_false(crew_cancel(crew, &letter[1]->job));
    assert_int_equal(crew_load(crew), 3);
    assert_int_equal(crew_waiting(crew), 3);
    free(letter[1]);
    crew_step(crew);
    assert_false(crew_cancel(crew, &letter[0]->job));
    assert_true(crew_cancel(crew, &letter[3]->job));
    crew_add(crew, &letter[3]->job); /* is the caller's, who may think better of it */
    add_letters(crew, &log, "e");
    stop_and_expect(crew, &log, "acde");
}

TEST_CASE(a_job_is_done_or_taken_back_but_not_both)
{
    struct waker waker;
    atomic_uint turns = 0;
    unsigned cancelled = 0;
    uint64_t random = test_seed();
    struct turn *turn = calloc(JOBS, sizeof *turn);
    waker_init(&waker);
    struct crew *crew = crew_start(&(struct crew_plan){.name = "cancel",
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
        crew_add(crew, &turn[i].job);
        if (test_random_below(&random, 10) == 0)
            crew_collect(crew);
        unsigned which = i - test_random_below(&random, i < 20 ? i + 1 : 20);
        cancelled += crew_cancel(crew, &turn[which].job);
    }
    collect_all(crew, &waker);
    assert_int_equal(turns + cancelled, JOBS);
    crew_stop(crew);
    crew_release(crew);
    free(turn);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("every job runs on a thread and comes back to the loop",
             every_job_runs_on_a_thread_and_comes_back_to_the_loop),
        TEST("a crew that stops does what it has been given",
             a_crew_that_stops_does_what_it_has_been_given),
        TEST("a crew that drops its work gives it back", a_crew_that_drops_its_work_gives_it_back),
        TEST("a crew does not start where there are no threads to be had",
             a_crew_without_threads_to_be_had_does_not_start),
        TEST("a crew without threads does a job when it is told to",
             a_crew_without_threads_does_a_job_when_told),
        TEST("a crew without threads stops and drops its work like any",
             a_crew_without_threads_stops_and_drops_like_any),
        TEST("a job takes the time of the plan's clock", a_job_takes_the_time_of_the_plans_clock),
        TEST("a fair crew takes turns, another does not", a_fair_crew_takes_turns),
        TEST("nobody waits for a thousand jobs of another", nobody_waits_for_a_thousand),
        TEST("a job costs what was guessed, or what it took where that is measured",
             what_a_job_took_is_what_it_cost),
        TEST("quick jobs come first", quick_jobs_come_first),
        TEST("a thread is left to quick jobs", a_thread_is_left_to_quick_jobs),
        TEST("slow jobs are all done and never take every thread",
             slow_jobs_never_take_every_thread),
        TEST("a crew says when it has no room", a_crew_says_when_it_has_no_room),
        TEST("a job that has not begun can be taken back",
             a_job_that_has_not_begun_can_be_taken_back),
        TEST("a job is done or taken back, but not both", a_job_is_done_or_taken_back_but_not_both),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
