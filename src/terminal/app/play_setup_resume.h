/*
 * A game that is played on from its record: board, variants and seats are the record's.
 */
#ifndef RAILHEAD_TERMINAL_APP_PLAY_SETUP_RESUME_H
#define RAILHEAD_TERMINAL_APP_PLAY_SETUP_RESUME_H

#include "terminal/app/play_setup.h"

/*
 * Reads the record that the setup names into it.  Returns false with a sentence in `error` if the
 * record is invalid, finished, or hides cards.
 */
bool play_setup_resume(struct play_setup *setup, char error[PLAY_ERROR_SIZE]);

#endif
