/*
 * A model of a player: how likely each turn is for a player of a type, by what lies open and a
 * hand.
 *
 * The model looks at a few good first tracks, and after each at a few good second ones, valued as
 * bots/play_style.h says, with what the mover may guess that the others want.  Turns that do the
 * same (bots/turn_equivalence.h) are one.  The better a turn, the likelier it is; the best one is
 * what the type is expected to play.  It follows the rules of every variant, since it asks the core
 * what is legal.
 */
#ifndef RAILHEAD_BOTS_POLICY_H
#define RAILHEAD_BOTS_POLICY_H

#include "bots/line_demand.h"
#include "bots/play_style.h"
#include "bots/turn_equivalence.h"

enum { POLICY_FIRSTS_MAX = 16, POLICY_SECONDS_MAX = 4, POLICY_TURNS_MAX = 32 };

/* How many tracks are looked at: first ones that a second may follow, and second ones after each.
 */
struct policy_width {
    unsigned firsts, seconds;
};
extern const struct policy_width POLICY_QUICK; /* to play by */
extern const struct policy_width POLICY_WIDE;  /* to tell how likely a turn was */

struct policy_turn {
    struct turn turn;
    struct turn_key key;
    struct track_worth worth;
    float value; /* for the type of player that it was weighed for */
};

/* What a mover sees; and room to work in, about 80 KB. */
struct policy {
    const struct board *board;
    const struct table *table;
    const struct seat_distances *seat_distances;
    struct policy_turn turn[POLICY_TURNS_MAX]; /* the turns that were weighed, the best first */
    unsigned turns;
    unsigned scans; /* how often all lines of the network were asked: that is what takes time */
    struct lazy_distances after_first;
    alignas(64) uint8_t missing_from[DISTANCE_STRIDE];
};

/* The table and its ways must stay as they are while turns are weighed. */
void policy_begin(struct policy *policy, const struct board *board, const struct table *table,
                  const struct seat_distances *seat_distances);

/*
 * Weighs turns of the seat to move, whose marker stands, if it held that hand and guessed that of
 * the others.  None where no legal track makes its tree cheaper.  Marker moves (V2) are not
 * weighed.
 */
void policy_weigh(struct policy *policy, const struct play_style *style, const struct hand *hand,
                  const struct opponents_demand *opponents, struct policy_width width);

/*
 * How likely the turns are that were weighed, perhaps for another type; together 1, if there are
 * any.  The rest of a type's turns, which follow no rule, are not counted.
 */
void policy_chances(const struct policy *policy, const struct play_style *style,
                    double chance[POLICY_TURNS_MAX]);

/* Which of the turns that were weighed does what a turn does, wherever its marker went; or
 * POLICY_TURNS_MAX. */
unsigned policy_find(const struct policy *policy, const struct turn *turn);

/* How likely the turn was that policy_find() found, or one that is not among them. */
double policy_chance(const struct policy *policy, const struct play_style *style, unsigned found);

/* The latter alone: a turn that follows no rule. */
double policy_chance_of_unlisted(const struct play_style *style);

/* V2: where a player who has laid these tracks puts the marker, or JUNCTION_NONE. */
unsigned policy_marker(const struct opponents_demand *opponents, const struct board *board,
                       const struct table *after, const struct hand *hand, const struct turn *turn);

/* T2: where the seat to move places its marker with a hand. */
unsigned policy_place(const struct board *board, const struct table *table,
                      const struct seat_distances *seat_distances, const struct hand *hand);

#endif
