/* A table at a server that is not there: tests say what it would say. */
#ifndef RAILHEAD_TESTS_TERMINAL_ROOM_H
#define RAILHEAD_TESTS_TERMINAL_ROOM_H

#include "support.h"
#include "terminal/remote_state.h"

enum { T = 1000000, MINUTE = 60 * 1000 }; /* a time of the server, in milliseconds */

struct room {
    struct source source;
    struct remote_state state;
    char why[SOURCE_SENTENCE_SIZE]; /* of what was refused last */
};

json_t *read_json(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* A table of two people and a bot, of whom `me` is one; events up to `last` were before this. */
void open_room(struct room *room, const char *me, const char *clock, long last);
void close_room(struct room *room);

/* The game starts, with `first` to place the first marker: three events. */
void start_game(struct room *room, unsigned first);

/* Hears one event of the table, which must be taken; or answers whether it was. */
void event(struct room *room, long number, int64_t at, const char *rest);
bool takes_event(struct room *room, long number, const char *rest);
void people(struct room *room, const char *list);

#endif
