/*
 * How long a person in the bot's place might think about a turn: briefly if there is nothing to
 * decide, longer the closer the best ideas are, with some random variation.
 *
 * For display only: front ends may wait this long before they show a turn.
 */
#ifndef RAILHEAD_BOTS_THINK_TIME_H
#define RAILHEAD_BOTS_THINK_TIME_H

#include "bots/rng.h"
#include "bots/thoughts.h"

/* In thousandths of the time for which one track is shown. */
enum { THINK_TIME_MIN = 500, THINK_TIME_USUAL = 1000, THINK_TIME_MAX = 3000 };

/*
 * Returns a time between THINK_TIME_MIN and THINK_TIME_MAX; about THINK_TIME_USUAL for a bot
 * without ideas.
 */
unsigned think_time(const struct thoughts *thoughts, struct rng *rng);

#endif
