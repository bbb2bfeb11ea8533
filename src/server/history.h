/*
 * What a table remembers: the messages of its events as they are sent, who has written something,
 * and the round that runs as bots are told of it.  A room has one, and so has a game that is read
 * from the store.
 */
#ifndef RAILHEAD_SERVER_HISTORY_H
#define RAILHEAD_SERVER_HISTORY_H

#include "match/match.h"
#include "server/link.h"
#include "server/packet.h"

enum { AUTHORS_MAX = 64 };

/* Somebody who has written something, and so has a name here without sitting. */
struct author {
    char person[PERSON_SIZE];
    char name[NAME_SIZE]; /* for whoever knows it to fill in */
};

struct history {
    struct packet **event; /* number n at n - 1 */
    uint32_t events, event_room;

    struct author *author; /* the last AUTHORS_MAX of them, in order of their first words */
    unsigned authors;

    struct position round_start;
    struct turn *turn; /* what has been played since */
    unsigned turns, turn_room;
};

/* Adds the next event's message, which is the history's from now on. */
void history_keep(struct history *history, struct packet *packet);

/*
 * The beginning of a round, a turn, or the author of words; nothing for other events.  `after` has
 * the event applied.
 */
void history_note(struct history *history, const struct match *after, const struct event *event);

/* Whoever has written something by that id, or NULL. */
struct author *history_author(const struct history *history, const char *person);

/* Leaves an empty one. */
void history_release(struct history *history);

#endif
