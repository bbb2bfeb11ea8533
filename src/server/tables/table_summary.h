/* What TABLE and the store's summaries contain of a match (protocol/told_table.h). */
#ifndef RAILHEAD_SERVER_TABLES_TABLE_SUMMARY_H
#define RAILHEAD_SERVER_TABLES_TABLE_SUMMARY_H

#include "match/match.h"
#include "protocol/told_table.h"
#include "server/tables/duplicate_tables.h"
#include "store/store.h"

/* Fills in the duplicate tables; none for a single table. */
void table_summary_party(struct told_table *told, const struct duplicate_tables *party);

/* Return the store's state of a match, and the protocol's word for it. */
enum store_state table_summary_store_state(const struct match *match);
enum told_state table_summary_state(enum store_state state);

#endif
