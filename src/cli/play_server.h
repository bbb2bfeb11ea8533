/*
 * A seat at a server: at the table that is named, or at one that is chosen from a list, to which
 * one comes back on the whole screen.
 */
#ifndef RAILHEAD_CLI_PLAY_SERVER_H
#define RAILHEAD_CLI_PLAY_SERVER_H

#include "cli/play_options.h"

/* Plays there; the answer is the status of the command. */
int play_server(const struct play_options *options, struct screen *screen, bool plain);

#endif
