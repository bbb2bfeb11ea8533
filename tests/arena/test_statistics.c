/*
 * Statistics against values worked out by hand or by a plainer method, and against simulations
 * whose truth is known.
 */
#include "arena/statistics.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "support.h"

static void expect_near(double expected, double got, double tolerance)
{
    if (!(fabs(expected - got) <= tolerance))
        fail_msg("expected %.12g within %.3g, got %.12g", expected, tolerance, got);
}

/* From 0 to 1, both excluded. */
static double random_unit(uint64_t *state)
{
    return ((double)(test_random(state) >> 11) + 0.5) / 9007199254740992.0;
}

/* Box and Muller. */
static double random_normal(uint64_t *state)
{
    const double radius = sqrt(-2 * log(random_unit(state)));
    return radius * cos(6.283185307179586 * random_unit(state));
}

/* ---- Means --------------------------------------------------------------------------------- */

TEST_CASE(a_tally_has_the_mean_and_the_variance)
{
    static const double value[] = {2, 4, 4, 4, 5, 5, 7, 9};
    struct tally tally = {0};
    for (unsigned i = 0; i < 8; i++)
        tally_add(&tally, value[i]);
    expect_near(5, tally.mean, 1e-12);
    expect_near(32.0 / 7, tally_variance(&tally), 1e-12);
    expect_near(5, tally_estimate(&tally).mean, 1e-12);
    expect_near(1.96 * sqrt(32.0 / 7 / 8), tally_estimate(&tally).margin, 1e-12);
}

TEST_CASE(a_large_offset_costs_no_digits)
{
    struct tally tally = {0};
    for (unsigned i = 0; i < 1000; i++)
        tally_add(&tally, 1e9 + (i % 2));
    expect_near(1e9 + 0.5, tally.mean, 1e-6);
    expect_near(0.25 * 1000 / 999, tally_variance(&tally), 1e-6);
}

TEST_CASE(one_observation_has_no_interval)
{
    struct tally tally = {0};
    assert_true(isnan(tally_estimate(&tally).mean));
    tally_add(&tally, 3);
    expect_near(3, tally_estimate(&tally).mean, 0);
    assert_true(isnan(tally_estimate(&tally).margin));
}

TEST_CASE(the_interval_holds_the_truth_19_times_of_20)
{
    uint64_t random = test_seed();
    unsigned held = 0;
    enum { TRIALS = 4000, COUNT = 200 };
    for (unsigned trial = 0; trial < TRIALS; trial++) {
        struct tally tally = {0};
        for (unsigned i = 0; i < COUNT; i++)
            tally_add(&tally, random_unit(&random) * random_unit(&random));
        const struct estimate estimate = tally_estimate(&tally);
        held += fabs(estimate.mean - 0.25) <= estimate.margin;
    }
    expect_near(0.95, (double)held / TRIALS, 0.015); /* more than four standard deviations */
}

/* ---- The sequential test ------------------------------------------------------------------- */

static const struct sprt usual = {.low = 0, .high = 0.1, .alpha = 0.05, .beta = 0.05};

TEST_CASE(the_bounds_are_those_of_wald)
{
    expect_near(-2.944438979, sprt_lower_bound(&usual), 1e-9);
    expect_near(2.944438979, sprt_upper_bound(&usual), 1e-9);
    const struct sprt uneven = {.low = 0, .high = 1, .alpha = 0.01, .beta = 0.1};
    expect_near(log(0.1 / 0.99), sprt_lower_bound(&uneven), 1e-12);
    expect_near(log(0.9 / 0.01), sprt_upper_bound(&uneven), 1e-12);
}

/* The same from the two normal densities, each summed over the observations. */
TEST_CASE(the_ratio_is_that_of_two_normal_densities)
{
    uint64_t random = test_seed();
    const struct sprt sprt = {.low = -0.2, .high = 0.7, .alpha = 0.05, .beta = 0.05};
    double value[100], ratio = 0;
    struct tally tally = {0};
    for (unsigned i = 0; i < 100; i++) {
        value[i] = 0.3 + 2 * random_normal(&random);
        tally_add(&tally, value[i]);
    }
    for (unsigned i = 0; i < 100; i++) {
        const double from_low = value[i] - sprt.low, from_high = value[i] - sprt.high;
        ratio += (from_low * from_low - from_high * from_high) / (2 * tally_variance(&tally));
    }
    expect_near(ratio, sprt_ratio(&sprt, &tally), 1e-9);
}

