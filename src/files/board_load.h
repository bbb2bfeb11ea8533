/* Reads board files from disk.  All I/O for boards is here; board_file.h parses the contents. */
#ifndef RAILHEAD_FILES_BOARD_LOAD_H
#define RAILHEAD_FILES_BOARD_LOAD_H

#include <stdio.h>

#include "board_file/board_file.h"

enum { BOARD_FILE_SIZE_MAX = 1 << 20 };

/*
 * Reads and checks a file.  Returns false and leaves `board` unchanged if the file cannot be read
 * (the fault has line 0) or is not a valid board (the fault has a line).
 */
bool board_load(const char *path, struct board *board, struct fault *fault);

/* The same for an open file; `path` is its name in faults. */
bool board_load_stream(FILE *file, const char *path, struct board *board, struct fault *fault);

#endif
