/*
 * The history of a table: the messages of its events as sent, the authors of chat, and the current
 * round as bots need it. Used by live tables and by games read from the store.
 */
#ifndef RAILHEAD_SERVER_TABLES_TABLE_HISTORY_H
#define RAILHEAD_SERVER_TABLES_TABLE_HISTORY_H

#include "match/match.h"
#include "server/people/identity.h"
#include "server/tables/event_log.h"

enum { AUTHORS_MAX = 64 };

/* Someone who has written a message, and is therefore known by name without a seat. */
struct author {
    char person[PERSON_SIZE];
    char name[NAME_SIZE]; /* filled in by whoever knows it */
};

struct table_history {
    struct event_log *log;

    struct author *author; /* the last AUTHORS_MAX authors, by their first message */
    unsigned authors;

    struct position *ended; /* of duplicate tables: the end of each round, for its reveal */
    unsigned ended_count;
    size_t ended_capacity;

    struct position round_start;
    struct turn *turn; /* turns played since then */
    unsigned turns;
    size_t turn_capacity;

    /* Amounts besides the game, which are limited. */
    size_t talk_bytes, guest_talk_bytes; /* of all, and of guests */
    unsigned comings;                    /* sitting down, standing up, leaving, muting */
};

/* Initialises an empty history; returns false if allocation fails. */
bool table_history_init(struct table_history *history);

/* Frees everything; accepts a zeroed history. */
void table_history_release(struct table_history *history);

/* Returns the number of events. */
static inline uint32_t table_history_events(const struct table_history *history)
{
    return history->log ? history->log->count : 0;
}

/*
 * Records the beginning and end of a round, a turn, or an author; ignores other events. `after` has
 * the event applied. Returns false if allocation fails: the history is then unusable.
 */
bool table_history_note(struct table_history *history, const struct match *after,
                        const struct event *event);

/* Returns the end of a round of duplicate tables; NULL if that round has not ended there. */
const struct position *table_history_ended(const struct table_history *history, unsigned round);

/* Returns the author with that person's id, or NULL. */
struct author *table_history_author(const struct table_history *history, const char *person);

#endif
