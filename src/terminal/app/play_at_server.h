/*
 * A seat at a server: at the table that is named, or at one that is chosen from a list, to which
 * one comes back on the whole screen.
 */
#ifndef RAILHEAD_TERMINAL_APP_PLAY_AT_SERVER_H
#define RAILHEAD_TERMINAL_APP_PLAY_AT_SERVER_H

#include "terminal/app/play_setup.h"

/* Plays there; false with a sentence in `error`. */
bool play_at_server(const struct play_setup *setup, struct line_terminal *terminal, bool plain,
                    char error[PLAY_ERROR_SIZE]);

#endif
