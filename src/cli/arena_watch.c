/* Progress and reports share one terminal. */
#include "cli/arena_watch.h"

#include <stdio.h>

#include "cli/progress.h"

struct watcher {
    struct progress progress;
    unsigned reports;
};

static void played(void *context, unsigned done)
{
    struct watcher *watcher = context;
    progress_show(&watcher->progress, done);
}

/* Some sentences; the rest is only counted. */
static void report(void *context, const char *sentence)
{
    enum { REPORTS_MAX = 5 };
    struct watcher *watcher = context;
    if (watcher->reports < REPORTS_MAX) {
        progress_clear(&watcher->progress);
        fprintf(stderr, "railhead arena: %s\n", sentence);
    }
    if (watcher->reports++ == REPORTS_MAX)
        fprintf(stderr, "railhead arena: and more; the result counts them\n");
}

bool arena_run_watched(const struct arena_setup *setup, const char *name,
                       struct arena_result *result, struct order *order,
                       char error[ARENA_ERROR_SIZE])
{
    struct arena_setup watched = *setup;
    struct watcher watcher = {0};
    progress_begin(&watcher.progress, name, setup->games);
    watched.watch = (struct arena_watch){played, report, &watcher};
    const bool done = arena_run(&watched, result, order, error);
    progress_clear(&watcher.progress);
    return done;
}
