/*
 * Coordinates of a drawn board, as integers: neighbours are UNIT apart.
 *
 * Integers make a drawing identical on every machine and in every locale.  Only drawing code needs
 * coordinates; the rules use junctions.
 */
#ifndef RAILHEAD_BOARD_FILE_BOARD_GEOMETRY_H
#define RAILHEAD_BOARD_FILE_BOARD_GEOMETRY_H

#include "board/board.h"

enum {
    UNIT = 1000,
    ROW_HEIGHT = 866, /* UNIT times half the square root of three */
    HALF_COLUMN = UNIT / 2,
    CITY_RADIUS = 230, /* symbols of cities fit inside, except the points of a star */
    DOT_RADIUS = 60,
    NAME_SIZE = 280, /* font size of city names; must match the style sheet in board_svg.c */
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
