/*
 * The review of a game: as tables for people, as JSON for programs.
 *
 * Both contain the same numbers; docs/analysis.md explains them.
 */
#ifndef RAILHEAD_CLI_ANALYSE_PRINT_H
#define RAILHEAD_CLI_ANALYSE_PRINT_H

#include "analysis/analysis.h"
#include "text/text.h"

struct analyse_request {
    const char *path;
    struct analysis_task task;
    bool json;
};

/*
 * Judges the requested turns and shows progress on standard error.  Returns false if allocation
 * fails.
 */
bool analyse_judge(struct analyse_request *request, struct analysis *analysis);

void analyse_print(const struct analyse_request *request, const struct analysis *analysis);

/*
 * Reviews a whole game, given its record, and prints the tables.  Returns false with a sentence in
 * `error`.
 */
bool analyse_print_record(const char *record, size_t length, struct record_boards boards,
                          char error[], size_t error_size);

/* Adds the review as a JSON object. */
void analyse_json_add(struct text *text, const struct analyse_request *request,
                      const struct analysis *analysis);

#endif
