/*
 * A worker pool: threads that run jobs, so that the event loop never waits for a disk, a database,
 * a password or a bot.
 *
 * The loop adds jobs and collects them when they are done. In a pool with stores each thread has
 * one. A pool that groups has a single thread, which takes all waiting jobs, runs them in one group
 * of the store and reports them after the commit.
 *
 * A fair pool takes jobs not in order of arrival but from the key that has used the least, so that
 * nobody waits for a thousand jobs of another. A pool with two lanes runs quick jobs first and
 * keeps a thread for them.
 *
 * A pool without threads runs its jobs in worker_pool_step(), when the owner says so: it is
 * deterministic, as the simulator needs it.
 */
#ifndef RAILHEAD_SERVER_WORKER_POOL_H
#define RAILHEAD_SERVER_WORKER_POOL_H

#include "server/fair_queue.h"
#include "store/store.h"

struct worker_pool;

struct job {
    /* Called on a thread of the pool; `store` is NULL in a pool without stores. */
    enum store_result (*run)(struct job *job, struct store *store);

    /* Called on the loop from worker_pool_collect(). The callee owns the job and frees it. */
    void (*done)(struct job *job);

    /*
     * Called on the loop instead of done() if worker_pool_forget() has taken the job back. May be
     * NULL if that is never called for it.
     */
    void (*forgotten)(struct job *job);

    /*
     * For a fair pool: on whose behalf, such as an address, and for which of their objects, such as
     * a table.
     */
    char key[FAIR_KEY_SIZE], subkey[FAIR_KEY_SIZE];
    uint32_t cost; /* expected cost, in microseconds if the pool measures it */
    bool slow;     /* for a pool with two lanes */
    bool asks;     /* in a pool that groups: it changes nothing */

    enum store_result result;      /* of run(), or STORE_FAILED if its group failed */
    const char *failed_allocation; /* with STORE_FAILED: what an allocation failed for, see
                                      job_allocation_failed(); NULL: the store failed */
    int64_t micros;                /* from worker_pool_add() to the end, for the metrics */
    struct job *next;              /* in a group; the fields below are private to the pool */
    struct fair_item place;
    bool is_waiting;
    int64_t began;
    int64_t group_micros; /* duration of its committed group, in one job of the group; else 0 */
};

/*
 * What run() returns if one of its own allocations fails: STORE_FAILED, which rolls back the group
 * but does not count as a failure of the store. `what` is a literal that completes "an allocation
 * failed: ".
 */
static inline enum store_result job_allocation_failed(struct job *job, const char *what)
{
    job->failed_allocation = what;
    return STORE_FAILED;
}

struct worker_pool_plan {
    const char *name; /* of the threads, at most 15 characters */
    unsigned threads; /* 0: worker_pool_step() runs the jobs */
    struct store *
        *stores; /* one per thread, or one for worker_pool_step(); owned by the pool. Or NULL */
    bool grouped;
    bool fair;     /* see fair_queue.h; not for a pool that groups */
    bool measured; /* in a fair pool: a job costs the time it took, once that is known */
    bool lanes;    /* slow jobs have a lane of their own; a group takes at most one of them */
    bool both;     /* and while slow jobs wait, one of several threads runs them */
    bool patient;  /* lower the priority of its threads: their jobs take long anyway */
    unsigned waiting_max; /* for worker_pool_has_capacity(); 0: no limit */
    /*
     * Runs all jobs of a group in one call and sets their results, if that is faster than one by
     * one; or NULL. STORE_TAKEN rolls the group back: it is run again without the jobs whose result
     * is STORE_TAKEN, or one by one if there are none. `first` is false for a repeated group: see
     * store_presume().
     */
    enum store_result (*run_group)(struct job *jobs, struct store *store, bool first);
    void (*wake)(void *context); /* thread-safe: worker_pool_collect() has work */
    void *context;
    /* Called on the loop after a group with changes was committed, with its duration; or NULL. */
    void (*kept)(void *context, uint64_t micros);
    void *kept_context;
    /* Thread-safe: returns microseconds, to measure jobs; NULL: a monotonic clock. */
    int64_t (*now)(void *context);
};

/*
 * Returns NULL if allocation fails or no thread can be started; then the caller still owns the
 * stores.
 */
struct worker_pool *worker_pool_start(const struct worker_pool_plan *plan);

/* Jobs that have not begun are returned as STORE_FAILED. */
void worker_pool_drop(struct worker_pool *pool);

/*
 * Accepts no more jobs, completes its jobs and ends its threads. Call worker_pool_collect() once
 * more afterwards.
 */
void worker_pool_stop(struct worker_pool *pool);
void worker_pool_release(struct worker_pool *pool);

void worker_pool_add(struct worker_pool *pool, struct job *job);
void worker_pool_collect(struct worker_pool *pool);

/*
 * In a pool without threads: runs the next job and leaves the result to worker_pool_collect().
 * Returns false if no job was waiting.
 */
bool worker_pool_step(struct worker_pool *pool);

/*
 * Takes back a job that has not begun: the caller owns it again, and done() is not called. Returns
 * false if it has begun; worker_pool_collect() then returns it.
 */
bool worker_pool_cancel(struct worker_pool *pool, struct job *job);

/*
 * Like worker_pool_cancel(), for a caller that no longer needs the result; calls forgotten(). A job
 * that has begun completes normally.
 */
void worker_pool_forget(struct worker_pool *pool, struct job *job);

/*
 * Returns the number of jobs that were added and not collected, and of those that have not begun.
 */
unsigned worker_pool_load(const struct worker_pool *pool);
unsigned worker_pool_waiting(const struct worker_pool *pool);

/*
 * Returns true if another job of a key may be queued, in the slow lane if there are two. Half of
 * `waiting_max` is reserved for keys with few waiting jobs (1/512 of it each, at least one), so a
 * few greedy keys cannot block others. worker_pool_add() itself never refuses.
 */
bool worker_pool_has_capacity(struct worker_pool *pool, const char *key);

/* Copies the reason why a group or a job failed last: a sentence, never empty. */
void worker_pool_reason(struct worker_pool *pool, char reason[STORE_REASON_SIZE]);

#endif
