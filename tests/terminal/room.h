/* A table at a server that does not exist: tests write the server's messages. */
#ifndef RAILHEAD_TESTS_TERMINAL_ROOM_H
#define RAILHEAD_TESTS_TERMINAL_ROOM_H

#include "match/gathering.h"
#include "support.h"
#include "terminal/source/server_table.h"

enum { T = 1000000 }; /* a server time in milliseconds */

struct room {
    struct source source;
    struct server_table table;
    char why[SOURCE_SENTENCE_SIZE]; /* the sentence of the last refused message */
};

#define NO_CLOCK "{\"kind\": \"none\"}"

/* Passes a message to the table at local time 0.  Returns true if it was accepted. */
bool hears(struct room *room, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Starts with an unknown table. */
void enter_room(struct room *room);

/* Passes the message that describes a table of two people and a bot. */
bool describe_room(struct room *room, const char *clock, long last);

/*
 * Opens such a table as the person `me`.  Events up to `last` have happened before.  The host,
 * ada, sits down as event 1.
 */
void open_room(struct room *room, const char *me, const char *clock, long last);
void close_room(struct room *room);

/* Starts the game; `first` places the first marker.  These are events 2 to 4. */
void start_game(struct room *room, unsigned first);

/* event() passes one event, which must be accepted; the other function returns whether it was. */
void event(struct room *room, long number, int64_t at, const char *rest);
bool takes_event(struct room *room, long number, const char *rest);
void people(struct room *room, const char *list);

#endif
