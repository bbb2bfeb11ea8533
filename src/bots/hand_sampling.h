/*
 * Hands that the others may hold: the cards that a view does not show, dealt at random.
 */
#ifndef RAILHEAD_BOTS_HAND_SAMPLING_H
#define RAILHEAD_BOTS_HAND_SAMPLING_H

#include "bots/rng.h"
#include "core/view.h"

/* One hand for each seat; known cards stay where they are. */
void hand_sampling_deal(const struct board *board, const struct view *view, struct rng *rng,
                        struct hand hand[SEATS_MAX]);

/* The card of a group that a seat holds as far as the view shows it, or CITY_NONE. */
static inline unsigned hand_sampling_known_card(const struct view *view, unsigned seat,
                                                unsigned group)
{
    return seat == view->seat ? view->hand.city[group] : view->table.shown[seat].city[group];
}

/* Of so many guesses, so many are kept at most. */
enum { HAND_SAMPLES = 60, LIKELY_HANDS_MAX = 24 };

/*
 * Of many guesses at one seat's hand those that are missing least: whoever has built on the board
 * has built for their own hand.
 */
struct likely_hands {
    struct hand hand[LIKELY_HANDS_MAX]; /* the likeliest first */
    uint8_t missing[LIKELY_HANDS_MAX];
    unsigned count, most; /* how many there are, and may be */
};

void likely_hands_add(struct likely_hands *likely, const struct hand *hand, unsigned missing);

/* How much hands count that miss so much: those that miss least 1. */
void likely_hands_weights(const uint8_t missing[], unsigned count, float weight[]);

#endif
