/* Advice: the turn that a bot would play for a seat, given what that seat knows. */
#ifndef RAILHEAD_GAME_ADVISE_H
#define RAILHEAD_GAME_ADVISE_H

#include "bots/bot.h"

/*
 * `deal` is the view at the beginning of the round, for the seat to move; `turn` are the turns
 * played since.  `memory` must be large enough for the bot, and `rng` provides its random choices.
 * Sets `chosen` and `thoughts`.
 */
void advise(const struct bot *bot, const struct board *board, void *memory, struct rng rng,
            const struct view *deal, const struct turn turn[], unsigned turns, struct turn *chosen,
            struct thoughts *thoughts);

#endif
