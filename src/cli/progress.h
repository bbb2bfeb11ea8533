/*
 * One line on standard error that tells how far a long run has come, rewritten in place.
 *
 * Only on a terminal, and gone when the run is over.
 */
#ifndef RAILHEAD_CLI_PROGRESS_H
#define RAILHEAD_CLI_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

struct progress {
    const char *name; /* of the run; NULL where nothing is shown */
    unsigned total;
    int64_t start; /* by clock_ns() */
    int64_t shown; /* when the line was last rewritten; 0 before the first time */
};

/* `name` is NULL where no line is wanted. */
void progress_begin(struct progress *progress, const char *name, unsigned total);

/* So many are done.  One thread at a time. */
void progress_show(struct progress *progress, unsigned done);

/* Makes room for another line, or for the result. */
void progress_clear(const struct progress *progress);

#endif
