/* The exact score: merges terminals that are already joined; a kernel does the rest. */
#include "score/steiner.h"

#include <string.h>

#include "base/check.h"
#include "score/kernel.h"

/*
 * Keeps the first of each group of terminals at distance 0, in their order.  Returns how many are
 * left.
 */
static unsigned merge(const struct distances *distances, const uint8_t terminal[], unsigned count,
                      uint8_t merged[TERMINALS_MAX])
{
    CHECK(count >= 1 && count <= TERMINALS_MAX);
    unsigned kept = 0;
    for (unsigned i = 0; i < count; i++) {
        const uint8_t *row = distances->row[terminal[i]];
        bool joined = false;
        for (unsigned k = 0; k < kept; k++)
            joined |= row[merged[k]] == 0;
        merged[kept] = terminal[i];
        kept += !joined;
    }
    return kept;
}

unsigned steiner_cost(const struct distances *distances, const uint8_t terminal[], unsigned count)
{
    uint8_t merged[TERMINALS_MAX];
    count = merge(distances, terminal, count, merged);
    if (count == 1)
        return 0;
    if (count == 2)
        return distances->row[merged[0]][merged[1]];
    return distances->kernel->cost(distances, merged, count);
}

void steps_init(struct steps *steps, const struct board *board)
{
    for (unsigned junction = 0; junction < board->junctions; junction++)
        steps_around(board, junction, steps->around[junction]);
}

unsigned steiner_plan(const struct distances *distances, const struct board *board,
                      const uint8_t cost[LINES_MAX], const uint8_t terminal[], unsigned count,
                      const uint8_t avoid[LINES_MAX], struct line_set *plan)
{
    static const uint8_t nothing_speaks_against[LINES_MAX];
    uint8_t merged[TERMINALS_MAX];
    *plan = (struct line_set){{0}};
    count = merge(distances, terminal, count, merged);
    if (count == 1)
        return 0;
    const struct plan_order order = {.distances = distances,
                                     .board = board,
                                     .cost = cost,
                                     .avoid = avoid ? avoid : nothing_speaks_against,
                                     .joined = distances->kernel->joined(distances),
                                     .limit = ~0U};
    return distances->kernel->plan(&order, merged, count, plan);
}

unsigned steiner_merge(struct lazy_distances *lazy, uint8_t terminal[], unsigned count)
{
    lazy_refresh(lazy, terminal, count);
    return merge(&lazy->now, terminal, count, terminal);
}

unsigned steiner_plan_below(struct lazy_distances *lazy, const struct steps *steps,
                            const uint8_t cost[LINES_MAX], const uint8_t terminal[], unsigned count,
                            const uint8_t avoid[LINES_MAX], unsigned limit, struct line_set *plan)
{
    const struct plan_order order = {.distances = &lazy->now,
                                     .lazy = lazy,
                                     .steps = steps,
                                     .cost = cost,
                                     .avoid = avoid,
                                     .joined = lazy->joined,
                                     .limit = limit};
    if (count == 1)
        return 0;
    return lazy->now.kernel->plan(&order, terminal, count, plan);
}

/* With a limit of 0 no path is walked, so the parameters for walking are not used. */
unsigned steiner_cost_lazily(struct lazy_distances *lazy, const uint8_t terminal[], unsigned count)
{
    struct line_set nothing;
    return steiner_plan_below(lazy, NULL, NULL, terminal, count, NULL, 0, &nothing);
}

unsigned steiner_gradient(const struct distances *distances, const struct board *board,
                          const uint8_t terminal[], unsigned count, uint8_t cost_after[LINES_MAX])
{
    uint8_t merged[TERMINALS_MAX];
    count = merge(distances, terminal, count, merged);
    if (count == 1) {
        for (unsigned i = 0; i < board->lines; i++)
            cost_after[i] = 0;
        return 0;
    }
    return distances->kernel->gradient(distances, board, merged, count, cost_after);
}

unsigned steiner_branches(const struct distances *distances, struct lazy_distances *lazy,
                          const uint8_t terminal[], unsigned count,
                          uint8_t cost_with[DISTANCE_STRIDE])
{
    uint8_t merged[TERMINALS_MAX];
    const uint8_t *last = distances->row[terminal[count - 1]];
    if (lazy != NULL)
        lazy_refresh(lazy, terminal, count);
    count = merge(distances, terminal, count, merged);
    /* the terminal at distance 0 from the last one goes last */
    for (unsigned i = 0; i + 1 < count; i++) {
        if (last[merged[i]] != 0)
            continue;
        const uint8_t own = merged[i];
        merged[i] = merged[count - 1];
        merged[count - 1] = own;
        break;
    }
    if (count > 1)
        return distances->kernel->branches(distances, lazy, merged, count, cost_with);
    memset(cost_with, 0, DISTANCE_STRIDE);
    return 0;
}

void steiner_all_hands(const struct distances *distances, unsigned start,
                       const uint8_t junction[GROUPS][GROUP_CARDS_MAX], const uint8_t count[GROUPS],
                       uint8_t *cost)
{
    distances->kernel->all_hands(distances, start, junction, count, cost);
}
