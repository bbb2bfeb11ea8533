/*
 * What everybody may guess that each seat wants: what each line would save it, by hands that it may
 * hold.
 *
 * Guessed from what lies open alone, so that it is the same for all who look.  As with the hard
 * player, hands are dealt at random and those that miss least are kept, since people build for
 * their own hand.  While a round is played out only a few of the hands that were kept at its
 * beginning are asked again after each turn of a seat.
 */
#ifndef RAILHEAD_BOTS_WANTS_H
#define RAILHEAD_BOTS_WANTS_H

#include "bots/guess.h"
#include "bots/ways.h"

struct wants {
    float line[SEATS_MAX][LINES_MAX]; /* what a line would save the seat if it were free */
    struct hand kept[SEATS_MAX][LIKELY_MAX];
    uint8_t count[SEATS_MAX]; /* of hands that are kept */
};

void wants_init(struct wants *wants, const struct board *board, const struct table *table,
                const struct ways *ways, struct rng *rng);

/* The seat has moved.  `from` are the wants of the beginning, or `wants` itself. */
void wants_follow(struct wants *wants, const struct wants *from, const struct board *board,
                  const struct table *table, const struct ways *ways, unsigned seat,
                  struct rng *rng);

/* What a line would save all seats but one. */
static inline float wants_of_others(const struct wants *wants, unsigned seats, unsigned seat,
                                    unsigned line)
{
    float sum = 0;
    for (unsigned other = 0; other < seats; other++)
        sum += other != seat ? wants->line[other][line] : 0;
    return sum;
}

#endif
