/*
 * The oracle: the expert's search with all hands visible.  It measures how much better inference
 * could still get.  It is not a bot, because it needs a position, which no bot may have.
 */
#ifndef RAILHEAD_BOTS_ORACLE_H
#define RAILHEAD_BOTS_ORACLE_H

#include "bots/expert.h"

/* `memory` is scratch space; nothing is remembered between turns. */
void oracle_turn(struct expert *memory, const struct question *question,
                 const struct position *position, struct turn *turn, struct thoughts *thoughts);

#endif