TEST_CASE(few_or_equal_observations_are_judged_with_care)
{
    struct tally tally = {0};
    for (unsigned i = 0; i < SPRT_COUNT_MIN; i++) {
        assert_int_equal(sprt_verdict(&usual, &tally), SPRT_OPEN);
        tally_add(&tally, 1);
    }
    assert_int_equal(sprt_verdict(&usual, &tally), SPRT_HIGH);
    struct tally even = {.count = 1000, .mean = 0.05}; /* in the very middle */
    assert_int_equal(sprt_verdict(&usual, &even), SPRT_OPEN);
    even.mean = 0;
    assert_int_equal(sprt_verdict(&usual, &even), SPRT_LOW);
    const struct sprt doubtful = {.low = 0, .high = 0.1, .alpha = 0.05, .beta = 0.05, .doubt = 1};
    assert_true(fabs(sprt_ratio(&doubtful, &even) + 1000 * 0.1 * 0.05 * 999) < 1e-6);
    even.count = 20;
    assert_int_equal(sprt_verdict(&doubtful, &even), SPRT_OPEN);
}

/* One deal in fifty ends otherwise than the rest, three of five of these for the better. */
TEST_CASE(a_change_that_seldom_shows_is_not_judged_unseen)
{
    uint64_t random = test_seed();
    const struct sprt sprt = {.low = 0, .high = 0.004, .alpha = 0.05, .beta = 0.05, .doubt = 1};
    enum { TRIALS = 300 };
    unsigned high = 0;
    for (unsigned trial = 0; trial < TRIALS; trial++) {
        struct tally tally = {0};
        while (sprt_verdict(&sprt, &tally) == SPRT_OPEN) {
            const bool shows = random_unit(&random) < 0.02;
            tally_add(&tally, !shows ? 0 : random_unit(&random) < 0.6 ? 1 : -1);
        }
        high += sprt_verdict(&sprt, &tally) == SPRT_HIGH;
    }
    assert_true((double)high / TRIALS > 0.95 - 0.05); /* four standard deviations */
}

/*
 * How often the test says high where the mean is `mean`, and after how many observations.  These
 * are as the arena's are: the mean of a few games that are won or lost, a deal's luck in common.
 */
static double share_of_high(const struct sprt *sprt, double mean, uint64_t *random, double *length)
{
    enum { TRIALS = 1500, COUNT_MAX = 100000 };
    unsigned high = 0;
    uint64_t observations = 0;
    for (unsigned trial = 0; trial < TRIALS; trial++) {
        struct tally tally = {0};
        enum sprt_verdict verdict = SPRT_OPEN;
        while (verdict == SPRT_OPEN && tally.count < COUNT_MAX) {
            const double luck = 0.4 * (random_unit(random) - 0.5);
            double score = 0;
            for (unsigned game = 0; game < 4; game++)
                score += (random_unit(random) < 0.5 + (mean + luck) / 2) ? 0.25 : -0.25;
            tally_add(&tally, score);
            verdict = sprt_verdict(sprt, &tally);
        }
        high += verdict == SPRT_HIGH;
        observations += tally.count;
    }
    *length = (double)observations / TRIALS;
    return (double)high / TRIALS;
}

TEST_CASE(the_test_errs_no_more_often_than_it_says)
{
    uint64_t random = test_seed();
    double at_low, at_high, between;
    const struct sprt sprt = {.low = 0, .high = 0.1, .alpha = 0.05, .beta = 0.05, .doubt = 1};
    /* 0.05 and four standard deviations of 1,500 trials */
    assert_true(share_of_high(&sprt, 0, &random, &at_low) < 0.05 + 0.0225);
    assert_true(share_of_high(&sprt, 0.1, &random, &at_high) > 0.95 - 0.0225);
    const double even = share_of_high(&sprt, 0.05, &random, &between);
    assert_true(even > 0.4 && even < 0.6);
    /* A test of fixed length with these errors needs (2 * 1.645)^2 * variance / 0.1^2. */
    const double fixed = 10.82 * (0.25 + 0.0133) / 0.01;
    assert_true(at_low < 0.7 * fixed && at_high < 0.7 * fixed && between < 1.1 * fixed);
}

