/*
 * The tables of a server: one's own games that go on, and the public ones as they come and go.
 *
 * No screen: a list that is up to date.
 */
#ifndef RAILHEAD_TERMINAL_LOBBY_LOBBY_H
#define RAILHEAD_TERMINAL_LOBBY_LOBBY_H

#include "protocol/told.h"
#include "terminal/source/source.h"

enum { LOBBY_TABLES_MAX = 250, LOBBY_NAMES_SIZE = 160, LOBBY_CLOCK_SIZE = 24 };

struct lobby_table {
    char id[TOLD_TABLE_ID_SIZE];
    const struct board *board;
    unsigned variants;
    bool is_mine;   /* I sit there, or opened it */
    bool is_kept;   /* a seat there is kept for me: a rematch */
    bool is_open;   /* people sit down; or else the game runs */
    unsigned seats; /* and of them */
    unsigned free;
    unsigned round;
    char names[LOBBY_NAMES_SIZE]; /* "Ada, Greta (hard)" */
    char clock[LOBBY_CLOCK_SIZE]; /* "5 min + 10 s", or "" */
};

struct lobby {
    struct lobby_table table[LOBBY_TABLES_MAX]; /* mine first, then those with free seats */
    unsigned tables;
    char name[SOURCE_NAME_SIZE];       /* of the person, or "" */
    char notice[SOURCE_SENTENCE_SIZE]; /* that there is no connection, or "" */
    int descriptor;                    /* can be read when there is news */
    struct lobby_inside *inside;       /* its own */
};

/* NULL with a sentence in `error`: no such server, or it does not answer. */
struct lobby *lobby_open(const char *url, char error[], size_t error_size);
void lobby_close(struct lobby *lobby);

/* Takes in what is new, without waiting; true when there was something. */
bool lobby_step(struct lobby *lobby);

/* Another name for everybody to see; false with a sentence in `error`. */
bool lobby_rename(struct lobby *lobby, const char *name, char error[], size_t error_size);

#endif
