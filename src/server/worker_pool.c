/* Threads that run jobs; see worker_pool.h. */
#include "server/worker_pool.h"

#include <pthread.h>
#include <sodium.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>

#include "base/check.h"
#include "base/clock.h"
#include "text/text.h"

enum { QUICK, SLOW, LANES };
enum {
    PATIENCE = 10, /* nice value of `patient` threads */
    FEW = 512,     /* 1/FEW of `waiting_max` counts as few jobs of a key */
};

static const char no_reason[] = "it gave no reason";

/* Completed jobs. */
struct queue {
    struct job *first, **last;
};

struct worker_pool_thread {
    struct worker_pool *pool;
    struct store *store;
    pthread_t thread;
};

struct worker_pool {
    struct worker_pool_plan plan;
    pthread_mutex_t mutex;
    pthread_cond_t work;
    struct fair_queue lane[LANES]; /* waiting jobs; from here on guarded by the mutex */
    unsigned slow_running;
    struct queue finished;
    bool stopping;
    char reason[STORE_REASON_SIZE];
    atomic_uint waiting; /* written under the mutex, read by the loop */
    unsigned load;       /* used by the loop's thread only */
    struct worker_pool_thread thread[];
};

static int64_t micros_now(const struct worker_pool *pool)
{
    return pool->plan.now != NULL ? pool->plan.now(pool->plan.context) : clock_us();
}

static void queue_init(struct queue *queue)
{
    queue->first = NULL;
    queue->last = &queue->first;
}

static void queue_add(struct queue *queue, struct job *job)
{
    job->next = NULL;
    *queue->last = job;
    queue->last = &job->next;
}

static struct job *queue_take_all(struct queue *queue)
{
    struct job *jobs = queue->first;
    queue_init(queue);
    return jobs;
}

/* ---- Waiting jobs ---------------------------------------------------------------------------- */

static struct fair_queue *lane_of(struct worker_pool *pool, const struct job *job)
{
    return &pool->lane[pool->plan.lanes && job->slow ? SLOW : QUICK];
}

/* If all jobs have the same key the queue is first in, first out. */
static void wait_in_lane(struct worker_pool *pool, struct job *job)
{
    bool fair = pool->plan.fair;
    job->place.key = fair ? job->key : "";
    job->place.subkey = fair ? job->subkey : "";
    job->place.cost = job->cost;
    job->is_waiting = true;
    fair_queue_add(lane_of(pool, job), &job->place);
    atomic_fetch_add(&pool->waiting, 1);
}

static void wait_no_more(struct worker_pool *pool, struct job *job)
{
    job->is_waiting = false;
    atomic_fetch_sub(&pool->waiting, 1);
}

static struct job *take_from(struct worker_pool *pool, struct fair_queue *lane)
{
    struct fair_item *item = fair_queue_take(lane);
    if (item == NULL)
        return NULL;
    struct job *job = (struct job *)((char *)item - offsetof(struct job, place));
    wait_no_more(pool, job);
    job->next = NULL;
    return job;
}

/*
 * Quick jobs first, unless the pool is `both` and no slow one runs. Slow jobs leave one thread free
 * for quick ones if there are several.
 */
static struct fair_queue *next_lane(struct worker_pool *pool)
{
    unsigned slow_max = pool->plan.threads > 1 ? pool->plan.threads - 1 : 1;
    const bool slow_first = pool->plan.both && pool->plan.threads > 1 && pool->slow_running == 0;
    if (slow_first && pool->lane[SLOW].count > 0)
        return &pool->lane[SLOW];
    if (pool->lane[QUICK].count > 0)
        return &pool->lane[QUICK];
    if (pool->lane[SLOW].count > 0 && pool->slow_running < slow_max)
        return &pool->lane[SLOW];
    return NULL;
}

static struct job *take_slow(struct worker_pool *pool)
{
    struct job *job = take_from(pool, &pool->lane[SLOW]);
    pool->slow_running += job != NULL;
    return job;
}

/* Takes all quick jobs and at most one slow job, so that no quick job waits for two slow ones. */
static struct job *take_group(struct worker_pool *pool)
{
    struct job *jobs = NULL, **last = &jobs;
    while ((*last = take_from(pool, &pool->lane[QUICK])) != NULL)
        last = &(*last)->next;
    *last = take_slow(pool);
    return jobs;
}

