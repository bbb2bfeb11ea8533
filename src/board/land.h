/*
 * Land and sea under the boards that are compiled in, for maps that are made of signs.
 *
 * The build bends the geography onto the lattice as it does for the page (web/art/land.mjs).  The
 * place of a junction is (12 * column - 6 * row, 6 * row): twelve columns to a line's length, six
 * rows from one row of junctions to the next.
 */
#ifndef RAILHEAD_BOARD_LAND_H
#define RAILHEAD_BOARD_LAND_H

#include "core/board.h"

enum { LAND_COLUMNS = 12, LAND_ROWS = 6 };

struct land {
    const char *board; /* its id */
    int left, top;     /* the place of the first sign */
    int columns, rows;
    const char *const *signs; /* row by row; '#' for land */
};

/* What is under a board; NULL for one that is not compiled in. */
const struct land *land_of(const struct board *board);

/* Whether there is land at a place; beyond the grid as at its edge. */
bool land_is_at(const struct land *land, int x, int y);

/* What the generated source defines; use the functions above. */
extern const struct land land_table[];
extern const unsigned land_table_count;

#endif
