/*
 * Somebody who waits at a terminal for runs of the arena: how far each has come, and what engines
 * did wrong, on standard error.
 */
#ifndef RAILHEAD_CLI_ARENA_WATCH_H
#define RAILHEAD_CLI_ARENA_WATCH_H

#include "arena/arena.h"
#include "cli/progress.h"

struct arena_watcher {
    struct progress progress;
    char name[80]; /* of the run, in front of the progress */
    unsigned reports;
};

/*
 * For the setup of one run, or of a ladder's; the watcher outlives them.  From now on the first
 * Ctrl-C stops a run after the games that are under way; the second ends the program.
 */
struct arena_watch arena_watch_at_terminal(struct arena_watcher *watcher);

#endif
