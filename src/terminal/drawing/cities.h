/* How cities are named in all maps and lists of the terminal. */
#ifndef RAILHEAD_TERMINAL_DRAWING_CITIES_H
#define RAILHEAD_TERMINAL_DRAWING_CITIES_H

#include "board/board.h"
#include "rules/table.h"

/* S3: returns true if there is a city whose card is used in a game with this number of seats. */
bool cities_is_in_game(const struct board *board, unsigned city, unsigned seats);

/* Returns the capital letter of a group of cities. */
char cities_group_letter(unsigned group);

/* Returns the name of a city, or its id if the name needs UTF-8 and `utf8` is false. */
const char *cities_name(const struct board *board, unsigned city, bool utf8);

/*
 * Finds a junction by its name, or by the beginning of a city's name, ignoring case.  Only cities
 * in a game with `seats` seats count; those of the hand take precedence, if it is known.  Returns
 * JUNCTION_NONE if there is none.
 */
unsigned cities_find_junction(const struct board *board, unsigned seats, const struct hand *hand,
                              const char *name);

#endif
