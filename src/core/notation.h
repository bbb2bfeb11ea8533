/*
 * How junctions, lines, tracks and turns are written (docs/formats.md), both ways.
 */
#ifndef RAILHEAD_CORE_NOTATION_H
#define RAILHEAD_CORE_NOTATION_H

#include "core/board.h"
#include "core/fault.h"
#include "core/table.h"
#include "core/turn.h"

enum {
    TURN_TEXT_SIZE = 32,     /* "K10-L10* K10~K11* >K10" and its NUL fit */
    VARIANTS_TEXT_SIZE = 64, /* and the words of all variants, with up to 8 bytes before each */
};

extern const char *const ruleset_names[RULESETS];
extern const char *const group_names[GROUPS];
extern const char *const line_kind_names[LINE_KINDS];

/* The rule set of this name; RULESETS when there is none. */
enum ruleset ruleset_find(struct word word);

/* The word of a variant by the number of its bit, below VARIANTS. */
const char *variant_name(unsigned number);

/* The bit of the variant of this name; 0 when there is none. */
unsigned variant_find(struct word word);

/* Takes the first variant out of the set and gives its word; NULL when the set is empty. */
const char *variants_next(unsigned *variants);

/* The words of a set, each with `before` in front of it: ", blocking, private-tracks". */
void variants_write(struct text *text, unsigned variants, const char *before);

void notation_add_line(struct text *text, const struct board *board, unsigned line);
void notation_add_track(struct text *text, const struct board *board, const struct track *track);
void notation_add_turn(struct text *text, const struct board *board, const struct turn *turn);

/* The turn as a text; the buffer is large enough for every turn. */
void notation_turn(char buffer[TURN_TEXT_SIZE], const struct board *board, const struct turn *turn);

/* Each reads the whole word and nothing but it, or says what is wrong in `fault`. */
bool notation_read_junction(const struct board *board, struct word word, unsigned *junction,
                            struct fault *fault);
bool notation_read_line(const struct board *board, struct word word, unsigned *line,
                        struct fault *fault);
bool notation_read_track(const struct board *board, struct word word, struct track *track,
                         struct fault *fault);

/* All that is left of a line, after the seat: "@K7", "K7-L7 L7-M7 >M7" or "pass". */
bool notation_read_turn(const struct board *board, struct words *words, struct turn *turn,
                        struct fault *fault);

#endif
