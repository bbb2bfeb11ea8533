/*
 * Draws a board as a self-contained SVG document.
 *
 * The bytes are passed to the caller piece by piece.  Nothing is allocated, and equal boards give
 * equal bytes on every machine.  Groups differ by shape as well as by colour.
 */
#ifndef RAILHEAD_BOARD_FILE_BOARD_SVG_H
#define RAILHEAD_BOARD_FILE_BOARD_SVG_H

#include "board/board.h"

struct svg_sink {
    void (*write)(void *context, const char *bytes, size_t length);
    void *context;
};

void board_svg(const struct board *board, struct svg_sink sink);

#endif
