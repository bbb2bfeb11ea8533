/*
 * The terminal application that `railhead play` starts: asks what to play if the settings leave it
 * open, and plays until the user leaves.
 */
#ifndef RAILHEAD_TERMINAL_APP_APP_H
#define RAILHEAD_TERMINAL_APP_APP_H

#include "terminal/app/play_setup.h"

/*
 * Plays on standard input and output.  Returns true once the user has left, or false with a
 * sentence in `error`.
 */
bool app_run(struct play_setup *setup, char error[PLAY_ERROR_SIZE]);

#endif
