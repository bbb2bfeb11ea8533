/* TABLE from a row of the store; see stored_table.h. */
#include "server/tables/stored_table.h"

#include <string.h>

#include "server/tables/stored_game.h"
#include "server/tables/table_summary.h"
#include "server/tables/table_write.h"

bool stored_table_take(struct stored_table *table, const struct store_game *row)
{
    struct told_table *told = &table->told;
    struct match_settings settings;
    struct complaint complaint;
    if (strlen(row->id) >= sizeof told->id ||
        !settings_read(&settings, row->settings, strlen(row->settings), &complaint) ||
        !summary_read(told, row->summary, strlen(row->summary), &complaint) ||
        told->settings.seats != settings.seats || strlen(row->host) >= sizeof told->host ||
        !duplicate_tables_name(&table->party, row->party))
        return false;
    told->settings = settings;
    text_copy(told->id, sizeof told->id, row->id);
    text_copy(told->host, sizeof told->host, row->host);
    told->state = table_summary_state(row->state);
    told->opened = row->opened;
    told->changed = row->changed;
    return true;
}

/* ---- Whose turn it is ------------------------------------------------------------------------ */

enum { EVENTS_AT_ONCE = 8 };

struct search {
    struct told_table *told;
    uint32_t before;
    bool is_over;
};

/* Goes from the newest event back to the last turn, or to the row's last update. */
static void look_at(void *context, const struct store_event *row)
{
    struct search *search = context;
    struct told_table *told = search->told;
    struct event event;
    struct complaint complaint;
    if (search->is_over)
        return;
    search->before = row->number;
    search->is_over = row->number == 1;
    if (!event_body_read(&event, &told->settings, row->at, row->body, strlen(row->body),
                         &complaint))
        return;
    search->is_over |= event.kind == EVENT_TURN || table_write_updates_row(event.kind);
    if (event.kind == EVENT_TURN)
        told->mover = (event.seat + 1) % told->settings.seats;
}

enum store_result stored_table_catch_up(struct stored_table *table, struct store *store)
{
    struct search search = {.told = &table->told, .before = UINT32_MAX};
    enum store_result result = STORE_OK;
    search.is_over = !table->told.has_mover;
    while (result == STORE_OK && !search.is_over) {
        const uint32_t before = search.before;
        result =
            store_events_before(store, table->told.id, before, EVENTS_AT_ONCE, look_at, &search);
        search.is_over |= search.before == before;
    }
    return result;
}

/* Duplicate tables hide the host's seed until all of them are over. */
static bool is_revealed(const struct stored_table *table)
{
    const bool is_over = table->told.state == TOLD_FINISHED || table->told.state == TOLD_CLOSED;
    return is_over && (table->party.id[0] == '\0' || table->party.is_over);
}

enum store_result stored_table_write(struct stored_table *table, struct store *store,
                                     struct text *text)
{
    for (unsigned i = 0; i < table->told.settings.seats; i++) {
        struct told_seat *seat = &table->told.seat[i];
        if (seat->person[0] != '\0' &&
            store_person_by_id(store, seat->person, stored_game_name_found, seat->name) ==
                STORE_FAILED)
            return STORE_FAILED;
    }
    if (duplicate_tables_read(&table->party, store) != STORE_OK)
        return STORE_FAILED;
    table_summary_party(&table->told, &table->party);
    if (!is_revealed(table))
        table->told.settings.seed_words[0] = '\0';
    told_table_write(&table->told, text);
    return STORE_OK;
}
