/*
 * What the files about rooms share.
 */
#ifndef RAILHEAD_SERVER_TABLES_LIVE_TABLE_INTERNAL_H
#define RAILHEAD_SERVER_TABLES_LIVE_TABLE_INTERNAL_H

#include "server/tables/live_table.h"

/* Whether a person follows. */
bool live_table_has(const struct live_table *table, const char *person);

/* Who of those who sit is here, and what is due then. */
void live_table_note_presence(struct live_table *table, int64_t now);

/* Who sits, who has written and who is here, to every follower. */
void live_table_send_people(struct live_table *table, int64_t now, struct outgoing *outgoing);

/* The messages `people` and `table`. */
struct shared_bytes *live_table_people(const struct live_table *table);
struct shared_bytes *live_table_greeting(const struct live_table *table, const struct asker *asker);

/* Their cards, if they have some. */
void live_table_send_hand(const struct live_table *table, const struct follower *follower,
                          struct outgoing *outgoing);

/* What happens without anybody asking. */
void live_table_expire_clocks(struct live_table *table, int64_t now);

#endif
