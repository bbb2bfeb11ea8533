/*
 * How to play, for each board: the text is in how_to_play.def, which the page reads too.
 */
#ifndef RAILHEAD_WORDS_HOW_TO_PLAY_H
#define RAILHEAD_WORDS_HOW_TO_PLAY_H

#include "core/board.h"

struct how_to_play {
    const char *boards;              /* ids with a space between them, or "" for all */
    const char *name, *title, *text; /* in English, to be translated; "\n" begins a paragraph */
};

extern const struct how_to_play how_to_play[];
extern const unsigned how_to_play_parts;

bool how_to_play_is_about(const struct how_to_play *part, const struct board *board);

#endif
