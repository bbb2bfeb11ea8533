/*
 * Worlds: hands for all the others at once, drawn by a belief about each of them.
 *
 * The belief has a weight for every hand of every seat.  A world is as likely as the product of its
 * hands' weights, if no card is in it twice and nobody is connected yet; all others are impossible.
 * Worlds are drawn by just that.
 *
 * With few others each world is drawn by itself: a hand for every seat by its weight, and all of
 * them again until they fit together.  With many that would hardly ever happen.  Then a chain of
 * worlds is followed instead.  Its places are the seats and, in rows, the cards that nobody holds:
 *
 *                   green    blue   yellow  orange    red
 *     seat 0         Ch       De     ...                        weighed
 *     seat 2         Bo       Hel                               weighed
 *     ...
 *     nobody         Du       Om                                any hand is as likely as another
 *
 * A step takes two places and exchanges the cards of some groups between them: which, is drawn from
 * all 32 ways by the products of the weights that they would give.  After a few sweeps over all
 * pairs the next world owes little to the one before.
 */
#ifndef RAILHEAD_BOTS_WORLD_SAMPLER_H
#define RAILHEAD_BOTS_WORLD_SAMPLER_H

#include "bots/belief.h"

enum {
    WORLD_STEPS_MAX = 128, /* the most that a world takes of a budget */
    WORLD_PLACES_MAX = SEATS_MAX + GROUP_CARDS_MAX,
};

struct world_sampler {
    const struct belief *belief;
    const struct board *board;
    const struct view *view;
    unsigned work;    /* of a step, done for this world */
    bool independent; /* worlds are drawn each by itself */
    bool chained;     /* the chain has begun */
    /* The chain: the places, those of the seats first, and the cards there, by their number. */
    unsigned places;
    uint8_t seat[WORLD_PLACES_MAX]; /* or SEAT_NONE */
    uint8_t card[WORLD_PLACES_MAX][GROUPS];
    bool joined[SEATS_MAX][GROUPS][GROUP_CARDS_MAX]; /* whether a city lies in a seat's network */
};

/* Begins to draw for the seat of the view, which must stay where it is with belief and board. */
void world_sampler_begin(struct world_sampler *sampler, const struct belief *belief,
                         const struct board *board, const struct view *view);

/*
 * A hand for each seat, the own one as it is; cards that the view shows stay where they are.
 * Answers the steps that it took.
 */
unsigned world_sampler_next(struct world_sampler *sampler, struct rng *rng,
                            struct hand hand[SEATS_MAX]);

#endif
