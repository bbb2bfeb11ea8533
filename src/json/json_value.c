/* Values of a JSON text: the reader checks it once, then values are found by skipping others. */
#include "json/json_value.h"

#include <string.h>

/* ---- Numbers --------------------------------------------------------------------------------- */

static bool is_digit(char letter)
{
    return letter >= '0' && letter <= '9';
}

/* Returns false without `too_large` if the number is not an integer. */
static bool read_integer(const char *bytes, size_t length, int64_t *number, bool *too_large)
{
    const bool negative = length > 0 && bytes[0] == '-';
    const uint64_t most = (uint64_t)INT64_MAX + negative;
    uint64_t sum = 0;
    *too_large = false;
    for (size_t i = negative; i < length; i++)
        if (!is_digit(bytes[i]))
            return false;
    for (size_t i = negative; i < length; i++) {
        const unsigned digit = (unsigned)(bytes[i] - '0');
        if (sum > (most - digit) / 10) {
            *too_large = true;
            return false;
        }
        sum = sum * 10 + digit;
    }
    *number = negative ? (int64_t)(0 - sum) : (int64_t)sum;
    return true;
}

bool json_whole(struct json_value value, int64_t *number)
{
    bool too_large;
    return value.kind == TOKEN_NUMBER &&
           read_integer(value.bytes, value.length, number, &too_large);
}

/* ---- Texts ----------------------------------------------------------------------------------- */

/* Makes a token of a text or key, so that the reader resolves its escapes. */
static struct json_reader token_of(const char *bytes, size_t length)
{
    return (struct json_reader){.token = TOKEN_TEXT, .bytes = bytes, .length = length};
}

bool json_text(struct json_value value, char *into, size_t size)
{
    const struct json_reader token = token_of(value.bytes, value.length);
    return value.kind == TOKEN_TEXT && size > 0 && json_reader_text(&token, into, size);
}

/* Returns true if a text or key equals these words after resolving escapes. */
static bool means(const char *bytes, size_t length, const char *words, size_t words_length)
{
    if (memchr(bytes, '\\', length) == NULL)
        return length == words_length && memcmp(bytes, words, length) == 0;
    struct json_cursor cursor;
    json_cursor_init(&cursor, bytes, length);
    for (size_t i = 0; i < words_length; i++)
        if (json_cursor_next(&cursor) != (unsigned char)words[i])
            return false;
    return json_cursor_next(&cursor) < 0;
}

bool json_is(struct json_value value, const char *words)
{
    return value.kind == TOKEN_TEXT && means(value.bytes, value.length, words, strlen(words));
}

/* ---- Checking -------------------------------------------------------------------------------- */

/* The keys of all open objects, the outermost first. */
struct keys {
    struct {
        const char *bytes;
        size_t length;
    } key[JSON_KEYS_MAX];
    unsigned count;
    /* index of the first key of the object at each depth */
    unsigned first[JSON_READER_DEPTH_MAX + 1];
};

/* Compares two keys, either of which may contain escapes. */
static bool is_same_key(const char *one, size_t one_length, const char *other, size_t other_length)
{
    struct json_cursor first, second;
    if (one_length == other_length && memcmp(one, other, one_length) == 0)
        return true;
    if (memchr(one, '\\', one_length) == NULL && memchr(other, '\\', other_length) == NULL)
        return false;
    json_cursor_init(&first, one, one_length);
    json_cursor_init(&second, other, other_length);
    for (;;) {
        const int byte = json_cursor_next(&first);
        if (byte != json_cursor_next(&second))
            return false;
        if (byte < 0)
            return true;
    }
}

/*
 * Returns false and sets the flaw if the object has this key already, or there are too many keys.
 */
static bool add_key(struct keys *keys, const struct json_reader *json, enum json_flaw *flaw)
{
    for (unsigned i = keys->first[json->depth]; i < keys->count; i++) {
        if (is_same_key(keys->key[i].bytes, keys->key[i].length, json->bytes, json->length)) {
            *flaw = JSON_FLAW_SAME_KEY;
            return false;
        }
    }
    if (keys->count == JSON_KEYS_MAX) {
        *flaw = JSON_FLAW_KEYS;
        return false;
    }
    keys->key[keys->count].bytes = json->bytes;
    keys->key[keys->count++].length = json->length;
    return true;
}

static enum json_flaw flaw_of(const struct json_reader *json)
{
    switch (json->fault) {
    case FAULT_JSON_NOT_UTF8:
        return JSON_FLAW_UTF8;
    case FAULT_JSON_NUL:
        return JSON_FLAW_NUL;
    case FAULT_JSON_DEPTH:
        return JSON_FLAW_DEPTH;
    default:
        return json->at == json->size ? JSON_FLAW_END : JSON_FLAW_SYNTAX;
    }
}

