/*
 * From a record (.rail) to a history.
 */
#ifndef RAILHEAD_TESTS_TERMINAL_HISTORY_RECORD_H
#define RAILHEAD_TESTS_TERMINAL_HISTORY_RECORD_H

#include "core/record.h"
#include "terminal/source/history.h"

/*
 * Adds every moment of the record.  False when the record is broken: then `fault`, unless NULL,
 * says where, and the moments before it are there.  `reader`, unless NULL, is left at the end: it
 * has the board and the names of the seats.
 */
bool history_read_record(struct history *history, const char *text, size_t size,
                         struct record_boards boards, struct record_reader *reader,
                         struct fault *fault);

#endif
