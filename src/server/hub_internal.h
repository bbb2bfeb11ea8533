/*
 * What the files of the hub share.
 */
#ifndef RAILHEAD_SERVER_HUB_INTERNAL_H
#define RAILHEAD_SERVER_HUB_INTERNAL_H

#include "server/hub.h"

/* That a session was seen is written only once in so many minutes. */
enum { SEEN_COST = 60 };

/* The room in memory, made and read where it is not; NULL when there can be none. */
struct room *hub_room(struct hub *hub, const char *id);

/* A room for a new id; NULL when there is no memory. */
struct room *hub_add_room(struct hub *hub, const char *id);

/* One for a table that is to be opened, with an id and a seed of its own; the link's address pays.
 */
struct room *hub_new_room(struct link *link, const struct match_settings *settings,
                          uint8_t seed[SEED_SIZE]);

/* Takes the room out of memory; whoever waits for it is told why. */
void hub_drop_room(struct hub *hub, struct room *room, const char *code, enum fault_id why);

/*
 * After each call of a room: its letters are delivered, its change goes to the writer, bots are
 * asked, and whoever waits goes on when hub_run() comes.
 */
void hub_follow_up(struct hub *hub, struct room *room);

/* The answer to whoever asked for what could not be written. */
void hub_not_kept(struct link *link, const struct message *message);

/* A change is back from disk: its events reach the followers of its room, which may be NULL. */
struct room *hub_written(struct hub *hub, const struct change *change, bool kept);

/* Asks the store whether all tables of a room's party are over. */
void hub_ask_party(struct hub *hub, struct room *room);

/*
 * Whether somebody may sit down at a table: nobody sits at two of a party.  If not, they have been
 * told, or wait for a table that is to be looked at.
 */
bool hub_may_sit(struct link *link, const struct room *room, const struct message *message);

/* The same people want to play again: opens their table, and says so at this one. */
void hub_rematch(struct link *link, struct room *room, const struct message *message);

/* Asks a bot for its turn in a room that wants one. */
void hub_ask_bot(struct hub *hub, struct room *room);

/* Reads it from the store. */
void hub_load(struct hub *hub, struct room *room);

/*
 * Who of that session (its hash) or person is being looked up is looked up once more: what was read
 * may not be so any more.
 */
void hub_look_again(struct hub *hub, const char *session_or_person);

/* Who is at a link, for a room. */
struct asker asker_of(const struct link *link, const struct message *message);

#endif
