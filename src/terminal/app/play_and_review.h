/*
 * A game in either front end, and its review once it is over: turn by turn on the full screen, or
 * as the tables of `railhead analyse`.
 */
#ifndef RAILHEAD_TERMINAL_APP_PLAY_AND_REVIEW_H
#define RAILHEAD_TERMINAL_APP_PLAY_AND_REVIEW_H

#include "rules/record.h"
#include "terminal/app/play_setup.h"
#include "terminal/line_mode/line_terminal.h"
#include "terminal/source/source.h"

/*
 * Shows a game until its user leaves, in line mode if `terminal` is not NULL.  `print` prints the
 * review in line mode.  Sets `*next` to what should follow: SOURCE_REMATCH, SOURCE_NEW_GAME,
 * SOURCE_END or 0.  Returns false with a sentence in `error`.
 */
bool play_and_review(struct source *source, struct line_terminal *terminal,
                     struct record_boards boards, play_print_review *print, unsigned *next,
                     char error[], size_t error_size);

#endif
