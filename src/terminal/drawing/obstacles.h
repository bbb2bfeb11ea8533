/*
 * What blocks a seat with the variant blocking (V2): for the map, the panel and line mode.
 *
 * Everything is empty without the variant, before the seat has placed its marker, and between
 * rounds.
 */
#ifndef RAILHEAD_TERMINAL_DRAWING_OBSTACLES_H
#define RAILHEAD_TERMINAL_DRAWING_OBSTACLES_H

#include "rules/table.h"

struct obstacles {
    unsigned markers;           /* a bit for each seat whose start marker blocks the way */
    struct junction_set behind; /* junctions of the seat's network from which it cannot build */
    struct line_set track;      /* the track between them */
};

/* `seat` may be SEAT_NONE. */
void obstacles_find(struct obstacles *obstacles, const struct table *table,
                    const struct board *board, unsigned seat);

/*
 * Computes the lines of a route from scoring_missing() that the seat cannot build now.  The set is
 * empty if the whole route can be built, or if there is no marker to start from.
 */
void obstacles_on_route(struct line_set *barred, const struct table *table,
                        const struct board *board, unsigned seat, const struct line_set *route);

#endif
