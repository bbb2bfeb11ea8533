/*
 * JSON written into a text: values one after the other, with the commas where they belong.
 */
#ifndef RAILHEAD_WASM_JSON_TEXT_H
#define RAILHEAD_WASM_JSON_TEXT_H

#include "core/text.h"

/* Brackets: '{' and '}', '[' and ']'. */
void json_open(struct text *text, char bracket);
void json_close(struct text *text, char bracket);

/* The name of the value that follows; our own word, which needs no escapes. */
void json_key(struct text *text, const char *key);

void json_number(struct text *text, long number);
void json_bool(struct text *text, bool value);
void json_null(struct text *text);

/* UTF-8 without control characters, as the reader of records lets through. */
void json_string(struct text *text, const char *string);

/* A number with two decimals. */
void json_hundredths(struct text *text, double number);

#endif
