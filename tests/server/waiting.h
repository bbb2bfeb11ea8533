/* What a test of a pool with threads waits for: that it calls, and that a job has begun. */
#ifndef RAILHEAD_TESTS_SERVER_WAITING_H
#define RAILHEAD_TESTS_SERVER_WAITING_H

#include <pthread.h>
#include <semaphore.h>
#include <string.h>

#include "server/worker_pool.h"

struct waker {
    pthread_mutex_t mutex;
    pthread_cond_t woken;
    unsigned calls;
};

static inline void wake(void *context)
{
    struct waker *waker = context;
    pthread_mutex_lock(&waker->mutex);
    waker->calls++;
    pthread_cond_signal(&waker->woken);
    pthread_mutex_unlock(&waker->mutex);
}

static inline void waker_init(struct waker *waker)
{
    memset(waker, 0, sizeof *waker);
    pthread_mutex_init(&waker->mutex, NULL);
    pthread_cond_init(&waker->woken, NULL);
}

/* Collects until the pool has nothing left. */
static inline void collect_all(struct worker_pool *pool, struct waker *waker)
{
    while (worker_pool_load(pool) > 0) {
        pthread_mutex_lock(&waker->mutex);
        while (waker->calls == 0)
            pthread_cond_wait(&waker->woken, &waker->mutex);
        waker->calls = 0;
        pthread_mutex_unlock(&waker->mutex);
        worker_pool_collect(pool);
    }
}

/* A job that holds the thread, so that what is added meanwhile is one group. */
struct gate {
    struct job job;
    sem_t running, open;
};

static inline enum store_result gate_run(struct job *job, struct store *store)
{
    struct gate *gate = (struct gate *)job;
    (void)store;
    sem_post(&gate->running);
    sem_wait(&gate->open);
    return STORE_OK;
}

static inline void gate_done(struct job *job)
{
    (void)job;
}

static inline void gate_init(struct gate *gate)
{
    *gate = (struct gate){.job = {.run = gate_run, .done = gate_done}};
    sem_init(&gate->running, 0, 0);
    sem_init(&gate->open, 0, 0);
}

#endif
