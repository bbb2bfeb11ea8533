/*
 * Parses a turn as a person types it, tolerantly.
 *
 * Accepts everything in docs/formats.md and more: lower case, the ends of a line in either order,
 * '-' for a ferry, a path over several junctions (K7-L7-M8), and compass points after a junction
 * (K7 e se).  Decides what was meant, not whether it is legal.
 */
#ifndef RAILHEAD_TERMINAL_LINE_MODE_TYPED_TURN_H
#define RAILHEAD_TERMINAL_LINE_MODE_TYPED_TURN_H

#include "board/board.h"
#include "rules/refusal.h"
#include "rules/turn.h"

/*
 * Parses the whole line.  If `placing` is set, the seat has not placed its marker, so a junction
 * alone is a place for it.  Returns false with a `fault` if it is not a turn.
 */
bool typed_turn_read(const struct board *board, const char *line, bool placing, struct turn *turn,
                     struct fault *fault);

/* Returns the next word of a line, separated by spaces or commas; its length is 0 at the end. */
struct word typed_word_next(const char **rest);

/* Returns true if a person who typed `word` may have meant `text`, ignoring case. */
bool typed_word_is(struct word word, const char *text);

/* The same for `text` in English or in the reader's language. */
bool typed_word_means(struct word word, const char *text);

#endif
