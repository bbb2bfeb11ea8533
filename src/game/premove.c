/* A turn that is entered before it can be played. */
#include "game/premove.h"

#include <string.h>

void premove_init(struct premove *premove)
{
    memset(premove, 0, sizeof *premove);
}

const struct draft *premove_draft(const struct premove *premove)
{
    return premove->when != WHEN_NEVER ? &premove->entry.draft : NULL;
}

static void begin(struct premove *premove)
{
    turn_entry_begin(&premove->entry, &premove->view.table, &premove->view.hand);
}

/* Enters a turn again.  If the rules refuse it, nothing is entered. */
static enum refusal enter_again(struct premove *premove, const struct board *board,
                                const struct turn *turn)
{
    begin(premove);
    const enum refusal refusal = draft_turn(&premove->entry.draft, board, turn);
    if (refusal == ACCEPTED)
        turn_entry_keep(&premove->entry);
    else
        begin(premove);
    return refusal;
}

static enum premove_state untouched(enum premove_when when)
{
    return when == WHEN_LATER ? PREMOVE_OPEN : PREMOVE_NOT;
}

/* Continues the same turn on a table that others have changed. */
static void continue_turn(struct premove *premove, const struct board *board, bool promised)
{
    const struct turn turn = premove->entry.draft.turn;
    const enum refusal refusal = enter_again(premove, board, &turn);
    if (!promised)
        return;
    premove->why = refusal;
    if (refusal != ACCEPTED)
        premove->state = PREMOVE_DROPPED;
    else
        premove->state = premove->when == WHEN_NOW ? PREMOVE_DUE : PREMOVE_PROMISED;
}

void premove_see(struct premove *premove, const struct board *board, const struct view *view,
                 enum premove_when when)
{
    struct view seen = *view;
    if (when == WHEN_NEVER) {
        premove_init(premove);
        return;
    }
    seen.table.to_move = view->seat;
    if (premove->when == when && memcmp(&premove->view, &seen, sizeof seen) == 0)
        return;
    const bool same_turn = premove->when == WHEN_LATER && premove->view.seat == seen.seat &&
                           premove->view.table.round == seen.table.round &&
                           !draft_is_empty(&premove->entry.draft);
    const bool promised = premove->state == PREMOVE_PROMISED;
    premove->view = seen;
    premove->when = when;
    premove->state = untouched(when);
    if (same_turn)
        continue_turn(premove, board, promised);
    else
        begin(premove);
}

/*
 * Must precede a change of what is entered: withdraws a promise.  Returns false if nothing can be
 * entered.
 */
static bool touch(struct premove *premove)
{
    premove->state = untouched(premove->when);
    return premove->when != WHEN_NEVER;
}

enum refusal premove_add(struct premove *premove, const struct board *board, struct word word,
                         struct fault *fault)
{
    fault->id = FAULT_NONE;
    return touch(premove) ? turn_entry_add(&premove->entry, board, word, fault)
                          : REFUSED_NOT_YOUR_TURN;
}

bool premove_undo(struct premove *premove, const struct board *board)
{
    return touch(premove) && turn_entry_undo(&premove->entry, board, &premove->view.table);
}

bool premove_redo(struct premove *premove, const struct board *board)
{
    return touch(premove) && turn_entry_redo(&premove->entry, board);
}

void premove_reset(struct premove *premove)
{
    if (touch(premove))
        begin(premove);
}

bool premove_promise(struct premove *premove, const struct board *board)
{
    const struct draft *draft = &premove->entry.draft;
    struct choices choices;
    if (premove->when != WHEN_LATER)
        return false;
    turn_choices(&draft->table, board, &draft->hand, &draft->turn, &choices);
    if (choices.may_end)
        premove->state = PREMOVE_PROMISED;
    return choices.may_end;
}
