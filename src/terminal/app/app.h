/*
 * The terminal application, which `railhead play` starts: asks what to play where the settings
 * leave it open, and plays until its user has had enough.
 */
#ifndef RAILHEAD_TERMINAL_APP_APP_H
#define RAILHEAD_TERMINAL_APP_APP_H

#include "terminal/app/play_setup.h"

/*
 * Plays with these settings, on standard input and output.  Returns when the user leaves; false
 * with a sentence in `error` if that is not how it ended.
 */
bool app_run(struct play_setup *setup, char error[PLAY_ERROR_SIZE]);

#endif
