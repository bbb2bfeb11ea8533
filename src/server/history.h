/*
 * What a table remembers: the messages of its events as they are sent, and the round that runs as
 * bots are told of it.  A room has one, and so has a game that is read from the store.
 */
#ifndef RAILHEAD_SERVER_HISTORY_H
#define RAILHEAD_SERVER_HISTORY_H

#include "match/match.h"
#include "server/packet.h"

struct history {
    struct packet **event; /* number n at n - 1 */
    uint32_t events, event_room;

    struct position round_start;
    struct turn *turn; /* what has been played since */
    unsigned turns, turn_room;
};

/* Adds the next event's message, which is the history's from now on. */
void history_keep(struct history *history, struct packet *packet);

/* The beginning of a round, or a turn; nothing for other events.  `after` has the event applied. */
void history_note(struct history *history, const struct match *after, const struct event *event);

/* Leaves an empty one. */
void history_release(struct history *history);

#endif
