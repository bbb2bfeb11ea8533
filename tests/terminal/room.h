/* A table at a server that is not there: tests say what it would say. */
#ifndef RAILHEAD_TESTS_TERMINAL_ROOM_H
#define RAILHEAD_TESTS_TERMINAL_ROOM_H

#include "match/gathering.h"
#include "support.h"
#include "terminal/source/server_table.h"

enum { T = 1000000 }; /* a time of the server, in milliseconds */

struct room {
    struct source source;
    struct server_table table;
    char why[SOURCE_SENTENCE_SIZE]; /* of what was refused last */
};

#define NO_CLOCK "{\"kind\": \"none\"}"

/* Hears a message at 0 of this machine's clock; whether it was taken. */
bool hears(struct room *room, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Nothing is known yet. */
void enter_room(struct room *room);

/* The message that describes a table of two people and a bot. */
bool describe_room(struct room *room, const char *clock, long last);

/*
 * Such a table, of whose people `me` is one; events up to `last` were before this.  The host, ada,
 * sits down: event 1.
 */
void open_room(struct room *room, const char *me, const char *clock, long last);
void close_room(struct room *room);

/* The game starts, with `first` to place the first marker: events 2 to 4. */
void start_game(struct room *room, unsigned first);

/* Hears one event of the table, which must be taken; or answers whether it was. */
void event(struct room *room, long number, int64_t at, const char *rest);
bool takes_event(struct room *room, long number, const char *rest);
void people(struct room *room, const char *list);

#endif
