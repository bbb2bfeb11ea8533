/*
 * Land and sea under the compiled-in boards, for maps drawn with characters.
 *
 * The build warps the geography onto the lattice as for the page (web/art/land.mjs).  The place of
 * a junction is (12 * column - 6 * row, 6 * row): a line is twelve characters long, and rows of
 * junctions are six characters apart.
 */
#ifndef RAILHEAD_BOARD_FILE_LAND_H
#define RAILHEAD_BOARD_FILE_LAND_H

#include "board/board.h"

enum { LAND_COLUMNS = 12, LAND_ROWS = 6 };

struct land {
    const char *board; /* id of the board */
    int left, top;     /* the place of the first character */
    int columns, rows;
    const char *const *signs; /* one string per row; '#' for land */
};

/* Returns the land under a board, or NULL if the board is not compiled in. */
const struct land *land_of(const struct board *board);

/* Returns true if there is land at a place.  Beyond the grid, the nearest edge counts. */
bool land_is_at(const struct land *land, int x, int y);

/* Defined in the generated source; use the functions above. */
extern const struct land land_table[];
extern const unsigned land_table_count;

#endif
