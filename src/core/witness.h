/*
 * A game as somebody sees it who does not know all hands: a table that what is told leads on.
 *
 * core/position.h plays a game from the whole truth.  A witness has a table, the hands that are
 * known (CITY_NONE for the others), and what somebody who knows more says: who begins, what was
 * played, how a round ended.  All of it is judged by the rules as far as it can be seen, and what
 * does not fit changes nothing.  Where all hands are known nothing is left to trust: the judgement
 * is as strict as a position's.
 */
#ifndef RAILHEAD_CORE_WITNESS_H
#define RAILHEAD_CORE_WITNESS_H

#include "core/misfit.h"
#include "core/table.h"
#include "core/turn.h"

/* How a round ended, as it is told. */
struct closing {
    int16_t lost[SEATS_MAX];   /* minus points */
    int16_t points[SEATS_MAX]; /* after them */
    int16_t barrier;           /* where the rules have one, else 0 */
    uint8_t connected;         /* a bit for each seat */
    uint8_t has_barrier;
};

/* S3, S4: whether one seat can hold these five cards. */
bool witness_hand_can_be(const struct board *board, unsigned seats, const struct hand *hand);

/* And all seats these: each is known or wholly hidden, and no card is in two hands. */
bool witness_hands_can_be(const struct board *board, unsigned seats,
                          const struct hand hand[SEATS_MAX]);

/* Whether everything that was known is still so now that these hands are. */
bool witness_hands_agree(unsigned seats, const struct hand known[SEATS_MAX],
                         const struct hand hand[SEATS_MAX]);

/* A round begins with `first` (S5, B6) and these hands (S3, S4, V1). */
enum misfit witness_begin(struct table *table, const struct board *board,
                          const struct hand hand[SEATS_MAX], unsigned first);

/* Whether the round is over by what can be seen (R2, R4, R5, R7); no turn can follow then. */
bool witness_is_over(const struct table *table, const struct board *board,
                     const struct hand hand[SEATS_MAX]);

/*
 * The seat to move plays a turn.  The next one is to move then, unless the round is over as far as
 * can be seen.  A turn from outside may be anything.
 */
enum misfit witness_play(struct table *table, const struct board *board,
                         const struct hand hand[SEATS_MAX], const struct turn *turn);

/*
 * The round has ended with the turn `last`, which is yet to be played on this table: plays it,
 * closes the round (R6, B1 to B5) and shows the hands if all are known.
 */
enum misfit witness_end(struct table *table, const struct board *board,
                        const struct hand hand[SEATS_MAX], const struct turn *last,
                        const struct closing *closing);

#endif
