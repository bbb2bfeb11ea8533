/*
 * The turns that are worth a thought, each with what speaks for it at first sight: what the seat
 * gains by it, less a share of what the others gain.  Of turns that do the same there is one.
 *
 * The hard player plays the best of them; the expert looks closer at the best few.
 */
#ifndef RAILHEAD_BOTS_CANDIDATES_H
#define RAILHEAD_BOTS_CANDIDATES_H

#include "bots/opponent_gain.h"
#include "bots/seat_distances.h"
#include "bots/turn_equivalence.h"
#include "core/view.h"

enum { CANDIDATES_MAX = 32 };

struct candidate {
    struct turn turn;
    struct turn_key key;
    float value;      /* at first sight: the higher the better */
    unsigned missing; /* what the seat would still miss after it */
};

struct candidates {
    struct candidate best[CANDIDATES_MAX]; /* the best first */
    unsigned count;
};

/* The seat of the view places its marker: on a city of its own, or anywhere if all are taken. */
void candidates_place(struct candidates *candidates, const struct board *board,
                      const struct view *view, const struct seat_distances *seat_distances);

/* The seat of the view lays tracks.  None where only a pass or something pointless is left. */
void candidates_lay(struct candidates *candidates, const struct board *board,
                    const struct view *view, const struct seat_distances *seat_distances,
                    const struct opponent_gain *opponent_gain);

#endif
