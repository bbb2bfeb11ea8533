/*
 * A run of the arena that somebody waits for at a terminal: how far it has come, and what engines
 * did wrong, on standard error.
 */
#ifndef RAILHEAD_CLI_ARENA_WATCH_H
#define RAILHEAD_CLI_ARENA_WATCH_H

#include "arena/arena.h"

/* arena_run() with a progress line that begins with `name`; the setup's own watch is not used. */
bool arena_run_watched(const struct arena_setup *setup, const char *name,
                       struct arena_result *result, struct order *order,
                       char error[ARENA_ERROR_SIZE]);

#endif
