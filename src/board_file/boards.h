/*
 * The compiled-in boards.  Nothing is parsed or derived at run time.
 *
 * The build converts the board files to C (embed.c), in the order of its list.
 */
#ifndef RAILHEAD_BOARD_FILE_BOARDS_H
#define RAILHEAD_BOARD_FILE_BOARDS_H

#include "board/board.h"
#include "rules/record.h"

/* Finds a board by its exact id.  Returns NULL if there is none. */
const struct board *board_builtin(const char *id, size_t length);

/* For reading records played on any of them. */
extern const struct record_boards board_builtins;

unsigned board_builtin_count(void);

/* `number` is less than the count. */
const struct board *board_builtin_at(unsigned number);

/* Defined in the generated source; use the functions above. */
extern const struct board board_builtin_table[];
extern const unsigned board_builtin_table_count;

#endif
