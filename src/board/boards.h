/*
 * The boards that are compiled in, ready for use: nothing is parsed or derived at run time.
 *
 * The build turns the board files into C (embed.c); the order is that of the build's list.
 */
#ifndef RAILHEAD_BOARD_BOARDS_H
#define RAILHEAD_BOARD_BOARDS_H

#include "core/board.h"
#include "core/record.h"

/* By id, to the letter; NULL when there is none of that id. */
const struct board *board_builtin(const char *id, size_t length);

/* For records that may be played on any of them. */
extern const struct record_boards board_builtins;

unsigned board_builtin_count(void);

/* `number` is less than the count. */
const struct board *board_builtin_at(unsigned number);

/* What the generated source defines; use the functions above. */
extern const struct board board_builtin_table[];
extern const unsigned board_builtin_table_count;

#endif
