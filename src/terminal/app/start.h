/*
 * Asks a person who named no game what to play: a kept game or a new one.  Works on the full
 * screen and in line mode.
 */
#ifndef RAILHEAD_TERMINAL_APP_START_H
#define RAILHEAD_TERMINAL_APP_START_H

#include "terminal/app/play_setup.h"

/*
 * Returns START_GAME with the answers in `setup`, START_LEAVE, or START_BAD with a sentence in
 * `error`.
 */
enum play_start start_ask(struct play_setup *setup, struct line_terminal *terminal, bool plain,
                          char error[PLAY_ERROR_SIZE]);

#endif
