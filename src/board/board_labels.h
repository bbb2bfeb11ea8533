/*
 * Places for the names of cities on a drawn board: off each other, off the cities' signs, and off
 * dots and lines as far as that goes.
 */
#ifndef RAILHEAD_BOARD_BOARD_LABELS_H
#define RAILHEAD_BOARD_BOARD_LABELS_H

#include "board/board_geometry.h"

/* About how wide a text in UTF-8 is in a usual sans-serif face of this size. */
int board_text_width(const char *text, int size);

/* Which edge of its box a text is set from, so that a wider face runs away from the city. */
enum label_anchor { ANCHOR_START, ANCHOR_MIDDLE, ANCHOR_END };

struct label {
    struct box box;
    enum label_anchor anchor;
};

/* A place for each city's name, within `face` where that can be. */
void board_labels_place(const struct board *board, struct box face, struct label label[CITIES_MAX]);

#endif
