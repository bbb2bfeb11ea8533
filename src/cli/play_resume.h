/*
 * A game that is played on from its record: board, variants and seats are the record's.
 */
#ifndef RAILHEAD_CLI_PLAY_RESUME_H
#define RAILHEAD_CLI_PLAY_RESUME_H

#include "cli/play_options.h"

/*
 * Reads the record that the options name into them.  False after a line on standard error when it
 * is broken, finished, or hides cards.
 */
bool play_resume(struct play_options *options);

#endif
