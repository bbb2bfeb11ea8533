/* Prints the result of the arena for people and for programs. */
#ifndef RAILHEAD_CLI_ARENA_PRINT_H
#define RAILHEAD_CLI_ARENA_PRINT_H

#include "arena/arena.h"
#include "text/text.h"

/* Prints a table on standard output. */
void arena_print(const struct arena_setup *setup, const struct arena_result *result);

/* Adds the same and more as a JSON object. */
void arena_json_add(struct text *text, const struct arena_setup *setup,
                    const struct arena_result *result);

/* Used for a single run and for a ladder. */
enum { ESTIMATE_TEXT_SIZE = 48 };

/*
 * Writes "31.20 +- 1.45", without the margin if there was only one deal; optionally with a sign.
 * Returns `text`.
 */
const char *estimate_text(char text[ESTIMATE_TEXT_SIZE], struct estimate estimate, int digits,
                          bool sign);
struct estimate estimate_scaled(struct estimate estimate, double factor);

/*
 * The rating of the first of two contenders relative to the second.  The second one's is its
 * negative.
 */
struct estimate arena_elo_ahead(const struct arena_result *result);

/* The number of an engine's turns that were replaced by a random legal turn. */
uint64_t arena_forfeits(const struct arena_account *account);

/* Prints "TransAmerica, blocking". */
void print_board(const struct arena_setup *setup);

#endif
