/*
 * JSON in memory as values: functions look up the fields of objects, iterate over lists, and read
 * texts and numbers.
 *
 * json_check() reads and checks the complete text once.  After that a value is a part of the text
 * and nothing is stored: finding a field scans the object from its start.  Nothing is allocated,
 * and the text must remain valid.
 *
 *     {"do":"sit","seat":3}
 *     ^      ^^^         ^
 *     |      |           json_find(object, "seat"): TOKEN_NUMBER, 1 byte
 *     |      json_find(object, "do"): TOKEN_TEXT, 3 bytes
 *     the object: all of it
 */
#ifndef RAILHEAD_JSON_JSON_VALUE_H
#define RAILHEAD_JSON_JSON_VALUE_H

#include "json/json_reader.h"

enum { JSON_KEYS_MAX = 128 }; /* in all objects that are open at the same time */

struct json_value {
    enum json_token kind; /* TOKEN_START if there is no such value */
    const char *bytes;    /* texts without quotes, other values as written */
    size_t length;
};

/* Why json_check() rejects a text. */
enum json_flaw {
    JSON_FLAW_SYNTAX,
    JSON_FLAW_END, /* the text ends too early */
    JSON_FLAW_UTF8,
    JSON_FLAW_NUL,
    JSON_FLAW_DEPTH,
    JSON_FLAW_SAME_KEY, /* a key occurs twice in an object, possibly with different escapes */
    JSON_FLAW_KEYS,     /* more than JSON_KEYS_MAX */
    JSON_FLAW_NUMBER,   /* an integer that does not fit into 64 bits */
};

/*
 * Checks a complete text.  Returns false and sets the flaw, and `at` to the number of valid bytes
 * before it; `whole` is then undefined.
 */
bool json_check(const char *text, size_t size, struct json_value *whole, enum json_flaw *flaw,
                size_t *at);

/* The functions below require values of a text that json_check() accepted. */

static inline bool json_is_there(struct json_value value)
{
    return value.kind != TOKEN_START;
}

/*
 * Returns the value of a key.  Its kind is TOKEN_START if there is no such key, or `object` is not
 * an object.
 */
struct json_value json_find(struct json_value object, const char *key);

/* Iterates over the values of a list; a value that is not a list has none. */
struct json_list {
    const char *at, *end;
};
struct json_list json_list_of(struct json_value list);
bool json_next(struct json_list *list, struct json_value *value);
size_t json_count(struct json_value list);

/*
 * Copies a text with escapes resolved and a terminating NUL.  Returns false if the value is not a
 * text or does not fit.
 */
bool json_text(struct json_value value, char *into, size_t size);
bool json_is(struct json_value value, const char *words);

/* Reads an integer.  Returns false if it has a fraction or an exponent. */
bool json_whole(struct json_value value, int64_t *number);

#endif
