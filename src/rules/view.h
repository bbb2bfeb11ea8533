/*
 * The view: the table and one seat's own hand, or no hand for a spectator.
 *
 * One of the three kinds of knowledge (table, position, view).  Bots, browsers and terminals get
 * only this type, so that the compiler keeps the other hands secret.
 */
#ifndef RAILHEAD_RULES_VIEW_H
#define RAILHEAD_RULES_VIEW_H

#include "rules/deal.h"
#include "rules/draft.h"

struct position;

struct view {
    struct table table;
    uint8_t seat; /* SEAT_NONE for a spectator */
    struct hand hand;
    uint8_t zero[2];
};

/* Computes what `seat` may know of a position; SEAT_NONE for a spectator. */
void view_of(struct view *view, const struct position *position, unsigned seat);

/* Returns the hand of a seat as far as known in the view: its own, or one that is face up. */
static inline const struct hand *view_hand(const struct view *view, unsigned seat)
{
    return seat == view->seat ? &view->hand : &view->table.shown[seat];
}

/*
 * Plays a turn of the seat to move, assuming that the round continues; only the position can decide
 * that.  A refused turn leaves the view unchanged.
 */
enum refusal view_play(struct view *view, const struct board *board, const struct turn *turn);

#endif
