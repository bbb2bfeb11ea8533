/* Derives what one seat may know from a position. */
#include "rules/view.h"

#include <string.h>

#include "base/check.h"
#include "rules/position.h"

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

enum refusal view_play(struct view *view, const struct board *board, const struct turn *turn)
{
    struct draft draft;
    draft_begin(&draft, &view->table, view_hand(view, view->table.to_move));
    const enum refusal refusal = draft_turn(&draft, board, turn);
    if (refusal != ACCEPTED)
        return refusal;
    view->table = draft.table;
    table_count_turn(&view->table, turn->kind == TURN_PASS);
    table_hand_on(&view->table);
    return ACCEPTED;
}
