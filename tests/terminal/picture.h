/* A map of a board on which a round has been dealt, for whoever looks at what is drawn. */
#ifndef RAILHEAD_TESTS_TERMINAL_PICTURE_H
#define RAILHEAD_TESTS_TERMINAL_PICTURE_H

#include "core/position.h"
#include "terminal/drawing/map.h"

struct picture {
    struct position position;
    struct scene scene; /* as the first seat sees it; a test changes what it likes */
    struct canvas canvas;
};

/* Nothing is drawn yet.  The canvas is the test's to release. */
void picture_begin(struct picture *picture, const struct board *board, unsigned seats,
                   unsigned zoom);

#endif
