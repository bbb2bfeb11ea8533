/* Shows progress and reports on one terminal. */
#include "cli/arena_watch.h"

#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static void begin_series(void *context, const struct arena_setup *setup)
{
    struct arena_watcher *watcher = context;
    if (setup->compared)
        snprintf(watcher->name, sizeof watcher->name, "%u players, %.24s against %.24s",
                 setup->seats, setup->contender[0].text, setup->contender[1].text);
    else
        text_copy(watcher->name, sizeof watcher->name, setup->rounds ? "rounds" : "games");
    watcher->reports = 0;
    progress_begin(&watcher->progress, watcher->name, setup->games);
}

static void show_played(void *context, unsigned done)
{
    struct arena_watcher *watcher = context;
    progress_show(&watcher->progress, done);
}

/* Prints the first few sentences; later ones are only counted. */
static void report_sentence(void *context, const char *sentence)
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

static void end_series(void *context)
{
    const struct arena_watcher *watcher = context;
    progress_clear(&watcher->progress);
}

/* ---- Ctrl-C -------------------------------------------------------------------------------- */

static volatile sig_atomic_t was_interrupted;

static void on_interrupt(int number)
{
    static const char words[] =
        "\nrailhead arena: stopping after the games under way; Ctrl-C again "
        "ends it at once\n";
    (void)number;
    was_interrupted = 1;
    const ssize_t written = write(STDERR_FILENO, words, sizeof words - 1);
    (void)written;
}

static bool should_stop(void *context)
{
    (void)context;
    return was_interrupted != 0;
}

struct arena_watch arena_watch_at_terminal(struct arena_watcher *watcher)
{
    struct sigaction action = {.sa_handler = on_interrupt, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    return (struct arena_watch){.begin = begin_series,
                                .played = show_played,
                                .report = report_sentence,
                                .end = end_series,
                                .stops = should_stop,
                                .context = watcher};
}
