/*
 * The review of a game for people, as tables, and for programs, as JSON.
 *
 * Both say the same; docs/analysis.md tells what it means.
 */
#ifndef RAILHEAD_CLI_ANALYSE_PRINT_H
#define RAILHEAD_CLI_ANALYSE_PRINT_H

#include <jansson.h>

#include "analysis/analysis.h"

struct analyse_request {
    const char *path;
    struct analysis_task task;
    bool json;
};

/* Judges the turns that are asked for, and tells how far it has come.  False without memory. */
bool analyse_judge(struct analyse_request *request, struct analysis *analysis);

void analyse_print(const struct analyse_request *request, const struct analysis *analysis);

/*
 * Reviews a whole game, given its record, and prints the tables.  False with a sentence in `error`.
 */
bool analyse_print_record(const char *record, size_t length, struct record_boards boards,
                          char error[], size_t error_size);

/* NULL when there is no memory for it. */
json_t *analyse_json(const struct analyse_request *request, const struct analysis *analysis);

#endif
