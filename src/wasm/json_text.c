/* JSON: the punctuation follows from the last character written. */
#include "wasm/json_text.h"

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

void json_key(struct text *text, const char *key)
{
    separate(text);
    text_add_char(text, '"');
    text_add(text, key);
    text_add(text, "\":");
}

void json_number(struct text *text, long number)
{
    separate(text);
    text_add_number(text, number);
}

void json_bool(struct text *text, bool value)
{
    separate(text);
    text_add(text, value ? "true" : "false");
}

void json_null(struct text *text)
{
    separate(text);
    text_add(text, "null");
}

void json_string(struct text *text, const char *string)
{
    separate(text);
    text_add_char(text, '"');
    for (; *string != '\0'; string++) {
        if (*string == '"' || *string == '\\')
            text_add_char(text, '\\');
        text_add_char(text, *string);
    }
    text_add_char(text, '"');
}

void json_hundredths(struct text *text, double number)
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
