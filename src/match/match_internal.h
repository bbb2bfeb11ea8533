/* Shared by the files of src/match/: applying events that have been decided. */
#ifndef RAILHEAD_MATCH_MATCH_INTERNAL_H
#define RAILHEAD_MATCH_MATCH_INTERNAL_H

#include "match/match.h"

/*
 * Applies an event and calls the listener.  Only a turn can be refused; then nothing changes.  Any
 * other event must be possible now.
 */
enum refusal match_happen(struct match *match, const struct event *event,
                          struct match_listener listener);

/* The same for a turn and its consequences: the end of the round, the result. */
enum refusal match_play(struct match *match, const struct event *event,
                        struct match_listener listener);

/* Deals the next round unless a player must still get ready. */
void match_go_on(struct match *match, int64_t now, struct match_listener listener);

/* Takes back the requested turn unless a player must still agree. */
void match_settle_takeback(struct match *match, int64_t now, struct match_listener listener);

void match_begin_round(struct match *match, int64_t now, struct match_listener listener);

#endif
