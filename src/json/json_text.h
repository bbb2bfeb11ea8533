/*
 * JSON written into a text: values one after the other, with the commas where they belong.  It
 * allocates nothing and knows nothing of boards; json/json_reader.h reads.
 */
#ifndef RAILHEAD_JSON_JSON_TEXT_H
#define RAILHEAD_JSON_JSON_TEXT_H

#include "core/text.h"

/* Brackets: '{' and '}', '[' and ']'. */
void json_open(struct text *text, char bracket);
void json_close(struct text *text, char bracket);

/* The name of the value that follows; our own word, which needs no escapes. */
void json_add_key(struct text *text, const char *key);

void json_add_number(struct text *text, int64_t number);
void json_add_bool(struct text *text, bool value);
void json_add_null(struct text *text);

/* UTF-8, with escapes where JSON asks for them. */
void json_add_string(struct text *text, const char *words);

/* A number with two decimals. */
void json_add_hundredths(struct text *text, double number);

/* Keys with values. */
void json_add_number_field(struct text *text, const char *key, int64_t number);
void json_add_string_field(struct text *text, const char *key, const char *words);
void json_add_bool_field(struct text *text, const char *key, bool value);

#endif
