/*
 * From what a person types after --board to a board: a compiled-in id, the path of a file, or
 * "-" for standard input.
 */
#ifndef RAILHEAD_BOARD_BOARD_FIND_H
#define RAILHEAD_BOARD_BOARD_FIND_H

#include "core/board.h"
#include "core/fault.h"

/* A path is what holds a '/', ends in ".json" or names something that exists; "-" is one. */
bool board_is_path(const char *text);

/*
 * Sets `*board` to a compiled-in board, or to `storage` after loading a file into it; an id comes
 * before a path.
 * On a fault neither is touched; its line is 0 unless a file could be read and is not sound.
 */
bool board_find(const char *id_or_path, struct board *storage, const struct board **board,
                struct fault *fault);

#endif
