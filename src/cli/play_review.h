/*
 * The review of a game that has just been played: its record turn by turn, on the whole screen or
 * as the tables of `railhead analyse`.
 */
#ifndef RAILHEAD_CLI_PLAY_REVIEW_H
#define RAILHEAD_CLI_PLAY_REVIEW_H

#include "core/record.h"
#include "terminal/screen.h"
#include "terminal/source.h"

/* Until it is left.  False with a sentence in `error`. */
bool play_review(const struct source *source, struct record_boards boards, char error[],
                 size_t error_size);
bool play_review_print(const struct source *source, struct record_boards boards,
                       struct screen *screen, char error[], size_t error_size);

#endif
