/* Shared by the files of live_table. */
#ifndef RAILHEAD_SERVER_TABLES_LIVE_TABLE_INTERNAL_H
#define RAILHEAD_SERVER_TABLES_LIVE_TABLE_INTERNAL_H

#include "server/tables/live_table.h"

/* Returns true if a person follows. */
bool live_table_has(const struct live_table *table, const char *person);

/* Records which of the seated persons are present, and what is due then. */
void live_table_note_presence(struct live_table *table, int64_t now);

/* Sends the `people` message to all followers. */
void live_table_send_people(struct live_table *table, int64_t now, struct outgoing *outgoing);

/* Return the messages `people` and `table`; NULL if allocation fails. */
struct shared_bytes *live_table_people(const struct live_table *table);
struct shared_bytes *live_table_greeting(const struct live_table *table, const struct asker *asker);

/* Sends a follower their cards, if they have any. */
void live_table_send_hand(const struct live_table *table, const struct follower *follower,
                          struct outgoing *outgoing);

/* Applies timeouts of the match. */
void live_table_expire_clocks(struct live_table *table, int64_t now);

#endif
