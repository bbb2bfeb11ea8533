/*
 * Samples of the hands that opponents may hold: the cards hidden from a view, dealt at random.
 */
#ifndef RAILHEAD_BOTS_HAND_SAMPLING_H
#define RAILHEAD_BOTS_HAND_SAMPLING_H

#include "bots/rng.h"
#include "rules/view.h"

/* Deals one hand to each seat.  Cards visible in `view` stay with their holders. */
void hand_sampling_deal(const struct board *board, const struct view *view, struct rng *rng,
                        struct hand hand[SEATS_MAX]);

/* The card of a group that a seat holds, if `view` shows it, otherwise CITY_NONE. */
static inline unsigned hand_sampling_known_card(const struct view *view, unsigned seat,
                                                unsigned group)
{
    return seat == view->seat ? view->hand.city[group] : view->table.shown[seat].city[group];
}

/* How many hands are sampled for a seat, and how many of them are kept. */
enum { HAND_SAMPLES = 60, LIKELY_HANDS_MAX = 24 };

/*
 * The sampled hands of one seat that miss least.  They are the likeliest, as players build track
 * for their own hand.
 */
struct likely_hands {
    struct hand hand[LIKELY_HANDS_MAX]; /* in ascending order of `missing` */
    uint8_t missing[LIKELY_HANDS_MAX];  /* cost that each hand misses */
    unsigned count, most; /* number of hands, and its limit (at most LIKELY_HANDS_MAX) */
};

void likely_hands_add(struct likely_hands *likely, const struct hand *hand, unsigned missing);

/*
 * Writes relative weights of hands by what they miss: 1 for the smallest value, less for larger
 * ones.
 */
void likely_hands_weights(const uint8_t missing[], unsigned count, float weight[]);

#endif