TEST_CASE(other_errors_are_kept_too)
{
    uint64_t random = test_seed();
    const struct sprt careful = {.low = 0, .high = 0.2, .alpha = 0.01, .beta = 0.2, .doubt = 1};
    double length;
    assert_true(share_of_high(&careful, 0, &random, &length) < 0.01 + 0.0105);
    assert_true(share_of_high(&careful, 0.2, &random, &length) > 0.8 - 0.042);
}

/* ---- Ratings ------------------------------------------------------------------------------- */

enum { GAMES_MAX = 40000 };
static struct order order[GAMES_MAX];

static void fit(size_t games, unsigned players, struct estimate rating[RATINGS_MAX])
{
    assert_true(ratings_fit(order, games, players, rating));
}

/* One player wins `wins` games and ties `ties` of `games`. */
static void two_players(unsigned games, unsigned wins, unsigned ties)
{
    for (unsigned i = 0; i < games; i++) {
        order[i] = (struct order){.deal = i, .count = 2, .who = {0, 1}, .tier = {0, 1}};
        if (i >= wins)
            order[i].tier[0] = i < wins + ties ? 1 : 2;
    }
}

TEST_CASE(two_players_are_rated_by_their_share_of_wins)
{
    static const struct {
        unsigned games, wins, ties;
    } some[] = {{100, 64, 0}, {100, 50, 0}, {1000, 130, 17}, {400, 1, 0}, {10, 0, 3}, {7, 5, 2}};
    for (unsigned i = 0; i < sizeof some / sizeof some[0]; i++) {
        struct estimate rating[RATINGS_MAX];
        two_players(some[i].games, some[i].wins, some[i].ties);
        fit(some[i].games, 2, rating);
        const double share = (some[i].wins + some[i].ties / 2.0) / some[i].games;
        expect_near(400 * log10(share / (1 - share)), rating[0].mean - rating[1].mean, 1e-5);
        expect_near(0, rating[0].mean + rating[1].mean, 1e-9);
        expect_near(rating[0].margin, rating[1].margin, 1e-6);
    }
}

/* By the derivative of Elo's formula: the margin of the share, 400 / ln 10 / (w (1 - w)) times. */
TEST_CASE(the_interval_of_two_players_is_that_of_the_share)
{
    struct tally tally = {0};
    struct estimate rating[RATINGS_MAX];
    two_players(500, 300, 60);
    for (unsigned i = 0; i < 500; i++)
        tally_add(&tally, i < 300 ? 1 : i < 360 ? 0.5 : 0);
    fit(500, 2, rating);
    const double slope = 400 / log(10) / (tally.mean * (1 - tally.mean));
    expect_near(slope * tally_estimate(&tally).margin, 2 * rating[0].margin, 1e-4);
}

TEST_CASE(games_of_one_deal_are_one_observation)
{
    struct estimate alone[RATINGS_MAX], fourfold[RATINGS_MAX];
    two_players(200, 120, 0);
    fit(200, 2, alone);
    for (unsigned i = 800; i-- > 0;) {
        order[i] = order[i / 4];
        order[i].deal = i / 4;
    }
    fit(800, 2, fourfold);
    expect_near(alone[0].mean, fourfold[0].mean, 1e-6);
    expect_near(alone[0].margin, fourfold[0].margin, 1e-6);
}

