/* Renaming and deleting people at all tables and connections of the hub. */
#include <string.h>

#include "server/hub_internal.h"

/* Returns true if a table knows the person, or may: a running load may have read older data. */
static bool table_knows_person(const struct live_table *table, const char *person)
{
    return table->state == TABLE_LOADING ||
           match_state_place_of(&table->match.state, person) != SEAT_NONE ||
           table_history_author(&table->history, person) != NULL;
}

void hub_rename_person(struct hub *hub, const char *person, const char *name)
{
    for (struct hub_client *client = hub->clients; client != NULL; client = client->next) {
        if (strcmp(client->identity.person, person) == 0)
            text_copy(client->identity.name, NAME_SIZE, name);
    }
    hub_look_up_again(hub, person);
    for (struct live_table *table = NULL; (table = hub_next_table(hub, table)) != NULL;) {
        if (!table_knows_person(table, person))
            continue;
        live_table_rename(table, person, name, hub_now(hub), hub_outgoing(hub, table));
        hub_flush_table(hub, table);
    }
}

/* Old messages have no author in memory, and recently taken seats no row in the store. */
void hub_delete_person(struct hub *hub, const char *person, char (*table)[TABLE_ID_SIZE],
                       unsigned tables)
{
    for (unsigned i = 0; i < tables; i++) {
        struct live_table *live = hub_find_table(hub, table[i]);
        if (live != NULL)
            live->outdated = true;
    }
    for (struct live_table *live = NULL; (live = hub_next_table(hub, live)) != NULL;) {
        if (table_knows_person(live, person))
            live_table_delete_person(live, person);
        if (live->outdated)
            hub_flush_table(hub, live);
    }
}

void hub_reload_person(struct hub *hub, const char *person)
{
    if (hub->stopping)
        return;
    for (struct live_table *table = NULL; (table = hub_next_table(hub, table)) != NULL;) {
        if (!table_knows_person(table, person))
            continue;
        table->outdated = true;
        hub_flush_table(hub, table);
    }
    hub_look_up_again(hub, person);
    for (struct hub_client *client = hub->clients; client != NULL; client = client->next) {
        if (!client->once && strcmp(client->identity.person, person) == 0)
            hub_client_dismiss(client, FAULT_STORE_SILENT_LATER);
    }
}

/* Another server has deleted them, and this one has not been notified yet. */
void hub_end_deleted(struct hub *hub, const struct table_write *write)
{
    struct hub_client *client = hub_find_client(hub, write->asker.client);
    hub_end_person(hub, write->asker.identity.person, "");
    if (client != NULL && client->once)
        hub_refuse(client, NULL, CODE_IDENTITY, FAULT_SESSION_ENDED);
}
