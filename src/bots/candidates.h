/*
 * Promising turns with a value that needs no search: the seat's own gain, minus a share of what the
 * opponents gain.  Of equivalent turns (bots/turn_equivalence.h) only one is listed.
 *
 * The hard player plays the best candidate.  The expert examines the best few in a search.
 */
#ifndef RAILHEAD_BOTS_CANDIDATES_H
#define RAILHEAD_BOTS_CANDIDATES_H

#include "bots/opponent_gain.h"
#include "bots/seat_distances.h"
#include "bots/turn_equivalence.h"
#include "rules/view.h"

enum { CANDIDATES_MAX = 32 };

struct candidate {
    struct turn turn;
    struct turn_key key;
    float value;      /* static estimate; higher is better */
    unsigned missing; /* cost that the seat still misses after the turn */
};

struct candidates {
    struct candidate best[CANDIDATES_MAX]; /* in descending order of value */
    unsigned count;                        /* number of candidates */
};

/*
 * Candidates for placing the start marker: the seat's own cities, or all free junctions if those
 * are taken.
 */
void candidates_place(struct candidates *candidates, const struct board *board,
                      const struct view *view, const struct seat_distances *seat_distances);

/* Candidates for laying tracks.  None are found if no legal track reduces the missing cost. */
void candidates_lay(struct candidates *candidates, const struct board *board,
                    const struct view *view, const struct seat_distances *seat_distances,
                    const struct opponent_gain *opponent_gain);

#endif
