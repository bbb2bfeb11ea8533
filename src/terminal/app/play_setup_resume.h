/* Continues a game from its record, with the board, variants and seats of the record. */
#ifndef RAILHEAD_TERMINAL_APP_PLAY_SETUP_RESUME_H
#define RAILHEAD_TERMINAL_APP_PLAY_SETUP_RESUME_H

#include "terminal/app/play_setup.h"

/*
 * Reads the record that `setup->resume` names into the setup.  Returns false with a sentence in
 * `error` if the record is invalid, finished, or has hidden cards.
 */
bool play_setup_resume(struct play_setup *setup, char error[PLAY_ERROR_SIZE]);

#endif
