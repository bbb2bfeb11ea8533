/*
 * JSON written into a caller's buffer, for what is written often; no allocation.
 */
#ifndef RAILHEAD_SERVER_JSON_TEXT_H
#define RAILHEAD_SERVER_JSON_TEXT_H

#include "core/text.h"

/* A text in quotes, with escapes where JSON asks for them.  The words are UTF-8. */
void json_add_string(struct text *text, const char *words);

/*
 * A key with its colon, after a comma unless it is the first of its object.  The key is one of
 * ours and needs no escapes.
 */
void json_add_key(struct text *text, const char *key);

/* A comma, unless the text has just opened a bracket. */
void json_add_comma(struct text *text);

/* Keys with values. */
void json_add_number_field(struct text *text, const char *key, long number);
void json_add_string_field(struct text *text, const char *key, const char *words);
void json_add_truth_field(struct text *text, const char *key, bool truth);

#endif
