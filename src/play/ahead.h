/*
 * A turn that a person enters, also before it is theirs to play.
 *
 * While others move, what is entered is judged on the table as it lies, as if it were our turn.  It
 * can be promised: then it is due when our turn comes, if the rules still allow it, and dropped
 * with the reason as soon as they do not.  What is entered and not promised stays entered for as
 * long as it may.
 *
 *               entered                    promised
 *     AHEAD_OPEN ------> AHEAD_OPEN -------> AHEAD_PROMISED --our turn--> AHEAD_DUE
 *         |                                       '--refused--> AHEAD_DROPPED, nothing is entered
 *         '--our turn--> AHEAD_NOT, with what was entered if it may be
 */
#ifndef RAILHEAD_PLAY_AHEAD_H
#define RAILHEAD_PLAY_AHEAD_H

#include "core/view.h"
#include "play/entering.h"

enum ahead_state {
    AHEAD_NOT,  /* what is entered is the turn itself, or nothing can be */
    AHEAD_OPEN, /* it is our next turn */
    AHEAD_PROMISED,
    AHEAD_DUE,     /* our turn has come, and it is entered */
    AHEAD_DROPPED, /* it was promised and is refused now: `why` */
};

/* When the turn is ours. */
enum ahead_when {
    WHEN_NEVER, /* no round is played, or we play no seat of it */
    WHEN_LATER,
    WHEN_NOW,
};

struct ahead {
    struct entering entering;
    enum ahead_state state;
    enum refusal why;

    /* Its own. */
    enum ahead_when when;
    struct view view; /* that what is entered belongs to, with us to move */
};

/* Nothing is entered, and nothing can be. */
void ahead_init(struct ahead *ahead);

/* How things are now, told as often as they may have changed.  The view is that of our seat. */
void ahead_see(struct ahead *ahead, const struct board *board, const struct view *view,
               enum ahead_when when);

/* As entering.h has them; what was promised is open again. */
enum refusal ahead_add(struct ahead *ahead, const struct board *board, struct word word,
                       struct fault *fault);
bool ahead_undo(struct ahead *ahead, const struct board *board);
bool ahead_redo(struct ahead *ahead, const struct board *board);
void ahead_reset(struct ahead *ahead);

/* What is entered, a whole turn, is to be played when our turn comes; false where it cannot be. */
bool ahead_promise(struct ahead *ahead, const struct board *board);

/* What is entered, or NULL where nothing can be. */
const struct draft *ahead_draft(const struct ahead *ahead);

#endif
