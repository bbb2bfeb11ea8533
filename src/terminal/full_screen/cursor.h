/*
 * The cursor on the map: a junction, and its movement by keys.
 *
 * Each row is half a column further left than the row above.  So columns are counted in halves, and
 * the cursor remembers its preferred column while it moves up and down across rows that have no
 * junction there.
 *
 *     row 1        A1    B1    C1    D1         half columns  0  2  4  6
 *     row 2     A2    B2    C2    D2                         -1  1  3  5
 *     row 3  A3    B3    C3    D3                            -2  0  2  4
 */
#ifndef RAILHEAD_TERMINAL_FULL_SCREEN_CURSOR_H
#define RAILHEAD_TERMINAL_FULL_SCREEN_CURSOR_H

#include "board/board.h"
#include "rules/table.h"

struct cursor {
    unsigned junction;
    int column; /* preferred column when moving up and down, in half columns */
};

/* Goes to the junction nearest to the middle of the map. */
void cursor_begin(struct cursor *cursor, const struct board *board);

/* Goes to a junction. */
void cursor_go(struct cursor *cursor, const struct board *board, unsigned junction);

/* Goes to the junction nearest to a cell of the map at a zoom. */
void cursor_go_near(struct cursor *cursor, const struct board *board, unsigned zoom, int x, int y);

/*
 * Goes one junction left (-1) or right (1), or one row up (-1) or down (1).  Skips gaps and stops
 * at the edge.
 */
void cursor_move(struct cursor *cursor, const struct board *board, int across, int down);

/* Goes to the next (1) or previous (-1) city of a known hand, in the order of groups. */
void cursor_next_city(struct cursor *cursor, const struct board *board, const struct hand *hand,
                      int step);

#endif
