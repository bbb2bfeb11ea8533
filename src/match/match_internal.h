/*
 * What the files of src/match/ share: an event that has been decided happens.
 */
#ifndef RAILHEAD_MATCH_MATCH_INTERNAL_H
#define RAILHEAD_MATCH_MATCH_INTERNAL_H

#include "match/match.h"

/*
 * Applies an event and tells the listener.  Only a turn can be refused, and then nothing has
 * happened; any other event must be possible now.
 */
enum refusal match_happen(struct match *match, const struct event *event,
                          struct match_listener listener);

/* The same for a turn, with what follows from it: the end of the round, the result. */
enum refusal match_play(struct match *match, const struct event *event,
                        struct match_listener listener);

/* Deals the next round if nobody has to be waited for. */
void match_go_on(struct match *match, int64_t now, struct match_listener listener);

/* Takes back what was asked for, if nobody has to be waited for. */
void match_settle_takeback(struct match *match, int64_t now, struct match_listener listener);

void match_begin_round(struct match *match, int64_t now, struct match_listener listener);

#endif
