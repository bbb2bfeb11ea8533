/*
 * Finds the board for an argument of --board: a compiled-in id, the path of a file, or "-" for
 * standard input.
 */
#ifndef RAILHEAD_FILES_BOARD_FIND_H
#define RAILHEAD_FILES_BOARD_FIND_H

#include "board/board.h"
#include "text/fault.h"

/*
 * Returns true for "-", for text that contains '/' or ends in ".json", and for the name of an
 * existing file.
 */
bool board_is_path(const char *text);

/*
 * Sets `*board` to a compiled-in board, or to `storage` after loading a file into it.  An id takes
 * precedence over a path.  On a fault neither is changed; the fault's line is 0 unless a file could
 * be read but is invalid.
 */
bool board_find(const char *id_or_path, struct board *storage, const struct board **board,
                struct fault *fault);

#endif
