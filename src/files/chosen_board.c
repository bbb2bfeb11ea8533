/* The boards that a record may name. */
#include "files/chosen_board.h"

#include <string.h>

#include "board_file/boards.h"

static const struct board *find_for_record(void *context, const char *id, size_t length)
{
    const struct chosen_board *chosen = context;
    if (chosen->board != NULL && strlen(chosen->board->id) == length &&
        memcmp(chosen->board->id, id, length) == 0)
        return chosen->board;
    return board_builtin(id, length);
}

struct record_boards chosen_board_for_records(const struct chosen_board *chosen)
{
    /* The callback only reads it. */
    return (struct record_boards){.find = find_for_record, .context = (void *)(uintptr_t)chosen};
}
