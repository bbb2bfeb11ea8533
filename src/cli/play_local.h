/*
 * A game of this machine on the whole screen.
 */
#ifndef RAILHEAD_CLI_PLAY_LOCAL_H
#define RAILHEAD_CLI_PLAY_LOCAL_H

#include "cli/play_options.h"

/* Plays the game of the options; the answer is the status of the command. */
int play_local(const struct play_options *options);

#endif