/* Returns one job, or a group in a pool that groups; NULL if none may begin. */
static struct job *take_job(struct worker_pool *pool)
{
    if (pool->plan.grouped)
        return take_group(pool);
    struct fair_queue *lane = next_lane(pool);
    return lane == &pool->lane[SLOW] ? take_slow(pool)
           : lane != NULL            ? take_from(pool, lane)
                                     : NULL;
}

/* ---- Jobs --------------------------------------------------------------------------------------
 */

static void keep_reason(struct worker_pool *pool, const struct store *store)
{
    pthread_mutex_lock(&pool->mutex);
    text_copy(pool->reason, sizeof pool->reason, store_reason(store));
    pthread_mutex_unlock(&pool->mutex);
}

/* Returns the common reason if all jobs of a group failed for it. */
static const char *failed_allocation_in(const struct job *jobs)
{
    while (jobs != NULL && jobs->failed_allocation == NULL)
        jobs = jobs->next;
    return jobs != NULL ? jobs->failed_allocation : NULL;
}

static enum store_result run_in_turn(struct job *jobs, struct store *store)
{
    for (struct job *job = jobs; job != NULL; job = job->next) {
        job->result = job->run(job, store);
        if (job->result == STORE_FAILED)
            return STORE_FAILED;
    }
    return STORE_OK;
}

static unsigned count_taken(const struct job *jobs)
{
    unsigned taken = 0;
    for (; jobs != NULL; jobs = jobs->next)
        taken += jobs->result == STORE_TAKEN;
    return taken;
}

/* Runs the jobs in the open group, or in further ones. */
static enum store_result run_at_once(const struct worker_pool_plan *plan, struct job *jobs,
                                     struct store *store, bool first)
{
    for (;;) {
        const unsigned taken = count_taken(jobs);
        enum store_result result = plan->run_group(jobs, store, first);
        if (result != STORE_TAKEN)
            return result;
        store_rollback(store);
        result = store_begin(store);
        if (result != STORE_OK)
            return result;
        if (count_taken(jobs) == taken)
            return run_in_turn(jobs, store);
    }
}

static enum store_result try_group(const struct worker_pool_plan *plan, struct job *jobs,
                                   struct store *store, bool first)
{
    enum store_result result = store_begin(store);
    if (result != STORE_OK)
        return result;
    result =
        plan->run_group != NULL ? run_at_once(plan, jobs, store, first) : run_in_turn(jobs, store);
    return result == STORE_OK ? store_commit(store) : result;
}

/* Records the duration in one of the jobs that change something. */
static void note_group(struct job *jobs, int64_t micros)
{
    while (jobs != NULL && jobs->asks)
        jobs = jobs->next;
    if (jobs != NULL)
        jobs->group_micros = micros > 0 ? micros : 1;
}

/*
 * Runs all jobs in one group: all are committed or none. A group that was chosen as a deadlock
 * victim, or that presumed too much, is repeated.
 */
static void run_group(struct worker_pool *pool, struct store *store, struct job *jobs)
{
    enum { TIMES = 5 };
    const int64_t began = micros_now(pool);
    for (unsigned times = 0; times < TIMES; times++) {
        if (try_group(&pool->plan, jobs, store, times == 0) == STORE_OK) {
            note_group(jobs, micros_now(pool) - began);
            return;
        }
        if (failed_allocation_in(jobs) != NULL || !store_may_repeat(store))
            break;
        store_rollback(store);
        for (struct job *job = jobs; job != NULL; job = job->next)
            job->result = STORE_OK;
    }
    const char *failed_allocation = failed_allocation_in(jobs);
    if (failed_allocation == NULL)
        keep_reason(pool, store);
    store_rollback(store);
    for (struct job *job = jobs; job != NULL; job = job->next) {
        job->result = STORE_FAILED;
        job->failed_allocation = failed_allocation;
    }
}

static void run_one(struct worker_pool *pool, struct store *store, struct job *job)
{
    job->began = micros_now(pool);
    job->result = job->run(job, store);
    if (job->result == STORE_FAILED && store != NULL && job->failed_allocation == NULL)
        keep_reason(pool, store);
}

