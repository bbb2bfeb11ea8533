/*
 * A board as the text of a board file (boards/README.md), one object of its lists on each line.
 *
 * Remarks of a file that the rules do not need are not there: board_read() of the text gives the
 * same board again.
 */
#ifndef RAILHEAD_ENGINE_BOARD_LINES_H
#define RAILHEAD_ENGINE_BOARD_LINES_H

#include "core/board.h"

/* Gives every line, without its line feed, to `write`. */
void board_lines(const struct board *board,
                 void (*write)(void *context, const char *line, size_t length), void *context);

#endif
