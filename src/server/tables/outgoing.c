/* Messages a table wants sent; see outgoing.h. */
#include "server/tables/outgoing.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"

static void drop_item(struct outgoing_item *item)
{
    shared_bytes_release(item->shared);
    event_log_release(item->log);
}

static void add_item(struct outgoing *outgoing, struct outgoing_item item)
{
    if (!ARRAY_GROW(outgoing->item, outgoing->capacity, outgoing->count + 1)) {
        outgoing->lost = true;
        drop_item(&item);
        return;
    }
    outgoing->item[outgoing->count++] = item;
    outgoing->lost |= item.shared == NULL && item.log == NULL;
}

void outgoing_to_all(struct outgoing *outgoing, struct shared_bytes *shared)
{
    add_item(outgoing, (struct outgoing_item){.shared = shared});
}

void outgoing_to_person(struct outgoing *outgoing, const char *person, struct shared_bytes *shared)
{
    struct outgoing_item item = {.shared = shared};
    text_copy(item.person, sizeof item.person, person);
    add_item(outgoing, item);
}

void outgoing_to_client(struct outgoing *outgoing, uint64_t client, struct shared_bytes *shared)
{
    add_item(outgoing, (struct outgoing_item){.to = client, .shared = shared});
}

void outgoing_log(struct outgoing *outgoing, uint64_t client, struct event_log *log, uint32_t after)
{
    if (after < log->count)
        add_item(outgoing,
                 (struct outgoing_item){.to = client, .log = event_log_share(log), .after = after});
}

void outgoing_clear(struct outgoing *outgoing)
{
    for (unsigned i = 0; i < outgoing->count; i++)
        drop_item(&outgoing->item[i]);
    outgoing->count = 0;
    outgoing->lost = false;
}

void outgoing_release(struct outgoing *outgoing)
{
    outgoing_clear(outgoing);
    free(outgoing->item);
    outgoing->item = NULL;
    outgoing->capacity = 0;
}
