/* Hearing other servers; see ear.h. */
#include "server/cluster/ear.h"

#include <stdlib.h>
#include <time.h>

#include "server/crew.h"

enum { RETRY_MS = 200, NEWS_AT_ONCE = 1000 };

struct ear {
    struct job job; /* to connect, on the crew's thread; while it is out, `hears` is its own */
    bool is_out, waits;
    bool hears_on; /* there may be more than is heard at once */
    enum store_heard what;
    char text[STORE_NEWS_SIZE + 1]; /* what was heard, or why nothing is */
    struct store_ear *hears;
    struct crew *crew;
    struct ear_listener listener;
    void (*wake)(void *context);
    void *context;
};

static enum store_result connect_run(struct job *job, struct store *store)
{
    struct ear *ear = (struct ear *)job;
    int64_t from;
    (void)store;
    if (ear->waits)
        nanosleep(&(struct timespec){.tv_nsec = RETRY_MS * 1000000L}, NULL);
    ear->what = store_hear(ear->hears, 0, &from, ear->text);
    return STORE_OK;
}

static void connect_done(struct job *job);

static void connect_again(struct ear *ear, bool waits)
{
    ear->job = (struct job){.run = connect_run, .done = connect_done};
    ear->waits = waits;
    ear->is_out = true;
    crew_add(ear->crew, &ear->job);
}

static void lose(struct ear *ear)
{
    ear->listener.deaf(ear->listener.context, ear->text);
    connect_again(ear, true);
}

/* One that was dropped, since the server stops, has heard nothing. */
static void connect_done(struct job *job)
{
    struct ear *ear = (struct ear *)job;
    ear->is_out = false;
    if (job->result != STORE_OK)
        return;
    if (ear->what != STORE_HEARD_ANEW) {
        lose(ear);
        return;
    }
    ear->listener.missed(ear->listener.context);
    ear_hear(ear); /* what came while it connected */
}

/* So long as there is something, up to a point: others want to be served too. */
void ear_hear(struct ear *ear)
{
    enum store_heard what = STORE_HEARD_NEWS;
    int64_t from;
    ear->hears_on = false;
    for (unsigned i = 0; !ear->is_out && what == STORE_HEARD_NEWS; i++) {
        if (i == NEWS_AT_ONCE) {
            ear->hears_on = true;
            ear->wake(ear->context);
            return;
        }
        what = store_hear(ear->hears, 0, &from, ear->text);
        if (what == STORE_HEARD_NEWS)
            ear->listener.news(ear->listener.context, from, ear->text);
        else if (what == STORE_HEARD_FAILED)
            lose(ear);
    }
}

int ear_descriptor(const struct ear *ear)
{
    return store_ear_descriptor(ear->hears);
}

void ear_collect(struct ear *ear)
{
    crew_collect(ear->crew);
    if (ear->hears_on)
        ear_hear(ear);
}

void ear_doubt(struct ear *ear)
{
    if (ear->is_out)
        return;
    store_ear_again(ear->hears);
    connect_again(ear, false);
}

struct ear *ear_start(struct store_ear *hears, const struct ear_listener *listener,
                      void (*wake)(void *context), void *context)
{
    const struct crew_plan plan = {.name = "ear", .threads = 1, .wake = wake, .context = context};
    struct ear *ear = calloc(1, sizeof *ear);
    if (ear) {
        ear->hears = hears;
        ear->listener = *listener;
        ear->wake = wake;
        ear->context = context;
        ear->crew = crew_start(&plan);
    }
    if (ear && ear->crew) {
        connect_again(ear, false);
        return ear;
    }
    free(ear);
    store_ear_close(hears);
    return NULL;
}

void ear_stop(struct ear *ear)
{
    if (!ear)
        return;
    crew_drop(ear->crew);
    crew_stop(ear->crew);
    crew_release(ear->crew);
    store_ear_close(ear->hears);
    free(ear);
}
