/*
 * A turn that a person enters element by element, in the notation of records.
 *
 * Elements can be undone and redone.  The owner of the game calls turn_entry_begin() and keeps the
 * table on which the turn began.
 */
#ifndef RAILHEAD_GAME_TURN_ENTRY_H
#define RAILHEAD_GAME_TURN_ENTRY_H

#include "rules/draft.h"
#include "text/fault.h"

struct turn_entry {
    struct draft draft;
    struct turn ahead; /* the turn as it was before elements were undone */
};

/* Begins a turn of the seat to move; `hand` is that seat's. */
void turn_entry_begin(struct turn_entry *entry, const struct table *table, const struct hand *hand);

/*
 * Enters one element: "@K7", "K7-L7*", ">M4", "pass".  If it cannot be parsed, `fault` has an id.
 * After that, or after a refusal, nothing has changed.
 */
enum refusal turn_entry_add(struct turn_entry *entry, const struct board *board, struct word word,
                            struct fault *fault);

/* Call this after changing the draft directly: elements undone before can no longer be redone. */
void turn_entry_keep(struct turn_entry *entry);

/*
 * Undo or redo the last element.  Return false if there is none.  `table` is the table on which the
 * turn began.
 */
bool turn_entry_undo(struct turn_entry *entry, const struct board *board,
                     const struct table *table);
bool turn_entry_redo(struct turn_entry *entry, const struct board *board);

#endif
