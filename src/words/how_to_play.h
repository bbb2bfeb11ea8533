/* How to play, for each board.  The text is in how_to_play.def, which the page also reads. */
#ifndef RAILHEAD_WORDS_HOW_TO_PLAY_H
#define RAILHEAD_WORDS_HOW_TO_PLAY_H

#include "board/board.h"
#include "text/text.h"

struct how_to_play {
    const char *when;  /* words that must apply to the board, separated by spaces */
    const char *rules; /* numbers in docs/rules.md of the rules explained, separated by spaces */
    const char *name, *title, *text; /* English, to be translated; "\n" begins a paragraph */
};

extern const struct how_to_play how_to_play[];
extern const unsigned how_to_play_parts;

bool how_to_play_is_about(const struct how_to_play *part, const struct board *board);

/* Appends the text of a part in any language, with {names} replaced by facts of the board. */
void how_to_play_fill(struct text *filled, const char *text, const struct board *board);

#endif
