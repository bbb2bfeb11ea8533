/*
 * Writes JSON to a text: values one after the other, with commas inserted where needed.  It
 * allocates nothing and has no knowledge of boards.  json/json_reader.h reads JSON.
 */
#ifndef RAILHEAD_JSON_JSON_TEXT_H
#define RAILHEAD_JSON_JSON_TEXT_H

#include "text/text.h"

/* `bracket` is '{' or '[', and '}' or ']'. */
void json_open(struct text *text, char bracket);
void json_close(struct text *text, char bracket);

/* The key of the next value; must not need escapes. */
void json_add_key(struct text *text, const char *key);

void json_add_number(struct text *text, int64_t number);
void json_add_bool(struct text *text, bool value);
void json_add_null(struct text *text);

/* UTF-8, with escapes where JSON requires them. */
void json_add_string(struct text *text, const char *words);

/* A value that is JSON already. */
void json_add_literal(struct text *text, const char *json);

/* A number with two decimals. */
void json_add_hundredths(struct text *text, double number);

/* A key with its value. */
void json_add_number_field(struct text *text, const char *key, int64_t number);
void json_add_string_field(struct text *text, const char *key, const char *words);
void json_add_bool_field(struct text *text, const char *key, bool value);

#endif
