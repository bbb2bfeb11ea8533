/*
 * What a game in plain text tells its players, in sentences and small tables.
 *
 * Sees tables, and the hand of the seat it speaks to; all hands only once they lie open on the
 * table.  Changes nothing.
 */
#ifndef RAILHEAD_TERMINAL_LINE_MODE_SAY_H
#define RAILHEAD_TERMINAL_LINE_MODE_SAY_H

#include "terminal/line_mode/line_terminal.h"
#include "terminal/source/source.h"

enum {
    SAY_NAME_SIZE = SOURCE_NAME_SIZE + 32, /* "greedy (seat 2)" */
    SAY_TURN_SIZE = 600,                   /* a turn in words */
};

struct speaker {
    struct line_terminal *terminal;
    const struct source *source;
};

/* "greedy (seat 2)" */
const char *say_name(const struct speaker *speaker, unsigned seat, char buffer[SAY_NAME_SIZE]);

/* "K7-L7 L7-M7, reaching Kansas City", from the tables before and after it. */
void say_turn_words(const struct speaker *speaker, const struct table *before,
                    const struct table *after, const struct turn *turn, char buffer[SAY_TURN_SIZE]);

/* The turn that led to a moment of the history, with the name of whose it was. */
void say_turn(const struct speaker *speaker, unsigned moment);

/* A city's name as this screen can show it. */
const char *say_city(const struct speaker *speaker, unsigned city);

/* Why something that was typed is not a turn, or not a legal one. */
void say_fault(const struct speaker *speaker, const struct fault *fault);
void say_refusal(const struct speaker *speaker, enum refusal refusal);

/* Five cities, one a line, and which of them the seat's network has; or all in a row. */
void say_hand(const struct speaker *speaker, const struct table *table, unsigned seat,
              const struct hand *hand);
void say_hand_row(const struct speaker *speaker, const char *title, const struct table *table,
                  unsigned seat, const struct hand *hand);

/* V1: everybody's cards, where they lie open. */
void say_open_hands(const struct speaker *speaker, const struct table *table);

/* Every city of the board by group. */
void say_cities(const struct speaker *speaker, const struct table *table);

/* What a seat still misses, with the lines (P1). */
void say_missing(const struct speaker *speaker, const struct table *table, unsigned seat,
                 const struct hand *hand);

/* V2: the start markers in the reader's way, where there are any.  `reader` may be SEAT_NONE. */
void say_obstacles(const struct speaker *speaker, const struct table *table, unsigned reader);

/* What may come next after what has been entered of a turn. */
void say_choices(const struct speaker *speaker, const struct draft *draft);

/* Of say_junction.c: a junction and the lines that leave it, in words. */
void say_junction(const struct speaker *speaker, const struct table *table, unsigned reader,
                  unsigned junction);

/* Everybody's points on their track, with the barrier. */
void say_points(const struct speaker *speaker, const struct table *table);

/* A round that is over: why, all hands, what is missing, the points. */
void say_round_end(const struct speaker *speaker, const struct table *table);

/* Where a table at a server can be found again, if it has been left before its end. */
void say_way_back(struct line_terminal *terminal, const struct source *source);

/* Who has won. */
void say_winners(const struct speaker *speaker, const struct table *table);

#endif
