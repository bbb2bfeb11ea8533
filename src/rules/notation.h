/* The notation for junctions, lines, tracks and turns (docs/formats.md): writing and reading. */
#ifndef RAILHEAD_RULES_NOTATION_H
#define RAILHEAD_RULES_NOTATION_H

#include "board/board.h"
#include "rules/table.h"
#include "rules/turn.h"
#include "text/fault.h"

enum {
    TURN_TEXT_SIZE = 32,     /* fits the longest turn, "K10-L10* K10~K11* >K10", and a NUL */
    VARIANTS_TEXT_SIZE = 64, /* fits the words of all variants, with up to 8 bytes before each */
};

extern const char *const ruleset_names[RULESETS];
extern const char *const group_names[GROUPS];
extern const char *const line_kind_names[LINE_KINDS];

/* Returns the rule set of this name, or RULESETS if there is none. */
enum ruleset ruleset_find(struct word word);

/* Returns the word of a variant, given the number of its bit, below VARIANTS. */
const char *variant_name(unsigned number);

/* Returns the bit of the variant of this name, or 0 if there is none. */
unsigned variant_find(struct word word);

/* Removes the first variant from the set and returns its word, or NULL if the set is empty. */
const char *variants_next(unsigned *variants);

/* Writes the words of a set, each preceded by `before`: ", blocking, private-tracks". */
void variants_write(struct text *text, unsigned variants, const char *before);

void notation_add_line(struct text *text, const struct board *board, unsigned line);
void notation_add_track(struct text *text, const struct board *board, const struct track *track);
void notation_add_turn(struct text *text, const struct board *board, const struct turn *turn);

/* Writes the turn as text.  The buffer is large enough for every turn. */
void notation_turn(char buffer[TURN_TEXT_SIZE], const struct board *board, const struct turn *turn);

/* Each parses a complete word, or returns false and sets `fault`. */
bool notation_read_junction(const struct board *board, struct word word, unsigned *junction,
                            struct fault *fault);
bool notation_read_line(const struct board *board, struct word word, unsigned *line,
                        struct fault *fault);
bool notation_read_track(const struct board *board, struct word word, struct track *track,
                         struct fault *fault);

/* Parses the rest of a turn line after the seat: "@K7", "K7-L7 L7-M7 >M7" or "pass". */
bool notation_read_turn(const struct board *board, struct words *words, struct turn *turn,
                        struct fault *fault);

#endif
