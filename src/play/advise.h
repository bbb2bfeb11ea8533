/*
 * Advice: what a bot would do in a seat's place, from what that seat knows.
 */
#ifndef RAILHEAD_PLAY_ADVISE_H
#define RAILHEAD_PLAY_ADVISE_H

#include "bots/bot.h"

/*
 * `deal` is the view of the round's beginning from the seat to move, `turn` what has been played
 * since.  `memory` is enough for the bot; `rng` is where its chance comes from.
 */
void advise(const struct bot *bot, const struct board *board, void *memory, struct rng rng,
            const struct view *deal, const struct turn turn[], unsigned turns, struct turn *chosen,
            struct thoughts *thoughts);

#endif
