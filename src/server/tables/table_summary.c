/* Summaries of matches; see table_summary.h. */
#include "server/tables/table_summary.h"

#include <string.h>

#include "base/check.h"

enum store_state table_summary_store_state(const struct match *match)
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

enum told_state table_summary_state(enum store_state state)
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

void table_summary_party(struct told_table *told, const struct duplicate_tables *party)
{
    told->party = party->tables;
    memcpy(told->party_table, party->table, sizeof told->party_table);
}
