/*
 * What the games of the arena come to: each deal's values, added up in the order of the deals.
 */
#ifndef RAILHEAD_ARENA_ARENA_SUMMARY_H
#define RAILHEAD_ARENA_ARENA_SUMMARY_H

#include "arena/arena.h"

/* The games of one deal; all of them have been played. */
struct arena_deal {
    const struct arena_setup *setup;
    const struct arena_game *game; /* of the whole series */
    unsigned from, to;
};

struct arena_deal arena_deal_at(const struct arena_setup *setup, const struct arena_game *game,
                                unsigned games, unsigned number);

/* Two contenders compared: the deal's points a round by which the first is ahead. */
double arena_deal_ahead(const struct arena_deal *deal);

/* The observation that the sequential test takes from a deal, and the test in its unit. */
double arena_deal_test(const struct arena_deal *deal);
struct sprt arena_sprt(const struct arena_setup *setup);

/* A part of the win for every place: 1, a share of it for a shared win, or 0. */
void arena_shares(const struct arena_setup *setup, const struct arena_game *game,
                  double share[SEATS_MAX]);

/* Fills rows, totals and ratings from the first so many games.  False when memory runs out. */
bool arena_summarise(const struct arena_setup *setup, const struct arena_game *game, unsigned games,
                     struct order *order, struct arena_result *result);

#endif
