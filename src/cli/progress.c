/* Rewrites a progress line on standard error. */
#include "cli/progress.h"

#include <stdio.h>
#include <unistd.h>

#include "base/clock.h"

static const int64_t second = 1000000000;

void progress_begin(struct progress *progress, const char *name, unsigned total)
{
    *progress = (struct progress){
        .name = isatty(STDERR_FILENO) ? name : NULL, .total = total, .start = clock_ns()};
}

void progress_show(struct progress *progress, unsigned done)
{
    if (progress->name == NULL || done == 0)
        return;
    const int64_t now = clock_ns();
    if (now - progress->shown < second / 5)
        return; /* more updates per second than anyone can read */
    progress->shown = now;
    const double spent = (double)(now - progress->start) / (double)second;
    const double left = spent / done * (progress->total - done);
    const unsigned seconds = left < 1e6 ? (unsigned)left : 1000000;
    fprintf(stderr, "\r\033[K%s: %u of %u, %u:%02u left", progress->name, done, progress->total,
            seconds / 60, seconds % 60);
    fflush(stderr);
}

void progress_clear(const struct progress *progress)
{
    if (progress->name != NULL && progress->shown != 0)
        fputs("\r\033[K", stderr);
}
