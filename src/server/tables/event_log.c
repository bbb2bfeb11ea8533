/* The messages of a table's events; see event_log.h. */
#include "server/tables/event_log.h"

#include <stdlib.h>

struct event_log *event_log_new(void)
{
    struct event_log *log = calloc(1, sizeof *log);
    if (log)
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
    if (!log || --log->users > 0)
        return;
    for (uint32_t i = 0; i < log->count; i++)
        packet_release(log->entry[i].packet);
    free(log->entry);
    free(log);
}

static bool make_room(struct event_log *log)
{
    if (log->count < log->room)
        return true;
    const uint32_t room = log->room ? 2 * log->room : 16;
    struct log_entry *entry = realloc(log->entry, room * sizeof *entry);
    if (!entry)
        return false;
    log->entry = entry;
    log->room = room;
    return true;
}

bool event_log_add(struct event_log *log, struct packet *packet)
{
    if (!packet || !make_room(log)) {
        packet_release(packet);
        return false;
    }
    const uint64_t before = log->count > 0 ? log->entry[log->count - 1].end : 0;
    log->entry[log->count++] = (struct log_entry){.packet = packet, .end = before + packet->length};
    return true;
}

uint64_t event_log_bytes(const struct event_log *log, uint32_t after)
{
    if (after >= log->count)
        return 0;
    return log->entry[log->count - 1].end - (after > 0 ? log->entry[after - 1].end : 0);
}
