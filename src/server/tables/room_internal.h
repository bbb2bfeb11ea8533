/*
 * What the files about rooms share.
 */
#ifndef RAILHEAD_SERVER_TABLES_ROOM_INTERNAL_H
#define RAILHEAD_SERVER_TABLES_ROOM_INTERNAL_H

#include "server/tables/room.h"

/* Whether a person follows. */
bool room_has(const struct room *room, const char *person);

/* Who of those who sit is here, and what is due then. */
void room_note_presence(struct room *room, int64_t now);

/* Who sits, who has written and who is here, to every follower. */
void room_tell_people(struct room *room, int64_t now, struct mail *mail);

/* The messages `people` and `table`. */
struct packet *room_people(const struct room *room);
struct packet *room_greeting(const struct room *room, const struct asker *asker);

/* Their cards, if they have some. */
void room_send_hand(const struct room *room, const struct follower *follower, struct mail *mail);

/* What happens without anybody asking. */
void room_time_is_up(struct room *room, int64_t now);

#endif
