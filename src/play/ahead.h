/*
 * A turn that a person enters, possibly before it is their turn (a premove).
 *
 * While others move, it is checked on the current table as if it were our turn.  The person can
 * promise it: it is then due when our turn comes if it is still legal, and dropped with a reason as
 * soon as it is not.  What is entered but not promised is kept as long as it is legal.
 *
 *               entered                    promised
 *     AHEAD_OPEN ------> AHEAD_OPEN -------> AHEAD_PROMISED --our turn--> AHEAD_DUE
 *         |                                       '--refused--> AHEAD_DROPPED, draft cleared
 *         '--our turn--> AHEAD_NOT, with what was entered if still legal
 */
#ifndef RAILHEAD_PLAY_AHEAD_H
#define RAILHEAD_PLAY_AHEAD_H

#include "core/view.h"
#include "play/entering.h"

enum ahead_state {
    AHEAD_NOT,  /* what is entered is the current turn, or nothing can be entered */
    AHEAD_OPEN, /* what is entered is our next turn */
    AHEAD_PROMISED,
    AHEAD_DUE,     /* our turn has come, and the promised turn is entered */
    AHEAD_DROPPED, /* the promised turn is no longer legal: `why` */
};

/* When our turn comes. */
enum ahead_when {
    WHEN_NEVER, /* no round is being played, or we have no seat */
    WHEN_LATER,
    WHEN_NOW,
};

struct ahead {
    struct entering entering;
    enum ahead_state state;
    enum refusal why;

    /* Private. */
    enum ahead_when when;
    struct view view; /* the table on which the turn is checked, with us to move */
};

/* Initialises the state: nothing is entered, and nothing can be. */
void ahead_init(struct ahead *ahead);

/* Updates the state; call it whenever the game may have changed.  `view` is that of our seat. */
void ahead_see(struct ahead *ahead, const struct board *board, const struct view *view,
               enum ahead_when when);

/* As in entering.h.  A promised turn is no longer promised afterwards. */
enum refusal ahead_add(struct ahead *ahead, const struct board *board, struct word word,
                       struct fault *fault);
bool ahead_undo(struct ahead *ahead, const struct board *board);
bool ahead_redo(struct ahead *ahead, const struct board *board);
void ahead_reset(struct ahead *ahead);

/*
 * Promises the turn entered, to be played when our turn comes.  Returns false if it is incomplete
 * or it is not another seat's turn.
 */
bool ahead_promise(struct ahead *ahead, const struct board *board);

/* Returns what is entered, or NULL if nothing can be entered. */
const struct draft *ahead_draft(const struct ahead *ahead);

#endif
