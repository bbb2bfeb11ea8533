/*
 * The list of public tables, kept and changed: an entry is written when its table changes, and the
 * whole list is put together from the entries when somebody wants it and it has changed.
 */
#ifndef RAILHEAD_SERVER_TABLES_LOBBY_H
#define RAILHEAD_SERVER_TABLES_LOBBY_H

#include "server/tables/shared_bytes.h"

enum { LOBBY_MAX = 200 }; /* tables that the list shows */

/* Those with free seats are shown first; in each shelf the newest. */
enum lobby_shelf { SHELF_OPEN, SHELF_RUNNING, SHELVES };

/* Part of whoever is listed; all zero while not listed. */
struct lobby_entry {
    struct shared_bytes *table; /* TABLE */
    enum lobby_shelf shelf;
    struct lobby_entry *next, *previous;
};

struct lobby {
    struct lobby_entry *first[SHELVES];
    struct shared_bytes *list; /* {"tables":[...]}, or NULL when it has changed */
    bool changed;              /* since the list was last sent around */
    int64_t next;              /* when it may be sent around again */
};

/* Lists an entry or replaces it; the packet is the lobby's from now on. */
void lobby_put(struct lobby *lobby, struct lobby_entry *entry, enum lobby_shelf shelf,
               struct shared_bytes *table);
void lobby_remove(struct lobby *lobby, struct lobby_entry *entry);

/* The whole list, by whoever knows all public tables: nobody else puts any in then.  Takes it over.
 */
void lobby_set(struct lobby *lobby, struct shared_bytes *list);

/* What is asked for over HTTP, and the message; `re` is the id of whoever asked, or NULL. */
struct shared_bytes *lobby_list(struct lobby *lobby);
struct shared_bytes *lobby_message(struct lobby *lobby, const int64_t *re);

void lobby_release(struct lobby *lobby);

#endif
