/* Means, the sequential test, and ratings. */
#include "arena/statistics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/check.h"

/* ---- Means --------------------------------------------------------------------------------- */

void tally_add(struct tally *tally, double value)
{
    const double distance = value - tally->mean;
    tally->count++;
    tally->mean += distance / (double)tally->count;
    tally->squares += distance * (value - tally->mean);
}

double tally_variance(const struct tally *tally)
{
    return tally->count > 1 ? tally->squares / (double)(tally->count - 1) : (double)NAN;
}

static const double normal_95 = 1.96;

struct estimate tally_estimate(const struct tally *tally)
{
    return (struct estimate){.mean = tally->count > 0 ? tally->mean : (double)NAN,
                             .margin =
                                 normal_95 * sqrt(tally_variance(tally) / (double)tally->count)};
}

/* ---- The sequential test ------------------------------------------------------------------- */

double sprt_ratio(const struct sprt *sprt, const struct tally *tally)
{
    if (tally->count < SPRT_COUNT_MIN)
        return 0;
    const double middle = (sprt->low + sprt->high) / 2;
    const double push = (double)tally->count * (sprt->high - sprt->low) * (tally->mean - middle);
    const double squares = tally->squares + sprt->doubt * sprt->doubt;
    if (squares > 0)
        return push * (double)(tally->count - 1) / squares;
    return push > 0 ? (double)INFINITY : push < 0 ? -(double)INFINITY : 0;
}

double sprt_lower_bound(const struct sprt *sprt)
{
    return log(sprt->beta / (1 - sprt->alpha));
}

double sprt_upper_bound(const struct sprt *sprt)
{
    return log((1 - sprt->beta) / sprt->alpha);
}

enum sprt_verdict sprt_verdict(const struct sprt *sprt, const struct tally *tally)
{
    const double ratio = sprt_ratio(sprt, tally);
    if (ratio >= sprt_upper_bound(sprt))
        return SPRT_HIGH;
    return ratio <= sprt_lower_bound(sprt) ? SPRT_LOW : SPRT_OPEN;
}

/* ---- Ratings ------------------------------------------------------------------------------- */

/* Sums over the orders at given strengths; the gradient by log strength is `wins` - `expected`. */
struct moments {
    double wins[RATINGS_MAX]; /* choices in which the player was chosen */
    double expected[RATINGS_MAX];
    double information[RATINGS_MAX][RATINGS_MAX];
};

/* Orders that differ only in their deals. */
struct pattern {
    uint64_t key;
    size_t games;
    struct order order;
    double gradient[RATINGS_MAX];
};

struct fit {
    unsigned players;
    struct pattern *pattern; /* ascending by key */
    size_t patterns;
    double strength[RATINGS_MAX];
};

/* Adds a choice among `left` instances of each player, with a weight. */
static void add_choice(const struct fit *fit, const double left[RATINGS_MAX], double weight,
                       struct moments *moments)
{
    double total = 0, chance[RATINGS_MAX];
    for (unsigned i = 0; i < fit->players; i++)
        total += left[i] * fit->strength[i];
    for (unsigned i = 0; i < fit->players; i++) {
        chance[i] = left[i] * fit->strength[i] / total;
        moments->expected[i] += weight * chance[i];
        moments->information[i][i] += weight * chance[i];
    }
    for (unsigned i = 0; i < fit->players; i++) {
        for (unsigned j = 0; j < fit->players; j++)
            moments->information[i][j] -= weight * chance[i] * chance[j];
    }
}

static double choose(unsigned n, unsigned k)
{
    double ways = 1;
    for (unsigned i = 0; i < k; i++)
        ways = ways * (n - i) / (i + 1);
    return ways;
}

/*
 * Tied places are filled in all orders in equal parts, so before any choice each subset of the tied
 * players may be gone already.  `below` counts the players of lower tiers.
 */
