/* Converts a record (.rail) to a history. */
#ifndef RAILHEAD_TESTS_TERMINAL_HISTORY_RECORD_H
#define RAILHEAD_TESTS_TERMINAL_HISTORY_RECORD_H

#include "rules/record.h"
#include "terminal/source/history.h"

/*
 * Adds every moment of the record.  Returns false if the record is invalid; then `*fault` (unless
 * NULL) says where, and the moments before it have been added.  `*reader` (unless NULL) ends at
 * the end of the record, with its board and names.
 */
bool history_read_record(struct history *history, const char *text, size_t size,
                         struct record_boards boards, struct record_reader *reader,
                         struct fault *fault);

#endif
