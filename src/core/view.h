/*
 * The view: the table and one seat's own hand, or no hand for a spectator.
 *
 * One of the three kinds of knowledge (table, position, view).  Bots, browsers and terminals get
 * this type alone, so that the compiler keeps the other hands secret.
 */
#ifndef RAILHEAD_CORE_VIEW_H
#define RAILHEAD_CORE_VIEW_H

#include "core/deal.h"
#include "core/draft.h"

struct position;

struct view {
    struct table table;
    uint8_t seat; /* or SEAT_NONE */
    struct hand hand;
    uint8_t zero[2];
};

/* What `seat` may know of a position; SEAT_NONE for a spectator. */
void view_of(struct view *view, const struct position *position, unsigned seat);

/* The hand of a seat as far as the view knows it: its own, or one that lies open. */
static inline const struct hand *view_hand(const struct view *view, unsigned seat)
{
    return seat == view->seat ? &view->hand : &view->table.shown[seat];
}

/*
 * The seat to move plays a turn after which the round goes on, as everybody could see; whether it
 * does is the position's to judge.  A refused turn leaves the view as it was.
 */
enum refusal view_play(struct view *view, const struct board *board, const struct turn *turn);

#endif
