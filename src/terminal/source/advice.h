/*
 * Advice for the person at the keyboard, from a bot that sees what the person sees: the tables of
 * the round and one hand.
 *
 * Runs on its own thread with copies of its data, so that the screen stays responsive.
 */
#ifndef RAILHEAD_TERMINAL_SOURCE_ADVICE_H
#define RAILHEAD_TERMINAL_SOURCE_ADVICE_H

#include "bots/bot.h"
#include "terminal/source/source.h"

struct advice;

/*
 * Starts thinking about the turn of the seat at the keyboard, which must be to move.  Returns NULL
 * if allocation fails.
 */
struct advice *advice_begin(const struct source *source, const struct bot *adviser);

bool advice_is_ready(struct advice *advice);

/* Waits for the advice if necessary, stores it in the source, and frees `advice`. */
void advice_take(struct advice *advice, struct source *source);

/* Waits for the thread and frees `advice` without a result. */
void advice_drop(struct advice *advice);

/* Stores thoughts as the hints of a source. */
void advice_store_hints(struct source *source, const struct thoughts *thoughts,
                        const struct turn *turn);

/*
 * Sorts the indices of the source's hints by ascending expected loss.  Hint 0, the turn that the
 * adviser would play, may come later, because the chance of winning counts too.
 */
void advice_order(const struct source *source, unsigned order[SOURCE_HINTS_MAX]);

#endif
