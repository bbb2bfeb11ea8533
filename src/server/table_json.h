/*
 * What is said about a table: TABLE of docs/protocol.md, and the summary that the store keeps so
 * that lists need no replay.  A summary has ids and no names, which people may change or delete.
 */
#ifndef RAILHEAD_SERVER_TABLE_JSON_H
#define RAILHEAD_SERVER_TABLE_JSON_H

#include <jansson.h>

#include "match/match.h"
#include "store/store.h"

extern const char *const store_state_names[4];

/* New references. */
json_t *table_summary(const struct match *match);

/* `settings` is text; `summary` is taken over and gets the rest.  NULL when one is not JSON. */
json_t *table_json(const struct store_game *game, json_t *summary);

/* The public name of a seat's person. */
void table_json_set_name(json_t *table, unsigned seat, const char *name);

/* Who opened the table, by its summary; "" when it does not say. */
void summary_host(const char *summary, char host[PERSON_SIZE]);

/* The state in which the store keeps a match. */
enum store_state match_store_state(const struct match *match);

#endif
