/*
 * Results as JSON on standard output, indented for readers; and the values that several commands
 * print.  json/json_text.h writes the JSON.
 */
#ifndef RAILHEAD_CLI_JSON_OUTPUT_H
#define RAILHEAD_CLI_JSON_OUTPUT_H

#include "json/json_text.h"

/*
 * Prints the value that `write` adds to the text.  `write` is called again with a larger buffer
 * when its value did not fit.  Returns STATUS_OK; or reports that allocation or printing failed,
 * and returns STATUS_BAD.
 */
int print_json(const char *command, void (*write)(struct text *text, const void *context),
               const void *context);

/* The shortest decimal that reads back as the same number; null for NaN and infinity. */
void json_add_real(struct text *text, double number);

/* A key with its value.  A seed is a string: it may be too large for a reader's numbers. */
void json_add_real_field(struct text *text, const char *key, double number);
void json_add_seed_field(struct text *text, uint64_t seed);

/* The keys `board`, `rules` and `variants`. */
struct board;
void json_add_board_fields(struct text *text, const struct board *board, unsigned variants);

#endif
