/*
 * An up-to-date list of a server's tables: the person's own unfinished games, and the public
 * tables.  Draws nothing.
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
    bool is_mine;   /* I have a seat there, or opened it */
    bool is_kept;   /* a seat there is reserved for me: a rematch */
    bool is_open;   /* people can sit down; otherwise the game is running */
    unsigned seats; /* total number of seats */
    unsigned free;
    unsigned round;
    char names[TABLE_LIST_NAMES_SIZE]; /* "Ada, Greta (hard)" */
    char clock[TABLE_LIST_CLOCK_SIZE]; /* "5 min + 10 s", or "" */
};

struct table_list {
    struct listed_table table[TABLE_LIST_TABLES_MAX]; /* mine first, then those with free seats */
    unsigned tables;
    char name[SOURCE_NAME_SIZE];       /* the person's name, or "" */
    char notice[SOURCE_SENTENCE_SIZE]; /* "" or that there is no connection */
    int descriptor;                    /* readable when there is news */
    struct table_list_inside *inside;  /* private */
};

/*
 * Connects to a server.  Returns NULL with a sentence in `error` if it does not exist or does not
 * answer.
 */
struct table_list *table_list_open(const char *url, char error[], size_t error_size);
void table_list_close(struct table_list *list);

/* Processes pending messages without blocking.  Returns true if there were any. */
bool table_list_step(struct table_list *list);

/* Changes the person's name.  Returns false with a sentence in `error`. */
bool table_list_rename(struct table_list *list, const char *name, char error[], size_t error_size);

#endif
