/*
 * The end of a round: what everybody still misses, points, barrier, winners (P, B, V1).
 */
#ifndef RAILHEAD_CORE_SCORING_H
#define RAILHEAD_CORE_SCORING_H

#include "core/steiner.h"
#include "core/table.h"

/* What a seat wants joined: the cities of a hand, and its marker if that stands; how many. */
unsigned hand_terminals(const struct board *board, const struct hand *hand, unsigned marker,
                        uint8_t terminal[TERMINALS_MAX]);

/*
 * P1: the exact cost of what the seat still misses to join the hand's five cities and its
 * network; `missing`, unless NULL, gets one cheapest set of lines.  The hand must be known.
 */
unsigned scoring_missing(const struct table *table, const struct board *board, unsigned seat,
                         const struct hand *hand, struct line_set *missing);

/* The same for any junctions to be joined instead of a hand and a marker. */
unsigned scoring_missing_between(const struct table *table, const struct board *board,
                                 unsigned seat, const uint8_t terminal[], unsigned count,
                                 struct line_set *missing);

/* For whoever asks for many seats of a table: those that miss the same on every line share this. */
struct survey {
    struct distances distances;
    uint8_t cost[LINES_MAX]; /* which the distances were made from */
    bool made;               /* false to begin with; the rest is large and need not be set */
};
unsigned survey_missing(struct survey *survey, const struct table *table, const struct board *board,
                        unsigned seat, const struct hand *hand, struct line_set *missing);

/* P1 for every seat that is not `connected` and whose hand is known; the others are left alone. */
void scoring_count_lost(struct table *table, const struct board *board,
                        const struct hand hand[SEATS_MAX]);

/*
 * The round has ended and `connected` is set: shows all hands, takes off the minus points, moves
 * the barrier, and decides whether the game is over.  Where a card is not known (a record with
 * hidden cards) the round is over and nothing is scored.
 */
void scoring_close_round(struct table *table, const struct board *board,
                         const struct hand hand[SEATS_MAX]);

/*
 * The same in a small part of the time, for whoever scores many rounds of one board: `empty` has
 * the distances on the empty board, and `lazy` is room to work in.
 */
void scoring_close_round_from(struct table *table, const struct board *board,
                              const struct hand hand[SEATS_MAX], const struct distances *empty,
                              struct lazy_distances *lazy);

/* What it stands on: the distances of a seat, made from those on the empty board. */
void scoring_distances_from(const struct table *table, const struct board *board, unsigned seat,
                            const struct distances *empty, struct lazy_distances *lazy);

/* The second half of it, for whoever knows what everybody has `lost` already. */
void scoring_take_points(struct table *table, const struct board *board);

/* Where the barrier stood while the round was played that is on the table. */
int scoring_barrier_before(const struct table *table, const struct board *board);

#endif
