/*
 * The arena's result for people and for programs.
 */
#ifndef RAILHEAD_CLI_ARENA_PRINT_H
#define RAILHEAD_CLI_ARENA_PRINT_H

#include "arena/arena.h"
#include "core/text.h"

/* A table on standard output. */
void arena_print(const struct arena_setup *setup, const struct arena_result *result);

/* Adds the same and more as a JSON object. */
void arena_json_add(struct text *text, const struct arena_setup *setup,
                    const struct arena_result *result);

/* What a run and a ladder share. */
enum { ESTIMATE_TEXT_SIZE = 48 };

/* "31.20 +- 1.45", the margin left open where one deal cannot tell it; with a sign or without. */
const char *estimate_text(char text[ESTIMATE_TEXT_SIZE], struct estimate estimate, int digits,
                          bool sign);
struct estimate estimate_scaled(struct estimate estimate, double factor);

/* The first contender of a comparison above the second: the ratings of two are each other's sign.
 */
struct estimate arena_elo_ahead(const struct arena_result *result);

/* How many turns of an engine were not played: one was drawn by lot in their place. */
uint64_t arena_forfeits(const struct arena_account *account);

/* "TransAmerica, blocking". */
void print_board(const struct arena_setup *setup);

#endif
