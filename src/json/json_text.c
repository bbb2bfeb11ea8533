/* Writes JSON: the punctuation before a value depends on the last character written. */
#include "json/json_text.h"

static void separate(struct text *text)
{
    const char last = text->used > 0 ? text->start[text->used - 1] : '{';
    if (last != '{' && last != '[' && last != ':')
        text_add_char(text, ',');
}

void json_open(struct text *text, char bracket)
{
    separate(text);
    text_add_char(text, bracket);
}

void json_close(struct text *text, char bracket)
{
    text_add_char(text, bracket);
}

void json_add_key(struct text *text, const char *key)
{
    separate(text);
    text_add_char(text, '"');
    text_add(text, key);
    text_add(text, "\":");
}

void json_add_number(struct text *text, int64_t number)
{
    separate(text);
    text_add_number(text, number);
}

void json_add_literal(struct text *text, const char *json)
{
    separate(text);
    text_add(text, json);
}

void json_add_bool(struct text *text, bool value)
{
    json_add_literal(text, value ? "true" : "false");
}

void json_add_null(struct text *text)
{
    json_add_literal(text, "null");
}

static const char *escape_of(char letter)
{
    switch (letter) {
    case '"':
        return "\\\"";
    case '\\':
        return "\\\\";
    case '\n':
        return "\\n";
    case '\r':
        return "\\r";
    case '\t':
        return "\\t";
    default:
        return NULL;
    }
}

static void add_escaped(struct text *text, char letter)
{
    static const char digits[] = "0123456789abcdef";
    const char *escape = escape_of(letter);
    if (escape != NULL) {
        text_add(text, escape);
        return;
    }
    text_add(text, "\\u00");
    text_add_char(text, digits[letter >> 4 & 15]);
    text_add_char(text, digits[letter & 15]);
}

void json_add_string(struct text *text, const char *words)
{
    separate(text);
    text_add_char(text, '"');
    const char *plain = words; /* start of the part not added yet, which needs no escapes */
    const char *at = words;
    for (; *at != '\0'; at++) {
        if ((unsigned char)*at >= ' ' && *at != '"' && *at != '\\')
            continue;
        text_add_part(text, plain, (size_t)(at - plain));
        add_escaped(text, *at);
        plain = at + 1;
    }
    text_add_part(text, plain, (size_t)(at - plain));
    text_add_char(text, '"');
}

void json_add_hundredths(struct text *text, double number)
{
    const bool negative = number < 0;
    const long hundredths = (long)((negative ? -number : number) * 100 + 0.5);
    separate(text);
    if (negative && hundredths > 0)
        text_add_char(text, '-');
    text_add_number(text, hundredths / 100);
    text_add_char(text, '.');
    text_add_number(text, hundredths / 10 % 10);
    text_add_number(text, hundredths % 10);
}

void json_add_number_field(struct text *text, const char *key, int64_t number)
{
    json_add_key(text, key);
    json_add_number(text, number);
}

void json_add_string_field(struct text *text, const char *key, const char *words)
{
    json_add_key(text, key);
    json_add_string(text, words);
}

void json_add_bool_field(struct text *text, const char *key, bool value)
{
    json_add_key(text, key);
    json_add_bool(text, value);
}