/* Finishing orders by the model itself. */
static void simulate(unsigned games, unsigned seats, const uint8_t *who, const double *strength,
                     uint64_t *random)
{
    for (unsigned game = 0; game < games; game++) {
        bool gone[ORDER_PLACES_MAX] = {0};
        order[game] = (struct order){.deal = game, .count = (uint8_t)seats};
        memcpy(order[game].who, who, seats);
        for (unsigned place = 0; place < seats; place++) {
            double total = 0;
            unsigned chosen = 0;
            for (unsigned i = 0; i < seats; i++)
                total += gone[i] ? 0 : strength[who[i]];
            double at = total * random_unit(random);
            for (unsigned i = 0; i < seats && at > 0; i++) {
                if (gone[i])
                    continue;
                chosen = i;
                at -= strength[who[i]];
            }
            gone[chosen] = true;
            order[game].tier[chosen] = (uint8_t)place;
        }
    }
}

static void expect_ratings(unsigned players, const double *strength,
                           const struct estimate rating[RATINGS_MAX])
{
    double mean = 0;
    for (unsigned i = 0; i < players; i++)
        mean += 400 * log10(strength[i]) / players;
    for (unsigned i = 0; i < players; i++) {
        assert_true(rating[i].margin > 1 && rating[i].margin < 12);
        /* two margins are nearly four standard deviations */
        expect_near(400 * log10(strength[i]) - mean, rating[i].mean, 2 * rating[i].margin);
    }
}

TEST_CASE(known_strengths_are_found_again)
{
    uint64_t random = test_seed();
    static const double six[] = {1, 2, 0.5, 3, 1.5, 0.2}, two[] = {1, 1.4};
    static const uint8_t all[] = {0, 1, 2, 3, 4, 5}, one_of_four[] = {0, 1, 1, 1};
    static const uint8_t copies[] = {2, 0, 2, 1, 0};
    struct estimate rating[RATINGS_MAX];
    simulate(20000, 6, all, six, &random);
    fit(20000, 6, rating);
    expect_ratings(6, six, rating);
    simulate(20000, 4, one_of_four, two, &random);
    fit(20000, 2, rating);
    expect_ratings(2, two, rating);
    simulate(20000, 5, copies, six, &random);
    fit(20000, 3, rating);
    expect_ratings(3, six, rating);
}

/* How often the interval of a rating's difference from the mean holds the truth. */
TEST_CASE(the_interval_of_a_rating_holds_the_truth_19_times_of_20)
{
    uint64_t random = test_seed();
    static const double strength[] = {1, 2, 4};
    static const uint8_t who[] = {0, 1, 2};
    enum { TRIALS = 1000 };
    unsigned held = 0;
    for (unsigned trial = 0; trial < TRIALS; trial++) {
        struct estimate rating[RATINGS_MAX];
        simulate(300, 3, who, strength, &random);
        fit(300, 3, rating);
        held += fabs(rating[0].mean + 400 * log10(2)) <= rating[0].margin;
    }
    expect_near(0.95, (double)held / TRIALS, 0.028);
}

/*
 * A tie is all orders of the tied in equal parts: the same games with the tied places written out
 * in every order have the same rating.
 */
