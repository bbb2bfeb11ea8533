/* Making and keeping the matrix of distances; the loops over vectors are in core/kernel_body.h. */
#include "core/distances.h"

#include <string.h>

#include "core/check.h"
#include "core/kernel.h"

void distances_init_costs(struct distances *distances, const struct board *board,
                          const uint8_t cost[LINES_MAX])
{
    distances->kernel = kernel_best();
    distances->junctions = board->junctions;
    distances->width = (uint16_t)((board->junctions + 63u) & ~63u);
    memset(distances->row, 0xff, sizeof distances->row);
    for (unsigned v = 0; v < board->junctions; v++)
        distances->row[v][v] = 0;
    for (unsigned i = 0; i < board->lines; i++) {
        const struct line *line = &board->line[i];
        distances->row[line->a][line->b] = distances->row[line->b][line->a] = cost[i];
    }
    distances->kernel->close(distances);
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
    to->kernel = from->kernel;
    to->junctions = from->junctions;
    to->width = from->width;
}
