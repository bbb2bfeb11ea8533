/*
 * Whoever follows a match in tests: somebody on each seat, a guest who looks on, and nobody at all,
 * each with a connection that comes and goes.
 *
 * The match is that of a list of events, played again one by one.  What the followers are told is
 * what a server would say (server.h); when a connection comes back it is the table, the events that
 * were missed and the cards, and some begin anew then, with nothing known.
 */
#ifndef RAILHEAD_TESTS_FOLLOW_AUDIENCE_H
#define RAILHEAD_TESTS_FOLLOW_AUDIENCE_H

#include "follow/follow.h"
#include "match/gathering.h"

enum { AUDIENCE = SEATS_MAX + 2 };

struct listener {
    struct follow follow;
    char person[PERSON_SIZE]; /* "" for nobody */
    bool connected;
    int64_t clock; /* of this machine, behind the server's */
};

struct audience {
    const struct gathering *table; /* whose list it is */
    struct match match;            /* as far as the list has been played */
    int64_t now;
    struct position *ended; /* [round - 1]: as each round ended */
    struct listener listener[AUDIENCE];
    bool steady; /* no connection is ever lost, and the server never stopped */
};

/* Large: from the heap. */
struct audience *audience_new(const struct gathering *table, uint64_t *random, bool steady);
void audience_free(struct audience *audience);

/* The next event of the list happens, and whoever is connected is told; false when there is none.
 */
bool audience_next(struct audience *audience, uint64_t *random);

/* The message of an event of the list, once it has happened. */
void audience_told(const struct audience *audience, unsigned event, struct told_event *told);

/* Somebody comes back, or begins anew: told the table, what was missed, the cards, the people. */
void audience_join(struct audience *audience, struct listener *listener, bool anew);

#endif
