/*
 * A game on the whole screen or in plain text, and its review when it is over: its record turn by
 * turn, or the tables of `railhead analyse`.
 */
#ifndef RAILHEAD_TERMINAL_APP_PLAY_AND_REVIEW_H
#define RAILHEAD_TERMINAL_APP_PLAY_AND_REVIEW_H

#include "core/record.h"
#include "terminal/app/play_setup.h"
#include "terminal/line_mode/line_terminal.h"
#include "terminal/source/source.h"

/*
 * Until it is left, with the review as often as it is wanted; in plain text where there is a
 * `screen` for it.  `print` makes the tables.  `next` is what is to follow: SOURCE_REMATCH,
 * SOURCE_NEW_GAME or 0.  False with a sentence in `error`.
 */
bool play_and_review(struct source *source, struct line_terminal *terminal,
                     struct record_boards boards, play_print_review *print, unsigned *next,
                     char error[], size_t error_size);

#endif
