/*
 * Plays at a server: at the named table, or at tables chosen from a list.  On the full screen, the
 * list is shown again after each table.
 */
#ifndef RAILHEAD_TERMINAL_APP_PLAY_AT_SERVER_H
#define RAILHEAD_TERMINAL_APP_PLAY_AT_SERVER_H

#include "terminal/app/play_setup.h"

/* Returns false with a sentence in `error`. */
bool play_at_server(const struct play_setup *setup, struct line_terminal *terminal, bool plain,
                    char error[PLAY_ERROR_SIZE]);

#endif