static void add_tier(const struct fit *fit, const uint8_t *who, unsigned tied,
                     const double below[RATINGS_MAX], double games, struct moments *moments)
{
    double others = 0;
    for (unsigned i = 0; i < fit->players; i++)
        others += below[i];
    for (unsigned gone = 0; gone + 1 < 1U << tied; gone++) {
        const unsigned count = (unsigned)__builtin_popcount(gone);
        if (others == 0 && count + 1 == tied)
            continue; /* a single player is not a choice */
        const double weight = games / choose(tied, count);
        double left[RATINGS_MAX];
        memcpy(left, below, sizeof left);
        for (unsigned i = 0; i < tied; i++) {
            if (gone >> i & 1)
                continue;
            left[who[i]]++;
            moments->wins[who[i]] += weight / (tied - count);
        }
        add_choice(fit, left, weight, moments);
    }
}

/* Adds an order, which must be sorted by tier. */
static void add_order(const struct fit *fit, const struct order *order, double games,
                      struct moments *moments)
{
    double below[RATINGS_MAX] = {0};
    for (unsigned end = order->count; end > 0;) {
        unsigned start = end - 1;
        while (start > 0 && order->tier[start - 1] == order->tier[end - 1])
            start--;
        add_tier(fit, order->who + start, end - start, below, games, moments);
        for (unsigned i = start; i < end; i++)
            below[order->who[i]]++;
        end = start;
    }
}

static bool comes_before(const struct order *order, unsigned one, unsigned other)
{
    if (order->tier[one] != order->tier[other])
        return order->tier[one] < order->tier[other];
    return order->who[one] < order->who[other];
}

/* Returns the order sorted by tier, then by player, with tiers numbered from 0 without gaps. */
static struct order order_tidy(const struct order *order)
{
    struct order tidy = {.count = order->count};
    uint8_t from[ORDER_PLACES_MAX];
    CHECK(order->count <= ORDER_PLACES_MAX);
    for (unsigned i = 0; i < order->count; i++) {
        unsigned at = i;
        for (; at > 0 && comes_before(order, i, from[at - 1]); at--)
            from[at] = from[at - 1];
        from[at] = (uint8_t)i;
    }
    for (unsigned i = 0; i < order->count; i++) {
        const bool lower = i > 0 && order->tier[from[i]] > order->tier[from[i - 1]];
        tidy.who[i] = order->who[from[i]];
        tidy.tier[i] = (uint8_t)(i > 0 ? tidy.tier[i - 1] + lower : 0);
    }
    return tidy;
}

static uint64_t order_key(const struct order *tidy)
{
    uint64_t key = tidy->count;
    for (unsigned i = 0; i < tidy->count; i++)
        key = key << 6 | (uint64_t)tidy->tier[i] << 3 | tidy->who[i];
    return key;
}

static int compare_patterns(const void *one, const void *other)
{
    const uint64_t a = ((const struct pattern *)one)->key, b = ((const struct pattern *)other)->key;
    return (a > b) - (a < b);
}

/*
 * Groups games by pattern.  There are few patterns: two kinds of player in six seats make some
 * hundreds.
 */
static bool collect_patterns(struct fit *fit, const struct order *order, size_t games)
{
    size_t capacity = 0;
    for (size_t i = 0; i < games; i++) {
        const struct order tidy = order_tidy(&order[i]);
        const struct pattern wanted = {.key = order_key(&tidy), .games = 1, .order = tidy};
        struct pattern *found = fit->patterns == 0 ? NULL
                                                   : bsearch(&wanted, fit->pattern, fit->patterns,
                                                             sizeof wanted, compare_patterns);
        if (found != NULL) {
            found->games++;
            continue;
        }
        if (!ARRAY_GROW(fit->pattern, capacity, fit->patterns + 1))
            return false;
        size_t at = fit->patterns++;
        for (; at > 0 && fit->pattern[at - 1].key > wanted.key; at--)
            fit->pattern[at] = fit->pattern[at - 1];
        fit->pattern[at] = wanted;
    }
    return true;
}

static void add_patterns(const struct fit *fit, struct moments *moments)
{
    memset(moments, 0, sizeof *moments);
    for (size_t i = 0; i < fit->patterns; i++)
        add_order(fit, &fit->pattern[i].order, (double)fit->pattern[i].games, moments);
}

