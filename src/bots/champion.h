/*
 * The champion: the expert's search with a model of each opponent (bots/opponent_model.h).
 *
 * The model improves the estimate of hands and of each opponent's type.  Rounds are played out both
 * by plans, as the expert does, and by models of the opponents' types.  The more predictable the
 * opponents, the more weight the second kind gets.
 */
#ifndef RAILHEAD_BOTS_CHAMPION_H
#define RAILHEAD_BOTS_CHAMPION_H

#include "bots/expert.h"
#include "bots/opponent_model.h"

/* The default budget of a turn in steps: about half a second at most. */
enum { CHAMPION_WORK = 600000 };

struct champion {
    struct expert expert;
    struct opponent_model opponent_model;
};

void champion_begin_game(void *memory);
void champion_begin_round(void *memory, const struct board *board, const struct view *view);
void champion_see(void *memory, const struct board *board, const struct table *before,
                  const struct turn *turn);
void champion_glance(void *memory, const struct board *board, const struct table *before,
                     const struct turn *turn);
void champion_turn(void *memory, const struct question *question, struct turn *turn,
                   struct thoughts *thoughts);

#endif
