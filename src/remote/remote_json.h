/*
 * Fields of a server's JSON, as a stranger may have written it: what is not there, or not as it
 * should be, is read as "" or 0.
 */
#ifndef RAILHEAD_REMOTE_REMOTE_JSON_H
#define RAILHEAD_REMOTE_REMOTE_JSON_H

#include <jansson.h>
#include <stdint.h>

enum { ID_SIZE = 40, KEY_SIZE = 40 };

/* A text of an object, or "" where there is none: not to be shown without harmless_copy(). */
const char *remote_text(const json_t *object, const char *key);

/* One that can be the id of a person or a table, or a key: short, of letters and digits; or "". */
const char *remote_id(const json_t *object, const char *key);

/* A number of an object, no less than 0 and no more than `most`; a time in milliseconds. */
int64_t remote_number(const json_t *object, const char *key, int64_t most);
int64_t remote_time(const json_t *object, const char *key);

#endif
