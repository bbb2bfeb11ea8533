/*
 * A ladder for people, as tables in Markdown, and for programs, as JSON.
 */
#ifndef RAILHEAD_CLI_LADDER_PRINT_H
#define RAILHEAD_CLI_LADDER_PRINT_H

#include "arena/ladder.h"
#include "core/text.h"

/* On standard output, the rungs one by one as they are played. */
void ladder_print_title(const struct arena_setup *levels);
void ladder_print_rung(const struct arena_setup *levels, const struct ladder_rung *rung);

/* Adds all rungs as a JSON object. */
void ladder_json_add(struct text *text, const struct arena_setup *levels,
                     const struct ladder_rung rung[], unsigned rungs);

#endif
