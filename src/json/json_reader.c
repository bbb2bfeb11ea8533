/* The JSON reader: a small state machine over bytes, with `expect` as its state. */
#include "json/json_reader.h"

#include <string.h>

static enum json_token fail(struct json_reader *json, enum fault_id fault)
{
    json->token = TOKEN_FAULT;
    json->line = json->at_line;
    json->fault = fault;
    return TOKEN_FAULT;
}

/* Returns the byte at `at + ahead`, or -1 beyond the end. */
static int peek(const struct json_reader *json, size_t ahead)
{
    return ahead < json->size - json->at ? (unsigned char)json->text[json->at + ahead] : -1;
}

static void skip_space(struct json_reader *json)
{
    for (;; json->at++) {
        const int byte = peek(json, 0);
        if (byte == '\n')
            json->at_line++;
        else if (byte != ' ' && byte != '\t' && byte != '\r')
            return;
    }
}

static bool is_digit(int byte)
{
    return byte >= '0' && byte <= '9';
}

static int hex_value(int byte)
{
    if (is_digit(byte))
        return byte - '0';
    if (byte >= 'a' && byte <= 'f')
        return byte - 'a' + 10;
    if (byte >= 'A' && byte <= 'F')
        return byte - 'A' + 10;
    return -1;
}

/* Returns the value of the four hexadecimal digits at `ahead`, or -1. */
static int hex_unit(const struct json_reader *json, size_t ahead)
{
    int unit = 0;
    for (size_t i = 0; i < 4; i++) {
        const int digit = hex_value(peek(json, ahead + i));
        if (digit < 0)
            return -1;
        unit = unit * 16 + digit;
    }
    return unit;
}

static bool is_high_surrogate(int unit)
{
    return unit >= 0xd800 && unit <= 0xdbff;
}

static bool is_low_surrogate(int unit)
{
    return unit >= 0xdc00 && unit <= 0xdfff;
}

/* Returns the length of the valid UTF-8 sequence at the current position (RFC 3629), or 0. */
static size_t utf8_length(const struct json_reader *json)
{
    const int first = peek(json, 0), second = peek(json, 1);
    size_t length;
    int low = 0x80, high = 0xbf; /* range of the second byte */
    if (first < 0x80)
        return 1;
    if (first >= 0xc2 && first <= 0xdf) {
        length = 2;
    } else if (first >= 0xe0 && first <= 0xef) {
        length = 3;
        low = first == 0xe0 ? 0xa0 : 0x80;  /* no overlong forms */
        high = first == 0xed ? 0x9f : 0xbf; /* no surrogates */
    } else if (first >= 0xf0 && first <= 0xf4) {
        length = 4;
        low = first == 0xf0 ? 0x90 : 0x80;
        high = first == 0xf4 ? 0x8f : 0xbf; /* nothing beyond U+10FFFF */
    } else {
        return 0;
    }
    if (second < low || second > high)
        return 0;
    for (size_t i = 2; i < length; i++) {
        if (peek(json, i) < 0x80 || peek(json, i) > 0xbf)
            return 0;
    }
    return length;
}

/* Returns the meaning of a backslash followed by this letter, or NUL if there is none. */
static char escape_meaning(int letter)
{
    switch (letter) {
    case '"':
    case '\\':
    case '/':
        return (char)letter;
    case 'b':
        return '\b';
    case 'f':
        return '\f';
    case 'n':
        return '\n';
    case 'r':
        return '\r';
    case 't':
        return '\t';
    default:
        return '\0';
    }
}

/* Skips the escape at the current position.  Returns a fault if it is invalid. */
static enum fault_id skip_escape(struct json_reader *json)
{
    const int letter = peek(json, 1);
    if (letter != 'u') {
        if (escape_meaning(letter) == 0)
            return FAULT_JSON_ESCAPE;
        json->at += 2;
        return FAULT_NONE;
    }
    const int unit = hex_unit(json, 2);
    if (unit < 0)
        return FAULT_JSON_HEX;
    if (unit == 0)
        return FAULT_JSON_NUL;
    json->at += 6;
    if (is_low_surrogate(unit))
        return FAULT_JSON_SECOND_SURROGATE;
    if (is_high_surrogate(unit)) {
        if (peek(json, 0) != '\\' || peek(json, 1) != 'u' || !is_low_surrogate(hex_unit(json, 2)))
            return FAULT_JSON_FIRST_SURROGATE;
        json->at += 6;
    }
    return FAULT_NONE;
}

