/*
 * Statistics of random results: means with confidence intervals, a sequential test, and ratings
 * from finishing orders.
 *
 * The functions are pure, with a fixed order of summation.  They know nothing about the game.
 */
#ifndef RAILHEAD_ARENA_STATISTICS_H
#define RAILHEAD_ARENA_STATISTICS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- Means --------------------------------------------------------------------------------- */

struct estimate {
    double mean;
    double margin; /* half of the 95% confidence interval; NaN if unknown */
};

/* A running sum of independent observations. */
struct tally {
    size_t count;
    double mean;
    double squares; /* sum of squared distances from the mean */
};

void tally_add(struct tally *tally, double value);

/* Returns the sample variance (divisor n - 1); NaN for fewer than two observations. */
double tally_variance(const struct tally *tally);

/* Returns the mean with its normal confidence interval. */
struct estimate tally_estimate(const struct tally *tally);

/* ---- The sequential test ------------------------------------------------------------------- */

/*
 * The generalised sequential probability ratio test: is the mean of the observations `low` or
 * `high`? It uses the variance of the observations so far, so their distribution need not be known.
 */
struct sprt {
    double low, high;
    double alpha; /* probability of SPRT_HIGH if the mean is low */
    double beta;  /* probability of SPRT_LOW if the mean is high */

    /*
     * Distance from the mean of one imaginary observation.  If most observations are equal (a
     * change that rarely matters), the first ones may all be equal, which must not count as
     * certainty.
     */
    double doubt;
};

enum sprt_verdict { SPRT_OPEN, SPRT_LOW, SPRT_HIGH };

enum { SPRT_COUNT_MIN = 16 }; /* with fewer observations the variance is not meaningful */

/* Returns the log likelihood ratio of high to low; 0 before SPRT_COUNT_MIN observations. */
double sprt_ratio(const struct sprt *sprt, const struct tally *tally);

/* At or below the lower bound the verdict is low, at or above the upper bound high. */
double sprt_lower_bound(const struct sprt *sprt);
double sprt_upper_bound(const struct sprt *sprt);

enum sprt_verdict sprt_verdict(const struct sprt *sprt, const struct tally *tally);

/* ---- Ratings ------------------------------------------------------------------------------- */

enum { ORDER_PLACES_MAX = 6, RATINGS_MAX = 6 };

/*
 * The result of a game.  `who` may contain a player several times, if several instances took part.
 * Places with the same tier are tied; tier 0 is the best.  Games of one deal are one observation.
 */
struct order {
    uint32_t deal;
    uint8_t count;
    uint8_t who[ORDER_PLACES_MAX];
    uint8_t tier[ORDER_PLACES_MAX];
};

/*
 * Computes the ratings that maximise the likelihood of these orders in the Plackett-Luce model:
 * each player takes the first place with a probability proportional to its strength, the others the
 * next place in the same way, and so on. 400 points of rating are a factor of ten in strength, and
 * the mean of the ratings is 0.  A tie counts as all orders of the tied players in equal parts, so
 * that with two players it is half a win, and the rating is the Elo rating of the share of wins.
 *
 * The margins are based on deals, not games (the sandwich estimator of the information and of the
 * variance between deals).  If the games do not bound the ratings, they are not finite: a player
 * that always won or lost has an infinite rating, and those of the others are NaN.  Returns false
 * if allocation fails.
 */
bool ratings_fit(const struct order *order, size_t games, unsigned players,
                 struct estimate rating[RATINGS_MAX]);

/*
 * Returns the share of wins of a player that is `rating` points stronger than each of `seats` - 1
 * others.
 */
double share_of_rating(double rating, unsigned seats);

#endif
