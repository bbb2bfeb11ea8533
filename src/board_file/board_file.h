/*
 * Board files, format `railhead-board 1`: parses text in memory into a valid struct board.
 *
 * boards/README.md describes the format.  This module does no I/O (see board_load.h) and does not
 * allocate.  A board that board_read() accepts satisfies every requirement of core.
 */
#ifndef RAILHEAD_BOARD_FILE_BOARD_FILE_H
#define RAILHEAD_BOARD_FILE_BOARD_FILE_H

#include "board/board.h"
#include "text/fault.h"

/*
 * Parses and checks a complete board.  Returns false on the first fault, which `fault` describes;
 * `board` is written only on success.  A missing key, or a list that is too short, is reported at
 * the line where its object or list ends.
 */
bool board_read(const char *text, size_t size, struct board *board, struct fault *fault);

#endif
