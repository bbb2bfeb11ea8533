/*
 * What everybody may guess that each seat wants: hands that it may hold, and what each line would
 * save it with each of them.
 *
 * The hands are guessed from what lies open alone, so that they are the same for all who look.  As
 * with the hard player, hands are dealt at random and those that miss least are kept, since people
 * build for their own hand.  Who looks holds cards too, which nobody else can have: of the hands
 * that were kept, only those without any of these count (`struct others`).
 */
#ifndef RAILHEAD_BOTS_LINE_DEMAND_H
#define RAILHEAD_BOTS_LINE_DEMAND_H

#include "bots/hand_sampling.h"
#include "bots/seat_distances.h"

struct line_demand {
    uint8_t seats;
    uint8_t count[SEATS_MAX];                              /* of hands that were kept */
    struct hand hand[SEATS_MAX][LIKELY_HANDS_MAX];         /* these, the likeliest first */
    uint8_t missing[SEATS_MAX][LIKELY_HANDS_MAX];          /* what they cost */
    uint8_t saved[SEATS_MAX][LIKELY_HANDS_MAX][LINES_MAX]; /* and save, if a line were free */
};

void line_demand_init(struct line_demand *line_demand, const struct board *board,
                      const struct table *table, const struct seat_distances *seat_distances,
                      struct rng *rng);

/* What the others want, as one seat guesses that holds a hand: so many of their hands. */
struct opponents_demand {
    unsigned hands;
    const uint8_t *saved[SEATS_MAX * LIKELY_HANDS_MAX]; /* by line */
    float share[SEATS_MAX * LIKELY_HANDS_MAX];          /* of the hands of a seat together 1 */
};

/* The wants must stay as they are. */
void line_demand_of_opponents(const struct line_demand *line_demand, unsigned seat,
                              const struct hand *hand, struct opponents_demand *opponents);

/* What a line would save all of them. */
static inline float opponents_demand_saving(const struct opponents_demand *opponents, unsigned line)
{
    float sum = 0;
    for (unsigned i = 0; i < opponents->hands; i++)
        sum += opponents->share[i] * (float)opponents->saved[i][line];
    return sum;
}

/*
 * Wants that follow a round as it is played out: a hand is asked again once track lies that it
 * wanted.  Of each seat only a few hands are looked at in a turn; the order in which they come is
 * drawn anew for each round.
 */
struct demand_tracker {
    const struct line_demand *from;
    uint8_t order[SEATS_MAX][LIKELY_HANDS_MAX];
    bool stale[SEATS_MAX][LIKELY_HANDS_MAX];
    uint8_t missing[SEATS_MAX][LIKELY_HANDS_MAX];
    const uint8_t *saved[SEATS_MAX][LIKELY_HANDS_MAX]; /* as they were, or in `now` */
    uint8_t refreshed[SEATS_MAX][LIKELY_HANDS_MAX][LINES_MAX];
    unsigned refreshes; /* how often a hand was asked again: that is what takes time */
};

/* `from` must stay as it is. */
void demand_tracker_begin(struct demand_tracker *tracker, const struct line_demand *from,
                          struct rng *rng);

/* A seat has played a turn. */
void demand_tracker_see(struct demand_tracker *tracker, unsigned seat, const struct turn *turn);

/* line_demand_of_opponents() on this table, by no more than `most` hands of each seat. */
void demand_tracker_of_opponents(struct demand_tracker *tracker, const struct board *board,
                                 const struct table *table,
                                 const struct seat_distances *seat_distances,
                                 const struct hand *hand, unsigned most,
                                 struct opponents_demand *opponents);

#endif
