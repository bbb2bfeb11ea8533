/*
 * Shared by the files of librailhead: conversions between public and internal types, and errors.
 * The public headers are in include/railhead/.
 *
 * A public board is a struct board, and a public turn a struct turn: they are converted, not
 * duplicated.  All input is checked here, so that none can trigger a CHECK().
 */
#ifndef RAILHEAD_LIBRARY_LIBRARY_H
#define RAILHEAD_LIBRARY_LIBRARY_H

#include <railhead/railhead.h>
#include <string.h>

#include "rules/position.h"
#include "rules/record.h"

struct railhead_position {
    const struct board *board;
    struct position position;
    struct turn entered;          /* by railhead_position_act(); its tracks are on the table */
    const struct line_set *kinds; /* lines of a kind that may follow them: turn_kinds() */
    bool has_seed;                /* so that rounds can be dealt */
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

/* Returns true if all numbers of a turn from outside are valid on the board. */
bool turn_is_sound(const struct board *board, const struct turn *turn);

/* Begins a turn with nothing entered. */
static inline void begin_turn(struct railhead_position *position)
{
    position->entered = (struct turn){.kind = TURN_LAY, .marker = JUNCTION_NONE};
    position->kinds = &position->board->all_lines;
}

/* ---- Errors: each fills `error` unless it is NULL, and returns its status -------------------- */

enum railhead_status library_say(struct railhead_error *error, enum railhead_status status,
                                 const char *code, const char *sentence);

/* Reports a missing argument, or one that is out of range. */
enum railhead_status library_bad(struct railhead_error *error, const char *argument);

enum railhead_status library_no_memory(struct railhead_error *error);
enum railhead_status library_refused(struct railhead_error *error, enum refusal refusal);
enum railhead_status library_fault(struct railhead_error *error, const struct fault *fault);

/* Reports that the seat's cards are needed but hidden. */
enum railhead_status library_hidden(struct railhead_error *error);

/* ---- Common functions ------------------------------------------------------------------------ */

/*
 * Copies as much of a structure as fits into the caller's, and clears fields that are newer than
 * this library.
 */
enum railhead_status library_fill(void *to, size_t size, const void *from, size_t whole,
                                  const char *argument, struct railhead_error *error);

/* Finds boards by id: the caller's own, if given, or a built-in one. */
struct record_boards library_boards(const struct board *own);

/* Checks the board, the number of seats (S1) and the variants (V3). */
enum railhead_status library_check_setup(const struct railhead_board *board, uint32_t seats,
                                         uint32_t variants, struct railhead_error *error);

/* ---- Steps of a turn ------------------------------------------------------------------------ */

enum { ACTION_END = 0, ACTION_MARKER = 1 };

unsigned action_count(const struct board *board);
static inline unsigned action_of_line(const struct board *board, unsigned line, bool own)
{
    return ACTION_MARKER + board->junctions + (own ? board->lines : 0U) + line;
}

/* Computes what may come next for the seat to move. */
void action_choices(const struct railhead_position *position, struct choices *choices);

/* Returns true if the turn may end here: after a track, or with a pass. */
static inline bool choices_may_end(const struct choices *choices)
{
    return choices->may_pass || choices->may_end;
}

/* The result of an action. */
enum action_result {
    ACTION_ILLEGAL,
    ACTION_TAKEN,      /* the round continues */
    ACTION_ENDS_ROUND, /* the round must be scored; `connected` is set */
};
enum action_result action_take(struct railhead_position *position, unsigned action);

/* Returns how many numbers observe() writes. */
size_t observe_size(const struct board *board, unsigned seats);
void observe(const struct railhead_position *position, unsigned seat, float *number);

#endif