static enum json_token read_text(struct json_reader *json, enum json_token token)
{
    json->at++;
    json->bytes = json->text + json->at;
    const size_t start = json->at;
    for (;;) {
        const int byte = peek(json, 0);
        if (byte == '"')
            break;
        if (byte == '\\') {
            const enum fault_id wrong = skip_escape(json);
            if (wrong != FAULT_NONE)
                return fail(json, wrong);
            continue;
        }
        if (byte < 0)
            return fail(json, FAULT_JSON_TEXT_END);
        if (byte < 0x20)
            return fail(json, FAULT_JSON_CONTROL);
        const size_t length = utf8_length(json);
        if (length == 0)
            return fail(json, FAULT_JSON_NOT_UTF8);
        json->at += length;
    }
    json->length = json->at - start;
    json->at++;
    return json->token = token;
}

static bool skip_digits(struct json_reader *json)
{
    if (!is_digit(peek(json, 0)))
        return false;
    while (is_digit(peek(json, 0)))
        json->at++;
    return true;
}

static enum json_token read_number(struct json_reader *json)
{
    const size_t start = json->at;
    if (peek(json, 0) == '-')
        json->at++;
    if (peek(json, 0) == '0') {
        json->at++;
        if (is_digit(peek(json, 0)))
            return fail(json, FAULT_JSON_LEADING_ZERO);
    } else if (!skip_digits(json)) {
        return fail(json, FAULT_JSON_MINUS);
    }
    if (peek(json, 0) == '.') {
        json->at++;
        if (!skip_digits(json))
            return fail(json, FAULT_JSON_FRACTION);
    }
    if (peek(json, 0) == 'e' || peek(json, 0) == 'E') {
        json->at++;
        if (peek(json, 0) == '+' || peek(json, 0) == '-')
            json->at++;
        if (!skip_digits(json))
            return fail(json, FAULT_JSON_EXPONENT);
    }
    json->length = json->at - start;
    return json->token = TOKEN_NUMBER;
}

static enum json_token read_word(struct json_reader *json)
{
    static const struct {
        char word[6];
        uint8_t length;
        enum json_token token;
    } known[] = {{"true", 4, TOKEN_TRUE}, {"false", 5, TOKEN_FALSE}, {"null", 4, TOKEN_NULL}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        const size_t length = known[i].length;
        if (json->size - json->at >= length && memcmp(json->bytes, known[i].word, length) == 0) {
            json->at += length;
            json->length = length;
            return json->token = known[i].token;
        }
    }
    return fail(json, peek(json, 0) < 0 ? FAULT_JSON_VALUE_END : FAULT_JSON_VALUE);
}

static bool in_object(const struct json_reader *json)
{
    return json->objects & 1;
}

static enum json_token open_bracket(struct json_reader *json, bool object)
{
    if (json->depth == JSON_READER_DEPTH_MAX)
        return fail(json, FAULT_JSON_DEPTH);
    json->depth++;
    json->objects = json->objects << 1 | object;
    json->expect = object ? EXPECT_KEY_OR_END : EXPECT_VALUE_OR_END;
    json->at++;
    json->length = 1;
    return json->token = object ? TOKEN_OBJECT : TOKEN_LIST;
}

static enum json_token close_bracket(struct json_reader *json)
{
    json->token = in_object(json) ? TOKEN_OBJECT_END : TOKEN_LIST_END;
    json->objects >>= 1;
    json->depth--;
    json->expect = json->depth == 0 ? EXPECT_NOTHING : EXPECT_COMMA_OR_END;
    json->at++;
    json->length = 1;
    return json->token;
}

static enum json_token read_value(struct json_reader *json)
{
    const int byte = peek(json, 0);
    if (byte == '{' || byte == '[')
        return open_bracket(json, byte == '{');
    json->expect = json->depth == 0 ? EXPECT_NOTHING : EXPECT_COMMA_OR_END;
    if (byte == '"')
        return read_text(json, TOKEN_TEXT);
    if (byte == '-' || is_digit(byte))
        return read_number(json);
    return read_word(json);
}

static enum json_token read_key(struct json_reader *json)
{
    if (peek(json, 0) != '"')
        return fail(json, FAULT_JSON_KEY);
    json->expect = EXPECT_COLON;
    return read_text(json, TOKEN_KEY);
}

/* Skips a comma or a colon, and the white space after it. */
static void skip_mark(struct json_reader *json)
{
    json->at++;
    skip_space(json);
    json->line = json->at_line;
    json->bytes = json->text + json->at;
}