/* rating points per unit of natural logarithm */
static const double points_of_log = 400 / 2.302585092994045684;

/*
 * Scales the geometric mean of the strengths to 1.  Returns false if a player is outside the range
 * that can be rated.
 */
static bool centre(struct fit *fit)
{
    const double edge = 10; /* more than 1,700 points of rating */
    double mean = 0;
    bool within = true;
    for (unsigned i = 0; i < fit->players; i++)
        mean += log(fit->strength[i]) / fit->players;
    for (unsigned i = 0; i < fit->players; i++) {
        const double height = log(fit->strength[i]) - mean;
        within &= fabs(height) < edge;
        fit->strength[i] = exp(height);
    }
    return within;
}

/*
 * Minorisation-maximisation: every step increases the likelihood, up to its only maximum.  Returns
 * false if there is no maximum, because a player always wins or always loses.
 */
static bool climb(struct fit *fit)
{
    enum { STEPS_MAX = 10000 };
    const double still = 1e-10;
    for (unsigned step = 0; step < STEPS_MAX; step++) {
        struct moments moments;
        double change = 0;
        add_patterns(fit, &moments);
        for (unsigned i = 0; i < fit->players; i++) {
            const double expected = moments.expected[i]; /* 0 if the player had no choices */
            const double factor = expected > 0 ? moments.wins[i] / expected : 1;
            if (!(factor > 0))
                return false;
            change = fmax(change, fabs(factor - 1));
            fit->strength[i] *= factor;
        }
        if (!centre(fit))
            return false;
        if (change < still)
            return true;
    }
    return false;
}

/* Checks whether a player ever finished no lower, and no higher, than another one. */
static void compare_places(const struct order *order, unsigned player, bool *no_lower,
                           bool *no_higher)
{
    for (unsigned own = 0; own < order->count; own++) {
        for (unsigned other = 0; other < order->count; other++) {
            if (order->who[own] != player || order->who[other] == player)
                continue;
            *no_lower |= order->tier[own] <= order->tier[other];
            *no_higher |= order->tier[own] >= order->tier[other];
        }
    }
}

/* Players that always won or always lost get infinite ratings; the others cannot be determined. */
static void rate_unbounded(const struct fit *fit, struct estimate rating[RATINGS_MAX])
{
    for (unsigned i = 0; i < fit->players; i++) {
        bool no_lower = false, no_higher = false;
        for (size_t k = 0; k < fit->patterns; k++)
            compare_places(&fit->pattern[k].order, i, &no_lower, &no_higher);
        rating[i].mean = no_lower == no_higher ? (double)NAN
                         : no_lower            ? (double)INFINITY
                                               : -(double)INFINITY;
    }
}

/* Gauss-Jordan elimination with pivots.  Returns false if the matrix is singular. */
static bool invert(unsigned size, double matrix[RATINGS_MAX][RATINGS_MAX],
                   double inverse[RATINGS_MAX][RATINGS_MAX])
{
    for (unsigned i = 0; i < size; i++) {
        for (unsigned j = 0; j < size; j++)
            inverse[i][j] = i == j;
    }
    for (unsigned column = 0; column < size; column++) {
        unsigned pivot = column;
        for (unsigned i = column + 1; i < size; i++) {
            if (fabs(matrix[i][column]) > fabs(matrix[pivot][column]))
                pivot = i;
        }
        if (!(fabs(matrix[pivot][column]) > 1e-9))
            return false;
        for (unsigned j = 0; j < size; j++) {
            const double a = matrix[column][j], b = inverse[column][j];
            matrix[column][j] = matrix[pivot][j], matrix[pivot][j] = a;
            inverse[column][j] = inverse[pivot][j], inverse[pivot][j] = b;
        }
        const double scale = 1 / matrix[column][column];
        for (unsigned j = 0; j < size; j++)
            matrix[column][j] *= scale, inverse[column][j] *= scale;
        for (unsigned i = 0; i < size; i++) {
            const double factor = i == column ? 0 : matrix[i][column];
            for (unsigned j = 0; j < size; j++) {
                matrix[i][j] -= factor * matrix[column][j];
                inverse[i][j] -= factor * inverse[column][j];
            }
        }
    }
    return true;
}

