/*
 * A turn that a person enters, possibly before it is their turn (a premove).
 *
 * While others move, it is checked on the current table as if it were our turn.  The person can
 * promise it: it is then due when our turn comes if it is still legal, and dropped with a reason as
 * soon as it is not.  What is entered but not promised is kept as long as it is legal.
 *
 *               entered                    promised
 *     PREMOVE_OPEN ------> PREMOVE_OPEN -------> PREMOVE_PROMISED --our turn--> PREMOVE_DUE
 *         |                                       '--refused--> PREMOVE_DROPPED, draft cleared
 *         '--our turn--> PREMOVE_NOT, with what was entered if still legal
 */
#ifndef RAILHEAD_GAME_PREMOVE_H
#define RAILHEAD_GAME_PREMOVE_H

#include "game/turn_entry.h"
#include "rules/view.h"

enum premove_state {
    PREMOVE_NOT,  /* what is entered is the current turn, or nothing can be entered */
    PREMOVE_OPEN, /* what is entered is our next turn */
    PREMOVE_PROMISED,
    PREMOVE_DUE,     /* our turn has come, and the promised turn is entered */
    PREMOVE_DROPPED, /* the promised turn is no longer legal: `why` */
};

/* When our turn comes. */
enum premove_when {
    WHEN_NEVER, /* no round is being played, or we have no seat */
    WHEN_LATER,
    WHEN_NOW,
};

struct premove {
    struct turn_entry entry;
    enum premove_state state;
    enum refusal why;

    /* Private. */
    enum premove_when when;
    struct view view; /* the table on which the turn is checked, with us to move */
};

/* Initialises the state: nothing is entered, and nothing can be. */
void premove_init(struct premove *premove);

/* Updates the state; call it whenever the game may have changed.  `view` is that of our seat. */
void premove_see(struct premove *premove, const struct board *board, const struct view *view,
                 enum premove_when when);

/* As in entry.h.  A promised turn is no longer promised afterwards. */
enum refusal premove_add(struct premove *premove, const struct board *board, struct word word,
                         struct fault *fault);
bool premove_undo(struct premove *premove, const struct board *board);
bool premove_redo(struct premove *premove, const struct board *board);
void premove_reset(struct premove *premove);

/*
 * Promises the turn entered, to be played when our turn comes.  Returns false if it is incomplete
 * or it is not another seat's turn.
 */
bool premove_promise(struct premove *premove, const struct board *board);

/* Returns what is entered, or NULL if nothing can be entered. */
const struct draft *premove_draft(const struct premove *premove);

#endif
