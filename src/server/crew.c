/* Threads that do jobs; see crew.h. */
#include "server/crew.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>

#include "core/check.h"

struct queue {
    struct job *first, **last;
};

struct crew_thread {
    struct crew *crew;
    struct store *store;
    pthread_t thread;
};

struct crew {
    struct crew_plan plan;
    pthread_mutex_t mutex;
    pthread_cond_t work;
    struct queue waiting, finished; /* under the mutex */
    bool stopping;
    char reason[STORE_REASON_SIZE];
    unsigned load; /* of the loop's thread */
    struct crew_thread thread[];
};

static int64_t micros_now(const struct crew *crew)
{
    struct timespec now;
    if (crew->plan.now)
        return crew->plan.now(crew->plan.context);
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
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

static struct job *queue_take_one(struct queue *queue)
{
    struct job *job = queue->first;
    queue->first = job->next;
    if (!queue->first)
        queue->last = &queue->first;
    job->next = NULL;
    return job;
}

static struct job *queue_take_all(struct queue *queue)
{
    struct job *jobs = queue->first;
    queue_init(queue);
    return jobs;
}

/* ---- Jobs --------------------------------------------------------------------------------------
 */

static void keep_reason(struct crew *crew, const struct store *store)
{
    pthread_mutex_lock(&crew->mutex);
    strncpy(crew->reason, store_reason(store), sizeof crew->reason - 1);
    pthread_mutex_unlock(&crew->mutex);
}

static enum store_result run_in_turn(struct job *jobs, struct store *store)
{
    for (struct job *job = jobs; job; job = job->next) {
        job->result = job->run(job, store);
        if (job->result == STORE_FAILED)
            return STORE_FAILED;
    }
    return STORE_OK;
}

static enum store_result try_group(const struct crew_plan *plan, struct job *jobs,
                                   struct store *store)
{
    enum store_result result = store_begin(store);
    if (result != STORE_OK)
        return result;
    result = plan->run_group ? plan->run_group(jobs, store) : run_in_turn(jobs, store);
    if (result == STORE_TAKEN) {
        store_rollback(store);
        result = store_begin(store);
        if (result == STORE_OK)
            result = run_in_turn(jobs, store);
    }
    return result == STORE_OK ? store_commit(store) : result;
}

/* All jobs in one group: on disk together, or none of them. */
static void run_group(struct crew *crew, struct store *store, struct job *jobs)
{
    if (try_group(&crew->plan, jobs, store) == STORE_OK)
        return;
    keep_reason(crew, store);
    store_rollback(store);
    for (struct job *job = jobs; job; job = job->next)
        job->result = STORE_FAILED;
}

static void run_one(struct crew *crew, struct store *store, struct job *job)
{
    job->result = job->run(job, store);
    if (job->result == STORE_FAILED && store)
        keep_reason(crew, store);
}

static void report(struct crew *crew, struct job *jobs)
{
    int64_t now = micros_now(crew);
    pthread_mutex_lock(&crew->mutex);
    while (jobs) {
        struct job *next = jobs->next;
        jobs->micros = now - jobs->micros;
        queue_add(&crew->finished, jobs);
        jobs = next;
    }
    pthread_mutex_unlock(&crew->mutex);
    crew->plan.wake(crew->plan.context);
}

/* One job, or all that wait in a crew that groups; NULL when there is none. */
static struct job *take(struct crew *crew)
{
    if (!crew->waiting.first)
        return NULL;
    return crew->plan.grouped ? queue_take_all(&crew->waiting) : queue_take_one(&crew->waiting);
}

static void run(struct crew *crew, struct store *store, struct job *jobs)
{
    if (crew->plan.grouped)
        run_group(crew, store, jobs);
    else
        run_one(crew, store, jobs);
    report(crew, jobs);
}

static void *work(void *context)
{
    struct crew_thread *thread = context;
    struct crew *crew = thread->crew;
    prctl(PR_SET_NAME, crew->plan.name); /* for whoever looks at the threads, with top -H say */
    for (;;) {
        pthread_mutex_lock(&crew->mutex);
        while (!crew->waiting.first && !crew->stopping)
            pthread_cond_wait(&crew->work, &crew->mutex);
        struct job *jobs = take(crew);
        pthread_mutex_unlock(&crew->mutex);
        if (!jobs)
            return NULL;
        run(crew, thread->store, jobs);
    }
}

bool crew_step(struct crew *crew)
{
    CHECK(crew->plan.threads == 0);
    pthread_mutex_lock(&crew->mutex);
    struct job *jobs = take(crew);
    pthread_mutex_unlock(&crew->mutex);
    if (jobs)
        run(crew, crew->thread[0].store, jobs);
    return jobs;
}

/* ---- Start and end --------------------------------------------------------------------------- */

/* How many have a store: the threads, or crew_step() in place of one. */
static unsigned hands(const struct crew *crew)
{
    return crew->plan.threads > 0 ? crew->plan.threads : 1;
}

static void end_threads(struct crew *crew, unsigned count)
{
    pthread_mutex_lock(&crew->mutex);
    crew->stopping = true;
    pthread_cond_broadcast(&crew->work);
    pthread_mutex_unlock(&crew->mutex);
    for (unsigned i = 0; i < count; i++)
        pthread_join(crew->thread[i].thread, NULL);
}

static bool start_threads(struct crew *crew)
{
    for (unsigned i = 0; i < crew->plan.threads; i++)
        if (pthread_create(&crew->thread[i].thread, NULL, work, &crew->thread[i]) != 0) {
            end_threads(crew, i);
            return false;
        }
    return true;
}

static struct crew *make_crew(const struct crew_plan *plan)
{
    struct crew *crew =
        calloc(1, sizeof *crew + ((size_t)plan->threads + 1) * sizeof crew->thread[0]);
    if (!crew)
        return NULL;
    crew->plan = *plan;
    if (pthread_mutex_init(&crew->mutex, NULL) == 0) {
        if (pthread_cond_init(&crew->work, NULL) == 0)
            return crew;
        pthread_mutex_destroy(&crew->mutex);
    }
    free(crew);
    return NULL;
}

static void free_crew(struct crew *crew)
{
    pthread_cond_destroy(&crew->work);
    pthread_mutex_destroy(&crew->mutex);
    free(crew);
}

struct crew *crew_start(const struct crew_plan *plan)
{
    CHECK(!plan->grouped || plan->threads <= 1);
    struct crew *crew = make_crew(plan);
    if (!crew)
        return NULL;
    queue_init(&crew->waiting);
    queue_init(&crew->finished);
    for (unsigned i = 0; i < hands(crew); i++) {
        crew->thread[i].crew = crew;
        crew->thread[i].store = plan->stores ? plan->stores[i] : NULL;
    }
    if (start_threads(crew))
        return crew;
    free_crew(crew);
    return NULL;
}

void crew_drop(struct crew *crew)
{
    pthread_mutex_lock(&crew->mutex);
    while (crew->waiting.first) {
        struct job *job = queue_take_one(&crew->waiting);
        job->result = STORE_FAILED;
        job->micros = 0;
        queue_add(&crew->finished, job);
    }
    pthread_mutex_unlock(&crew->mutex);
}

void crew_stop(struct crew *crew)
{
    end_threads(crew, crew->plan.threads);
    while (crew->plan.threads == 0 && crew_step(crew))
        ;
}

void crew_release(struct crew *crew)
{
    for (unsigned i = 0; i < hands(crew); i++)
        if (crew->thread[i].store)
            store_close(crew->thread[i].store);
    free_crew(crew);
}

/* ---- Of the loop ----------------------------------------------------------------------------- */

void crew_add(struct crew *crew, struct job *job)
{
    job->result = STORE_OK;
    job->micros = micros_now(crew);
    crew->load++;
    pthread_mutex_lock(&crew->mutex);
    CHECK(!crew->stopping);
    queue_add(&crew->waiting, job);
    pthread_cond_signal(&crew->work);
    pthread_mutex_unlock(&crew->mutex);
}

void crew_collect(struct crew *crew)
{
    pthread_mutex_lock(&crew->mutex);
    struct job *jobs = queue_take_all(&crew->finished);
    pthread_mutex_unlock(&crew->mutex);
    while (jobs) {
        struct job *next = jobs->next;
        crew->load--;
        jobs->done(jobs);
        jobs = next;
    }
}

unsigned crew_load(const struct crew *crew)
{
    return crew->load;
}

void crew_reason(struct crew *crew, char reason[STORE_REASON_SIZE])
{
    pthread_mutex_lock(&crew->mutex);
    memcpy(reason, crew->reason, sizeof crew->reason);
    pthread_mutex_unlock(&crew->mutex);
}
