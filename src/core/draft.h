/*
 * A turn being entered: what is still legal, and why something is not.
 *
 * This is the only place that decides whether a turn is legal (T2 to T6, F2, F3, F6, R3, V2, X1).
 * Legality is what turn_choices() answers; a refusal only explains why something is not in it.
 * A draft is a copy of the table with the tracks of the half-entered turn laid: throw it away and
 * nothing has happened.
 */
#ifndef RAILHEAD_CORE_DRAFT_H
#define RAILHEAD_CORE_DRAFT_H

#include "core/refusal.h"
#include "core/table.h"
#include "core/turn.h"

struct draft {
    struct table table; /* with what has been entered so far */
    struct turn turn;
    struct hand hand; /* the mover's, as far as it is known: R3 asks whether they are connected */
};

/* What can come next. */
struct choices {
    struct line_set black;      /* lines that may take a black track now */
    struct line_set coloured;   /* lines that may take one of the seat's own colour now */
    struct junction_set places; /* where the marker may be placed (T2) or moved to (V2) */
    bool may_pass;
    bool may_end; /* what has been entered is a whole turn */
};

/*
 * The seat to move has entered `turn`, whose tracks lie on `table` already; `hand` is that seat's.
 * Places for the marker hold only if no other seat has become connected (V2).
 */
void turn_choices(const struct table *table, const struct board *board, const struct hand *hand,
                  const struct turn *turn, struct choices *choices);

/* The lines that may take a black track now, and those that may take one of the seat's colour. */
void turn_lines(const struct table *table, const struct board *board, const struct hand *hand,
                const struct turn *turn, struct line_set *black, struct line_set *coloured);

/*
 * The same without putting sets together, for players that ask it millions of times: whatever the
 * piece, a line may take one now if it is in all three sets.
 */
struct legal_lines {
    const struct line_set *touched; /* T5, F3, V2: by where the seat may build from */
    const struct line_set *open;    /* T6, F1: with room for a track */
    const struct line_set *kinds;   /* T3, F2, R3: of a kind that may follow what has been laid */
    struct line_set storage;        /* behind `touched` where that is not on the table */
};

void turn_legal_lines(const struct table *table, const struct board *board, const struct hand *hand,
                      const struct turn *turn, struct legal_lines *legal);

/* T3, F2, R3: the lines of the kinds that may follow what has been laid; and from them the rest. */
const struct line_set *turn_kinds(const struct table *table, const struct board *board,
                                  const struct hand *hand, const struct turn *turn);
void turn_legal_lines_of(const struct table *table, const struct board *board,
                         const struct turn *turn, const struct line_set *kinds,
                         struct legal_lines *legal);

/* The seat to move begins its turn. */
void draft_begin(struct draft *draft, const struct table *table, const struct hand *hand);

/* Each adds one thing to the turn, or refuses it and leaves the draft as it was. */
enum refusal draft_place(struct draft *draft, const struct board *board, unsigned junction);
enum refusal draft_lay(struct draft *draft, const struct board *board, unsigned line, bool own);
enum refusal draft_move(struct draft *draft, const struct board *board, unsigned junction);
enum refusal draft_pass(struct draft *draft, const struct board *board);

/* A whole turn on a draft that has just begun.  A refused turn leaves the draft half entered. */
enum refusal draft_turn(struct draft *draft, const struct board *board, const struct turn *turn);

/* Whether nothing has been entered. */
static inline bool draft_is_empty(const struct draft *draft)
{
    return draft->turn.kind == TURN_LAY && draft->turn.tracks == 0 &&
           draft->turn.marker == JUNCTION_NONE;
}

/*
 * Takes back the last thing entered: a marker before the tracks, since it came after them.  `table`
 * is the one that the turn began on.  False when nothing has been entered.
 */
bool draft_undo(struct draft *draft, const struct board *board, const struct table *table);

/*
 * Enters the next thing of `whole`, of which the draft is a beginning: what draft_undo() took back.
 * False when nothing of it is left.
 */
bool draft_redo(struct draft *draft, const struct board *board, const struct turn *whole);

/*
 * Every legal turn of the seat to move, without marker moves; of two orders of the same tracks
 * that are both legal only the one whose text comes first.  Placing a marker and passing count.
 */
void turn_each(const struct table *table, const struct board *board, const struct hand *hand,
               void (*visit)(void *context, const struct turn *turn), void *context);

#endif
