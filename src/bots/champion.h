/*
 * The champion: the expert's search with people as they are.  It reads hands and types of players
 * by models of them (bots/opponent_model.h).  Rounds are played out by models, everybody as their
 * type would, and by plans, as the expert does it; the better it understands the others, the more
 * the models count.
 */
#ifndef RAILHEAD_BOTS_CHAMPION_H
#define RAILHEAD_BOTS_CHAMPION_H

#include "bots/expert.h"
#include "bots/opponent_model.h"

/* Steps for a turn where nobody says otherwise: half a second at most, about. */
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
