/* Progress and reports share one terminal. */
#include "cli/arena_watch.h"

#include <stdio.h>

static void begin(void *context, const struct arena_setup *setup)
{
    struct arena_watcher *watcher = context;
    if (setup->compared)
        snprintf(watcher->name, sizeof watcher->name, "%u players, %.24s against %.24s",
                 setup->seats, setup->contender[0].text, setup->contender[1].text);
    else
        snprintf(watcher->name, sizeof watcher->name, "%s", setup->rounds ? "rounds" : "games");
    watcher->reports = 0;
    progress_begin(&watcher->progress, watcher->name, setup->games);
}

static void played(void *context, unsigned done)
{
    struct arena_watcher *watcher = context;
    progress_show(&watcher->progress, done);
}

/* Some sentences; the rest is only counted. */
static void report(void *context, const char *sentence)
{
    enum { REPORTS_MAX = 5 };
    struct arena_watcher *watcher = context;
    if (watcher->reports < REPORTS_MAX) {
        progress_clear(&watcher->progress);
        fprintf(stderr, "railhead arena: %s\n", sentence);
    }
    if (watcher->reports++ == REPORTS_MAX)
        fprintf(stderr, "railhead arena: and more; the result counts them\n");
}

static void end(void *context)
{
    const struct arena_watcher *watcher = context;
    progress_clear(&watcher->progress);
}

struct arena_watch arena_watch_at_terminal(struct arena_watcher *watcher)
{
    return (struct arena_watch){
        .begin = begin, .played = played, .report = report, .end = end, .context = watcher};
}
