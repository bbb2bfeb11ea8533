/*
 * The lower levels: people who see what there is to do, and misjudge it.
 *
 * They weigh turns as the model of their type does (bots/policy.h), but each turn seems a little
 * better or worse to them than it is, by the temperature of the type; they play what seems best.
 * So a small mistake is common, a large one rare, and every track still serves their own cities.
 */
#ifndef RAILHEAD_BOTS_EASY_MEDIUM_H
#define RAILHEAD_BOTS_EASY_MEDIUM_H

#include "bots/bot.h"
#include "bots/candidates.h"
#include "bots/policy.h"

/* What such a player works with. */
struct easy_medium {
    struct seat_distances seat_distances;
    struct line_demand line_demand;
    struct policy policy;
    struct candidates starts;
};

void easy_turn(void *memory, const struct question *question, struct turn *turn,
               struct thoughts *thoughts);
void medium_turn(void *memory, const struct question *question, struct turn *turn,
                 struct thoughts *thoughts);

#endif
