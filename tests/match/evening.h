/*
 * Whole matches for tests, in which people and bots do everything that a table knows, sensible or
 * not: they change seats, chat, leave, come back, think too long, send turns twice, too late, too
 * early and against the rules.  A random number decides all of it.
 */
#ifndef RAILHEAD_TESTS_MATCH_EVENING_H
#define RAILHEAD_TESTS_MATCH_EVENING_H

#include "match/gathering.h"

/* A table of any kind; case by case all boards, all variants and all numbers of seats. */
void evening_settings(struct match_settings *settings, unsigned number, uint64_t *random);

/* How many cases that takes. */
unsigned evening_cases(void);

/* One thing that somebody asks, which may well be refused; never a turn that is accepted. */
void evening_whim(struct gathering *table, uint64_t *random);

/* From the opened table to the result. */
void evening_play(struct gathering *table, const struct match_settings *settings, uint64_t *random);

#endif
