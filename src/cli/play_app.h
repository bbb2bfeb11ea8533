/*
 * The terminal application, which `railhead play` starts: asks what to play where the settings
 * leave it open, and plays until its user has had enough.
 */
#ifndef RAILHEAD_CLI_PLAY_APP_H
#define RAILHEAD_CLI_PLAY_APP_H

#include "cli/play_setup.h"

/*
 * Plays with these settings, on standard input and output.  Returns when the user leaves; false
 * with a sentence in `error` if that is not how it ended.
 */
bool play_app_run(struct play_setup *setup, char error[PLAY_ERROR_SIZE]);

#endif
