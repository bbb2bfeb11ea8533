/* The inbox and outbox of a client; see hub_client.h. */
#include "server/hub_client.h"

#include <stdlib.h>
#include <string.h>

enum { OUTBOX_ITEM_BYTES = 64 }; /* approximate overhead of an item beside its bytes */

static bool grow_outbox(struct hub_client *client)
{
    if (client->outbox_count < client->outbox_capacity)
        return true;
    const unsigned capacity = client->outbox_capacity ? 2 * client->outbox_capacity : 4;
    struct outbox_item *ring = calloc(capacity, sizeof *ring);
    if (ring == NULL)
        return false;
    for (unsigned i = 0; i < client->outbox_count; i++)
        ring[i] = client->outbox[(client->outbox_first + i) % client->outbox_capacity];
    free(client->outbox);
    client->outbox = ring;
    client->outbox_capacity = capacity;
    client->outbox_first = 0;
    return true;
}

static bool take_quota(struct hub_client *client, size_t bytes)
{
    if (client->quota != NULL && !memory_quota_take(client->quota, client->address, bytes))
        return false;
    client->outbox_bytes += bytes;
    return true;
}

static void return_quota(struct hub_client *client, size_t bytes)
{
    if (client->quota != NULL)
        memory_quota_give(client->quota, client->address, bytes);
    client->outbox_bytes -= bytes;
}

/* The bytes of a log belong to the table, however many clients read it. */
static size_t outbox_item_bytes(const struct outbox_item *item)
{
    return OUTBOX_ITEM_BYTES + (item->shared != NULL ? item->shared->length : 0);
}

static bool fits_outbox(const struct hub_client *client, size_t bytes)
{
    return client->outbox_count < OUTBOX_MAX &&
           (client->outbox_count == 0 || client->outbox_bytes + bytes <= OUTBOX_BYTES);
}

static bool put_item(struct hub_client *client, struct outbox_item item)
{
    const size_t bytes = outbox_item_bytes(&item);
    if (!fits_outbox(client, bytes) || !grow_outbox(client) || !take_quota(client, bytes))
        return false;
    client->outbox[(client->outbox_first + client->outbox_count) % client->outbox_capacity] = item;
    client->outbox_count++;
    client->wake(client);
    return true;
}

static bool takes_more(const struct hub_client *client)
{
    return client->state != CLIENT_ENDING && !client->once;
}

void hub_client_send(struct hub_client *client, struct shared_bytes *shared)
{
    if (!takes_more(client))
        return;
    if (shared != NULL && put_item(client, (struct outbox_item){.shared = shared}))
        shared_bytes_share(shared);
    else
        hub_client_cut(client);
}

void hub_client_give(struct hub_client *client, struct shared_bytes *shared)
{
    hub_client_send(client, shared);
    shared_bytes_release(shared);
}

void hub_client_send_log(struct hub_client *client, struct event_log *log, uint32_t after)
{
    if (!takes_more(client) || after >= log->count)
        return;
    if (put_item(client, (struct outbox_item){.log = log, .next = after, .end = log->count}))
        event_log_share(log);
    else
        hub_client_cut(client);
}

static void drop_first_item(struct hub_client *client)
{
    return_quota(client, outbox_item_bytes(&client->outbox[client->outbox_first]));
    client->outbox_first = (client->outbox_first + 1) % client->outbox_capacity;
    client->outbox_count--;
}

struct shared_bytes *hub_client_take(struct hub_client *client)
{
    if (client->outbox_count == 0)
        return NULL;
    struct outbox_item *item = &client->outbox[client->outbox_first];
    if (item->shared != NULL) {
        struct shared_bytes *shared = item->shared;
        drop_first_item(client);
        return shared;
    }
    struct shared_bytes *shared = shared_bytes_share(item->log->entry[item->next++].shared);
    if (item->next == item->end) {
        struct event_log *log = item->log;
        drop_first_item(client);
        event_log_release(log);
    }
    return shared;
}

static void release_outbox(struct hub_client *client)
{
    while (client->outbox_count > 0) {
        struct outbox_item item = client->outbox[client->outbox_first];
        drop_first_item(client);
        shared_bytes_release(item.shared);
        event_log_release(item.log);
    }
    free(client->outbox);
    client->outbox = NULL;
    client->outbox_capacity = client->outbox_first = 0;
}

void hub_client_finish(struct hub_client *client)
{
    client->state = CLIENT_ENDING;
    client->wake(client);
}

void hub_client_cut(struct hub_client *client)
{
    release_outbox(client);
    hub_client_finish(client);
}

void hub_client_release(struct hub_client *client)
{
    release_outbox(client);
    for (unsigned i = 0; i < client->inbox_count; i++)
        shared_bytes_release(client->inbox[i]);
    client->inbox_count = 0;
}
