/*
 * Detects turns with the same effect, so that only one of them is examined.
 *
 * Track that everyone may use merges the junctions it connects into one cluster.  If a junction can
 * be joined to a network along any of several lines, the choice makes no difference: distances,
 * scores and legal moves are the same for everyone afterwards.
 *
 *       A - B          The network contains A, B and C.  A turn that lays B-D is equivalent to
 *        \  : .        one that lays C-D.
 *         C . . D
 *
 * About half of the plausible turns are equivalent to another one.
 */
#ifndef RAILHEAD_BOTS_TURN_EQUIVALENCE_H
#define RAILHEAD_BOTS_TURN_EQUIVALENCE_H

#include "bots/seat_distances.h"

/*
 * A canonical key: turns with equal keys are equivalent.  It has no padding, so keys can be
 * compared as bytes.
 */
struct turn_key {
    uint8_t kind;       /* enum turn_kind */
    uint8_t tracks;     /* number of tracks */
    uint8_t marker;     /* where the marker goes, or JUNCTION_NONE */
    uint8_t only_joins; /* 1 if merging clusters is the only effect of the tracks */
    /*
     * If only_joins: the merged clusters, for each matrix of the seat distances.  Otherwise unused.
     */
    uint8_t cluster[SEATS_MAX][2 * TURN_TRACKS_MAX];
    /* If not only_joins: the tracks, sorted. */
    struct track track[TURN_TRACKS_MAX];
};

/*
 * Writes the key of a turn of the seat to move.  `seat_distances` belongs to `table`, before the
 * turn.
 */
void turn_key_of(struct turn_key *key, const struct seat_distances *seat_distances,
                 const struct table *table, const struct board *board, const struct turn *turn);

bool turn_key_equal(const struct turn_key *one, const struct turn_key *other);

/*
 * The clusters already reached by black tracks considered as the next track of a turn.  Initialise
 * with zeroes.
 */
struct tracks_seen {
    struct junction_set over_double; /* reached over double lines, which end a turn (T3) */
    struct junction_set over_others; /* reached over all other lines */
};

/*
 * Returns true if black track on an earlier line is equivalent to black track on `line`, and
 * remembers `line` for later calls.  `far` is the end of the line outside the network.
 * `seat_distances` may be those at the start of the turn.
 */
bool tracks_seen_add(struct tracks_seen *seen, const struct seat_distances *seat_distances,
                     const struct table *table, const struct board *board, unsigned line,
                     unsigned far);

#endif
