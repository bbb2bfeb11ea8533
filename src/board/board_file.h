/*
 * Board files, format `railhead-board 1`: from text in memory to a sound struct board.
 *
 * boards/README.md describes the format.  No I/O and no allocation here (board_load.h reads
 * files).  Whatever board_read() accepts keeps every promise that core asks of a board.
 */
#ifndef RAILHEAD_BOARD_BOARD_FILE_H
#define RAILHEAD_BOARD_BOARD_FILE_H

#include "core/board.h"
#include "core/fault.h"

/*
 * Reads and checks a whole board.  False for the first fault found, which `fault` then describes;
 * `board` is written only when all is well.  A key that is missing, and a list that is too short,
 * are reported at the line where their object or list ends.
 */
bool board_read(const char *text, size_t size, struct board *board, struct fault *fault);

#endif
