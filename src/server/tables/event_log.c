/* The messages of a table's events; see event_log.h. */
#include "server/tables/event_log.h"

#include <stdlib.h>

#include "base/array.h"

struct event_log *event_log_new(void)
{
    struct event_log *log = calloc(1, sizeof *log);
    if (log != NULL)
        log->users = 1;
    return log;
}

struct event_log *event_log_share(struct event_log *log)
{
    log->users++;
    return log;
}

void event_log_release(struct event_log *log)
{
    if (log == NULL || --log->users > 0)
        return;
    for (uint32_t i = 0; i < log->count; i++)
        shared_bytes_release(log->entry[i].shared);
    free(log->entry);
    free(log);
}

bool event_log_add(struct event_log *log, struct shared_bytes *shared)
{
    if (shared == NULL || !ARRAY_GROW(log->entry, log->capacity, log->count + 1)) {
        shared_bytes_release(shared);
        return false;
    }
    const uint64_t before = log->count > 0 ? log->entry[log->count - 1].end : 0;
    log->entry[log->count++] = (struct log_entry){.shared = shared, .end = before + shared->length};
    return true;
}

uint64_t event_log_bytes(const struct event_log *log, uint32_t after)
{
    if (after >= log->count)
        return 0;
    return log->entry[log->count - 1].end - (after > 0 ? log->entry[after - 1].end : 0);
}
