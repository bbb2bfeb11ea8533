/*
 * A crew: threads that do jobs apart from the event loop, so that it never waits for a disk, a
 * database, a password or a bot.
 *
 * The loop hands jobs over and collects them when they are done.  A crew with stores gives each of
 * its threads one; a crew that groups has a single thread, which takes all jobs that wait, runs
 * them in one group of the store and reports them when the group is on disk.
 *
 * A fair crew takes its jobs not as they came but from the key that has used the least, so that
 * nobody waits for the thousand jobs of somebody else.  A crew of two lanes does quick jobs first,
 * and keeps a thread for them.
 *
 * A crew of no threads does its jobs in worker_pool_step(), when and where its owner says: nothing
 * in it depends on luck then, as a simulator wants it.
 */
#ifndef RAILHEAD_SERVER_WORKER_POOL_H
#define RAILHEAD_SERVER_WORKER_POOL_H

#include "server/fair_queue.h"
#include "store/store.h"

struct worker_pool;

struct job {
    /* On a thread of the crew; `store` is NULL in a crew without stores. */
    enum store_result (*run)(struct job *job, struct store *store);

    /* On the loop, from worker_pool_collect(); the job is the callee's again, who frees it. */
    void (*done)(struct job *job);

    /* On the loop, instead of done(): worker_pool_forget() has taken the job back.  NULL: it never
     * does.
     */
    void (*forgotten)(struct job *job);

    /* For a fair crew: for whom it is, such as an address, and for what of theirs, such as a table.
     */
    char key[FAIR_KEY_SIZE], subkey[FAIR_KEY_SIZE];
    uint32_t cost; /* what it is expected to take, in microseconds where the crew measures it */
    bool slow;     /* for a crew of two lanes */
    bool asks;     /* in a crew that groups: it changes nothing */

    enum store_result result;      /* of `run`, or STORE_FAILED when its group failed */
    const char *failed_allocation; /* with STORE_FAILED: what an allocation failed for, see
                            job_allocation_failed(); else NULL: it was the store */
    int64_t micros;                /* from worker_pool_add() to the end, for the metrics */
    struct job *next;              /* in a group; the rest is the crew's own */
    struct fair_item place;
    bool is_waiting;
    int64_t began;
    int64_t group_micros; /* what its group took, in one job of a group that is kept; else 0 */
};

/*
 * What run() returns when an allocation of its own fails: STORE_FAILED, so that its group is
 * undone, but nobody takes it for a failure of the store.  `what` completes "an allocation failed:
 * ", and is a literal.
 */
static inline enum store_result job_allocation_failed(struct job *job, const char *what)
{
    job->failed_allocation = what;
    return STORE_FAILED;
}

struct worker_pool_plan {
    const char *name; /* of the threads, at most 15 letters */
    unsigned threads; /* 0: worker_pool_step() does the work */
    struct store *
        *stores; /* one for each thread, one for worker_pool_step(), now the crew's; or NULL */
    bool grouped;
    bool fair;     /* see fair_queue.h; not for a crew that groups */
    bool measured; /* a job of a fair crew has cost what it took, once that is known */
    bool lanes;    /* slow jobs have a lane of their own; a group takes one of them at most */
    bool both;     /* and while slow jobs wait, a thread of several does them */
    bool patient;  /* its threads give way to all others: what they do takes long anyway */
    unsigned waiting_max; /* for worker_pool_has_room(); 0: no limit */
    /*
     * Runs all jobs of a group at once and sets their results, where that is quicker than one after
     * the other; or NULL.  STORE_TAKEN undoes the group: it is run again, but for the jobs whose
     * result is STORE_TAKEN by then, and where there are no more of those, one by one.  `first` is
     * false for a group that failed and is repeated: see store_presume().
     */
    enum store_result (*run_group)(struct job *jobs, struct store *store, bool first);
    void (*wake)(void *context); /* from any thread: worker_pool_collect() has something to do */
    void *context;
    /* On the loop: a group that changes something is kept, and has taken so long; or NULL. */
    void (*kept)(void *context, uint64_t micros);
    void *kept_context;
    /* From any thread: the time in microseconds, to measure jobs by; NULL: that of a clock. */
    int64_t (*now)(void *context);
};

/* NULL when there is no memory or no thread to be had: then the stores are still the caller's. */
struct worker_pool *worker_pool_start(const struct worker_pool_plan *plan);

/* Jobs that have not begun come back undone, as STORE_FAILED. */
void worker_pool_drop(struct worker_pool *pool);

/* Takes no more jobs, does those it has, and ends its threads; worker_pool_collect() once more
 * after it.
 */
void worker_pool_stop(struct worker_pool *pool);
void worker_pool_release(struct worker_pool *pool);

void worker_pool_add(struct worker_pool *pool, struct job *job);
void worker_pool_collect(struct worker_pool *pool);

/*
 * In a crew of no threads: does what a thread would do next, here and now, and leaves the result to
 * worker_pool_collect().  False when nothing waited.
 */
bool worker_pool_step(struct worker_pool *pool);

/*
 * Takes a job back that has been added and has not begun: it is the caller's at once, and done() is
 * not called.  False when it has begun: then worker_pool_collect() brings it.
 */
bool worker_pool_cancel(struct worker_pool *pool, struct job *job);

/*
 * Takes a job back as worker_pool_cancel() does, for a caller who has no use for its result any
 * more, and calls forgotten().  Otherwise the job is done as if nobody had asked.
 */
void worker_pool_forget(struct worker_pool *pool, struct job *job);

/* How many jobs have been added and not been collected, and how many of them have not begun. */
unsigned worker_pool_load(const struct worker_pool *pool);
unsigned worker_pool_waiting(const struct worker_pool *pool);

/*
 * Whether another job of a key may wait, in the lane of slow jobs where there are two.  Half of
 * `waiting_max` is for keys that have few jobs waiting, a 512th of it each, and at least one: the
 * queue of a few greedy keys refuses no one else.  worker_pool_add() itself never refuses.
 */
bool worker_pool_has_capacity(struct worker_pool *pool, const char *key);

/* Why a group or a job failed last: a copy of the store's sentence, or another; never empty. */
void worker_pool_reason(struct worker_pool *pool, char reason[STORE_REASON_SIZE]);

#endif
