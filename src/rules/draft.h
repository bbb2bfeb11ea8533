/*
 * A turn being entered: what may legally come next, and why something may not.
 *
 * This is the only place that decides whether a turn is legal (T2 to T6, F2, F3, F6, R3, V2, X1).
 * turn_choices() defines legality; a refusal only explains why something is not among the choices.
 * A draft is a copy of the table on which the tracks of the unfinished turn are laid, so discarding
 * it undoes everything.
 */
#ifndef RAILHEAD_RULES_DRAFT_H
#define RAILHEAD_RULES_DRAFT_H

#include "rules/refusal.h"
#include "rules/table.h"
#include "rules/turn.h"

struct draft {
    struct table table; /* includes the tracks entered so far */
    struct turn turn;
    struct hand hand; /* the mover's hand as far as known; R3 depends on whether it is connected */
};

/* What may be entered next. */
struct choices {
    struct line_set black;      /* lines that may take a black track */
    struct line_set coloured;   /* lines that may take a track of the seat's own colour */
    struct junction_set places; /* where the marker may be placed (T2) or moved to (V2) */
    bool may_pass;
    bool may_end; /* what has been entered is a complete turn */
};

/*
 * Computes what may follow `turn`, the turn entered so far by the seat to move.  Its tracks are on
 * `table` already, and `hand` is that seat's hand.  Marker moves in `places` are legal only if no
 * other seat has become connected (V2).
 */
void turn_choices(const struct table *table, const struct board *board, const struct hand *hand,
                  const struct turn *turn, struct choices *choices);

/* Only the lines of turn_choices(): those for a black track, and those for a coloured one. */
void turn_lines(const struct table *table, const struct board *board, const struct hand *hand,
                const struct turn *turn, struct line_set *black, struct line_set *coloured);

/*
 * The same without intersecting sets, for bots that call it millions of times.  A line may take a
 * track, of any colour, if it is in all three sets.
 */
struct legal_lines {
    /* T5, F3, V2: lines at junctions from which the seat may build */
    const struct line_set *touched;
    const struct line_set *open; /* T6, F1: lines with space for another track */
    /* T3, F2, R3: lines of a kind that may follow the tracks of this turn */
    const struct line_set *kinds;
    struct line_set storage; /* holds `touched` if the table has no such set */
};

void turn_legal_lines(const struct table *table, const struct board *board, const struct hand *hand,
                      const struct turn *turn, struct legal_lines *legal);

/*
 * turn_kinds() returns the lines of the kinds that may follow the tracks of this turn (T3, F2, R3).
 * turn_legal_lines_of() computes the remaining sets for a given `kinds`.
 */
const struct line_set *turn_kinds(const struct table *table, const struct board *board,
                                  const struct hand *hand, const struct turn *turn);
void turn_legal_lines_of(const struct table *table, const struct board *board,
                         const struct turn *turn, const struct line_set *kinds,
                         struct legal_lines *legal);

/* Begins a turn of the seat to move. */
void draft_begin(struct draft *draft, const struct table *table, const struct hand *hand);

/*
 * Each adds one element to the turn and returns ACCEPTED, or refuses it and leaves the draft
 * unchanged.
 */
enum refusal draft_place(struct draft *draft, const struct board *board, unsigned junction);
enum refusal draft_lay(struct draft *draft, const struct board *board, unsigned line, bool own);
enum refusal draft_move(struct draft *draft, const struct board *board, unsigned junction);
enum refusal draft_pass(struct draft *draft, const struct board *board);

/* Enters a complete turn on a new draft.  A refused turn leaves the draft partly entered. */
enum refusal draft_turn(struct draft *draft, const struct board *board, const struct turn *turn);

/* Returns true if nothing has been entered. */
static inline bool draft_is_empty(const struct draft *draft)
{
    return draft->turn.kind == TURN_LAY && draft->turn.tracks == 0 &&
           draft->turn.marker == JUNCTION_NONE;
}

/*
 * Removes the element entered last.  A marker move is entered after tracks, so it is removed before
 * them.  `table` is the table at the start of the turn.  Returns false if the draft is empty.
 */
bool draft_undo(struct draft *draft, const struct board *board, const struct table *table);

/*
 * Enters the next element of `whole`, of which the draft must be a prefix: redoes what draft_undo()
 * removed.  Returns false if nothing is left.
 */
bool draft_redo(struct draft *draft, const struct board *board, const struct turn *whole);

/*
 * Calls `visit` for every legal turn of the seat to move, without marker moves.  Placing a marker
 * and passing are included.  If two tracks may be laid in either order, only the order whose text
 * comes first is visited.
 */
void turn_each(const struct table *table, const struct board *board, const struct hand *hand,
               void (*visit)(void *context, const struct turn *turn), void *context);

#endif
