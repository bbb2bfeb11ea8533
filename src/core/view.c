/* What one seat may know. */
#include "core/view.h"

#include <string.h>

#include "core/check.h"

_Static_assert(sizeof(struct view) == sizeof(struct table) + sizeof(struct hand) + 3,
               "a view has no padding");

void view_of(struct view *view, const struct position *position, unsigned seat)
{
    CHECK(seat < position->table.seats || seat == SEAT_NONE);
    memset(view, 0, sizeof *view);
    view->table = position->table;
    view->seat = (uint8_t)seat;
    if (seat == SEAT_NONE)
        memset(&view->hand, CITY_NONE, sizeof view->hand);
    else
        view->hand = position->hand[seat];
}
