/*
 * What can be said about numbers that chance has touched: means with their intervals, a test that
 * stops as soon as it knows, and ratings from the orders in which players finished.
 *
 * Pure functions of their arguments, in a fixed order of sums.  Knows nothing of the game.
 */
#ifndef RAILHEAD_ARENA_STATISTICS_H
#define RAILHEAD_ARENA_STATISTICS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- Means --------------------------------------------------------------------------------- */

struct estimate {
    double mean;
    double margin; /* half of the 95 % interval; not a number where it cannot be
                      told */
};

/* Observations that are independent of each other, as far as they have been seen. */
struct tally {
    size_t count;
    double mean;
    double squares; /* of the distances from the mean, summed */
};

void tally_add(struct tally *tally, double value);

/* Of the observations themselves, with n - 1; not a number for fewer than two. */
double tally_variance(const struct tally *tally);

/* The mean with its normal interval. */
struct estimate tally_estimate(const struct tally *tally);

/* ---- The sequential test ------------------------------------------------------------------- */

/*
 * The generalised sequential probability ratio test: is the mean of the observations `low` or
 * `high`?  The variance is that of the observations so far, so nothing need be known about their
 * distribution.
 */
struct sprt {
    double low, high;
    double alpha; /* the chance to say high where the mean is low */
    double beta;  /* the chance to say low where the mean is high */

    /*
     * One imaginary observation lies so far from the mean.  Where most observations are alike (a
     * change that seldom shows) the first ones may be all alike, and that is not certainty.
     */
    double doubt;
};

enum sprt_verdict { SPRT_OPEN, SPRT_LOW, SPRT_HIGH };

enum { SPRT_COUNT_MIN = 16 }; /* the variance of fewer observations says nothing */

/* The logarithm of the likelihood ratio of high to low; 0 before SPRT_COUNT_MIN observations. */
double sprt_ratio(const struct sprt *sprt, const struct tally *tally);

/* At or below the first the verdict is low, at or above the second it is high. */
double sprt_lower_bound(const struct sprt *sprt);
double sprt_upper_bound(const struct sprt *sprt);

enum sprt_verdict sprt_verdict(const struct sprt *sprt, const struct tally *tally);

/* ---- Ratings ------------------------------------------------------------------------------- */

enum { ORDER_PLACES_MAX = 6, RATINGS_MAX = 6 };

/*
 * How one game ended: `who` may name a player several times, where copies of it took part.
 * Places of the same tier are tied; tier 0 is the best.  Games of one deal are one observation.
 */
struct order {
    uint32_t deal;
    uint8_t count;
    uint8_t who[ORDER_PLACES_MAX];
    uint8_t tier[ORDER_PLACES_MAX];
};

/*
 * The ratings that make these orders likeliest by the model of Plackett and Luce: the first place
 * goes to each player in proportion to its strength, the next in the same way among the others,
 * and so on.  400 points of rating are ten times the strength, and the mean of the ratings is 0.
 * A tie counts as all orders of the tied players in equal parts, so that with two players it is
 * half a win, and the rating is Elo's of the share of the wins.
 *
 * The intervals are of deals, not of games (the sandwich of the information and of the deals' own
 * scatter).  Games that do not bound the ratings leave them open: a player that always won or lost
 * is infinitely strong or weak, and the others are then not a number.  False when memory runs out.
 */
bool ratings_fit(const struct order *order, size_t games, unsigned players,
                 struct estimate rating[RATINGS_MAX]);

/* The share of the wins of one player that is so much stronger than each of `seats` - 1 others. */
double share_of_rating(double rating, unsigned seats);

#endif
