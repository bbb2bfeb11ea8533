/* JSON as text. */
#include "server/json_text.h"

#include "core/check.h"

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
    text_add_char(text, '"');
    const char *plain = words; /* what has not been added yet and needs no escape */
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

void json_add_comma(struct text *text)
{
    CHECK(text->used > 0);
    const char last = text->start[text->used - 1];
    if (last != '{' && last != '[')
        text_add_char(text, ',');
}

void json_add_key(struct text *text, const char *key)
{
    json_add_comma(text);
    text_add_char(text, '"');
    text_add(text, key);
    text_add(text, "\":");
}

void json_add_number_field(struct text *text, const char *key, long number)
{
    json_add_key(text, key);
    text_add_number(text, number);
}

void json_add_string_field(struct text *text, const char *key, const char *words)
{
    json_add_key(text, key);
    json_add_string(text, words);
}

void json_add_truth_field(struct text *text, const char *key, bool truth)
{
    json_add_key(text, key);
    text_add(text, truth ? "true" : "false");
}
