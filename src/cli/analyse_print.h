/*
 * The review of a game for people, as tables, and for programs, as JSON.
 *
 * Both say the same; docs/analysis.md tells what it means.
 */
#ifndef RAILHEAD_CLI_ANALYSE_PRINT_H
#define RAILHEAD_CLI_ANALYSE_PRINT_H

#include "analysis/analysis.h"
#include "core/text.h"

struct analyse_request {
    const char *path;
    struct analysis_task task;
    bool json;
};

/* Judges the turns that are asked for, and tells how far it has come.  False without memory. */
bool analyse_judge(struct analyse_request *request, struct analysis *analysis);

void analyse_print(const struct analyse_request *request, const struct analysis *analysis);

/* Adds the review as a JSON object. */
void analyse_json_add(struct text *text, const struct analyse_request *request,
                      const struct analysis *analysis);

#endif
