/*
 * The list of public tables. An entry is written when its table changes; the whole list is
 * assembled from the entries when it is requested and has changed.
 */
#ifndef RAILHEAD_SERVER_TABLES_LOBBY_H
#define RAILHEAD_SERVER_TABLES_LOBBY_H

#include "server/tables/shared_bytes.h"

enum { LOBBY_MAX = 200 }; /* tables in the list */

/* Tables with free seats come first; within a shelf the newest. */
enum lobby_shelf { SHELF_OPEN, SHELF_RUNNING, SHELVES };

/* Part of a listed table; all zero while it is not listed. */
struct lobby_entry {
    struct shared_bytes *table; /* TABLE */
    enum lobby_shelf shelf;
    struct lobby_entry *next, *previous;
};

struct lobby {
    struct lobby_entry *first[SHELVES];
    struct shared_bytes *list; /* {"tables":[...]}, or NULL if it has changed */
    bool changed;              /* since the list was last sent to its followers */
    int64_t next;              /* when it may be sent again */
};

/* Adds or replaces an entry. Takes ownership of the bytes. */
void lobby_put(struct lobby *lobby, struct lobby_entry *entry, enum lobby_shelf shelf,
               struct shared_bytes *table);
void lobby_remove(struct lobby *lobby, struct lobby_entry *entry);

/* Sets the whole list, as read from the store; no entries are added then. Takes ownership. */
void lobby_set(struct lobby *lobby, struct shared_bytes *list);

/* Return the list for HTTP, and as a message; `re` is the id of the message it answers, or NULL. */
struct shared_bytes *lobby_list(struct lobby *lobby);
struct shared_bytes *lobby_message(struct lobby *lobby, const int64_t *re);

void lobby_release(struct lobby *lobby);

#endif
