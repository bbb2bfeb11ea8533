/*
 * What the files about rooms share.
 */
#ifndef RAILHEAD_SERVER_ROOM_INTERNAL_H
#define RAILHEAD_SERVER_ROOM_INTERNAL_H

#include "server/room.h"

enum { ROOM_RETRY_MS = 1000 };

/* The room has become ready or doubtful: clocks, bots and whoever waits go on. */
void room_settle(struct room *room);

/* A bot is asked for its turn, if one is to move and none has been asked. */
void room_ask_bot(struct room *room);

/* The names of those who sit or have written, and who is there, to every follower. */
void room_send_people(struct room *room);

/* My cards, if I have some. */
void room_send_hand(struct room *room, struct link *link);

/* TABLE as the answer to a request. */
void room_answer_table(struct room *room, struct link *link);

#endif
