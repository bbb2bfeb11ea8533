/*
 * How to play, for each board: the text is in how_to_play.def, which the page reads too.
 */
#ifndef RAILHEAD_WORDS_HOW_TO_PLAY_H
#define RAILHEAD_WORDS_HOW_TO_PLAY_H

#include "core/board.h"
#include "core/text.h"

struct how_to_play {
    const char *when;  /* words that must hold of the board, with a space between them */
    const char *rules; /* that it explains, likewise: their numbers in docs/rules.md */
    const char *name, *title, *text; /* in English, to be translated; "\n" begins a paragraph */
};

extern const struct how_to_play how_to_play[];
extern const unsigned how_to_play_parts;

bool how_to_play_is_about(const struct how_to_play *part, const struct board *board);

/* Adds the text of a part in any language, with the facts of the board in place of {names}. */
void how_to_play_fill(struct text *filled, const char *text, const struct board *board);

#endif
