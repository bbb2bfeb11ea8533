/*
 * The cursor on the map: a junction, and the ways of the keys from one to the next.
 *
 * The lattice leans: below a junction, the one of the same letter lies half a junction further to
 * the left.  So columns are counted in halves, and the cursor keeps the one where it would like to
 * stay while it goes up and down over rows that have no junction there.
 *
 *     row 1        A1    B1    C1    D1         half columns  0  2  4  6
 *     row 2     A2    B2    C2    D2                         -1  1  3  5
 *     row 3  A3    B3    C3    D3                            -2  0  2  4
 */
#ifndef RAILHEAD_TERMINAL_FULL_SCREEN_CURSOR_H
#define RAILHEAD_TERMINAL_FULL_SCREEN_CURSOR_H

#include "core/board.h"
#include "core/table.h"

struct cursor {
    unsigned junction;
    int column; /* where moving up and down would like to stay, in half columns */
};

/* To the junction nearest to the middle of the map. */
void cursor_begin(struct cursor *cursor, const struct board *board);

/* To a junction. */
void cursor_go(struct cursor *cursor, const struct board *board, unsigned junction);

/* To the junction nearest to a place of the map at a zoom. */
void cursor_go_near(struct cursor *cursor, const struct board *board, unsigned zoom, int x, int y);

/* One junction to the left (-1) or right (1), or one row up (-1) or down (1); over gaps, and not
 * beyond the edge. */
void cursor_move(struct cursor *cursor, const struct board *board, int across, int down);

/* To the next city of a hand that is known, in the order of its groups, or to the one before. */
void cursor_next_city(struct cursor *cursor, const struct board *board, const struct hand *hand,
                      int step);

#endif
