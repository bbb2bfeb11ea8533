/*
 * A change: the events that one request, clock or bot makes at a table, on their way to disk.
 */
#ifndef RAILHEAD_SERVER_CHANGE_H
#define RAILHEAD_SERVER_CHANGE_H

#include "server/hub.h"
#include "server/room.h"

enum { CHANGE_EVENTS_MAX = 16 };

/* For somebody who asked (`link` and `message`), or for nobody (NULL).  The room is ready. */
struct change *change_begin(struct room *room, struct link *link, const struct message *message);

/* Collects what happens to the match. */
struct match_listener change_listener(struct change *change);

/* The table itself is new and goes to the store with its events. */
void change_adds_table(struct change *change);

/* Nothing has happened: forgets the change. */
void change_drop(struct change *change);

/* Sends it to the store; the room is busy until it is there. */
void change_submit(struct change *change);

/*
 * For the writer's crew: the jobs of a group, the events of changes that follow each other added in
 * one call.  STORE_TAKEN when one of them was not free: then nobody knows yet whose fault it is.
 */
enum store_result changes_write(struct job *jobs, struct store *store);

/* How many events it has so far. */
unsigned change_events(const struct change *change);

/* Whoever asked has gone. */
void change_forget_link(struct change *change);

#endif
