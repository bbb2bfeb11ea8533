/*
 * What one seat believes of the others' hands: a weight for every hand that a seat may hold.
 *
 * Every turn is compared with what each hand would have wanted; hands that it did not serve lose
 * weight, but never all of it, since people and odd bots play odd turns.  A hand that would have
 * been connected before a turn of its seat has none from then on.  Boards with more hands than
 * BELIEF_HANDS_MAX are believed nothing about: there every hand stays as likely as another.
 *
 * A hand is a number, its cards as digits, the first group highest.  With seven cards in each
 * group:
 *
 *     number = (((green * 7 + blue) * 7 + yellow) * 7 + orange) * 7 + red
 *
 *                     0 ....... 127  128 ...... 255  256 ...        hands - 1
 *     weight[seat]   |  a block    |   a block     |    ...        |
 *     sum[seat]      |   [0]       |     [1]       |    ...        |
 *     total[seat]    |              the sum of all                 |
 *
 * To draw a hand, one looks for its block among the sums and then for the hand in it.
 */
#ifndef RAILHEAD_BOTS_BELIEF_H
#define RAILHEAD_BOTS_BELIEF_H

#include "bots/rng.h"
#include "core/steiner.h"
#include "core/view.h"

enum {
    BELIEF_HANDS_MAX = 7 * 7 * 7 * 7 * 7,
    BELIEF_BLOCK = 128,
    BELIEF_BLOCKS_MAX = (BELIEF_HANDS_MAX + BELIEF_BLOCK - 1) / BELIEF_BLOCK,
};

struct belief {
    float weight[SEATS_MAX][BELIEF_HANDS_MAX]; /* the largest of a seat is about 1 */
    double sum[SEATS_MAX][BELIEF_BLOCKS_MAX];  /* of each block of weights, to draw quickly */
    double total[SEATS_MAX];
    uint8_t junction[GROUPS][GROUP_CARDS_MAX]; /* of the cards in play */
    uint8_t cards[GROUPS];
    uint8_t seats;
    uint8_t seat;               /* the observer's */
    uint8_t tracked;            /* 0 where there are too many hands, or nothing to guess */
    uint32_t hands;             /* the product of `cards` */
    struct distances distances; /* room to work in */
    uint8_t cost_before[BELIEF_HANDS_MAX];
    uint8_t cost_after[BELIEF_HANDS_MAX];
    float chance[BELIEF_HANDS_MAX]; /* that a turn was played with each hand */
};

/* A round begins for the seat of the view, or the seat joins it as it stands. */
void belief_begin_round(struct belief *belief, const struct board *board, const struct view *view);

/* A turn of any seat, with the table as it was before. */
void belief_see(struct belief *belief, const struct board *board, const struct table *before,
                const struct turn *turn);

/*
 * The same in two steps, for whoever knows better how likely a turn was.  The first answers how
 * likely each hand makes it by a rule of thumb, as shares of the likeliest turn: 0 for a hand that
 * would have been connected before.  The second weighs the hands of the seat by such numbers.
 */
void belief_judge(struct belief *belief, const struct board *board, const struct table *before,
                  const struct turn *turn, float chance[BELIEF_HANDS_MAX]);
void belief_weigh(struct belief *belief, unsigned seat, const float chance[BELIEF_HANDS_MAX]);

/* The probability that a seat holds a hand; where hands are not tracked, that of any hand. */
double belief_of(const struct belief *belief, const struct board *board, unsigned seat,
                 const struct hand *hand);

/* The place of a city among the cards of its group that are in play, or how many those are. */
unsigned belief_card(const struct belief *belief, const struct board *board, unsigned group,
                     unsigned city);

/* The number of a hand of a seat, drawn by weight where there is any; and the hand of a number. */
unsigned belief_draw_number(const struct belief *belief, unsigned seat, struct rng *rng);
void belief_hand(const struct belief *belief, const struct board *board, unsigned number,
                 struct hand *hand);

/* The chance of each city for each other seat; nothing is written where hands are not tracked. */
void belief_chances(const struct belief *belief, const struct board *board,
                    float chance[SEATS_MAX][CITIES_MAX]);

#endif
