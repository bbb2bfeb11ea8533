/* Computes obstacles from the networks of the core. */
#include "terminal/drawing/obstacles.h"

#include <string.h>

#include "rules/network.h"

static bool seat_builds(const struct table *table, unsigned seat)
{
    return seat != SEAT_NONE && table->phase == PHASE_PLAYING &&
           table->marker[seat] != JUNCTION_NONE;
}

void obstacles_find(struct obstacles *obstacles, const struct table *table,
                    const struct board *board, unsigned seat)
{
    struct junction_set open;
    memset(obstacles, 0, sizeof *obstacles);
    if (!seat_builds(table, seat) || (table->variants & VARIANT_BLOCKING) == 0)
        return;
    obstacles->markers = network_blockers(table, board, seat);
    network_beyond(table, board, seat, &obstacles->track);
    network_unblocked(table, board, seat, &open);
    const struct junction_set *reach = table_reach(table, seat);
    for (unsigned at = junction_set_next(reach, 0); at != JUNCTION_NONE;
         at = junction_set_next(reach, at + 1)) {
        if (!junction_set_has(&open, at))
            junction_set_add(&obstacles->behind, at);
    }
}

void obstacles_on_route(struct line_set *barred, const struct table *table,
                        const struct board *board, unsigned seat, const struct line_set *route)
{
    memset(barred, 0, sizeof *barred);
    if (seat_builds(table, seat))
        network_barred(table, board, seat, route, barred);
}