/* Updates the accounts of waiting keys after a job. */
static void take_account(struct worker_pool *pool, const struct job *job, int64_t now)
{
    struct fair_queue *lane = lane_of(pool, job);
    if (pool->plan.fair && pool->plan.measured && now >= job->began)
        fair_queue_correct(lane, &job->place, (uint64_t)(now - job->began));
    if (lane == &pool->lane[SLOW])
        pool->slow_running--;
}

static void report_jobs(struct worker_pool *pool, struct job *jobs)
{
    int64_t now = micros_now(pool);
    pthread_mutex_lock(&pool->mutex);
    while (jobs != NULL) {
        struct job *next = jobs->next;
        take_account(pool, jobs, now);
        jobs->micros = now - jobs->micros;
        queue_add(&pool->finished, jobs);
        jobs = next;
    }
    pthread_mutex_unlock(&pool->mutex);
    pool->plan.wake(pool->plan.context);
}

static void run_jobs(struct worker_pool *pool, struct store *store, struct job *jobs)
{
    if (pool->plan.grouped)
        run_group(pool, store, jobs);
    else
        run_one(pool, store, jobs);
    report_jobs(pool, jobs);
}

static void *thread_main(void *context)
{
    struct worker_pool_thread *thread = context;
    struct worker_pool *pool = thread->pool;
    if (pool->plan.patient)
        setpriority(PRIO_PROCESS, 0, PATIENCE); /* of this thread only; failure is harmless */
    prctl(PR_SET_NAME, pool->plan.name);        /* shown by tools such as top -H */
    for (;;) {
        pthread_mutex_lock(&pool->mutex);
        while (next_lane(pool) == NULL && !pool->stopping)
            pthread_cond_wait(&pool->work, &pool->mutex);
        struct job *jobs = take_job(pool);
        if (next_lane(pool) != NULL) /* for example, a slow job has ended and another may begin */
            pthread_cond_signal(&pool->work);
        pthread_mutex_unlock(&pool->mutex);
        if (jobs == NULL)
            return NULL;
        run_jobs(pool, thread->store, jobs);
    }
}

bool worker_pool_step(struct worker_pool *pool)
{
    CHECK(pool->plan.threads == 0);
    pthread_mutex_lock(&pool->mutex);
    struct job *jobs = take_job(pool);
    pthread_mutex_unlock(&pool->mutex);
    if (jobs != NULL)
        run_jobs(pool, pool->thread[0].store, jobs);
    return jobs != NULL;
}

/* ---- Start and end --------------------------------------------------------------------------- */

/* Returns the number of threads with a store; worker_pool_step() counts as one. */
static unsigned threads_for_slow(const struct worker_pool *pool)
{
    return pool->plan.threads > 0 ? pool->plan.threads : 1;
}

static void end_threads(struct worker_pool *pool, unsigned count)
{
    pthread_mutex_lock(&pool->mutex);
    pool->stopping = true;
    pthread_cond_broadcast(&pool->work);
    pthread_mutex_unlock(&pool->mutex);
    for (unsigned i = 0; i < count; i++)
        pthread_join(pool->thread[i].thread, NULL);
}

static bool start_threads(struct worker_pool *pool)
{
    for (unsigned i = 0; i < pool->plan.threads; i++) {
        if (pthread_create(&pool->thread[i].thread, NULL, thread_main, &pool->thread[i]) != 0) {
            end_threads(pool, i);
            return false;
        }
    }
    return true;
}

static struct worker_pool *make_pool(const struct worker_pool_plan *plan)
{
    struct worker_pool *pool =
        calloc(1, sizeof *pool + ((size_t)plan->threads + 1) * sizeof pool->thread[0]);
    if (pool == NULL)
        return NULL;
    pool->plan = *plan;
    if (pthread_mutex_init(&pool->mutex, NULL) == 0) {
        if (pthread_cond_init(&pool->work, NULL) == 0)
            return pool;
        pthread_mutex_destroy(&pool->mutex);
    }
    free(pool);
    return NULL;
}

static void free_pool(struct worker_pool *pool)
{
    pthread_cond_destroy(&pool->work);
    pthread_mutex_destroy(&pool->mutex);
    free(pool);
}

