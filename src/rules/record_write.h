/*
 * Writes a game record (.rail, docs/formats.md): each function appends complete lines to the text.
 *
 * The functions need no position, only what is publicly known of a game.  Nothing is ever truncated
 * if RECORD_EVENT_SIZE bytes are free.
 */
#ifndef RAILHEAD_RULES_RECORD_WRITE_H
#define RAILHEAD_RULES_RECORD_WRITE_H

#include "rules/table.h"
#include "rules/turn.h"
#include "rules/view.h"
#include "text/text.h"

enum {
    RECORD_NAME_SIZE = 256,   /* of a stored player's name, including the NUL */
    RECORD_EVENT_SIZE = 2048, /* the most that one record_write_... call writes */
};

/* The comment about turns taken back starts with this, followed by their number. */
extern const char record_taken_back[];

struct record_names {
    char name[SEATS_MAX][RECORD_NAME_SIZE]; /* "" for a seat without a name */
};

void record_write_header(struct text *text, const struct board *board, const struct table *table,
                         const struct record_names *names);

/* Writes a round that has been dealt.  CITY_NONE is written as '?'. */
void record_write_round(struct text *text, const struct board *board, const struct table *table,
                        const struct hand hand[SEATS_MAX]);

/* The same with the cards known in a view. */
void record_write_view(struct text *text, const struct board *board, const struct view *view);

void record_write_turn(struct text *text, const struct board *board, unsigned seat,
                       const struct turn *turn);

/* Writes the closing lines of a round that is over, and the result if the game is. */
void record_write_closing(struct text *text, const struct board *board, const struct table *table);

/* Writes a comment with the number of turns taken back; nothing if it is 0. */
void record_write_taken_back(struct text *text, unsigned turns);

/*
 * Copies a name from untrusted text in the form a record can hold: without control characters,
 * invalid UTF-8 and leading or trailing spaces, with '+' for '#' (which would begin a comment), cut
 * after the last character that fits.
 */
void record_clean_name(char name[], size_t size, const char *words, size_t length);

/* Returns true if the record has barrier lines: rule set transamerica without open cards. */
bool record_has_barrier(const struct board *board, const struct table *table);

#endif
