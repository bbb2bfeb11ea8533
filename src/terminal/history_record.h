/*
 * From a record (.rail) to a history and back.
 *
 * What is written is what the source has told: cards that the person may not know are '?' in the
 * round that is being played.
 */
#ifndef RAILHEAD_TERMINAL_HISTORY_RECORD_H
#define RAILHEAD_TERMINAL_HISTORY_RECORD_H

#include <stdio.h>

#include "core/record.h"
#include "terminal/source.h"

/*
 * Adds every moment of the record.  False when the record is broken: then `fault`, unless NULL,
 * says where, and the moments before it are there.  `reader`, unless NULL, is left at the end: it
 * has the board and the names of the seats.
 */
bool history_read_record(struct history *history, const char *text, size_t size,
                         struct record_boards boards, struct record_reader *reader,
                         struct fault *fault);

/* To a file that is open; false when that failed. */
bool source_write_record(const struct source *source, FILE *file);

/* To a file that does not exist yet.  A sentence in `why` either way. */
bool source_save_record(const struct source *source, const char *path,
                        char why[SOURCE_SENTENCE_SIZE]);

#endif
