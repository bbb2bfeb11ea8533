/*
 * How long somebody in a bot's place would think about a turn: hardly at all where there is nothing
 * to decide, longer the closer its best ideas are, and never the same twice.
 *
 * Only for the eye.  Whoever shows turns may wait that long before showing one; nothing else does.
 */
#ifndef RAILHEAD_BOTS_THINK_TIME_H
#define RAILHEAD_BOTS_THINK_TIME_H

#include "bots/rng.h"
#include "bots/thoughts.h"

/* In thousandths of the time that one track is shown for. */
enum { THINK_TIME_MIN = 500, THINK_TIME_USUAL = 1000, THINK_TIME_MAX = 3000 };

/* A bot that says nothing of its ideas takes about the usual time. */
unsigned think_time(const struct thoughts *thoughts, struct rng *rng);

#endif
