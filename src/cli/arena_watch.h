/*
 * Shows a person at a terminal how far a run of the arena is and which mistakes engines made, on
 * standard error.
 */
#ifndef RAILHEAD_CLI_ARENA_WATCH_H
#define RAILHEAD_CLI_ARENA_WATCH_H

#include "arena/arena.h"
#include "cli/progress.h"

struct arena_watcher {
    struct progress progress;
    char name[80]; /* name of the run, printed before the progress */
    unsigned reports;
};

/*
 * Returns the callbacks for the setup of a run or of a ladder.  `watcher` must outlive them.  From
 * now on the first Ctrl-C stops a run after the games in progress, and the second ends the
 * program.
 */
struct arena_watch arena_watch_at_terminal(struct arena_watcher *watcher);

#endif
