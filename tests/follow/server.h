/*
 * What a server says about a match, for tests of those who follow it: each message made from the
 * truth, with nothing in it that its receiver may not know.
 */
#ifndef RAILHEAD_TESTS_FOLLOW_SERVER_H
#define RAILHEAD_TESTS_FOLLOW_SERVER_H

#include "match/match.h"
#include "protocol/told.h"

/* An event that has happened; `ended` is the position in which the round ended that it reveals. */
void say_event(struct told_event *told, const struct match *after, const struct event *event,
               const struct position *ended);

/* The table as it is now, as its host or anybody else is told of it. */
void say_table(struct told_following *told, const struct match *match, const char *person);

/* The cards of a person; false when there are none to be told. */
bool say_cards(struct told_hand *told, const struct match *match, const char *person);

/* Those who sit; whoever is in `gone` (a bit for each seat) is not connected. */
void say_people(struct told_people *told, const struct match *match, unsigned gone);

void say_hello(struct told_hello *told, const char *person, int64_t now);

#endif
