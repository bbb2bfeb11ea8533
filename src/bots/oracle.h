/*
 * The oracle: the expert's search with all hands seen.  It measures what inference can still gain,
 * and has no place at a table, so it is not a bot: it takes a position, which no bot can have.
 */
#ifndef RAILHEAD_BOTS_ORACLE_H
#define RAILHEAD_BOTS_ORACLE_H

#include "bots/expert.h"

/* `memory` as for an expert; nothing is remembered. */
void oracle_turn(struct expert *memory, const struct question *question,
                 const struct position *position, struct turn *turn, struct thoughts *thoughts);

#endif
