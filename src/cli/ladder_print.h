/* A ladder as Markdown tables for people and as JSON for programs. */
#ifndef RAILHEAD_CLI_LADDER_PRINT_H
#define RAILHEAD_CLI_LADDER_PRINT_H

#include <jansson.h>

#include "arena/ladder.h"

/* Prints on standard output; each rung is printed as soon as it has been played. */
void ladder_print_title(const struct arena_setup *levels);
void ladder_print_rung(const struct arena_setup *levels, const struct ladder_rung *rung);

/* Both return NULL if allocation fails. ladder_json() takes ownership of the array of rungs. */
json_t *ladder_rung_json(const struct arena_setup *levels, const struct ladder_rung *rung);
json_t *ladder_json(const struct arena_setup *levels, json_t *rungs);

#endif
