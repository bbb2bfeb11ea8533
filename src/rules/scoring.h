/* The end of a round: missing lines, points, barrier, winners (P, B, V1). */
#ifndef RAILHEAD_RULES_SCORING_H
#define RAILHEAD_RULES_SCORING_H

#include "rules/table.h"
#include "score/steiner.h"

/*
 * Lists the junctions that a seat must join: the cities of its hand, and its marker if that is
 * placed.  Returns their number.
 */
unsigned hand_terminals(const struct board *board, const struct hand *hand, unsigned marker,
                        uint8_t terminal[TERMINALS_MAX]);

/*
 * P1: returns the exact cost of the lines that the seat still needs to join the five cities of the
 * hand and its network.  `missing` receives one cheapest set of lines unless it is NULL.  The hand
 * must be known.
 */
unsigned scoring_missing(const struct table *table, const struct board *board, unsigned seat,
                         const struct hand *hand, struct line_set *missing);

/* The same for arbitrary junctions instead of a hand and a marker. */
unsigned scoring_missing_between(const struct table *table, const struct board *board,
                                 unsigned seat, const uint8_t terminal[], unsigned count,
                                 struct line_set *missing);

/*
 * Distances that are reused when several seats of a table are scored: seats with equal costs share
 * them.
 */
struct survey {
    struct distances distances;
    uint8_t cost[LINES_MAX]; /* the costs from which the distances were computed */
    bool made;               /* must be false initially; the rest need not be initialised */
};
unsigned survey_missing(struct survey *survey, const struct table *table, const struct board *board,
                        unsigned seat, const struct hand *hand, struct line_set *missing);

/*
 * Computes `lost` (P1) of every seat that is not `connected` and whose hand is known.  The others
 * are not changed.
 */
void scoring_count_lost(struct table *table, const struct board *board,
                        const struct hand hand[SEATS_MAX]);

/*
 * Scores a round that has ended; `connected` must be set.  Shows all hands, subtracts the minus
 * points, moves the barrier, and decides whether the game is over.  If a card is unknown (a record
 * with hidden cards), the round ends without a score.
 */
void scoring_close_round(struct table *table, const struct board *board,
                         const struct hand hand[SEATS_MAX]);

/*
 * The same much faster, for callers that score many rounds on one board.  `empty` holds the
 * distances on the empty board, `lazy` is workspace.
 */
void scoring_close_round_from(struct table *table, const struct board *board,
                              const struct hand hand[SEATS_MAX], const struct distances *empty,
                              struct lazy_distances *lazy);

/*
 * Computes the distances of a seat from those on the empty board, for scoring_close_round_from().
 */
void scoring_distances_from(const struct table *table, const struct board *board, unsigned seat,
                            const struct distances *empty, struct lazy_distances *lazy);

/* The second half of scoring_close_round(), for callers that have set `lost` already. */
void scoring_take_points(struct table *table, const struct board *board);

/* Returns the barrier that was valid while the round now on the table was played. */
int scoring_barrier_before(const struct table *table, const struct board *board);

#endif
