/* Summarises the games of the arena: the values of each deal, added up in order. */
#ifndef RAILHEAD_ARENA_ARENA_SUMMARY_H
#define RAILHEAD_ARENA_ARENA_SUMMARY_H

#include "arena/arena.h"

/* The games of one deal; all must have been played. */
struct arena_deal {
    const struct arena_setup *setup;
    const struct arena_game *game; /* of the whole series */
    unsigned from, to;
};

struct arena_deal arena_deal_at(const struct arena_setup *setup, const struct arena_game *game,
                                unsigned games, unsigned number);

/*
 * For a comparison: returns the points per round by which the first contender is ahead in the deal.
 */
double arena_deal_ahead(const struct arena_deal *deal);

/* Return the observation of a deal for the sequential test, and the test in the same unit. */
double arena_deal_test(const struct arena_deal *deal);
struct sprt arena_sprt(const struct arena_setup *setup);

/* Computes each place's share of the win: 1, a part for a shared win, or 0. */
void arena_shares(const struct arena_setup *setup, const struct arena_game *game,
                  double share[SEATS_MAX]);

/*
 * Computes rows, totals and ratings of the first `games` games.  Returns false if allocation fails.
 */
bool arena_summarise(const struct arena_setup *setup, const struct arena_game *game, unsigned games,
                     struct order *order, struct arena_result *result);

#endif
