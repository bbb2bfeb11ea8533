/* A thread that hears; see ear.h. */
#include "server/ear.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>

enum { WAIT_MS = 1000, RETRY_MS = 200, WAITING_MAX = 65536 };

/* In the order of hearing. */
struct heard {
    struct heard *next;
    enum store_heard what;
    int64_t from;
    char text[];
};

struct ear {
    struct store_ear *hears;
    void (*wake)(void *context);
    void *context;
    pthread_t thread;
    atomic_bool stops, doubted;
    pthread_mutex_t mutex;
    struct heard *first, **last; /* from here on under the mutex */
    unsigned waiting;
    bool missed; /* there was no memory for all of it */
};

static void keep(struct ear *ear, enum store_heard what, int64_t from, const char *text)
{
    const size_t size = strlen(text) + 1;
    struct heard *heard = malloc(sizeof *heard + size);
    pthread_mutex_lock(&ear->mutex);
    if (heard && ear->waiting < WAITING_MAX) {
        *heard = (struct heard){.what = what, .from = from};
        memcpy(heard->text, text, size);
        *ear->last = heard;
        ear->last = &heard->next;
        ear->waiting++;
        heard = NULL;
    } else {
        ear->missed = true;
    }
    pthread_mutex_unlock(&ear->mutex);
    free(heard);
    ear->wake(ear->context);
}

static void *listen_on(void *context)
{
    struct ear *ear = context;
    char text[STORE_NEWS_SIZE + 1];
    int64_t from = 0;
    prctl(PR_SET_NAME, "ear");
    while (!atomic_load(&ear->stops)) {
        if (atomic_exchange(&ear->doubted, false))
            store_ear_again(ear->hears);
        text[0] = '\0';
        const enum store_heard what = store_hear(ear->hears, WAIT_MS, &from, text);
        if (what != STORE_HEARD_NOTHING)
            keep(ear, what, from, text);
        if (what == STORE_HEARD_FAILED)
            nanosleep(&(struct timespec){.tv_nsec = RETRY_MS * 1000000L}, NULL);
    }
    return NULL;
}

struct ear *ear_start(struct store_ear *hears, void (*wake)(void *context), void *context)
{
    struct ear *ear = calloc(1, sizeof *ear);
    if (ear) {
        ear->hears = hears;
        ear->wake = wake;
        ear->context = context;
        ear->last = &ear->first;
        pthread_mutex_init(&ear->mutex, NULL);
        if (pthread_create(&ear->thread, NULL, listen_on, ear) == 0)
            return ear;
        pthread_mutex_destroy(&ear->mutex);
    }
    free(ear);
    store_ear_close(hears);
    return NULL;
}

void ear_stop(struct ear *ear)
{
    if (!ear)
        return;
    atomic_store(&ear->stops, true);
    store_ear_wake(ear->hears);
    pthread_join(ear->thread, NULL);
    while (ear->first) {
        struct heard *heard = ear->first;
        ear->first = heard->next;
        free(heard);
    }
    store_ear_close(ear->hears);
    pthread_mutex_destroy(&ear->mutex);
    free(ear);
}

static void tell(const struct ear_listener *listener, const struct heard *heard)
{
    switch (heard->what) {
    case STORE_HEARD_NEWS:
        listener->news(listener->context, heard->from, heard->text);
        break;
    case STORE_HEARD_ANEW:
        listener->missed(listener->context);
        break;
    case STORE_HEARD_FAILED:
        listener->deaf(listener->context, heard->text);
        break;
    case STORE_HEARD_NOTHING:
        break;
    }
}

void ear_collect(struct ear *ear, const struct ear_listener *listener)
{
    pthread_mutex_lock(&ear->mutex);
    struct heard *heard = ear->first;
    const bool missed = ear->missed;
    ear->first = NULL;
    ear->last = &ear->first;
    ear->waiting = 0;
    ear->missed = false;
    pthread_mutex_unlock(&ear->mutex);
    while (heard) {
        struct heard *next = heard->next;
        tell(listener, heard);
        free(heard);
        heard = next;
    }
    if (missed)
        listener->missed(listener->context);
}

void ear_doubt(struct ear *ear)
{
    atomic_store(&ear->doubted, true);
    store_ear_wake(ear->hears);
}
