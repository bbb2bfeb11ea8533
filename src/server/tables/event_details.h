/*
 * What an event tells everybody: what was decided, and what follows from it by the rules, which
 * clients could not compute without the others' cards.  Nothing of it is hidden from anybody.
 *
 * At a table of a party the cards of a round are in its `reveal` and not in its `end`, and the seed
 * is in the last `reveal` and not in the `result`.
 */
#ifndef RAILHEAD_SERVER_TABLES_EVENT_DETAILS_H
#define RAILHEAD_SERVER_TABLES_EVENT_DETAILS_H

#include "match/match.h"
#include "protocol/told.h"

/*
 * `after` is the match with the event applied; `ended` is for EVENT_REVEAL, the end of the round
 * that it is about, NULL where none was played.
 */
void event_details_of(struct told_event *told, const struct match *after, const struct event *event,
                      const struct position *ended);

#endif
