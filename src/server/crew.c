/* Threads that do jobs; see crew.h. */
#include "server/crew.h"

#include <pthread.h>
#include <sodium.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>

#include "base/clock.h"
#include "core/check.h"
#include "core/text.h"

enum { QUICK, SLOW, LANES };
enum {
    PATIENCE = 10, /* how nice patient threads are */
    FEW = 512,     /* the part of `waiting_max` that is few jobs of a key */
};

static const char no_reason[] = "it gave no reason";

/* Jobs that are done. */
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
    struct fair_queue lane[LANES]; /* jobs that wait; from here on under the mutex */
    unsigned slow_running;
    struct queue finished;
    bool stopping;
    char reason[STORE_REASON_SIZE];
    atomic_uint waiting; /* changed under the mutex, read by the loop */
    unsigned load;       /* of the loop's thread */
    struct crew_thread thread[];
};

static int64_t micros_now(const struct crew *crew)
{
    return crew->plan.now ? crew->plan.now(crew->plan.context) : clock_us();
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

/* ---- Jobs that wait -------------------------------------------------------------------------- */

static struct fair_queue *lane_of(struct crew *crew, const struct job *job)
{
    return &crew->lane[crew->plan.lanes && job->slow ? SLOW : QUICK];
}

/* Where everybody is the same key, first come is first served. */
static void wait_in_lane(struct crew *crew, struct job *job)
{
    bool fair = crew->plan.fair;
    job->place.key = fair ? job->key : "";
    job->place.subkey = fair ? job->subkey : "";
    job->place.cost = job->cost;
    job->is_waiting = true;
    fair_queue_add(lane_of(crew, job), &job->place);
    atomic_fetch_add(&crew->waiting, 1);
}

static void wait_no_more(struct crew *crew, struct job *job)
{
    job->is_waiting = false;
    atomic_fetch_sub(&crew->waiting, 1);
}

static struct job *take_from(struct crew *crew, struct fair_queue *lane)
{
    struct fair_item *item = fair_queue_take(lane);
    if (!item)
        return NULL;
    struct job *job = (struct job *)((char *)item - offsetof(struct job, place));
    wait_no_more(crew, job);
    job->next = NULL;
    return job;
}

/*
 * Quick jobs first, unless the crew is for both and no slow one runs.  Slow ones leave a thread to
 * those that come, if there is more than one.
 */
static struct fair_queue *next_lane(struct crew *crew)
{
    unsigned slow_max = crew->plan.threads > 1 ? crew->plan.threads - 1 : 1;
    const bool slow_first = crew->plan.both && crew->plan.threads > 1 && crew->slow_running == 0;
    if (slow_first && crew->lane[SLOW].count > 0)
        return &crew->lane[SLOW];
    if (crew->lane[QUICK].count > 0)
        return &crew->lane[QUICK];
    if (crew->lane[SLOW].count > 0 && crew->slow_running < slow_max)
        return &crew->lane[SLOW];
    return NULL;
}

static struct job *take_slow(struct crew *crew)
{
    struct job *job = take_from(crew, &crew->lane[SLOW]);
    crew->slow_running += job != NULL;
    return job;
}

/* All quick jobs, and one slow job at most, which none of the quick ones waits for twice. */
static struct job *take_group(struct crew *crew)
{
    struct job *jobs = NULL, **last = &jobs;
    while ((*last = take_from(crew, &crew->lane[QUICK])) != NULL)
        last = &(*last)->next;
    *last = take_slow(crew);
    return jobs;
}

/* One job, or a group in a crew that groups; NULL when none may begin. */
static struct job *take(struct crew *crew)
{
    if (crew->plan.grouped)
        return take_group(crew);
    struct fair_queue *lane = next_lane(crew);
    return lane == &crew->lane[SLOW] ? take_slow(crew) : lane ? take_from(crew, lane) : NULL;
}

/* ---- Jobs --------------------------------------------------------------------------------------
 */

static void keep_reason(struct crew *crew, const struct store *store)
{
    pthread_mutex_lock(&crew->mutex);
    text_copy(crew->reason, sizeof crew->reason, store_reason(store));
    pthread_mutex_unlock(&crew->mutex);
}

/* All of a group have failed for the same reason. */
static const char *starved_in(const struct job *jobs)
{
    while (jobs && !jobs->starved)
        jobs = jobs->next;
    return jobs ? jobs->starved : NULL;
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

static unsigned count_taken(const struct job *jobs)
{
    unsigned taken = 0;
    for (; jobs; jobs = jobs->next)
        taken += jobs->result == STORE_TAKEN;
    return taken;
}

/* In a group that is open, or in another one after it. */
static enum store_result run_at_once(const struct crew_plan *plan, struct job *jobs,
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

static enum store_result try_group(const struct crew_plan *plan, struct job *jobs,
                                   struct store *store, bool first)
{
    enum store_result result = store_begin(store);
    if (result != STORE_OK)
        return result;
    result = plan->run_group ? run_at_once(plan, jobs, store, first) : run_in_turn(jobs, store);
    return result == STORE_OK ? store_commit(store) : result;
}

/* By one of those that change something. */
static void note_group(struct job *jobs, int64_t micros)
{
    while (jobs && jobs->asks)
        jobs = jobs->next;
    if (jobs)
        jobs->group_micros = micros > 0 ? micros : 1;
}

/*
 * All jobs in one group: on disk together, or none of them.  One that the database has undone for
 * the sake of another is only to be repeated, as is one that presumed too much.
 */
static void run_group(struct crew *crew, struct store *store, struct job *jobs)
{
    enum { TIMES = 5 };
    const int64_t began = micros_now(crew);
    for (unsigned times = 0; times < TIMES; times++) {
        if (try_group(&crew->plan, jobs, store, times == 0) == STORE_OK) {
            note_group(jobs, micros_now(crew) - began);
            return;
        }
        if (starved_in(jobs) || !store_may_repeat(store))
            break;
        store_rollback(store);
        for (struct job *job = jobs; job; job = job->next)
            job->result = STORE_OK;
    }
    const char *starved = starved_in(jobs);
    if (!starved)
        keep_reason(crew, store);
    store_rollback(store);
    for (struct job *job = jobs; job; job = job->next) {
        job->result = STORE_FAILED;
        job->starved = starved;
    }
}

static void run_one(struct crew *crew, struct store *store, struct job *job)
{
    job->began = micros_now(crew);
    job->result = job->run(job, store);
    if (job->result == STORE_FAILED && store && !job->starved)
        keep_reason(crew, store);
}

/* What follows from a job's end for those that wait. */
static void take_account(struct crew *crew, const struct job *job, int64_t now)
{
    struct fair_queue *lane = lane_of(crew, job);
    if (crew->plan.fair && crew->plan.measured && now >= job->began)
        fair_queue_correct(lane, &job->place, (uint64_t)(now - job->began));
    if (lane == &crew->lane[SLOW])
        crew->slow_running--;
}

static void report(struct crew *crew, struct job *jobs)
{
    int64_t now = micros_now(crew);
    pthread_mutex_lock(&crew->mutex);
    while (jobs) {
        struct job *next = jobs->next;
        take_account(crew, jobs, now);
        jobs->micros = now - jobs->micros;
        queue_add(&crew->finished, jobs);
        jobs = next;
    }
    pthread_mutex_unlock(&crew->mutex);
    crew->plan.wake(crew->plan.context);
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
    if (crew->plan.patient)
        setpriority(PRIO_PROCESS, 0, PATIENCE); /* of this thread; where it fails, so be it */
    prctl(PR_SET_NAME, crew->plan.name); /* for whoever looks at the threads, with top -H say */
    for (;;) {
        pthread_mutex_lock(&crew->mutex);
        while (!next_lane(crew) && !crew->stopping)
            pthread_cond_wait(&crew->work, &crew->mutex);
        struct job *jobs = take(crew);
        if (next_lane(crew)) /* as when a slow job has ended and another may begin */
            pthread_cond_signal(&crew->work);
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
    CHECK(!plan->grouped || (plan->threads <= 1 && !plan->fair));
    uint8_t secret[FAIR_SECRET_SIZE];
    struct crew *crew = make_crew(plan);
    if (!crew)
        return NULL;
    randombytes_buf(secret, sizeof secret);
    for (unsigned i = 0; i < LANES; i++)
        fair_queue_init(&crew->lane[i], secret);
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
    for (unsigned i = 0; i < LANES; i++)
        for (struct job *job; (job = take_from(crew, &crew->lane[i])) != NULL;) {
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
    job->starved = NULL;
    job->group_micros = 0;
    job->micros = micros_now(crew);
    crew->load++;
    pthread_mutex_lock(&crew->mutex);
    CHECK(!crew->stopping);
    wait_in_lane(crew, job);
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
        if (jobs->group_micros > 0 && crew->plan.kept)
            crew->plan.kept(crew->plan.kept_context, (uint64_t)jobs->group_micros);
        jobs->done(jobs);
        jobs = next;
    }
}

bool crew_cancel(struct crew *crew, struct job *job)
{
    pthread_mutex_lock(&crew->mutex);
    bool was_waiting = job->is_waiting;
    if (was_waiting) {
        fair_queue_remove(lane_of(crew, job), &job->place);
        wait_no_more(crew, job);
        crew->load--;
    }
    pthread_mutex_unlock(&crew->mutex);
    return was_waiting;
}

void crew_forget(struct crew *crew, struct job *job)
{
    if (job->forgotten && crew_cancel(crew, job))
        job->forgotten(job);
}

unsigned crew_load(const struct crew *crew)
{
    return crew->load;
}

unsigned crew_waiting(const struct crew *crew)
{
    return atomic_load(&crew->waiting);
}

bool crew_has_room(struct crew *crew, const char *key)
{
    const unsigned most = crew->plan.waiting_max, few = most / FEW > 0 ? most / FEW : 1;
    const struct fair_queue *lane = &crew->lane[crew->plan.lanes ? SLOW : QUICK];
    if (most == 0)
        return true;
    pthread_mutex_lock(&crew->mutex);
    const bool has_room =
        lane->count < (most + 1) / 2 || (lane->count < most && fair_queue_count(lane, key) < few);
    pthread_mutex_unlock(&crew->mutex);
    return has_room;
}

void crew_reason(struct crew *crew, char reason[STORE_REASON_SIZE])
{
    pthread_mutex_lock(&crew->mutex);
    memcpy(reason, crew->reason, sizeof crew->reason);
    pthread_mutex_unlock(&crew->mutex);
    if (reason[0] == '\0')
        memcpy(reason, no_reason, sizeof no_reason);
}
