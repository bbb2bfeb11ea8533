/*
 * A model of a player: the probability of each turn for a play style, given the table and a hand.
 *
 * It generates the best first tracks, and the best second tracks after each of them, valued by the
 * play style and the estimated demand of the opponents.  Of equivalent turns
 * (bots/turn_equivalence.h) one is kept.  Probabilities are a softmax of the values; the best turn
 * is the prediction.  All variants are supported, as the legal tracks come from the core.
 */
#ifndef RAILHEAD_BOTS_POLICY_H
#define RAILHEAD_BOTS_POLICY_H

#include "bots/line_demand.h"
#include "bots/play_style.h"
#include "bots/turn_equivalence.h"

enum { POLICY_FIRSTS_MAX = 16, POLICY_SECONDS_MAX = 4, POLICY_TURNS_MAX = 32 };

/*
 * Search width: how many first tracks are extended, and how many second tracks are tried after
 * each.
 */
struct policy_width {
    unsigned firsts, seconds; /* at most POLICY_FIRSTS_MAX, POLICY_SECONDS_MAX */
};
extern const struct policy_width POLICY_QUICK; /* for playing */
extern const struct policy_width POLICY_WIDE;  /* for estimating the probability of a given turn */

struct policy_turn {
    struct turn turn;
    struct turn_key key;
    struct track_worth worth; /* effect of its tracks together */
    float value;              /* for the style passed to policy_weigh() */
};

/* Turns of the seat to move on one table, and scratch space; about 80 KB. */
struct policy {
    const struct board *board;
    const struct table *table;
    const struct seat_distances *seat_distances;
    struct policy_turn turn[POLICY_TURNS_MAX]; /* in descending order of value */
    unsigned turns;                            /* number of listed turns */
    unsigned scans; /* number of calls of steiner_branches(), the main cost */
    struct lazy_distances after_first;
    alignas(64) uint8_t missing_from[DISTANCE_STRIDE];
};

/* `table` and `seat_distances` must stay unchanged while the policy is used. */
void policy_begin(struct policy *policy, const struct board *board, const struct table *table,
                  const struct seat_distances *seat_distances);

/*
 * Generates and values the turns of the seat to move, whose marker must be placed, as if it held
 * `hand`.  The list is empty if no legal track reduces its missing cost.  Marker moves (V2) are not
 * included.
 */
void policy_weigh(struct policy *policy, const struct play_style *style, const struct hand *hand,
                  const struct opponents_demand *opponents, struct policy_width width);

/*
 * Writes the softmax probabilities of the listed turns for a style, which may differ from the one
 * they were generated for.  They add up to 1.
 */
void policy_chances(const struct policy *policy, const struct play_style *style,
                    double chance[POLICY_TURNS_MAX]);

/*
 * The index of the listed turn equivalent to `turn`, ignoring marker moves.  POLICY_TURNS_MAX if
 * there is none.
 */
unsigned policy_find(const struct policy *policy, const struct turn *turn);

/*
 * The probability of a turn, given its index from policy_find().  Every turn gets at least the
 * probability of an unlisted one.
 */
double policy_chance(const struct policy *policy, const struct play_style *style, unsigned found);

/* The probability of a turn that is not listed. */
double policy_chance_of_unlisted(const struct play_style *style);

/*
 * V2: where a player moves the marker after laying the tracks of `turn`, or JUNCTION_NONE to leave
 * it.  `after` is the table with those tracks.
 */
unsigned policy_marker(const struct opponents_demand *opponents, const struct board *board,
                       const struct table *after, const struct hand *hand, const struct turn *turn);

/* T2: where the seat to move places its start marker with this hand. */
unsigned policy_place(const struct board *board, const struct table *table,
                      const struct seat_distances *seat_distances, const struct hand *hand);

#endif
