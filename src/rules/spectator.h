/*
 * A game as seen by someone who does not know all hands: a table updated from reports.
 *
 * rules/position.h plays a game with complete knowledge.  A spectator has a table, the known hands
 * (CITY_NONE for other cards), and reports from a party that knows more: who begins, what was
 * played, how a round ended.  Every report is checked against the rules as far as possible, and one
 * that is inconsistent changes nothing.  If all hands are known, the checks are as strict as those
 * of a position.
 */
#ifndef RAILHEAD_RULES_SPECTATOR_H
#define RAILHEAD_RULES_SPECTATOR_H

#include "rules/misfit.h"
#include "rules/table.h"
#include "rules/turn.h"

/* The reported end of a round. */
struct closing {
    int16_t lost[SEATS_MAX];   /* minus points */
    int16_t points[SEATS_MAX]; /* after them */
    int16_t barrier;           /* 0 if the rules have no barrier */
    uint8_t connected;         /* one bit per seat */
    uint8_t has_barrier;
};

/* S3, S4: returns true if a seat can hold these five cards. */
bool spectator_hand_can_be(const struct board *board, unsigned seats, const struct hand *hand);

/*
 * The same for all seats: each hand must be completely known or completely hidden, and no card may
 * occur twice.
 */
bool spectator_hands_can_be(const struct board *board, unsigned seats,
                            const struct hand hand[SEATS_MAX]);

/* Returns true if `hand` is consistent with everything in `known`. */
bool spectator_hands_agree(unsigned seats, const struct hand known[SEATS_MAX],
                           const struct hand hand[SEATS_MAX]);

/* Begins a round with `first` (S5, B6) and these hands (S3, S4, V1). */
enum misfit spectator_begin(struct table *table, const struct board *board,
                            const struct hand hand[SEATS_MAX], unsigned first);

/* Returns true if the round is visibly over (R2, R4, R5, R7), so that no turn can follow. */
bool spectator_is_over(const struct table *table, const struct board *board,
                       const struct hand hand[SEATS_MAX]);

/*
 * Plays a turn of the seat to move.  Afterwards the next seat is to move, unless the round is
 * visibly over.  The turn may come from an untrusted source.
 */
enum misfit spectator_play(struct table *table, const struct board *board,
                           const struct hand hand[SEATS_MAX], const struct turn *turn);

/*
 * Plays `last`, the turn that ended the round, closes the round (R6, B1 to B5) and shows the hands
 * if all are known.
 */
enum misfit spectator_end(struct table *table, const struct board *board,
                          const struct hand hand[SEATS_MAX], const struct turn *last,
                          const struct closing *closing);

#endif
