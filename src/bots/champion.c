/* Combines the expert's search with the opponent model. */
#include "bots/champion.h"

void champion_begin_game(void *memory)
{
    struct champion *champion = memory;
    opponent_model_begin_game(&champion->opponent_model);
}

void champion_begin_round(void *memory, const struct board *board, const struct view *view)
{
    struct champion *champion = memory;
    expert_begin_round(&champion->expert, board, view);
    opponent_model_begin_round(&champion->opponent_model);
}

void champion_see(void *memory, const struct board *board, const struct table *before,
                  const struct turn *turn)
{
    struct champion *champion = memory;
    opponent_model_see(&champion->opponent_model, &champion->expert.belief, board, before, turn);
}

/* Updates only the belief, by the expert's rule of thumb; the opponent model is left unchanged. */
void champion_glance(void *memory, const struct board *board, const struct table *before,
                     const struct turn *turn)
{
    struct champion *champion = memory;
    expert_see(&champion->expert, board, before, turn);
}

void champion_turn(void *memory, const struct question *question, struct turn *turn,
                   struct thoughts *thoughts)
{
    struct champion *champion = memory;
    expert_turn_with_models(&champion->expert, &champion->opponent_model, question, turn, thoughts);
}
