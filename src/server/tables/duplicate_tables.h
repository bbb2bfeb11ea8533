/*
 * A party: tables that were opened together and deal the same cards, which stay hidden until all of
 * them are over.  Which tables those are, as the store has it; knows no room and no match.
 */
#ifndef RAILHEAD_SERVER_TABLES_DUPLICATE_TABLES_H
#define RAILHEAD_SERVER_TABLES_DUPLICATE_TABLES_H

#include "server/people/identity.h"
#include "store/store.h"

/* All zero for a table that is by itself. */
struct duplicate_tables {
    char id[TABLE_ID_SIZE];
    char table[PARTY_TABLES_MAX][TABLE_ID_SIZE]; /* in the order in which they were opened */
    unsigned tables;
    bool is_over; /* all of them are, as far as we know */
};

/* A party that the store names; false when no party is named like that. */
bool duplicate_tables_name(struct duplicate_tables *party, const char *id);

/* Its tables.  Nothing to be read for a table that is by itself. */
enum store_result duplicate_tables_read(struct duplicate_tables *party, struct store *store);

#endif
