/*
 * Writing a game record (.rail, docs/formats.md): each function adds whole lines to the text.
 *
 * Needs what is known of a game and no more: whoever does not hold a position can write one too.
 * Nothing is ever cut at RECORD_EVENT_SIZE.
 */
#ifndef RAILHEAD_CORE_RECORD_WRITE_H
#define RAILHEAD_CORE_RECORD_WRITE_H

#include "core/table.h"
#include "core/text.h"
#include "core/turn.h"
#include "core/view.h"

enum {
    RECORD_NAME_SIZE = 256,   /* what is kept of a player's name, with the NUL */
    RECORD_EVENT_SIZE = 2048, /* room for what one record_write_... call writes */
};

/* What stands before their number in the comment about turns that were taken back. */
extern const char record_taken_back[];

struct record_names {
    char name[SEATS_MAX][RECORD_NAME_SIZE]; /* "" where there is none */
};

void record_write_header(struct text *text, const struct board *board, const struct table *table,
                         const struct record_names *names);

/* A round that has been dealt; CITY_NONE is written as '?'. */
void record_write_round(struct text *text, const struct board *board, const struct table *table,
                        const struct hand hand[SEATS_MAX]);

/* The same with the cards that a view knows. */
void record_write_view(struct text *text, const struct board *board, const struct view *view);

void record_write_turn(struct text *text, const struct board *board, unsigned seat,
                       const struct turn *turn);

/* The closing lines of a round that is over, and the result when the game is. */
void record_write_closing(struct text *text, const struct board *board, const struct table *table);

/* The comment of a record in which people took back so many turns; nothing where they did not. */
void record_write_taken_back(struct text *text, unsigned turns);

/*
 * A name as a record can hold it, from text of anybody: without control characters and bytes that
 * are not UTF-8, without spaces at its ends, with '+' for '#', which would begin a comment; as many
 * whole characters as fit.
 */
void record_clean_name(char name[], size_t size, const char *words, size_t length);

/* Whether the record has barrier lines: rule set transamerica without open cards. */
bool record_has_barrier(const struct board *board, const struct table *table);

#endif
