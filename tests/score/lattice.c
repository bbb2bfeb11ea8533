/* Boards and states for the tests of the score. */
#include "score/lattice.h"

#include <string.h>

#include "base/check.h"
#include "support.h"

static void add_junctions(struct board *board, unsigned columns, unsigned rows)
{
    CHECK(columns <= COLUMNS_MAX && columns * rows <= JUNCTIONS_MAX);
    memset(board, 0, sizeof *board);
    board->junctions = (uint8_t)(columns * rows);
    for (unsigned i = 0; i < board->junctions; i++) {
        board->junction[i].column = (uint8_t)(i % columns);
        board->junction[i].row = (uint8_t)(i / columns);
    }
}

static void add_line(struct board *board, unsigned a, unsigned b, unsigned kind)
{
    CHECK(board->lines < LINES_MAX);
    board->line[board->lines++] =
        (struct line){.a = (uint8_t)a, .b = (uint8_t)b, .kind = (uint8_t)kind};
}

static unsigned find_part(const uint8_t part[], unsigned junction)
{
    while (part[junction] != junction)
        junction = part[junction];
    return junction;
}

void lattice_random(struct board *board, unsigned columns, unsigned rows, unsigned percent,
                    uint64_t *random)
{
    static const uint8_t step[3][2] = {{1, 0}, {1, 1}, {0, 1}};
    uint8_t end[LINES_MAX][2], part[JUNCTIONS_MAX];
    unsigned ends = 0;
    add_junctions(board, columns, rows);
    for (unsigned i = 0; i < board->junctions; i++) {
        part[i] = (uint8_t)i;
        for (unsigned k = 0; k < 3; k++) {
            const unsigned column = i % columns + step[k][0], row = i / columns + step[k][1];
            if (column < columns && row < rows) {
                end[ends][0] = (uint8_t)i;
                end[ends++][1] = (uint8_t)(row * columns + column);
            }
        }
    }
    for (unsigned left = ends; left > 0; left--) { /* in random order */
        const unsigned pick = test_random_below(random, left);
        const unsigned a = end[pick][0], b = end[pick][1];
        const unsigned part_a = find_part(part, a), part_b = find_part(part, b);
        memcpy(end[pick], end[left - 1], sizeof end[pick]);
        if (part_a != part_b || test_random_below(random, 100) < percent)
            add_line(board, a, b, test_random_below(random, 3));
        part[part_a] = (uint8_t)part_b;
    }
    board_derive(board);
}

void lattice_snake(struct board *board)
{
    enum { COLUMNS = 17, ROWS = 15 };
    add_junctions(board, COLUMNS, ROWS);
    for (unsigned row = 0; row < ROWS; row++) {
        for (unsigned column = 1; column < COLUMNS; column++)
            add_line(board, row * COLUMNS + column - 1, row * COLUMNS + column, LINE_SINGLE);
        const unsigned turn = row * COLUMNS + (row % 2 ? 0 : COLUMNS - 1);
        if (row + 1 < ROWS)
            add_line(board, turn, turn + COLUMNS, LINE_SINGLE);
    }
    board_derive(board);
}

/* Track in one piece: a walk from a random junction. */
static void lay_walk(const struct board *board, uint8_t cost[LINES_MAX], unsigned steps,
                     uint64_t *random)
{
    unsigned at = test_random_below(random, board->junctions);
    for (unsigned i = 0; i < steps; i++) {
        const unsigned line = board->line_at[at][test_random_below(random, DIRECTIONS)];
        if (line == LINE_NONE)
            continue;
        cost[line] = 0;
        at = line_other_end(&board->line[line], at);
    }
}

void lattice_costs(const struct board *board, uint8_t cost[LINES_MAX], uint64_t *random)
{
    static const uint8_t percents[] = {0, 0, 3, 10, 25, 60};
    const unsigned percent = percents[test_random_below(random, sizeof percents)];
    for (unsigned i = 0; i < board->lines; i++) {
        cost[i] = board->line[i].cost;
        if (board->line[i].kind == LINE_FERRY)
            cost[i] = (uint8_t)(cost[i] - test_random_below(random, 2));
        if (test_random_below(random, 100) < percent)
            cost[i] = 0;
    }
    for (unsigned walks = test_random_below(random, 5); walks > 0; walks--)
        lay_walk(board, cost, test_random_below(random, 80), random);
}
