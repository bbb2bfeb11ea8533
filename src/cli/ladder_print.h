/* A ladder as Markdown tables for people and as JSON for programs. */
#ifndef RAILHEAD_CLI_LADDER_PRINT_H
#define RAILHEAD_CLI_LADDER_PRINT_H

#include "arena/ladder.h"
#include "text/text.h"

/* Prints on standard output; each rung is printed as soon as it has been played. */
void ladder_print_title(const struct arena_setup *levels);
void ladder_print_rung(const struct arena_setup *levels, const struct ladder_rung *rung);

/* Adds all rungs as a JSON object. */
void ladder_json_add(struct text *text, const struct arena_setup *levels,
                     const struct ladder_rung rung[], unsigned rungs);

#endif
