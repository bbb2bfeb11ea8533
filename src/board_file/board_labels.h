/*
 * Places the names of cities on a drawn board without overlapping each other or the symbols of
 * cities, and avoiding dots and lines where possible.
 */
#ifndef RAILHEAD_BOARD_FILE_BOARD_LABELS_H
#define RAILHEAD_BOARD_FILE_BOARD_LABELS_H

#include "board_file/board_geometry.h"

/* Returns the approximate width of a UTF-8 text in a common sans-serif font of this size. */
int board_text_width(const char *text, int size);

/*
 * The edge of its box at which a text is anchored, so that a wider font grows away from the city.
 */
enum label_anchor { ANCHOR_START, ANCHOR_MIDDLE, ANCHOR_END };

struct label {
    struct box box;
    enum label_anchor anchor;
};

/* Places the name of each city, within `face` where possible. */
void board_labels_place(const struct board *board, struct box face, struct label label[CITIES_MAX]);

#endif
