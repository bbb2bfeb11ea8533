/*
 * The view: the table and one seat's own hand, or no hand for a spectator.
 *
 * One of the three kinds of knowledge (table, position, view).  Bots, browsers and terminals get
 * this type alone, so that the compiler keeps the other hands secret.
 */
#ifndef RAILHEAD_CORE_VIEW_H
#define RAILHEAD_CORE_VIEW_H

#include "core/position.h"

struct view {
    struct table table;
    uint8_t seat; /* or SEAT_NONE */
    struct hand hand;
    uint8_t zero[2];
};

/* What `seat` may know of a position; SEAT_NONE for a spectator. */
void view_of(struct view *view, const struct position *position, unsigned seat);

#endif
