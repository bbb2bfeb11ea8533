/*
 * The record (.rail) of a game as its source has told it: cards that the person may not know are
 * '?' in the round that is being played.
 */
#ifndef RAILHEAD_TERMINAL_HISTORY_RECORD_H
#define RAILHEAD_TERMINAL_HISTORY_RECORD_H

#include <stdio.h>

#include "terminal/source.h"

/* To a file that does not exist yet.  A sentence in `why` either way. */
bool transcript_save(const struct source *source, const char *path, char why[SOURCE_SENTENCE_SIZE]);

/* To a file that is open; false when that failed. */
bool transcript_write(const struct source *source, FILE *file);

#endif
