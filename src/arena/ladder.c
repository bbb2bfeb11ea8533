/* Plays the pairs of a ladder one after the other. */
#include "arena/ladder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Plays a pair.  Writes the finishing orders, by level, to `order`. */
static bool play_pair(const struct arena_setup *levels, unsigned players, struct ladder_pair *pair,
                      struct order *order, char error[ARENA_ERROR_SIZE])
{
    pair->setup = *levels;
    pair->setup.contender[0] = levels->contender[pair->upper];
    pair->setup.contender[1] = levels->contender[pair->lower];
    arena_compare(&pair->setup, players);
    bool done = arena_run(&pair->setup, &pair->result, order, error);
    if (done && pair->result.interrupted) {
        snprintf(error, ARENA_ERROR_SIZE, "stopped before the table was complete");
        done = false;
    }
    for (unsigned i = 0; done && i < pair->result.games; i++) {
        for (unsigned place = 0; place < order[i].count; place++)
            order[i].who[place] = (uint8_t)(order[i].who[place] == 0 ? pair->upper : pair->lower);
    }
    return done;
}

/*
 * All pairs are played with the same deals, so the ratings count a deal of all pairs as one
 * observation.
 */
bool ladder_play(const struct arena_setup *levels, unsigned players, struct ladder_rung *rung,
                 char error[ARENA_ERROR_SIZE])
{
    const unsigned count = levels->contenders;
    const size_t pairs = count * (count - 1) / 2;
    /* games of a pair are rounded up to complete deals */
    const size_t deal_games_max = 2 * SEATS_MAX;
    struct order *order = calloc(pairs * (levels->games + deal_games_max), sizeof *order);
    size_t games = 0;
    bool done = order != NULL;
    memset(rung, 0, sizeof *rung);
    rung->players = players;
    snprintf(error, ARENA_ERROR_SIZE, "out of memory");
    for (unsigned upper = count; done && upper-- > 1;) {
        for (unsigned lower = upper; done && lower-- > 0;) {
            struct ladder_pair *pair = &rung->pair[rung->pairs++];
            pair->upper = upper;
            pair->lower = lower;
            done = play_pair(levels, players, pair, order + games, error);
            games += pair->result.games;
        }
    }
    done = done && ratings_fit(order, games, count, rung->elo);
    free(order);
    return done;
}

bool ladder_is_clear(const struct ladder_pair *pair)
{
    return pair->result.ahead.mean > pair->result.ahead.margin;
}
