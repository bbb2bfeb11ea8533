/*
 * Hands that the others may hold: the cards that a view does not show, dealt at random.
 */
#ifndef RAILHEAD_BOTS_GUESS_H
#define RAILHEAD_BOTS_GUESS_H

#include "bots/rng.h"
#include "core/view.h"

/* One hand for each seat; known cards stay where they are. */
void guess_hands(const struct board *board, const struct view *view, struct rng *rng,
                 struct hand hand[SEATS_MAX]);

/* The card of a group that a seat holds as far as the view shows it, or CITY_NONE. */
static inline unsigned view_card(const struct view *view, unsigned seat, unsigned group)
{
    return seat == view->seat ? view->hand.city[group] : view->table.shown[seat].city[group];
}

#endif
