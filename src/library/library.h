/*
 * What the files of librailhead share: how a handle is made of what there is, and how errors are
 * told.  The public side is include/railhead/.
 *
 * A public board is a struct board, and a public turn a struct turn: they are converted, not kept
 * twice.  Everything that comes in is judged here, so that it reaches no CHECK().
 */
#ifndef RAILHEAD_LIBRARY_LIBRARY_H
#define RAILHEAD_LIBRARY_LIBRARY_H

#include <railhead/railhead.h>
#include <string.h>

#include "core/position.h"
#include "core/record.h"

struct railhead_position {
    const struct board *board;
    struct position position;
    struct turn entered;          /* by railhead_position_act(); its tracks lie on the table */
    const struct line_set *kinds; /* that may follow them: turn_kinds() */
    bool has_seed;                /* and so can be dealt */
};

static inline const struct board *board_of(const struct railhead_board *board)
{
    return (const struct board *)board;
}

static inline const struct railhead_board *board_public(const struct board *board)
{
    return (const struct railhead_board *)board;
}

_Static_assert((int)RAILHEAD_LOST_MAX == (int)COST_MAX, "what a hand can cost");
_Static_assert(sizeof(struct railhead_turn) == sizeof(struct turn), "a turn is a turn");

static inline struct turn turn_of(const struct railhead_turn *turn)
{
    struct turn copy;
    memcpy(&copy, turn, sizeof copy);
    return copy;
}

static inline void turn_public(struct railhead_turn *to, const struct turn *turn)
{
    memcpy(to, turn, sizeof *to);
}

/* Whether every number of a turn from outside is one that the board has. */
bool turn_is_sound(const struct board *board, const struct turn *turn);

/* Nothing entered. */
static inline void begin_turn(struct railhead_position *position)
{
    position->entered = (struct turn){.kind = TURN_LAY, .marker = JUNCTION_NONE};
    position->kinds = &position->board->all_lines;
}

/* ---- Errors: each fills `error` unless it is NULL, and answers its status ------------------- */

enum railhead_status library_say(struct railhead_error *error, enum railhead_status status,
                                 const char *code, const char *sentence);

/* The caller's mistake: this argument is missing or out of range. */
enum railhead_status library_bad(struct railhead_error *error, const char *argument);

enum railhead_status library_no_memory(struct railhead_error *error);
enum railhead_status library_refused(struct railhead_error *error, enum refusal refusal);
enum railhead_status library_fault(struct railhead_error *error, const struct fault *fault);

/* Cards of the seat are hidden that it takes. */
enum railhead_status library_hidden(struct railhead_error *error);

/* ---- What functions have in common ---------------------------------------------------------- */

/* Copies as much of a structure as the caller knows, and clears what is newer than we are. */
enum railhead_status library_fill(void *to, size_t size, const void *from, size_t whole,
                                  const char *argument, struct railhead_error *error);

/* The board of that id: the caller's own, if there is one, or a built-in one. */
struct record_boards library_boards(const struct board *own);

/* S1, V3. */
enum railhead_status library_check_setup(const struct railhead_board *board, uint32_t seats,
                                         uint32_t variants, struct railhead_error *error);

/* ---- Steps of a turn ------------------------------------------------------------------------ */

enum { ACTION_END = 0, ACTION_MARKER = 1 };

unsigned action_count(const struct board *board);
static inline unsigned action_of_line(const struct board *board, unsigned line, bool own)
{
    return ACTION_MARKER + board->junctions + (own ? board->lines : 0U) + line;
}

/* What may come next, for the seat to move. */
void action_choices(const struct railhead_position *position, struct choices *choices);

/* Whether the turn may end here: after a track, or with a pass. */
static inline bool choices_may_end(const struct choices *choices)
{
    return choices->may_pass || choices->may_end;
}

/* What came of an action. */
enum action_result {
    ACTION_ILLEGAL,
    ACTION_TAKEN,      /* the game goes on */
    ACTION_ENDS_ROUND, /* which is yet to be scored: `connected` is set */
};
enum action_result action_take(struct railhead_position *position, unsigned action);

/* How many numbers position_observe() writes. */
size_t observe_size(const struct board *board, unsigned seats);
void observe(const struct railhead_position *position, unsigned seat, float *number);

#endif
