/*
 * A ladder for people, as tables in Markdown, and for programs, as JSON.
 */
#ifndef RAILHEAD_CLI_LADDER_PRINT_H
#define RAILHEAD_CLI_LADDER_PRINT_H

#include <jansson.h>

#include "arena/ladder.h"

/* On standard output, the rungs one by one as they are played. */
void ladder_print_title(const struct arena_setup *levels);
void ladder_print_rung(const struct arena_setup *levels, const struct ladder_rung *rung);

/* NULL when memory runs out; the second takes the array of the first over. */
json_t *ladder_rung_json(const struct arena_setup *levels, const struct ladder_rung *rung);
json_t *ladder_json(const struct arena_setup *levels, json_t *rungs);

#endif
