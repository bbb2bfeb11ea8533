/*
 * The tables of a server: one's own games that go on, and the public ones as they come and go.
 *
 * No screen: a list that is up to date.
 */
#ifndef RAILHEAD_TERMINAL_LOBBY_TABLE_LIST_H
#define RAILHEAD_TERMINAL_LOBBY_TABLE_LIST_H

#include "protocol/told.h"
#include "terminal/source/source.h"

enum { TABLE_LIST_TABLES_MAX = 250, TABLE_LIST_NAMES_SIZE = 160, TABLE_LIST_CLOCK_SIZE = 24 };

struct listed_table {
    char id[TOLD_TABLE_ID_SIZE];
    const struct board *board;
    unsigned variants;
    bool is_mine;   /* I sit there, or opened it */
    bool is_kept;   /* a seat there is kept for me: a rematch */
    bool is_open;   /* people sit down; or else the game runs */
    unsigned seats; /* and of them */
    unsigned free;
    unsigned round;
    char names[TABLE_LIST_NAMES_SIZE]; /* "Ada, Greta (hard)" */
    char clock[TABLE_LIST_CLOCK_SIZE]; /* "5 min + 10 s", or "" */
};

struct table_list {
    struct listed_table table[TABLE_LIST_TABLES_MAX]; /* mine first, then those with free seats */
    unsigned tables;
    char name[SOURCE_NAME_SIZE];       /* of the person, or "" */
    char notice[SOURCE_SENTENCE_SIZE]; /* that there is no connection, or "" */
    int descriptor;                    /* can be read when there is news */
    struct table_list_inside *inside;  /* its own */
};

/* NULL with a sentence in `error`: no such server, or it does not answer. */
struct table_list *table_list_open(const char *url, char error[], size_t error_size);
void table_list_close(struct table_list *list);

/* Takes in what is new, without waiting; true when there was something. */
bool table_list_step(struct table_list *list);

/* Another name for everybody to see; false with a sentence in `error`. */
bool table_list_rename(struct table_list *list, const char *name, char error[], size_t error_size);

#endif
