/* Creates and updates the matrix of distances.  The vector loops are in score/kernel_body.h. */
#include "score/distances.h"

#include <string.h>

#include "base/check.h"
#include "score/kernel.h"

static unsigned first_at_zero(const struct distances *distances, unsigned junction)
{
    const uint8_t *row = distances->row[junction];
    return (unsigned)((const uint8_t *)memchr(row, 0, distances->junctions) - row);
}

void distances_init_with(struct distances *distances, const struct board *board,
                         const uint8_t cost[LINES_MAX], const struct kernel *kernel)
{
    CHECK(kernel != NULL && board->junctions > 0);
    distances->kernel = kernel;
    distances->junctions = board->junctions;
    distances->width = board->junctions <= DISTANCE_NARROW ? DISTANCE_NARROW : DISTANCE_STRIDE;
    memset(distances->row, 0xff, sizeof distances->row);
    for (unsigned v = 0; v < board->junctions; v++)
        distances->row[v][v] = 0;
    for (unsigned i = 0; i < board->lines; i++) {
        const struct line *line = &board->line[i];
        distances->row[line->a][line->b] = distances->row[line->b][line->a] = cost[i];
    }
    distances->kernel->close(distances);
    distances->first = (struct junction_set){{0}};
    for (unsigned v = 0; v < board->junctions; v++) {
        if (first_at_zero(distances, v) == v)
            junction_set_add(&distances->first, v);
    }
}

void distances_init_costs(struct distances *distances, const struct board *board,
                          const uint8_t cost[LINES_MAX])
{
    distances_init_with(distances, board, cost, kernel_best());
}

void distances_init(struct distances *distances, const struct board *board)
{
    uint8_t cost[LINES_MAX];
    for (unsigned i = 0; i < board->lines; i++)
        cost[i] = board->line[i].cost;
    distances_init_costs(distances, board, cost);
}

void distances_lower(struct distances *distances, unsigned a, unsigned b, unsigned cost)
{
    CHECK(a < distances->junctions && b < distances->junctions);
    if (distances->row[a][b] <= cost)
        return;
    if (cost == 0) {
        const unsigned one = first_at_zero(distances, a), other = first_at_zero(distances, b);
        junction_set_remove(&distances->first, one > other ? one : other);
    }
    distances->kernel->lower(distances, a, b, cost);
}

void distances_use_kernel(struct distances *distances, const struct kernel *kernel)
{
    CHECK(kernel != NULL);
    distances->kernel = kernel;
}

void distances_copy(struct distances *to, const struct distances *from)
{
    memcpy(to->row, from->row, (size_t)from->junctions * DISTANCE_STRIDE);
    to->first = from->first;
    to->kernel = from->kernel;
    to->junctions = from->junctions;
    to->width = from->width;
}

void lazy_begin(struct lazy_distances *lazy, const struct distances *from)
{
    lazy->now.first = from->first;
    lazy->now.kernel = from->kernel;
    lazy->now.junctions = from->junctions;
    lazy->now.width = from->width;
    lazy->from = from;
    lazy->joined = from->kernel->joined(from);
    lazy->clock = 1;
    lazy->joins = lazy->lowered = 0;
    memset(lazy->known, 0, sizeof lazy->known);
}

void lazy_refresh(struct lazy_distances *lazy, const uint8_t junction[], unsigned count)
{
    lazy->now.kernel->refresh(lazy, junction, count);
}

/* Afterwards the separately stored changes are no longer needed. */
void lazy_refresh_all(struct lazy_distances *lazy)
{
    for (unsigned v = 0; v < lazy->now.junctions; v++)
        lazy_refresh(lazy, &(uint8_t){(uint8_t)v}, 1);
    lazy->joins = lazy->lowered = 0;
}

void lazy_join(struct lazy_distances *lazy, const uint8_t junction[], unsigned count)
{
    if (lazy->joins == LAZY_JOINS_MAX)
        lazy_refresh_all(lazy);
    lazy->now.kernel->lazy_join(lazy, junction, count);
}

void lazy_lower(struct lazy_distances *lazy, unsigned a, unsigned b, unsigned cost)
{
    const uint8_t end[2] = {(uint8_t)a, (uint8_t)b};
    if (cost == 0) {
        lazy_join(lazy, end, 2);
        return;
    }
    lazy_refresh(lazy, end, 2);
    if (lazy->now.row[a][b] <= cost)
        return;
    if (lazy->lowered == LAZY_LOWERED_MAX)
        lazy_refresh_all(lazy);
    lazy->now.kernel->lazy_lower(lazy, a, b, cost);
}
