/* Matches and parties as they are told; see table_told.h. */
#include "server/table_told.h"

#include <string.h>

#include "core/check.h"

enum store_state match_store_state(const struct match *match)
{
    switch (match->state.phase) {
    case MATCH_OPEN:
        return STORE_OPEN;
    case MATCH_PLAYING:
    case MATCH_PAUSE:
        return STORE_RUNNING;
    case MATCH_FINISHED:
        return STORE_FINISHED;
    case MATCH_CLOSED:
        break;
    }
    return STORE_CLOSED;
}

enum told_state told_of_state(enum store_state state)
{
    switch (state) {
    case STORE_OPEN:
        return TOLD_OPEN;
    case STORE_RUNNING:
        return TOLD_RUNNING;
    case STORE_FINISHED:
        return TOLD_FINISHED;
    case STORE_CLOSED:
        break;
    }
    return TOLD_CLOSED;
}

void told_of_match(struct told_table *told, const struct match *match)
{
    const struct table *table = &match->position.table;
    *told = (struct told_table){
        .settings = match->state.settings,
        .round = table->round,
        .has_points = match->state.phase != MATCH_OPEN && match->state.phase != MATCH_CLOSED,
        .winners = match->state.phase == MATCH_FINISHED ? table->winners : 0,
    };
    memcpy(told->host, match->state.host, sizeof told->host);
    for (unsigned seat = 0; seat < match->state.settings.seats; seat++) {
        const struct match_seat *taken = &match->state.seat[seat];
        struct told_seat *entry = &told->seat[seat];
        entry->kind = taken->kind;
        memcpy(entry->person, taken->person, sizeof entry->person);
        memcpy(entry->bot, taken->bot, sizeof entry->bot);
        told->points[seat] = table->points[seat];
    }
}

void told_of_party(struct told_table *told, const struct party *party)
{
    told->party = party->tables;
    memcpy(told->party_table, party->table, sizeof told->party_table);
}
