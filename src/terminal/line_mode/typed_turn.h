/*
 * A turn as a person types it, read generously.
 *
 * Takes all that docs/formats.md allows and more: small letters, the ends of a line in either
 * order, '-' for a ferry, a way over several junctions (K7-L7-M8), and a junction with compass
 * points after it (K7 e se).  Decides what was meant, never whether it is legal.
 */
#ifndef RAILHEAD_TERMINAL_LINE_MODE_TYPED_TURN_H
#define RAILHEAD_TERMINAL_LINE_MODE_TYPED_TURN_H

#include "core/board.h"
#include "core/refusal.h"
#include "core/turn.h"

/*
 * Reads the whole line.  `placing` says that the seat's marker is not on the board yet: then a
 * junction alone is a place for it.  False with a `fault` when it is not a turn.
 */
bool typed_turn_read(const struct board *board, const char *line, bool placing, struct turn *turn,
                     struct fault *fault);

/* The next word of a line, split by spaces and commas; a word of length 0 when there is none. */
struct word typed_word_next(const char **rest);

/* Whether a person who typed `word` can have meant `text`: capitals or not. */
bool typed_word_is(struct word word, const char *text);

/* The same in English or in the reader's language. */
bool typed_word_means(struct word word, const char *text);

#endif
