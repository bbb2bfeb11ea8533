/*
 * How junctions, lines, tracks and turns are written (docs/formats.md), both ways.
 */
#ifndef RAILHEAD_CORE_NOTATION_H
#define RAILHEAD_CORE_NOTATION_H

#include "core/board.h"
#include "core/fault.h"
#include "core/turn.h"

enum { TURN_TEXT_SIZE = 32 }; /* "K10-L10* K10~K11* >K10" and its NUL fit */

extern const char *const ruleset_names[2];
extern const char *const variant_names[3]; /* in the order of the bits of enum variant */
extern const char *const group_names[GROUPS];
extern const char *const line_kind_names[3];

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
