/* Duplicate tables in the store; see duplicate_tables.h. */
#include "server/tables/duplicate_tables.h"

#include <string.h>

bool duplicate_tables_name(struct duplicate_tables *party, const char *id)
{
    *party = (struct duplicate_tables){.id = ""};
    if (strlen(id) >= sizeof party->id)
        return false;
    text_copy(party->id, sizeof party->id, id);
    return true;
}

/* Ignores surplus tables and invalid ids, which are not ours. */
static void table_found(void *context, const struct store_game *row)
{
    struct duplicate_tables *party = context;
    if (party->tables == PARTY_TABLES_MAX || strlen(row->id) >= TABLE_ID_SIZE)
        return;
    text_copy(party->table[party->tables++], TABLE_ID_SIZE, row->id);
    party->is_over &= row->state == STORE_FINISHED || row->state == STORE_CLOSED;
}

enum store_result duplicate_tables_read(struct duplicate_tables *party, struct store *store)
{
    if (party->id[0] == '\0')
        return STORE_OK;
    party->tables = 0;
    party->is_over = true;
    const enum store_result result = store_games_of_party(store, party->id, table_found, party);
    return result == STORE_NONE ? STORE_OK : result;
}
