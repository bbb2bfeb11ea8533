/*
 * Advice for the person at the keyboard, from a bot that sees what the person sees: the tables of
 * the round and one hand.
 *
 * Thinks on a thread of its own with copies of what it needs, so that the screen stays alive.
 */
#ifndef RAILHEAD_TERMINAL_SOURCE_ADVICE_H
#define RAILHEAD_TERMINAL_SOURCE_ADVICE_H

#include "bots/bot.h"
#include "terminal/source/source.h"

struct advice;

/* Thinks about the turn of the seat at the keyboard, which is to move.  NULL without memory. */
struct advice *advice_begin(const struct source *source, const struct bot *adviser);

bool advice_is_there(struct advice *advice);

/* Puts what was thought into the source and lets the advice go; waits for it if it has to. */
void advice_take(struct advice *advice, struct source *source);

/* Lets it go, with nothing told. */
void advice_drop(struct advice *advice);

/* Thoughts as the hints of a source. */
void advice_tell(struct source *source, const struct thoughts *thoughts, const struct turn *turn);

#endif
