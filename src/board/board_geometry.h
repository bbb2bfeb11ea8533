/*
 * Where things lie on a drawn board, in whole units: neighbours are UNIT apart.
 *
 * Whole numbers keep a drawing the same on every machine and in every locale.  Only the drawing
 * needs this; the rules know no places but junctions.
 */
#ifndef RAILHEAD_BOARD_BOARD_GEOMETRY_H
#define RAILHEAD_BOARD_BOARD_GEOMETRY_H

#include "core/board.h"

enum {
    UNIT = 1000,
    ROW_HEIGHT = 866, /* UNIT times half the root of three */
    HALF_COLUMN = UNIT / 2,
    CITY_RADIUS = 230, /* no city's sign reaches farther, save the tips of a star */
    DOT_RADIUS = 60,
    NAME_SIZE =
        280, /* of the letters of a city's name; the style sheet of board_svg.c has it too */
};

struct point {
    int x, y;
};

struct box {
    int left, top, right, bottom;
};

static inline struct point junction_point(const struct junction *junction)
{
    return (struct point){UNIT * junction->column - HALF_COLUMN * junction->row,
                          ROW_HEIGHT * junction->row};
}

#endif
