/*
 * What a table remembers: the messages of its events as they are sent, who has written something,
 * and the round that runs as bots are told of it.  A room has one, and so has a game that is read
 * from the store.
 */
#ifndef RAILHEAD_SERVER_TABLES_TABLE_HISTORY_H
#define RAILHEAD_SERVER_TABLES_TABLE_HISTORY_H

#include "match/match.h"
#include "server/people/identity.h"
#include "server/tables/event_log.h"

enum { AUTHORS_MAX = 64 };

/* Somebody who has written something, and so has a name here without sitting. */
struct author {
    char person[PERSON_SIZE];
    char name[NAME_SIZE]; /* for whoever knows it to fill in */
};

struct table_history {
    struct event_log *log;

    struct author *author; /* the last AUTHORS_MAX of them, in order of their first words */
    unsigned authors;

    struct position *ended; /* of a party's table: the end of each round, to be revealed */
    unsigned ended_count;
    size_t ended_capacity;

    struct position round_start;
    struct turn *turn; /* what has been played since */
    unsigned turns;
    size_t turn_capacity;

    /* What was said and done besides the game, which is bounded. */
    size_t talk_bytes, guest_talk_bytes; /* of all, and of those who do not sit here */
    unsigned comings;                    /* sitting down, standing up, leaving, muting */
};

/* Empty; false when there is no memory. */
bool table_history_init(struct table_history *history);

/* Leaves nothing; also of one that is all zero. */
void table_history_release(struct table_history *history);

/* How many events it has. */
static inline uint32_t table_history_events(const struct table_history *history)
{
    return history->log ? history->log->count : 0;
}

/*
 * The beginning and the end of a round, a turn, the author of words; nothing for other events.
 * `after` has the event applied.  False when there is no memory: the history is then of no use any
 * more.
 */
bool table_history_note(struct table_history *history, const struct match *after,
                        const struct event *event);

/* How that round ended, at a table of a party; NULL for a round that has not ended there. */
const struct position *table_history_ended(const struct table_history *history, unsigned round);

/* Whoever has written something by that id, or NULL. */
struct author *table_history_author(const struct table_history *history, const char *person);

#endif