/* Computes the gradient of each deal; their sum is 0 at the maximum. */
static void add_gradients(struct fit *fit, const struct order *order, size_t games,
                          double (*deal)[RATINGS_MAX])
{
    for (size_t i = 0; i < fit->patterns; i++) {
        struct moments moments = {0};
        add_order(fit, &fit->pattern[i].order, 1, &moments);
        for (unsigned k = 0; k < fit->players; k++)
            fit->pattern[i].gradient[k] = moments.wins[k] - moments.expected[k];
    }
    for (size_t i = 0; i < games; i++) {
        const struct order tidy = order_tidy(&order[i]);
        const struct pattern wanted = {.key = order_key(&tidy)};
        const struct pattern *found =
            bsearch(&wanted, fit->pattern, fit->patterns, sizeof wanted, compare_patterns);
        for (unsigned k = 0; k < fit->players; k++)
            deal[order[i].deal][k] += found->gradient[k];
    }
}

/* Computes the margins from the squared effects of each deal on the ratings. */
static void find_margins(const struct fit *fit, double (*deal)[RATINGS_MAX], size_t deals,
                         struct estimate rating[RATINGS_MAX])
{
    struct moments moments;
    double inverse[RATINGS_MAX][RATINGS_MAX], squares[RATINGS_MAX] = {0};
    add_patterns(fit, &moments);
    /* Scaling all strengths changes nothing, so any number will do in that direction. */
    for (unsigned i = 0; i < fit->players; i++) {
        for (unsigned j = 0; j < fit->players; j++)
            moments.information[i][j] += 1;
    }
    if (deals < 2 || !invert(fit->players, moments.information, inverse))
        return;
    for (size_t d = 0; d < deals; d++) {
        for (unsigned i = 0; i < fit->players; i++) {
            double move = 0;
            for (unsigned j = 0; j < fit->players; j++)
                move += inverse[i][j] * deal[d][j];
            squares[i] += move * move;
        }
    }
    for (unsigned i = 0; i < fit->players; i++) {
        const double scatter = squares[i] * (double)deals / (double)(deals - 1);
        rating[i].margin = normal_95 * points_of_log * sqrt(scatter);
    }
}

static bool fit_ratings(struct fit *fit, const struct order *order, size_t games,
                        struct estimate rating[RATINGS_MAX])
{
    size_t deals = 0;
    if (!collect_patterns(fit, order, games))
        return false;
    if (!climb(fit)) {
        rate_unbounded(fit, rating);
        return true;
    }
    for (unsigned i = 0; i < fit->players; i++)
        rating[i].mean = points_of_log * log(fit->strength[i]);
    for (size_t i = 0; i < games; i++)
        deals = order[i].deal + 1U > deals ? order[i].deal + 1U : deals;
    double(*deal)[RATINGS_MAX] = calloc(deals, sizeof *deal);
    if (deal == NULL)
        return false;
    add_gradients(fit, order, games, deal);
    find_margins(fit, deal, deals, rating);
    free(deal);
    return true;
}

bool ratings_fit(const struct order *order, size_t games, unsigned players,
                 struct estimate rating[RATINGS_MAX])
{
    struct fit fit = {.players = players};
    CHECK(players >= 1 && players <= RATINGS_MAX);
    for (unsigned i = 0; i < RATINGS_MAX; i++) {
        rating[i] = (struct estimate){.mean = 0, .margin = (double)NAN};
        fit.strength[i] = 1;
    }
    const bool fitted = games == 0 || fit_ratings(&fit, order, games, rating);
    free(fit.pattern);
    return fitted;
}

double share_of_rating(double rating, unsigned seats)
{
    const double strength = pow(10, rating / 400);
    return strength / (strength + seats - 1);
}
