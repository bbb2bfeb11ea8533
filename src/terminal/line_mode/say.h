/*
 * What line mode prints about a game, as sentences and small tables.
 *
 * Has access to tables and to the hand of the reader; to all hands only once they are open on the
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

/* Writes "greedy (seat 2)".  Returns `buffer`. */
const char *say_name(const struct speaker *speaker, unsigned seat, char buffer[SAY_NAME_SIZE]);

/* Writes "K7-L7 L7-M7, reaching Kansas City", given the tables before and after the turn. */
void say_turn_words(const struct speaker *speaker, const struct table *before,
                    const struct table *after, const struct turn *turn, char buffer[SAY_TURN_SIZE]);

/* Prints the turn before a moment of the history, with its player's name. */
void say_turn(const struct speaker *speaker, unsigned moment);

/* Returns a city's name in characters that the output can show. */
const char *say_city(const struct speaker *speaker, unsigned city);

/* Prints why typed text is not a turn, or not a legal one. */
void say_fault(const struct speaker *speaker, const struct fault *fault);
void say_refusal(const struct speaker *speaker, enum refusal refusal);

/*
 * Prints five cities, one per line, and which of them the seat's network has reached; or all of
 * them in a row.
 */
void say_hand(const struct speaker *speaker, const struct table *table, unsigned seat,
              const struct hand *hand);
void say_hand_row(const struct speaker *speaker, const char *title, const struct table *table,
                  unsigned seat, const struct hand *hand);

/* V1: prints everyone's cards if they are open. */
void say_open_hands(const struct speaker *speaker, const struct table *table);

/* Prints every city of the board by group. */
void say_cities(const struct speaker *speaker, const struct table *table);

/* Prints what a seat still misses, and the lines (P1). */
void say_missing(const struct speaker *speaker, const struct table *table, unsigned seat,
                 const struct hand *hand);

/*
 * V2: prints the start markers that block the reader, if there are any.  `reader` may be
 * SEAT_NONE.
 */
void say_obstacles(const struct speaker *speaker, const struct table *table, unsigned reader);

/* Prints what may follow what has been entered of a turn. */
void say_choices(const struct speaker *speaker, const struct draft *draft);

/* In say_junction.c: describes a junction and the lines at it. */
void say_junction(const struct speaker *speaker, const struct table *table, unsigned reader,
                  unsigned junction);

/* Prints everyone's points on the track, with the barrier. */
void say_points(const struct speaker *speaker, const struct table *table);

/* Prints the end of a round: the reason, all hands, the missing lines, the points. */
void say_round_end(const struct speaker *speaker, const struct table *table);

/* Prints how to return to a table at a server that was left before its end. */
void say_way_back(struct line_terminal *terminal, const struct source *source);

/* Prints who has won. */
void say_winners(const struct speaker *speaker, const struct table *table);

#endif
