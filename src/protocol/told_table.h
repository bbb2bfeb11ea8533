/*
 * What is said about a table: TABLE of docs/protocol.md, and the summary that the store keeps so
 * that lists need no replay.  A summary has ids and no names, which people may change or delete.
 */
#ifndef RAILHEAD_PROTOCOL_TOLD_TABLE_H
#define RAILHEAD_PROTOCOL_TOLD_TABLE_H

#include "protocol/told.h"

enum {
    TABLE_TEXT_SIZE = 8192,  /* room for every TABLE, with the NUL */
    SUMMARY_TEXT_SIZE = 2048 /* and for every summary */
};

/*
 * TABLE.  Its settings have the host's seed where everybody may know it, and "" before; its key
 * is for the host alone.
 */
void told_table_write(const struct told_table *table, struct text *text);
bool told_table_read(struct told_table *table, struct json_value object,
                     struct complaint *complaint);

/*
 * All of a TABLE that follows from its events: how far it is, host, settings, seats without names,
 * round, points, winners.  The rest is left empty.
 */
void told_table_of(struct told_table *told, const struct match_state *state,
                   const struct table *table);

/*
 * The summary: the seats without names, the round, the points, the winners and whose turn it is.
 * Reading it gives those and the number of seats.
 */
void summary_write(const struct told_table *table, struct text *text);
bool summary_read(struct told_table *table, const char *bytes, size_t length,
                  struct complaint *complaint);

#endif
