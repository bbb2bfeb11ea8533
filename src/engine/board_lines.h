/*
 * Writes a board in the format of board files (boards/README.md), one object of a list per line.
 *
 * Remarks in the original file are omitted.  board_read() of the text gives an identical board.
 */
#ifndef RAILHEAD_ENGINE_BOARD_LINES_H
#define RAILHEAD_ENGINE_BOARD_LINES_H

#include "board/board.h"

/* Passes every line, without its line feed, to `write`. */
void board_lines(const struct board *board,
                 void (*write)(void *context, const char *line, size_t length), void *context);

#endif
