/* Access to the compiled-in land. */
#include "board_file/land.h"

#include <string.h>

#include "board_file/boards.h"

const struct land *land_of(const struct board *board)
{
    if (board_builtin(board->id, strlen(board->id)) != board)
        return NULL; /* a board from a file, even if its id is the same */
    for (unsigned i = 0; i < land_table_count; i++) {
        if (strcmp(land_table[i].board, board->id) == 0)
            return &land_table[i];
    }
    return NULL;
}

static int within(int value, int count)
{
    return value < 0 ? 0 : value >= count ? count - 1 : value;
}

bool land_is_at(const struct land *land, int x, int y)
{
    const int column = within(x - land->left, land->columns);
    const int row = within(y - land->top, land->rows);
    return land->signs[row][column] == '#';
}
