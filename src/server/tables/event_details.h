/*
 * The details that an event is sent with: the event itself, and its consequences under the rules,
 * which clients cannot compute without the hidden cards. All of it is public.
 *
 * At duplicate tables the cards of a round are in its `reveal` instead of its `end`, and the seed
 * is in the last `reveal` instead of the `result`.
 */
#ifndef RAILHEAD_SERVER_TABLES_EVENT_DETAILS_H
#define RAILHEAD_SERVER_TABLES_EVENT_DETAILS_H

#include "match/match.h"
#include "protocol/told.h"

/*
 * `after` is the match with the event applied. `ended` is for EVENT_REVEAL: the end of the round it
 * is about, or NULL if that was not played.
 */
void event_details_of(struct told_event *told, const struct match *after, const struct event *event,
                      const struct position *ended);

#endif