static bool check_token(struct keys *keys, const struct json_reader *json, enum json_flaw *flaw)
{
    int64_t number;
    bool too_large = false;
    switch (json->token) {
    case TOKEN_OBJECT:
    case TOKEN_LIST:
        keys->first[json->depth] = keys->count;
        return true;
    case TOKEN_OBJECT_END:
    case TOKEN_LIST_END:
        keys->count = keys->first[json->depth + 1];
        return true;
    case TOKEN_KEY:
        return add_key(keys, json, flaw);
    case TOKEN_NUMBER:
        read_integer(json->bytes, json->length, &number, &too_large);
        *flaw = JSON_FLAW_NUMBER;
        return !too_large;
    case TOKEN_FAULT:
        *flaw = flaw_of(json);
        return false;
    default:
        return true;
    }
}

bool json_check(const char *text, size_t size, struct json_value *whole, enum json_flaw *flaw,
                size_t *at)
{
    struct json_reader json;
    struct keys keys;
    keys.count = 0; /* large; the rest need not be cleared */
    keys.first[0] = 0;
    json_reader_init(&json, text, size);
    *whole = (struct json_value){.kind = TOKEN_START};
    for (;;) {
        const enum json_token token = json_reader_next(&json);
        if (!check_token(&keys, &json, flaw)) {
            *at = json.at;
            return false;
        }
        if (token == TOKEN_END)
            return true;
        if (whole->kind == TOKEN_START)
            *whole = (struct json_value){token, json.bytes, json.length};
        if (json.depth == 0 && (token == TOKEN_OBJECT_END || token == TOKEN_LIST_END))
            whole->length = (size_t)(text + json.at - whole->bytes);
    }
}

/* ---- Finding --------------------------------------------------------------------------------- */

/* These functions require checked text, so only brackets and quotes need to be examined. */

static const char *skip_space(const char *at)
{
    while (*at == ' ' || *at == '\t' || *at == '\n' || *at == '\r')
        at++;
    return at;
}

/* Skips a text, from its opening quote to behind the closing one. */
static const char *skip_text(const char *at)
{
    for (at++; *at != '"'; at++)
        at += *at == '\\';
    return at + 1;
}

static const char *skip_brackets(const char *at)
{
    unsigned depth = 0;
    do {
        if (*at == '"') {
            at = skip_text(at);
            continue;
        }
        depth += *at == '{' || *at == '[';
        depth -= *at == '}' || *at == ']';
        at++;
    } while (depth > 0);
    return at;
}

static const char *skip_plain(const char *at, const char *end)
{
    while (at < end && *at != ',' && *at != '}' && *at != ']' && *at != ' ' && *at != '\t' &&
           *at != '\n' && *at != '\r')
        at++;
    return at;
}

static enum json_token kind_of(char first)
{
    switch (first) {
    case '{':
        return TOKEN_OBJECT;
    case '[':
        return TOKEN_LIST;
    case '"':
        return TOKEN_TEXT;
    case 't':
        return TOKEN_TRUE;
    case 'f':
        return TOKEN_FALSE;
    case 'n':
        return TOKEN_NULL;
    default:
        return TOKEN_NUMBER;
    }
}

/* Reads the value at `at`, which is before `end`, and returns where it ends. */
static const char *take_value(const char *at, const char *end, struct json_value *value)
{
    value->kind = kind_of(*at);
    value->bytes = at;
    if (value->kind == TOKEN_TEXT) {
        const char *rest = skip_text(at);
        value->bytes = at + 1;
        value->length = (size_t)(rest - at) - 2;
        return rest;
    }
    const bool has_brackets = value->kind == TOKEN_OBJECT || value->kind == TOKEN_LIST;
    const char *rest = has_brackets ? skip_brackets(at) : skip_plain(at, end);
    value->length = (size_t)(rest - at);
    return rest;
}

struct json_value json_find(struct json_value object, const char *key)
{
    const struct json_value none = {.kind = TOKEN_START};
    struct json_value name, value;
    if (object.kind != TOKEN_OBJECT)
        return none;
    const char *end = object.bytes + object.length;
    const size_t length = strlen(key);
    for (const char *at = skip_space(object.bytes + 1); *at != '}';) {
        at = take_value(at, end, &name);
        at = skip_space(skip_space(at) + 1); /* skips the colon */
        at = skip_space(take_value(at, end, &value));
        if (means(name.bytes, name.length, key, length))
            return value;
        if (*at == ',')
            at = skip_space(at + 1);
    }
    return none;
}

struct json_list json_list_of(struct json_value list)
{
    if (list.kind != TOKEN_LIST)
        return (struct json_list){NULL, NULL};
    return (struct json_list){skip_space(list.bytes + 1), list.bytes + list.length};
}

bool json_next(struct json_list *list, struct json_value *value)
{
    if (list->at == NULL || *list->at == ']')
        return false;
    list->at = skip_space(take_value(list->at, list->end, value));
    if (*list->at == ',')
        list->at = skip_space(list->at + 1);
    return true;
}

size_t json_count(struct json_value list)
{
    struct json_list rest = json_list_of(list);
    struct json_value value;
    size_t count = 0;
    while (json_next(&rest, &value))
        count++;
    return count;
}