enum json_token json_reader_next(struct json_reader *json)
{
    if (json->token == TOKEN_END || json->token == TOKEN_FAULT)
        return json->token;
    skip_space(json);
    json->line = json->at_line;
    json->bytes = json->text + json->at;
    const int byte = peek(json, 0);
    switch (json->expect) {
    case EXPECT_VALUE_OR_END:
        return byte == ']' ? close_bracket(json) : read_value(json);
    case EXPECT_KEY_OR_END:
        return byte == '}' ? close_bracket(json) : read_key(json);
    case EXPECT_COLON:
        if (byte != ':')
            return fail(json, FAULT_JSON_COLON);
        skip_mark(json);
        return read_value(json);
    case EXPECT_COMMA_OR_END:
        if (byte == (in_object(json) ? '}' : ']'))
            return close_bracket(json);
        if (byte != ',')
            return fail(json, in_object(json) ? FAULT_JSON_COMMA_OBJECT : FAULT_JSON_COMMA_LIST);
        skip_mark(json);
        return in_object(json) ? read_key(json) : read_value(json);
    case EXPECT_NOTHING:
        if (byte >= 0)
            return fail(json, FAULT_JSON_AFTER_END);
        json->length = 0;
        return json->token = TOKEN_END;
    case EXPECT_VALUE:
        break;
    }
    return read_value(json);
}

void json_reader_init(struct json_reader *json, const char *text, size_t size)
{
    *json = (struct json_reader){.text = text, .size = size, .at_line = 1, .line = 1};
    json->bytes = text;
}

/* Encodes a character as UTF-8 and returns its length. */
static size_t put_utf8(char bytes[4], unsigned character)
{
    if (character < 0x80) {
        bytes[0] = (char)character;
        return 1;
    }
    size_t length = character < 0x800 ? 2 : character < 0x10000 ? 3 : 4;
    static const unsigned char mark[] = {0, 0, 0xc0, 0xe0, 0xf0};
    for (size_t i = length - 1; i > 0; i--) {
        bytes[i] = (char)(0x80 | (character & 0x3f));
        character >>= 6;
    }
    bytes[0] = (char)(mark[length] | character);
    return length;
}

/*
 * Resolves the escape at the current position, which skip_escape() has checked.  Returns its
 * length.
 */
static size_t put_escape(struct json_reader *json, char bytes[4])
{
    const int letter = peek(json, 1);
    if (letter != 'u') {
        json->at += 2;
        bytes[0] = escape_meaning(letter);
        return 1;
    }
    unsigned character = (unsigned)hex_unit(json, 2);
    json->at += 6;
    if (is_high_surrogate((int)character)) {
        const unsigned low = (unsigned)hex_unit(json, 2);
        character = 0x10000 + ((character - 0xd800) << 10) + (low - 0xdc00);
        json->at += 6;
    }
    return put_utf8(bytes, character);
}

void json_cursor_init(struct json_cursor *cursor, const char *bytes, size_t length)
{
    *cursor = (struct json_cursor){.bytes = bytes, .length = length};
}

int json_cursor_next(struct json_cursor *cursor)
{
    if (cursor->rest == 0 && cursor->at == cursor->length)
        return -1;
    if (cursor->rest == 0 && cursor->bytes[cursor->at] != '\\')
        return (unsigned char)cursor->bytes[cursor->at++];
    if (cursor->rest == 0) {
        struct json_reader inner;
        json_reader_init(&inner, cursor->bytes + cursor->at, cursor->length - cursor->at);
        cursor->rest = put_escape(&inner, cursor->escape);
        cursor->first = 0;
        cursor->at += inner.at;
    }
    cursor->rest--;
    return (unsigned char)cursor->escape[cursor->first++];
}

bool json_reader_text(const struct json_reader *json, char *into, size_t size)
{
    struct json_cursor cursor;
    size_t used = 0;
    json_cursor_init(&cursor, json->bytes, json->length);
    for (int byte = json_cursor_next(&cursor); byte >= 0; byte = json_cursor_next(&cursor)) {
        if (used + 1 >= size)
            return false;
        into[used++] = (char)byte;
    }
    into[used] = '\0';
    return true;
}

bool json_reader_integer(const struct json_reader *json, int *value)
{
    const bool negative = json->bytes[0] == '-';
    int sum = 0;
    if (json->length - negative > 9)
        return false;
    for (size_t i = negative; i < json->length; i++) {
        if (!is_digit((unsigned char)json->bytes[i]))
            return false;
        sum = sum * 10 + (json->bytes[i] - '0');
    }
    *value = negative ? -sum : sum;
    return true;
}
