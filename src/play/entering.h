/*
 * A turn that a person enters, word by word as a record writes it.
 *
 * What is entered can be taken back and entered again.  Whoever owns the game says when it begins
 * and keeps the table that it began on.
 */
#ifndef RAILHEAD_PLAY_ENTERING_H
#define RAILHEAD_PLAY_ENTERING_H

#include "core/draft.h"
#include "core/fault.h"

struct entering {
    struct draft draft;
    struct turn ahead; /* what was entered before it was undone */
};

/* The seat to move begins; `hand` is that seat's. */
void entering_begin(struct entering *entering, const struct table *table, const struct hand *hand);

/*
 * One thing more: "@K7", "K7-L7*", ">M4", "pass".  Where it cannot be read, `fault` has an id, and
 * nothing has changed, as after a refusal.
 */
enum refusal entering_add(struct entering *entering, const struct board *board, struct word word,
                          struct fault *fault);

/* For whoever enters something on the draft directly: it is entered, and what was undone before it
 * does not follow any more. */
void entering_keep(struct entering *entering);

/* Takes back the last thing, and enters it again; false when there is nothing.  `table` is the one
 * that the turn began on. */
bool entering_undo(struct entering *entering, const struct board *board, const struct table *table);
bool entering_redo(struct entering *entering, const struct board *board);

#endif
