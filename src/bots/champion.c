/* The expert's search, with a reader. */
#include "bots/champion.h"

void champion_begin_game(void *memory)
{
    struct champion *champion = memory;
    reader_begin_game(&champion->reader);
}

void champion_begin_round(void *memory, const struct board *board, const struct view *view)
{
    struct champion *champion = memory;
    expert_begin_round(&champion->expert, board, view);
    reader_begin_round(&champion->reader);
}

void champion_see(void *memory, const struct board *board, const struct table *before,
                  const struct turn *turn)
{
    struct champion *champion = memory;
    reader_see(&champion->reader, &champion->expert.belief, board, before, turn);
}

/* By the rule of thumb, as the expert does; who they are it does not ask. */
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
    expert_turn_with(&champion->expert, &champion->reader, question, turn, thoughts);
}