struct worker_pool *worker_pool_start(const struct worker_pool_plan *plan)
{
    CHECK(!plan->grouped || (plan->threads <= 1 && !plan->fair));
    uint8_t secret[FAIR_SECRET_SIZE];
    struct worker_pool *pool = make_pool(plan);
    if (pool == NULL)
        return NULL;
    randombytes_buf(secret, sizeof secret);
    for (unsigned i = 0; i < LANES; i++)
        fair_queue_init(&pool->lane[i], secret);
    queue_init(&pool->finished);
    for (unsigned i = 0; i < threads_for_slow(pool); i++) {
        pool->thread[i].pool = pool;
        pool->thread[i].store = plan->stores != NULL ? plan->stores[i] : NULL;
    }
    if (start_threads(pool))
        return pool;
    free_pool(pool);
    return NULL;
}

void worker_pool_drop(struct worker_pool *pool)
{
    pthread_mutex_lock(&pool->mutex);
    for (unsigned i = 0; i < LANES; i++) {
        for (struct job *job; (job = take_from(pool, &pool->lane[i])) != NULL;) {
            job->result = STORE_FAILED;
            job->micros = 0;
            queue_add(&pool->finished, job);
        }
    }
    pthread_mutex_unlock(&pool->mutex);
}

void worker_pool_stop(struct worker_pool *pool)
{
    end_threads(pool, pool->plan.threads);
    while (pool->plan.threads == 0 && worker_pool_step(pool))
        ;
}

void worker_pool_release(struct worker_pool *pool)
{
    for (unsigned i = 0; i < threads_for_slow(pool); i++) {
        if (pool->thread[i].store != NULL)
            store_close(pool->thread[i].store);
    }
    free_pool(pool);
}

/* ---- Called on the loop ---------------------------------------------------------------------- */

void worker_pool_add(struct worker_pool *pool, struct job *job)
{
    job->result = STORE_OK;
    job->failed_allocation = NULL;
    job->group_micros = 0;
    job->micros = micros_now(pool);
    pool->load++;
    pthread_mutex_lock(&pool->mutex);
    CHECK(!pool->stopping);
    wait_in_lane(pool, job);
    pthread_cond_signal(&pool->work);
    pthread_mutex_unlock(&pool->mutex);
}

void worker_pool_collect(struct worker_pool *pool)
{
    pthread_mutex_lock(&pool->mutex);
    struct job *jobs = queue_take_all(&pool->finished);
    pthread_mutex_unlock(&pool->mutex);
    while (jobs != NULL) {
        struct job *next = jobs->next;
        pool->load--;
        if (jobs->group_micros > 0 && pool->plan.kept != NULL)
            pool->plan.kept(pool->plan.kept_context, (uint64_t)jobs->group_micros);
        jobs->done(jobs);
        jobs = next;
    }
}

bool worker_pool_cancel(struct worker_pool *pool, struct job *job)
{
    pthread_mutex_lock(&pool->mutex);
    bool was_waiting = job->is_waiting;
    if (was_waiting) {
        fair_queue_remove(lane_of(pool, job), &job->place);
        wait_no_more(pool, job);
        pool->load--;
    }
    pthread_mutex_unlock(&pool->mutex);
    return was_waiting;
}

void worker_pool_forget(struct worker_pool *pool, struct job *job)
{
    if (job->forgotten != NULL && worker_pool_cancel(pool, job))
        job->forgotten(job);
}

unsigned worker_pool_load(const struct worker_pool *pool)
{
    return pool->load;
}

unsigned worker_pool_waiting(const struct worker_pool *pool)
{
    return atomic_load(&pool->waiting);
}

bool worker_pool_has_capacity(struct worker_pool *pool, const char *key)
{
    const unsigned most = pool->plan.waiting_max, few = most / FEW > 0 ? most / FEW : 1;
    const struct fair_queue *lane = &pool->lane[pool->plan.lanes ? SLOW : QUICK];
    if (most == 0)
        return true;
    pthread_mutex_lock(&pool->mutex);
    const bool has_capacity =
        lane->count < (most + 1) / 2 || (lane->count < most && fair_queue_count(lane, key) < few);
    pthread_mutex_unlock(&pool->mutex);
    return has_capacity;
}

void worker_pool_reason(struct worker_pool *pool, char reason[STORE_REASON_SIZE])
{
    pthread_mutex_lock(&pool->mutex);
    memcpy(reason, pool->reason, sizeof pool->reason);
    pthread_mutex_unlock(&pool->mutex);
    if (reason[0] == '\0')
        memcpy(reason, no_reason, sizeof no_reason);
}
