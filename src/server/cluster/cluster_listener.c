/* Receiving notifications of other servers; see cluster_listener.h. */
#include "server/cluster/cluster_listener.h"

#include <stdlib.h>
#include <time.h>

#include "server/worker_pool.h"

enum { RETRY_MS = 200, NEWS_AT_ONCE = 1000 };

struct cluster_listener {
    struct job job; /* to connect, on the pool's thread, which then has exclusive use of
                       `store_listener` */
    bool is_out, waits;
    bool listens_on; /* there may be more to read than was read at once */
    enum store_listener_result what;
    char text[STORE_NOTIFICATION_SIZE + 1]; /* the lines received, or the reason of a failure */
    struct store_listener *store_listener;
    struct worker_pool *pool;
    struct cluster_listener_calls calls;
    void (*wake)(void *context);
    void *context;
};

static enum store_result connect_run(struct job *job, struct store *store)
{
    struct cluster_listener *listener = (struct cluster_listener *)job;
    int64_t from;
    (void)store;
    if (listener->waits)
        nanosleep(&(struct timespec){.tv_nsec = RETRY_MS * 1000000L}, NULL);
    listener->what = store_listener_read(listener->store_listener, 0, &from, listener->text);
    return STORE_OK;
}

static void connect_done(struct job *job);

static void connect_again(struct cluster_listener *listener, bool waits)
{
    listener->job = (struct job){.run = connect_run, .done = connect_done};
    listener->waits = waits;
    listener->is_out = true;
    worker_pool_add(listener->pool, &listener->job);
}

static void lose_connection(struct cluster_listener *listener)
{
    listener->calls.not_listening(listener->calls.context, listener->text);
    connect_again(listener, true);
}

/* A job that was dropped because the server stops has received nothing. */
static void connect_done(struct job *job)
{
    struct cluster_listener *listener = (struct cluster_listener *)job;
    listener->is_out = false;
    if (job->result != STORE_OK)
        return;
    if (listener->what != STORE_LISTENER_RECONNECTED) {
        lose_connection(listener);
        return;
    }
    listener->calls.missed(listener->calls.context);
    cluster_listener_read(listener); /* what arrived while it connected */
}

/* Drains notifications, at most N per turn of the loop. */
void cluster_listener_read(struct cluster_listener *listener)
{
    enum store_listener_result what = STORE_LISTENER_MESSAGES;
    int64_t from;
    listener->listens_on = false;
    for (unsigned i = 0; !listener->is_out && what == STORE_LISTENER_MESSAGES; i++) {
        if (i == NEWS_AT_ONCE) {
            listener->listens_on = true;
            listener->wake(listener->context);
            return;
        }
        what = store_listener_read(listener->store_listener, 0, &from, listener->text);
        if (what == STORE_LISTENER_MESSAGES)
            listener->calls.messages(listener->calls.context, from, listener->text);
        else if (what == STORE_LISTENER_FAILED)
            lose_connection(listener);
    }
}

int cluster_listener_descriptor(const struct cluster_listener *listener)
{
    return store_listener_descriptor(listener->store_listener);
}

void cluster_listener_collect(struct cluster_listener *listener)
{
    worker_pool_collect(listener->pool);
    if (listener->listens_on)
        cluster_listener_read(listener);
}

void cluster_listener_reconnect(struct cluster_listener *listener)
{
    if (listener->is_out)
        return;
    store_listener_reconnect(listener->store_listener);
    connect_again(listener, false);
}

struct cluster_listener *cluster_listener_start(struct store_listener *store_listener,
                                                const struct cluster_listener_calls *calls,
                                                void (*wake)(void *context), void *context)
{
    const struct worker_pool_plan plan = {
        .name = "ear", .threads = 1, .wake = wake, .context = context};
    struct cluster_listener *listener = calloc(1, sizeof *listener);
    if (listener != NULL) {
        listener->store_listener = store_listener;
        listener->calls = *calls;
        listener->wake = wake;
        listener->context = context;
        listener->pool = worker_pool_start(&plan);
    }
    if (listener != NULL && listener->pool != NULL) {
        connect_again(listener, false);
        return listener;
    }
    free(listener);
    store_listener_close(store_listener);
    return NULL;
}

void cluster_listener_stop(struct cluster_listener *listener)
{
    if (listener == NULL)
        return;
    worker_pool_drop(listener->pool);
    worker_pool_stop(listener->pool);
    worker_pool_release(listener->pool);
    store_listener_close(listener->store_listener);
    free(listener);
}
