/*
 * TABLE from a row of the store, for lists of tables that are not in memory. Runs on a reader's
 * thread.
 */
#ifndef RAILHEAD_SERVER_TABLES_STORED_TABLE_H
#define RAILHEAD_SERVER_TABLES_STORED_TABLE_H

#include "protocol/told_table.h"
#include "server/tables/duplicate_tables.h"
#include "store/store.h"

/* A row as read; names are added later, when the store can be asked again. */
struct stored_table {
    struct told_table told;
    struct duplicate_tables party;
};

/* Returns false if the row is damaged. */
bool stored_table_take(struct stored_table *table, const struct store_game *row);

/* Rows are not updated after each turn: determines from later events whose turn it is. */
enum store_result stored_table_catch_up(struct stored_table *table, struct store *store);

/* Writes TABLE into a text of TABLE_TEXT_SIZE. */
enum store_result stored_table_write(struct stored_table *table, struct store *store,
                                     struct text *text);

#endif
