/*
 * What a person who said nothing of the game is asked: whether to go on with one that is kept, or
 * what a new one is to be like; on the whole screen or line by line.
 */
#ifndef RAILHEAD_TERMINAL_APP_START_H
#define RAILHEAD_TERMINAL_APP_START_H

#include "terminal/app/play_setup.h"

/* START_GAME with the answers in the setup, START_LEAVE, or START_BAD with a sentence in `error`.
 */
enum play_start start_ask(struct play_setup *setup, struct line_terminal *terminal, bool plain,
                          char error[PLAY_ERROR_SIZE]);

#endif
