/*
 * What a turn does to the table, apart from which lines it takes for that.
 *
 * Track that everybody may use makes one place of the junctions it joins.  Where a junction can be
 * joined to a network over any of several lines, it makes no difference which is laid: nobody's
 * distances, score or legal ways ever tell such turns apart.
 *
 *       A - B          The network holds A, B and C.  A turn that lays B-D does just what one that
 *        \  : .        lays C-D does.
 *         C . . D
 *
 * About half of the turns that are worth a thought are another one over again.
 */
#ifndef RAILHEAD_BOTS_TURN_EQUIVALENCE_H
#define RAILHEAD_BOTS_TURN_EQUIVALENCE_H

#include "bots/seat_distances.h"

/* A plain value without padding: bytes compare it. */
struct turn_key {
    uint8_t kind;       /* enum turn_kind */
    uint8_t tracks;     /* how many */
    uint8_t marker;     /* where it goes, or JUNCTION_NONE */
    uint8_t only_joins; /* whether the tracks only join places, */
    uint8_t cluster[SEATS_MAX]
                   [2 * TURN_TRACKS_MAX]; /* and these then, in each matrix of the ways; */
    struct track track[TURN_TRACKS_MAX];  /* or the tracks themselves, sorted */
};

/* The effect of a turn of the seat to move on a table with these ways. */
void turn_key_of(struct turn_key *key, const struct seat_distances *seat_distances,
                 const struct table *table, const struct board *board, const struct turn *turn);

bool turn_key_equal(const struct turn_key *one, const struct turn_key *other);

/* Where black tracks lead to that were looked at as the next one of a turn; empty at first. */
struct tracks_seen {
    struct junction_set over_double; /* over double lines, which end a turn (T3), */
    struct junction_set otherwise;   /* and over others */
};

/*
 * Whether a black track that was looked at before does the same as one on this line, which leads
 * from the network to the junction `far`.  The ways may be those at the beginning of the turn.
 */
bool tracks_seen_add(struct tracks_seen *seen, const struct seat_distances *seat_distances,
                     const struct table *table, const struct board *board, unsigned line,
                     unsigned far);

#endif
