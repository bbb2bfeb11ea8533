/*
 * A crew: threads that do jobs apart from the event loop, so that it never waits for a disk, a
 * database, a password or a bot.
 *
 * The loop hands jobs over and collects them when they are done.  A crew with stores gives each of
 * its threads one; a crew that groups has a single thread, which takes all jobs that wait, runs
 * them in one group of the store and reports them when the group is on disk.
 *
 * A crew of no threads does its jobs in crew_step(), when and where its owner says: nothing in it
 * depends on luck then, as a simulator wants it.
 */
#ifndef RAILHEAD_SERVER_CREW_H
#define RAILHEAD_SERVER_CREW_H

#include "store/store.h"

struct crew;

struct job {
    /* On a thread of the crew; `store` is NULL in a crew without stores. */
    enum store_result (*run)(struct job *job, struct store *store);

    /* On the loop, from crew_collect(); the job is the callee's again, who frees it. */
    void (*done)(struct job *job);

    enum store_result result; /* of `run`, or STORE_FAILED when its group failed */
    int64_t micros;           /* from crew_add() to the end, for the metrics */
    struct job *next;         /* the crew's own */
};

struct crew_plan {
    const char *name;      /* of the threads, at most 15 letters */
    unsigned threads;      /* 0: crew_step() does the work */
    struct store **stores; /* one for each thread, one for crew_step(), now the crew's; or NULL */
    bool grouped;
    /*
     * Runs all jobs of a group at once and sets their results, where that is quicker than one after
     * the other; or NULL.  STORE_TAKEN undoes the group, and its jobs are run one by one after all.
     */
    enum store_result (*run_group)(struct job *jobs, struct store *store);
    void (*wake)(void *context); /* from any thread: crew_collect() has something to do */
    void *context;
    /* From any thread: the time in microseconds, for `micros` and nothing else; NULL: a clock's. */
    int64_t (*now)(void *context);
};

/* NULL when there is no memory or no thread to be had: then the stores are still the caller's. */
struct crew *crew_start(const struct crew_plan *plan);

/* Jobs that have not begun come back undone, as STORE_FAILED. */
void crew_drop(struct crew *crew);

/* Takes no more jobs, does those it has, and ends its threads; crew_collect() once more after it.
 */
void crew_stop(struct crew *crew);
void crew_release(struct crew *crew);

void crew_add(struct crew *crew, struct job *job);
void crew_collect(struct crew *crew);

/*
 * In a crew of no threads: does what a thread would do next, here and now, and leaves the result to
 * crew_collect().  False when nothing waited.
 */
bool crew_step(struct crew *crew);

/* How many jobs have been added and not been collected. */
unsigned crew_load(const struct crew *crew);

/* Why a group or a job failed last: a copy of the store's sentence. */
void crew_reason(struct crew *crew, char reason[STORE_REASON_SIZE]);

#endif
