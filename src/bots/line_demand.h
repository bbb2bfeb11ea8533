/*
 * Which lines each seat probably wants: a sample of the hands that it may hold, and what each line
 * would save each of these hands.
 *
 * The hands are sampled from public information only, so one sample serves all observers.  As for
 * the hard player, random hands are dealt and those that miss least are kept, since people build
 * for their own hand.  An observer knows more: hands that contain one of its own cards are
 * impossible.  `struct opponents_demand` leaves those out.
 */
#ifndef RAILHEAD_BOTS_LINE_DEMAND_H
#define RAILHEAD_BOTS_LINE_DEMAND_H

#include "bots/hand_sampling.h"
#include "bots/seat_distances.h"

struct line_demand {
    uint8_t seats;                                 /* number of seats */
    uint8_t count[SEATS_MAX];                      /* number of hands kept */
    struct hand hand[SEATS_MAX][LIKELY_HANDS_MAX]; /* in descending order of likelihood */
    uint8_t missing[SEATS_MAX][LIKELY_HANDS_MAX];  /* cost that each hand misses */
    /* What each hand would save if the line were free. */
    uint8_t saved[SEATS_MAX][LIKELY_HANDS_MAX][LINES_MAX];
};

void line_demand_init(struct line_demand *line_demand, const struct board *board,
                      const struct table *table, const struct seat_distances *seat_distances,
                      struct rng *rng);

/*
 * The opponents' demand from the viewpoint of a seat with a known hand: their possible hands, with
 * weights.
 */
struct opponents_demand {
    unsigned hands; /* number of hands, over all opponents */
    /*
     * What each hand would save, by line.  Points into the line_demand or demand_tracker that it
     * comes from.
     */
    const uint8_t *saved[SEATS_MAX * LIKELY_HANDS_MAX];
    /* Weight of each hand.  Those of one seat add up to 1. */
    float share[SEATS_MAX * LIKELY_HANDS_MAX];
};

/* `line_demand` must stay unchanged while `opponents` is used. */
void line_demand_of_opponents(const struct line_demand *line_demand, unsigned seat,
                              const struct hand *hand, struct opponents_demand *opponents);

/* What the opponents together would save, on average, if the line were free. */
static inline float opponents_demand_saving(const struct opponents_demand *opponents, unsigned line)
{
    float sum = 0;
    for (unsigned i = 0; i < opponents->hands; i++)
        sum += opponents->share[i] * (float)opponents->saved[i][line];
    return sum;
}

/*
 * Demand that follows a playout: a hand is recomputed once track is laid on a line it wanted.  To
 * save time, only a few hands of each seat are used in a turn; their order is drawn for each
 * playout.
 */
struct demand_tracker {
    const struct line_demand *from;             /* sample at the start of the playout */
    uint8_t order[SEATS_MAX][LIKELY_HANDS_MAX]; /* random order in which the hands are used */
    bool stale[SEATS_MAX][LIKELY_HANDS_MAX];    /* must be recomputed before use */
    /* Cost that each hand misses; outdated while stale. */
    uint8_t missing[SEATS_MAX][LIKELY_HANDS_MAX];
    const uint8_t *saved[SEATS_MAX][LIKELY_HANDS_MAX]; /* initial values, or `refreshed` */
    uint8_t refreshed[SEATS_MAX][LIKELY_HANDS_MAX][LINES_MAX];
    unsigned refreshes; /* number of recomputed hands, the main cost of tracking */
};

/* `from` must stay unchanged while the tracker is used. */
void demand_tracker_begin(struct demand_tracker *tracker, const struct line_demand *from,
                          struct rng *rng);

/* Marks the hands outdated whose demand the turn of `seat` changes. */
void demand_tracker_see(struct demand_tracker *tracker, unsigned seat, const struct turn *turn);

/*
 * line_demand_of_opponents() for the seat to move on the current table, with at most `most` hands
 * of each seat.  `opponents` is valid until the next call.
 */
void demand_tracker_of_opponents(struct demand_tracker *tracker, const struct board *board,
                                 const struct table *table,
                                 const struct seat_distances *seat_distances,
                                 const struct hand *hand, unsigned most,
                                 struct opponents_demand *opponents);

#endif
