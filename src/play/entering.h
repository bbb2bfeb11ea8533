/*
 * A turn that a person enters element by element, in the notation of records.
 *
 * Elements can be undone and redone.  The owner of the game calls entering_begin() and keeps the
 * table on which the turn began.
 */
#ifndef RAILHEAD_PLAY_ENTERING_H
#define RAILHEAD_PLAY_ENTERING_H

#include "core/draft.h"
#include "core/fault.h"

struct entering {
    struct draft draft;
    struct turn ahead; /* the turn as it was before elements were undone */
};

/* Begins a turn of the seat to move; `hand` is that seat's. */
void entering_begin(struct entering *entering, const struct table *table, const struct hand *hand);

/*
 * Enters one element: "@K7", "K7-L7*", ">M4", "pass".  If it cannot be parsed, `fault` has an id.
 * After that, or after a refusal, nothing has changed.
 */
enum refusal entering_add(struct entering *entering, const struct board *board, struct word word,
                          struct fault *fault);

/* Call this after changing the draft directly: elements undone before can no longer be redone. */
void entering_keep(struct entering *entering);

/*
 * Undo or redo the last element.  Return false if there is none.  `table` is the table on which the
 * turn began.
 */
bool entering_undo(struct entering *entering, const struct board *board, const struct table *table);
bool entering_redo(struct entering *entering, const struct board *board);

#endif
