/* Access to the compiled-in boards. */
#include "board_file/boards.h"

#include <string.h>

#include "base/check.h"

const struct board *board_builtin(const char *id, size_t length)
{
    for (unsigned i = 0; i < board_builtin_table_count; i++) {
        const struct board *board = &board_builtin_table[i];
        if (strlen(board->id) == length && memcmp(board->id, id, length) == 0)
            return board;
    }
    return NULL;
}

static const struct board *find(void *context, const char *id, size_t length)
{
    (void)context;
    return board_builtin(id, length);
}

const struct record_boards board_builtins = {.find = find};

unsigned board_builtin_count(void)
{
    return board_builtin_table_count;
}

const struct board *board_builtin_at(unsigned number)
{
    CHECK(number < board_builtin_table_count);
    return &board_builtin_table[number];
}
