/*
 * Samples worlds: consistent hands for all opponents, drawn from a belief.
 *
 * The belief has a weight for every hand of every seat.  The probability of a world is proportional
 * to the product of the weights of its hands.  Worlds in which a card is held twice, or a seat is
 * already connected, are impossible.
 *
 * With few seats, worlds are independent: hands are drawn for all seats until they are consistent.
 * With more seats that hardly ever succeeds, so a Markov chain (Gibbs sampling) is used.  Its state
 * is a list of places: the opponents' seats, and rows of unheld cards.
 *
 *                   green    blue   yellow  orange    red
 *     seat 0         Ch       De     ...                        weight from belief
 *     seat 2         Bo       Hel                               weight from belief
 *     ...
 *     unheld         Du       Om                                constant weight
 *
 * A transition takes two places and exchanges the cards of some groups between them.  The set of
 * groups is drawn from all 32 subsets, with probability proportional to the resulting weights.
 * After a few transitions for each pair of places, the next world is nearly independent of the
 * last.
 */
#ifndef RAILHEAD_BOTS_WORLD_SAMPLER_H
#define RAILHEAD_BOTS_WORLD_SAMPLER_H

#include "bots/belief.h"

enum {
    WORLD_STEPS_MAX = 128, /* largest cost of a world, in steps */
    WORLD_PLACES_MAX = SEATS_MAX + GROUP_CARDS_MAX,
};

struct world_sampler {
    const struct belief *belief;
    const struct board *board;
    const struct view *view;
    unsigned work;    /* for the current world, in eighths of a step */
    bool independent; /* worlds are sampled independently; otherwise by the chain */
    bool chained;     /* the chain has been started */
    /*
     * The state of the chain: seats first, then rows of unheld cards.  Cards are indices into their
     * group.
     */
    unsigned places;
    uint8_t seat[WORLD_PLACES_MAX]; /* or SEAT_NONE */
    uint8_t card[WORLD_PLACES_MAX][GROUPS];
    /* Whether the city of each card is in the seat's network. */
    bool joined[SEATS_MAX][GROUPS][GROUP_CARDS_MAX];
};

/* Prepares sampling for the seat of `view`.  All arguments must stay valid and unchanged. */
void world_sampler_begin(struct world_sampler *sampler, const struct belief *belief,
                         const struct board *board, const struct view *view);

/*
 * Writes a hand for each seat; the hand of the view's seat and all visible cards are as they are.
 * Returns the steps used.
 */
unsigned world_sampler_next(struct world_sampler *sampler, struct rng *rng,
                            struct hand hand[SEATS_MAX]);

#endif
