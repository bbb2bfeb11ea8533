/*
 * Descriptions of a table: TABLE of docs/protocol.md, and the summary that is stored so that lists
 * need no replay.  A summary has ids but no names, which people may change or delete.
 */
#ifndef RAILHEAD_PROTOCOL_TOLD_TABLE_H
#define RAILHEAD_PROTOCOL_TOLD_TABLE_H

#include "protocol/told.h"

enum {
    TABLE_TEXT_SIZE = 8192,  /* fits every TABLE, including the NUL */
    SUMMARY_TEXT_SIZE = 2048 /* fits every summary, including the NUL */
};

/*
 * Write and read a TABLE.  Its settings contain the host's seed once it is public, "" before; its
 * key is only for the host.
 */
void told_table_write(const struct told_table *table, struct text *text);
bool told_table_read(struct told_table *table, struct json_value object,
                     struct complaint *complaint);

/*
 * Sets everything in a TABLE that follows from its events: state, host, settings, seats without
 * names, round, points, winners.  The rest is empty.
 */
void told_table_of(struct told_table *told, const struct match_state *state,
                   const struct table *table);

/*
 * Write and read a summary: seats without names, round, points, winners and the seat to move.
 * Reading also sets the number of seats.
 */
void summary_write(const struct told_table *table, struct text *text);
bool summary_read(struct told_table *table, const char *bytes, size_t length,
                  struct complaint *complaint);

#endif
