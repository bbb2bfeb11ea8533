/* A turn that is entered before it can be played. */
#include "play/ahead.h"

#include <string.h>

void ahead_init(struct ahead *ahead)
{
    memset(ahead, 0, sizeof *ahead);
}

const struct draft *ahead_draft(const struct ahead *ahead)
{
    return ahead->when != WHEN_NEVER ? &ahead->entering.draft : NULL;
}

static void begin(struct ahead *ahead)
{
    entering_begin(&ahead->entering, &ahead->view.table, &ahead->view.hand);
}

/* Enters a turn again.  If the rules refuse it, nothing is entered. */
static enum refusal enter_again(struct ahead *ahead, const struct board *board,
                                const struct turn *turn)
{
    begin(ahead);
    const enum refusal refusal = draft_turn(&ahead->entering.draft, board, turn);
    if (refusal == ACCEPTED)
        entering_keep(&ahead->entering);
    else
        begin(ahead);
    return refusal;
}

static enum ahead_state untouched(enum ahead_when when)
{
    return when == WHEN_LATER ? AHEAD_OPEN : AHEAD_NOT;
}

/* Continues the same turn on a table that others have changed. */
static void continue_turn(struct ahead *ahead, const struct board *board, bool promised)
{
    const struct turn turn = ahead->entering.draft.turn;
    const enum refusal refusal = enter_again(ahead, board, &turn);
    if (!promised)
        return;
    ahead->why = refusal;
    if (refusal != ACCEPTED)
        ahead->state = AHEAD_DROPPED;
    else
        ahead->state = ahead->when == WHEN_NOW ? AHEAD_DUE : AHEAD_PROMISED;
}

void ahead_see(struct ahead *ahead, const struct board *board, const struct view *view,
               enum ahead_when when)
{
    struct view seen = *view;
    if (when == WHEN_NEVER) {
        ahead_init(ahead);
        return;
    }
    seen.table.to_move = view->seat;
    if (ahead->when == when && memcmp(&ahead->view, &seen, sizeof seen) == 0)
        return;
    const bool same_turn = ahead->when == WHEN_LATER && ahead->view.seat == seen.seat &&
                           ahead->view.table.round == seen.table.round &&
                           !draft_is_empty(&ahead->entering.draft);
    const bool promised = ahead->state == AHEAD_PROMISED;
    ahead->view = seen;
    ahead->when = when;
    ahead->state = untouched(when);
    if (same_turn)
        continue_turn(ahead, board, promised);
    else
        begin(ahead);
}

/*
 * Must precede a change of what is entered: withdraws a promise.  Returns false if nothing can be
 * entered.
 */
static bool touch(struct ahead *ahead)
{
    ahead->state = untouched(ahead->when);
    return ahead->when != WHEN_NEVER;
}

enum refusal ahead_add(struct ahead *ahead, const struct board *board, struct word word,
                       struct fault *fault)
{
    fault->id = FAULT_NONE;
    return touch(ahead) ? entering_add(&ahead->entering, board, word, fault)
                        : REFUSED_NOT_YOUR_TURN;
}

bool ahead_undo(struct ahead *ahead, const struct board *board)
{
    return touch(ahead) && entering_undo(&ahead->entering, board, &ahead->view.table);
}

bool ahead_redo(struct ahead *ahead, const struct board *board)
{
    return touch(ahead) && entering_redo(&ahead->entering, board);
}

void ahead_reset(struct ahead *ahead)
{
    if (touch(ahead))
        begin(ahead);
}

bool ahead_promise(struct ahead *ahead, const struct board *board)
{
    const struct draft *draft = &ahead->entering.draft;
    struct choices choices;
    if (ahead->when != WHEN_LATER)
        return false;
    turn_choices(&draft->table, board, &draft->hand, &draft->turn, &choices);
    if (choices.may_end)
        ahead->state = AHEAD_PROMISED;
    return choices.may_end;
}
