/*
 * Duplicate tables ("a party"): tables that were opened together and deal the same cards, which
 * stay hidden until all of them are over. Lists them as the store has them; knows no live table and
 * no match.
 */
#ifndef RAILHEAD_SERVER_TABLES_DUPLICATE_TABLES_H
#define RAILHEAD_SERVER_TABLES_DUPLICATE_TABLES_H

#include "server/people/identity.h"
#include "store/store.h"

/* All zero for a single table. */
struct duplicate_tables {
    char id[TABLE_ID_SIZE];
    char table[PARTY_TABLES_MAX][TABLE_ID_SIZE]; /* in the order in which they were opened */
    unsigned tables;
    bool is_over; /* all of them are over, as far as is known */
};

/* Sets the id of a party; returns false if the id is invalid. */
bool duplicate_tables_name(struct duplicate_tables *party, const char *id);

/* Reads its tables from the store. Does nothing for a single table. */
enum store_result duplicate_tables_read(struct duplicate_tables *party, struct store *store);

#endif
