/*
 * The estimate: each point of lead multiplies the chance, and the factor grows as fewer rounds are
 * left.
 */
#include "bots/win_chance.h"

/* POINTS_A_ROUND is the typical loss of the worst seat in a round. */
enum { POINTS_A_ROUND = 5, ROUNDS_MAX = 5 };

/* The expected number of rounds left, at least 1. */
static unsigned rounds_expected(const struct table *table)
{
    int lowest = table->points[0];
    if (table->variants & VARIANT_OPEN_CARDS) /* V1: the number of rounds is fixed */
        return table->round < table->seats ? (unsigned)(table->seats - table->round) : 1;
    for (unsigned seat = 1; seat < table->seats; seat++)
        lowest = table->points[seat] < lowest ? table->points[seat] : lowest;
    const int left = (lowest - table->barrier + POINTS_A_ROUND - 1) / POINTS_A_ROUND;
    return left < 1 ? 1 : (unsigned)left;
}

/*
 * The factor for each point behind: exp(-1 / (3 sqrt(n))) with n rounds left, because the points
 * lost in n rounds spread like the square root of n.
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
