/*
 * A board that a person chose, compiled in or loaded from a file, and the boards that a record may
 * name beside it.
 */
#ifndef RAILHEAD_FILES_CHOSEN_BOARD_H
#define RAILHEAD_FILES_CHOSEN_BOARD_H

#include "board/board.h"
#include "rules/record.h"

struct chosen_board {
    const struct board *board; /* NULL until one is chosen; `storage` if it was loaded */
    const char *file;          /* the path it was loaded from; NULL for one that is compiled in */
    struct board storage;
};

/*
 * The boards for reading a record: the chosen one by its id, then the compiled-in ones.  The result
 * points to `chosen`, which must outlive it.
 */
struct record_boards chosen_board_for_records(const struct chosen_board *chosen);

#endif
