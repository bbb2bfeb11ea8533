/*
 * Points decide the game, and the fewer rounds are left the more so: a lead of a few points is
 * little at the beginning and everything in front of the barrier.
 */
#include "bots/win_chance.h"

/* How many points a round takes from the seat that loses most, about. */
enum { POINTS_A_ROUND = 5, ROUNDS_MAX = 5 };

/* How many more rounds are to be expected; at least one. */
static unsigned rounds_expected(const struct table *table)
{
    int lowest = table->points[0];
    if (table->variants & VARIANT_OPEN_CARDS) /* V1 */
        return table->round < table->seats ? (unsigned)(table->seats - table->round) : 1;
    for (unsigned seat = 1; seat < table->seats; seat++)
        lowest = table->points[seat] < lowest ? table->points[seat] : lowest;
    const int left = (lowest - table->barrier + POINTS_A_ROUND - 1) / POINTS_A_ROUND;
    return left < 1 ? 1 : (unsigned)left;
}

/*
 * The chance falls by this factor for each point that a seat is behind: exp(-1 / (3 sqrt(n))) with
 * n rounds to go, since what n rounds bring spreads like the root of n.
 */
static double factor_per_point(unsigned rounds)
{
    static const double factor[ROUNDS_MAX] = {0.7165, 0.7900, 0.8249, 0.8465, 0.8615};
    return factor[rounds <= ROUNDS_MAX ? rounds - 1 : ROUNDS_MAX - 1];
}

double win_chance(const struct table *table, unsigned seat)
{
    if (table->phase == PHASE_GAME_OVER)
        return table->winners >> seat & 1 ? 1.0 / __builtin_popcount(table->winners) : 0;
    const double factor = factor_per_point(rounds_expected(table));
    int most = table->points[0];
    for (unsigned i = 1; i < table->seats; i++)
        most = table->points[i] > most ? table->points[i] : most;
    double all = 0, own = 0;
    for (unsigned i = 0; i < table->seats; i++) {
        double chance = 1;
        for (int behind = most - table->points[i]; behind > 0; behind--)
            chance *= factor;
        all += chance;
        own = i == seat ? chance : own;
    }
    return own / all;
}
