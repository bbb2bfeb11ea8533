/* Characters of UTF-8 text, and its lines. */
#define _XOPEN_SOURCE 700 /* for wcwidth() */
#include "terminal/drawing/utf8.h"

#include <string.h>
#include <wchar.h>

uint32_t utf8_next(const char **text)
{
    const unsigned char *at = (const unsigned char *)*text;
    if (at[0] == 0)
        return 0;
    const unsigned more = at[0] < 0xc0 ? 0 : at[0] < 0xe0 ? 1 : at[0] < 0xf0 ? 2 : 3;
    uint32_t sign = more == 0 ? at[0] : at[0] & (0x3fU >> more);
    unsigned i = 1;
    for (; i <= more && (at[i] & 0xc0) == 0x80; i++)
        sign = sign << 6 | (at[i] & 0x3fU);
    *text += i;
    return sign;
}

int utf8_sign_columns(uint32_t sign)
{
    const int columns = wcwidth((wchar_t)sign);
    return columns >= 0 ? columns : 1;
}

int utf8_columns(const char *text)
{
    int columns = 0;
    for (uint32_t sign = utf8_next(&text); sign != 0; sign = utf8_next(&text))
        columns += utf8_sign_columns(sign);
    return columns;
}

const char *utf8_fold(const char *text, int width, size_t *length)
{
    const char *at = text, *space = NULL;
    int columns = 0;
    for (;;) {
        const char *next = at;
        const uint32_t sign = utf8_next(&next);
        if (sign == 0) {
            *length = (size_t)(at - text);
            return at;
        }
        columns += utf8_sign_columns(sign);
        if (columns > width)
            break;
        if (sign == ' ')
            space = at;
        at = next;
    }
    if (*at == ' ')
        space = at;
    if (space == NULL || space == text) { /* a word longer than the line is broken anywhere */
        if (at == text)
            utf8_next(&at);
        *length = (size_t)(at - text);
        return at;
    }
    *length = (size_t)(space - text);
    while (*space == ' ')
        space++;
    return space;
}

int utf8_fold_lines(const char *text, int width)
{
    int lines = 0;
    size_t length;
    for (; *text != '\0'; lines++)
        text = utf8_fold(text, width < FOLD_COLUMNS_MAX ? width : FOLD_COLUMNS_MAX, &length);
    return lines;
}

void utf8_add(struct text *text, uint32_t sign)
{
    if (sign < 0x80) {
        text_add_char(text, (char)sign);
    } else if (sign < 0x800) {
        text_add_char(text, (char)(0xc0 | sign >> 6));
        text_add_char(text, (char)(0x80 | (sign & 0x3f)));
    } else {
        text_add_char(text, (char)(sign < 0x10000 ? 0xe0 | sign >> 12 : 0xf0 | sign >> 18));
        if (sign >= 0x10000)
            text_add_char(text, (char)(0x80 | (sign >> 12 & 0x3f)));
        text_add_char(text, (char)(0x80 | (sign >> 6 & 0x3f)));
        text_add_char(text, (char)(0x80 | (sign & 0x3f)));
    }
}

void utf8_append(char *text, size_t size, uint32_t sign)
{
    const size_t length = strlen(text);
    char letter[5];
    struct text more;
    text_init(&more, letter, sizeof letter);
    utf8_add(&more, sign);
    if (length + more.used < size)
        memcpy(text + length, letter, more.used + 1);
}

void utf8_shorten(char *text)
{
    size_t length = strlen(text);
    while (length > 0 && ((unsigned char)text[--length] & 0xc0) == 0x80)
        continue;
    text[length] = '\0';
}
