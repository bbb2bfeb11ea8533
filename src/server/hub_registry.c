/* The tables in memory: found by id, added, dropped; see hub_internal.h. */
#include <stdlib.h>
#include <string.h>

#include "server/hub_internal.h"

struct live_table *hub_find_table(const struct hub *hub, const char *id)
{
    struct hash_entry *entry = hash_table_find(&hub->tables, hub_table_hash(id));
    while (entry != NULL && strcmp(((struct live_table *)entry)->id, id) != 0)
        entry = hash_table_find_next(entry);
    return (struct live_table *)entry;
}

struct live_table *hub_next_table(const struct hub *hub, const struct live_table *table)
{
    return (struct live_table *)hash_table_next(&hub->tables, table != NULL ? &table->by_id : NULL);
}

struct live_table *hub_find_same_table(const struct hub *hub, const char *id, uint64_t serial)
{
    struct live_table *table = hub_find_table(hub, id);
    return table != NULL && table->serial == serial ? table : NULL;
}

struct live_table *hub_add_table(struct hub *hub, const char *id)
{
    struct live_table *table = live_table_new(id, ++hub->last_serial, hub_now(hub));
    if (table == NULL)
        return NULL;
    hash_table_add(&hub->tables, &table->by_id, hub_table_hash(id));
    identity_invitation_key(hub->secret, id, table->key);
    table->elsewhere = !hub_owns(hub, id);
    return table;
}

bool hub_is_table_id(const char *id)
{
    return strlen(id) == TABLE_ID_SIZE - 1 &&
           strspn(id, "abcdefghijklmnopqrstuvwxyz0123456789") == TABLE_ID_SIZE - 1;
}

/* A load queued on behalf of a client moves to the server's own lane. */
static void raise_load_priority(struct hub *hub, struct live_table *table)
{
    if (table->loading != NULL && worker_pool_cancel(hub->readers, table->loading))
        hub_read(hub, table->loading, HUB_TABLES, table->id);
    table->loading = NULL;
}

struct live_table *hub_open_or_load(struct hub *hub, const char *id, const struct hub_client *asker)
{
    struct live_table *table = hub_find_table(hub, id);
    if (table == NULL && hub_is_table_id(id)) {
        table = hub_add_table(hub, id);
        if (table != NULL)
            hub_load(hub, table, asker);
    } else if (table != NULL && table->state == TABLE_DOUBTFUL) {
        hub_load(hub, table, asker);
    } else if (table != NULL && asker == NULL) {
        raise_load_priority(hub, table);
    }
    return table;
}

void hub_take_from_ready(struct hub *hub, struct live_table *table)
{
    if (!table->is_ready)
        return;
    struct live_table **place = &hub->first_ready;
    while (*place != table)
        place = &(*place)->next_ready;
    *place = table->next_ready;
    if (*place == NULL)
        hub->last_ready = place;
    table->is_ready = false;
}

void hub_refuse_waiting(struct hub *hub, struct live_table *table, enum error_code code,
                        enum fault_id why)
{
    uint64_t id;
    unsigned count = table->waiting.count; /* snapshot: callbacks may enqueue new waiters */
    while (count-- > 0 && live_table_next_waiting(table, &id)) {
        struct hub_client *client = hub_find_client(hub, id);
        if (client == NULL)
            continue;
        client->awaited[0] = '\0';
        client->give_up(client, code, why);
    }
}

/* The table is removed first, then its clients are told: their next request creates another one. */
void hub_drop_table(struct hub *hub, struct live_table *table, enum error_code code,
                    enum fault_id why)
{
    hash_table_remove(&hub->tables, &table->by_id);
    hub->history_bytes -= table->counted_bytes;
    hub_take_from_ready(hub, table);
    lobby_remove(&hub->lobby, &table->listing);
    hub_announce_no_followers(hub, table);
    for (unsigned i = 0; i < table->followers; i++) {
        struct hub_client *client = hub_find_client(hub, table->follower[i].client);
        if (client != NULL)
            client->table[0] = '\0';
    }
    hub_refuse_waiting(hub, table, code, why);
    live_table_free(table);
}
