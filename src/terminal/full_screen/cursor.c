/* Moves the cursor on the lattice. */
#include "terminal/full_screen/cursor.h"

#include <stdlib.h>

#include "terminal/drawing/map.h"

static int half_column(const struct junction *junction)
{
    return 2 * junction->column - junction->row;
}

void cursor_go(struct cursor *cursor, const struct board *board, unsigned junction)
{
    cursor->junction = junction;
    cursor->column = half_column(&board->junction[junction]);
}

void cursor_begin(struct cursor *cursor, const struct board *board)
{
    unsigned width, height;
    map_measure(board, ZOOM_MIN, &width, &height);
    cursor_go_near(cursor, board, ZOOM_MIN, (int)width / 2, (int)height / 2);
}

void cursor_go_near(struct cursor *cursor, const struct board *board, unsigned zoom, int x, int y)
{
    unsigned best = 0;
    int best_distance = -1;
    for (unsigned i = 0; i < board->junctions; i++) {
        int spot_x, spot_y;
        map_spot(board, zoom, i, &spot_x, &spot_y);
        const int across = spot_x - x, down = 2 * (spot_y - y);
        const int distance = across * across + down * down;
        if (best_distance < 0 || distance < best_distance) {
            best = i;
            best_distance = distance;
        }
    }
    cursor_go(cursor, board, best);
}

/*
 * Returns the junction of a row nearest to `column`, restricted to one side of `from` (-1 or 1; 0
 * for both).
 */
static unsigned nearest_junction(const struct board *board, int row, int column, int from, int side)
{
    unsigned best = JUNCTION_NONE;
    int best_distance = 0;
    for (unsigned i = 0; i < board->junctions; i++) {
        const struct junction *junction = &board->junction[i];
        const int at = half_column(junction);
        const int distance = 2 * abs(at - column) + (at < column); /* ties go east */
        if (junction->row != row || (side != 0 && (at - from) * side <= 0))
            continue;
        if (best == JUNCTION_NONE || distance < best_distance) {
            best = i;
            best_distance = distance;
        }
    }
    return best;
}

void cursor_move(struct cursor *cursor, const struct board *board, int across, int down)
{
    const struct junction *from = &board->junction[cursor->junction];
    const int at = half_column(from);
    if (across != 0) {
        const unsigned to = nearest_junction(board, from->row, at + 2 * across, at, across);
        if (to != JUNCTION_NONE)
            cursor_go(cursor, board, to);
        return;
    }
    for (int row = from->row + down; row >= 0 && row < ROWS_MAX; row += down) {
        const unsigned to = nearest_junction(board, row, cursor->column, at, 0);
        if (to != JUNCTION_NONE) {
            cursor->junction = to;
            return;
        }
    }
}

void cursor_next_city(struct cursor *cursor, const struct board *board, const struct hand *hand,
                      int step)
{
    int group = step > 0 ? -1 : GROUPS;
    for (int i = 0; i < GROUPS; i++) {
        if (board->city[hand->city[i]].junction == cursor->junction)
            group = i;
    }
    group = (group + step + GROUPS) % GROUPS;
    cursor_go(cursor, board, board->city[hand->city[group]].junction);
}
