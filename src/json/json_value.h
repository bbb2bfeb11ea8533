/*
 * JSON that lies in memory, seen as values: objects whose fields are looked up, lists that are
 * gone through, texts and numbers.
 *
 * json_check() reads the whole text once and strictly.  After that a value is a piece of the text
 * and nothing is kept: finding a field goes through the object from its start.  It allocates
 * nothing, and the text must stay where it is.
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

enum { JSON_KEYS_MAX = 128 }; /* of the objects that are open at one place in a text */

struct json_value {
    enum json_token kind; /* TOKEN_START when there is no such value */
    const char *bytes;    /* of a text without its quotes, of others all that was written */
    size_t length;
};

/* What is wrong with a text that json_check() refuses. */
enum json_flaw {
    JSON_FLAW_SYNTAX,
    JSON_FLAW_END, /* it ends too early */
    JSON_FLAW_UTF8,
    JSON_FLAW_NUL,
    JSON_FLAW_DEPTH,
    JSON_FLAW_SAME_KEY, /* twice in one object, however it is spelled */
    JSON_FLAW_KEYS,     /* more than JSON_KEYS_MAX */
    JSON_FLAW_NUMBER,   /* a whole one that does not fit 64 bits */
};

/* False with the flaw and how many bytes before it were sound; `whole` is then of no use. */
bool json_check(const char *text, size_t size, struct json_value *whole, enum json_flaw *flaw,
                size_t *at);

/* The functions below are for values of a text that json_check() has found sound. */

static inline bool json_is_there(struct json_value value)
{
    return value.kind != TOKEN_START;
}

/* The value of a key; none where there is no such key, or what is not an object. */
struct json_value json_find(struct json_value object, const char *key);

/* The values of a list, one after the other; none of what is not a list. */
struct json_list {
    const char *at, *end;
};
struct json_list json_list_of(struct json_value list);
bool json_next(struct json_list *list, struct json_value *value);
size_t json_count(struct json_value list);

/* The text with its escapes resolved and a closing NUL; false when it is none or does not fit. */
bool json_text(struct json_value value, char *into, size_t size);
bool json_is(struct json_value value, const char *words);

/* A whole number, written without fraction or exponent. */
bool json_whole(struct json_value value, int64_t *number);

#endif
