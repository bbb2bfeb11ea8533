/* The map of a board on which a round has been dealt, for tests of what is drawn. */
#ifndef RAILHEAD_TESTS_TERMINAL_PICTURE_H
#define RAILHEAD_TESTS_TERMINAL_PICTURE_H

#include "rules/position.h"
#include "terminal/drawing/map.h"

struct picture {
    struct position position;
    struct scene scene; /* as the first seat sees it; tests may change it */
    struct canvas canvas;
};

/* Draws nothing yet.  The test must release the canvas. */
void picture_begin(struct picture *picture, const struct board *board, unsigned seats,
                   unsigned zoom);

#endif
