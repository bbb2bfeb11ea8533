/*
 * A progress line for long runs on standard error, rewritten in place.
 *
 * It is shown only on a terminal and removed at the end.
 */
#ifndef RAILHEAD_CLI_PROGRESS_H
#define RAILHEAD_CLI_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

struct progress {
    const char *name; /* of the run; NULL if no progress is shown */
    unsigned total;
    int64_t start; /* nanoseconds, by clock_ns() */
    int64_t shown; /* time of the last update, in nanoseconds; 0 before the first */
};

/* `name` is NULL if no progress is to be shown. */
void progress_begin(struct progress *progress, const char *name, unsigned total);

/* `done` of `total` are finished.  Not thread-safe. */
void progress_show(struct progress *progress, unsigned done);

/* Clears the line, for another line or the result. */
void progress_clear(const struct progress *progress);

#endif
