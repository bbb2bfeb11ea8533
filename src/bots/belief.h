/*
 * Estimates which cards the opponents hold: a weight for every hand that each seat may hold.
 *
 * After every turn of an opponent, the weight of each hand is multiplied by the likelihood of that
 * turn for a player with this hand.  The likelihood is never close to 0, since people and weak bots
 * make odd turns.  The exception is a hand that was already connected before the turn: the round
 * would have ended, so its weight becomes 0.  On boards with more than BELIEF_HANDS_MAX hands
 * nothing is tracked, and all hands stay equally likely.
 *
 * A hand is numbered by its cards as digits, the first group highest.  With seven cards in each
 * group:
 *
 *     number = (((green * 7 + blue) * 7 + yellow) * 7 + orange) * 7 + red
 *
 *                     0 ....... 127  128 ...... 255  256 ...        hands - 1
 *     weight[seat]   |   block 0   |    block 1    |    ...        |
 *     sum[seat]      |   [0]       |     [1]       |    ...        |
 *     total[seat]    |              sum of all blocks              |
 *
 * To draw a hand by weight, find its block by the sums, then the hand within the block.
 */
#ifndef RAILHEAD_BOTS_BELIEF_H
#define RAILHEAD_BOTS_BELIEF_H

#include "bots/rng.h"
#include "rules/view.h"
#include "score/steiner.h"

enum {
    BELIEF_HANDS_MAX = 7 * 7 * 7 * 7 * 7,
    BELIEF_BLOCK = 128,
    BELIEF_BLOCKS_MAX = (BELIEF_HANDS_MAX + BELIEF_BLOCK - 1) / BELIEF_BLOCK,
};

struct belief {
    /* Unnormalised probability of each hand, by its number.  The largest of a seat is about 1. */
    float weight[SEATS_MAX][BELIEF_HANDS_MAX];
    double sum[SEATS_MAX][BELIEF_BLOCKS_MAX]; /* sum of the weights in each block */
    double total[SEATS_MAX]; /* sum of all weights; 0 if every hand has become impossible */
    uint8_t junction[GROUPS][GROUP_CARDS_MAX]; /* junctions of the cards in play */
    uint8_t cards[GROUPS];                     /* number of cards in play */
    uint8_t seats;
    uint8_t seat;               /* the observer's seat, which has no weights */
    uint8_t tracked;            /* 0 if nothing is tracked: too many hands, or open cards (V1) */
    uint32_t hands;             /* number of possible hands: the product of `cards` */
    struct distances distances; /* scratch space */
    uint8_t cost_before[BELIEF_HANDS_MAX]; /* scratch: cost that each hand missed before the turn */
    uint8_t cost_after[BELIEF_HANDS_MAX];  /* scratch: the same after the turn */
    float chance[BELIEF_HANDS_MAX];        /* likelihood of the last turn, by hand number */
};

/*
 * Starts a round for the seat of `view`.  Also works in the middle of a round: markers already
 * placed are taken into account, earlier tracks are not.
 */
void belief_begin_round(struct belief *belief, const struct board *board, const struct view *view);

/* Updates the weights after a turn of any seat.  `before` is the table before the turn. */
void belief_see(struct belief *belief, const struct board *board, const struct table *before,
                const struct turn *turn);

/*
 * belief_see() in two parts, for callers with a better model of the players. belief_judge() writes
 * the likelihood of the turn for each hand, relative to the best possible turn, and 0 for a hand
 * that was already connected. belief_weigh() multiplies the weights of `seat` by such likelihoods.
 */
void belief_judge(struct belief *belief, const struct board *board, const struct table *before,
                  const struct turn *turn, float chance[BELIEF_HANDS_MAX]);
void belief_weigh(struct belief *belief, unsigned seat, const float chance[BELIEF_HANDS_MAX]);

/* The probability that `seat` holds `hand`.  If hands are not tracked, the same for every hand. */
double belief_of(const struct belief *belief, const struct board *board, unsigned seat,
                 const struct hand *hand);

/*
 * The index of a city among the cards of its group in play, or the number of those cards if it is
 * not in play.
 */
unsigned belief_card(const struct belief *belief, const struct board *board, unsigned group,
                     unsigned city);

/*
 * belief_draw_number() draws the number of a hand of `seat` with probability proportional to its
 * weight; belief_hand() converts a number to a hand.  Both require tracked hands.
 */
unsigned belief_draw_number(const struct belief *belief, unsigned seat, struct rng *rng);
void belief_hand(const struct belief *belief, const struct board *board, unsigned number,
                 struct hand *hand);

/*
 * Writes the probability that each opponent holds each city.  Writes nothing if hands are not
 * tracked.
 */
void belief_chances(const struct belief *belief, const struct board *board,
                    float chance[SEATS_MAX][CITIES_MAX]);

#endif
