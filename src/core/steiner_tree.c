/*
 * One cheapest tree, line by line: the first line (in the board's order) that lies on some
 * cheapest tree is taken and becomes free, until nothing is missing.
 *
 * For the screens; bots ask for costs only.
 */
#include <string.h>

#include "core/check.h"
#include "core/steiner.h"

/* A line lies on a cheapest tree when making it free saves all that it costs. */
static unsigned first_on_a_cheapest_tree(const struct board *board, const uint8_t cost[],
                                         const uint8_t cost_after[], unsigned total)
{
    unsigned line = 0;
    while (line < board->lines && (cost[line] == 0 || cost_after[line] + cost[line] != total))
        line++;
    CHECK(line < board->lines); /* what costs something has a line that does */
    return line;
}

unsigned steiner_tree(const struct distances *distances, const struct board *board,
                      const uint8_t cost[LINES_MAX], const uint8_t terminal[], unsigned count,
                      struct line_set *missing)
{
    struct distances now;
    distances_copy(&now, distances);
    uint8_t missing_cost[LINES_MAX];
    memcpy(missing_cost, cost, board->lines);
    memset(missing, 0, sizeof *missing);

    const unsigned total = steiner_cost(distances, terminal, count);
    for (unsigned left = total; left > 0;) {
        uint8_t cost_after[LINES_MAX];
        steiner_gradient(&now, board, terminal, count, cost_after);
        const unsigned line = first_on_a_cheapest_tree(board, missing_cost, cost_after, left);
        line_set_add(missing, line);
        left = cost_after[line];
        missing_cost[line] = 0;
        distances_lower(&now, board->line[line].a, board->line[line].b, 0);
    }
    return total;
}