TEST_CASE(a_tie_is_all_orders_in_equal_parts)
{
    static const uint8_t permutation[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                              {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    const struct order tied = {.count = 4, .who = {0, 1, 2, 3}, .tier = {1, 1, 1, 0}};
    const struct order plain = {.count = 4, .who = {0, 1, 2, 3}, .tier = {0, 3, 1, 2}};
    struct estimate whole[RATINGS_MAX], parts[RATINGS_MAX];
    for (unsigned i = 0; i < 12; i++)
        order[i] = i < 6 ? tied : plain;
    fit(12, 4, whole);
    for (unsigned i = 0; i < 6; i++) {
        for (unsigned k = 0; k < 3; k++)
            order[i].tier[k] = (uint8_t)(1 + permutation[i][k]);
    }
    fit(12, 4, parts);
    for (unsigned i = 0; i < 4; i++)
        expect_near(parts[i].mean, whole[i].mean, 1e-5);
}

TEST_CASE(the_order_in_which_places_are_told_does_not_matter)
{
    uint64_t random = test_seed();
    static const double strength[] = {1, 2, 4};
    static const uint8_t who[] = {0, 1, 2, 1};
    struct estimate one[RATINGS_MAX], other[RATINGS_MAX];
    simulate(500, 4, who, strength, &random);
    for (unsigned i = 0; i < 500; i++)
        order[i].tier[i % 4] = order[i].tier[(i + 1) % 4];
    fit(500, 3, one);
    for (unsigned i = 0; i < 500; i++) {
        const struct order was = order[i];
        for (unsigned k = 0; k < 4; k++) {
            order[i].who[k] = was.who[3 - k];
            order[i].tier[k] = (uint8_t)(7 * was.tier[3 - k] + 1); /* gaps mean nothing */
        }
    }
    fit(500, 3, other);
    assert_memory_equal(one, other, sizeof one);
}

TEST_CASE(who_always_wins_is_beyond_all_ratings)
{
    struct estimate rating[RATINGS_MAX];
    two_players(50, 50, 0);
    fit(50, 2, rating);
    assert_true(isinf(rating[0].mean) && rating[0].mean > 0);
    assert_true(isinf(rating[1].mean) && rating[1].mean < 0);
    assert_true(isnan(rating[0].margin) && isnan(rating[1].margin));
    for (unsigned i = 0; i < 20; i++)
        order[i] = (struct order){
            .deal = i, .count = 3, .who = {0, 1, 2}, .tier = {0, 1 + i % 2, 2 - i % 2}};
    fit(20, 3, rating); /* the first always wins; nothing tells how far the others are from it */
    assert_true(isinf(rating[0].mean) && rating[0].mean > 0);
    assert_true(isnan(rating[1].mean) && isnan(rating[2].mean));
    for (unsigned i = 0; i < 20; i++)
        order[i] = (struct order){
            .deal = i, .count = 4, .who = {0, 1, 1, 1}, .tier = {0, 1 + i % 2, 2 - i % 2, 3}};
    fit(20, 2, rating); /* copies that beat each other beat nobody */
    assert_true(isinf(rating[0].mean) && isinf(rating[1].mean) && rating[1].mean < 0);
    fit(0, 2, rating);
    expect_near(0, rating[0].mean, 0);
    assert_true(isnan(rating[0].margin));
}

TEST_CASE(a_rating_is_a_share_against_a_field)
{
    expect_near(0.5, share_of_rating(0, 2), 1e-12);
    expect_near(0.25, share_of_rating(0, 4), 1e-12);
    expect_near(10.0 / 11, share_of_rating(400, 2), 1e-12);
    expect_near(1.0 / 31, share_of_rating(-400, 4), 1e-12);
    expect_near(0.507196, share_of_rating(5, 2), 1e-6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("a tally has the mean and the variance", a_tally_has_the_mean_and_the_variance),
        TEST("a large offset costs no digits", a_large_offset_costs_no_digits),
        TEST("one observation has no interval", one_observation_has_no_interval),
        TEST("the interval holds the truth 19 times of 20",
             the_interval_holds_the_truth_19_times_of_20),
        TEST("the bounds are those of Wald", the_bounds_are_those_of_wald),
        TEST("the ratio is that of two normal densities",
             the_ratio_is_that_of_two_normal_densities),
        TEST("few or equal observations are judged with care",
             few_or_equal_observations_are_judged_with_care),
        TEST("a change that seldom shows is not judged unseen",
             a_change_that_seldom_shows_is_not_judged_unseen),
        TEST("the test errs no more often than it says", the_test_errs_no_more_often_than_it_says),
        TEST("other errors are kept too", other_errors_are_kept_too),
        TEST("two players are rated by their share of wins",
             two_players_are_rated_by_their_share_of_wins),
        TEST("the interval of two players is that of the share",
             the_interval_of_two_players_is_that_of_the_share),
        TEST("games of one deal are one observation", games_of_one_deal_are_one_observation),
        TEST("known strengths are found again", known_strengths_are_found_again),
        TEST("the interval of a rating holds the truth 19 times of 20",
             the_interval_of_a_rating_holds_the_truth_19_times_of_20),
        TEST("a tie is all orders in equal parts", a_tie_is_all_orders_in_equal_parts),
        TEST("the order in which places are told does not matter",
             the_order_in_which_places_are_told_does_not_matter),
        TEST("who always wins is beyond all ratings", who_always_wins_is_beyond_all_ratings),
        TEST("a rating is a share against a field", a_rating_is_a_share_against_a_field),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
