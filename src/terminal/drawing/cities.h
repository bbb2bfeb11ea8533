/*
 * Cities as every map and every list in a terminal shows them.
 */
#ifndef RAILHEAD_TERMINAL_DRAWING_CITIES_H
#define RAILHEAD_TERMINAL_DRAWING_CITIES_H

#include "core/board.h"
#include "core/table.h"

/* S3: whether there is a city whose card is in a game of so many seats. */
bool cities_is_in_game(const struct board *board, unsigned city, unsigned seats);

/* The capital letter that stands for a group of cities. */
char cities_group_letter(unsigned group);

/* The name of a city as it can be shown: its id where signs are missing for the name. */
const char *cities_name(const struct board *board, unsigned city, bool utf8);

/*
 * A junction by its name in any letters, or by the start of the name of a city that is in a game of
 * so many seats: the first of the hand, if it is known, and else the first of the board.
 * JUNCTION_NONE where there is none.
 */
unsigned cities_find_junction(const struct board *board, unsigned seats, const struct hand *hand,
                              const char *name);

#endif
