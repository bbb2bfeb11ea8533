/*
 * What is told of a table: a match as TABLE and summaries have it (protocol/told_table.h).
 */
#ifndef RAILHEAD_SERVER_TABLES_TABLE_SUMMARY_H
#define RAILHEAD_SERVER_TABLES_TABLE_SUMMARY_H

#include "match/match.h"
#include "protocol/told_table.h"
#include "server/tables/duplicate_tables.h"
#include "store/store.h"

/* The tables of its party; none for a table that is by itself. */
void table_summary_party(struct told_table *told, const struct duplicate_tables *party);

/* The state in which the store keeps a match, and the word for it. */
enum store_state table_summary_store_state(const struct match *match);
enum told_state table_summary_state(enum store_state state);

#endif
