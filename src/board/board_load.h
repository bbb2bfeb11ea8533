/*
 * Board files from the disk.  All I/O of boards is here; what a file says is board_file.h's affair.
 */
#ifndef RAILHEAD_BOARD_BOARD_LOAD_H
#define RAILHEAD_BOARD_BOARD_LOAD_H

#include <stdio.h>

#include "board/board_file.h"

enum { BOARD_FILE_SIZE_MAX = 1 << 20 };

/*
 * Reads and checks the file.  False with a fault that has a line when the file is not a sound
 * board, and with line 0 when the file cannot be read; `board` is then untouched.
 */
bool board_load(const char *path, struct board *board, struct fault *fault);

/* The same for a file that is open; faults name it by `path`. */
bool board_load_stream(FILE *file, const char *path, struct board *board, struct fault *fault);

#endif
