/*
 * The champion: the expert's search with people as they are.  It reads hands and types of players
 * by models of them (bots/reader.h), and lets everybody play on as their type would.
 *
 * An experiment, for the arena alone: it takes ten times the expert's time and is not shown to be
 * ahead of it but with private tracks.
 */
#ifndef RAILHEAD_BOTS_CHAMPION_H
#define RAILHEAD_BOTS_CHAMPION_H

#include "bots/expert.h"
#include "bots/reader.h"

struct champion {
    struct expert expert;
    struct reader reader;
};

/* Not in the list of bots. */
extern const struct bot champion_bot;

void champion_begin_game(void *memory);
void champion_begin_round(void *memory, const struct board *board, const struct view *view);
void champion_see(void *memory, const struct board *board, const struct table *before,
                  const struct turn *turn);
void champion_turn(void *memory, const struct question *question, struct turn *turn,
                   struct thoughts *thoughts);

#endif
