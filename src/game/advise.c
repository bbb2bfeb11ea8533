/* Replays the round so far to a bot, and asks it for a turn. */
#include "game/advise.h"

void advise(const struct bot *bot, const struct board *board, void *memory, struct rng rng,
            const struct view *deal, const struct turn turn[], unsigned turns, struct turn *chosen,
            struct thoughts *thoughts)
{
    struct player player;
    struct view view = *deal;
    player_init(&player, bot, board, memory, rng);
    player_join_round(&player, &view, turn, turns, NULL);
    player_turn(&player, &view, NULL, chosen, thoughts);
}
