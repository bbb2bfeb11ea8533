/* Short texts: appends to them, and splits them. */
#include "text/text.h"

#include <string.h>

#include "base/check.h"

enum { QUOTED_MAX = 40 };

void text_init(struct text *text, char *buffer, size_t size)
{
    CHECK(size > 0);
    *text = (struct text){.start = buffer, .size = size, .used = 0, .cut = false};
    buffer[0] = '\0';
}

void text_add_part(struct text *text, const char *words, size_t length)
{
    const size_t room = text->size - 1 - text->used;
    if (length > room) {
        length = room;
        text->cut = true;
    }
    memcpy(text->start + text->used, words, length);
    text->used += length;
    text->start[text->used] = '\0';
}

void text_add(struct text *text, const char *words)
{
    text_add_part(text, words, strlen(words));
}

void text_copy(char *to, size_t size, const char *from)
{
    struct text text;
    text_init(&text, to, size);
    text_add(&text, from);
}

void text_add_char(struct text *text, char character)
{
    text_add_part(text, &character, 1);
}

void text_add_number(struct text *text, int64_t number)
{
    char digits[24];
    size_t at = sizeof digits;
    uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    do {
        digits[--at] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (number < 0)
        digits[--at] = '-';
    text_add_part(text, digits + at, sizeof digits - at);
}

void text_add_printable(struct text *text, const char *words, size_t length, size_t most)
{
    for (size_t i = 0; i < length && i < most; i++) {
        const bool printable = words[i] >= ' ' && words[i] <= '~';
        text_add_char(text, printable ? words[i] : '?');
    }
    text_add(text, length > most ? "..." : "");
}

void text_add_quoted(struct text *text, const char *words, size_t length)
{
    text_add_char(text, '\'');
    text_add_printable(text, words, length, QUOTED_MAX);
    text_add_char(text, '\'');
}

bool word_is(struct word word, const char *text)
{
    return word.length == strlen(text) && memcmp(word.start, text, word.length) == 0;
}

void words_init(struct words *words, const char *line, size_t length)
{
    words->rest = line;
    words->length = length;
}

bool words_next(struct words *words, struct word *word)
{
    if (words->rest == NULL)
        return false;
    word->start = words->rest;
    word->length = 0;
    while (word->length < words->length && word->start[word->length] != ' ')
        word->length++;
    if (word->length == words->length) {
        words->rest = NULL;
    } else {
        words->rest = word->start + word->length + 1;
        words->length -= word->length + 1;
    }
    return true;
}

bool word_number(struct word word, long lowest, long highest, long *number)
{
    enum { DIGITS_MAX = 18 };
    const bool negative = word.length > 0 && word.start[0] == '-';
    const char *digits = word.start + negative;
    const size_t count = word.length - negative;
    if (count == 0 || count > DIGITS_MAX || (digits[0] == '0' && (count > 1 || negative)))
        return false;
    int64_t value = 0;
    for (size_t i = 0; i < count; i++) {
        if (digits[i] < '0' || digits[i] > '9')
            return false;
        value = value * 10 + (digits[i] - '0');
    }
    value = negative ? -value : value;
    *number = (long)value;
    return value >= lowest && value <= highest;
}

/* Returns the length of the UTF-8 character at `bytes`, or 0 if it is invalid. */
static size_t character_length(const unsigned char *bytes, size_t left)
{
    const unsigned first = bytes[0];
    if (first < 0x80)
        return first < 0x20 || first == 0x7f ? 0 : 1;
    const size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first > 0xf4 || left < length)
        return 0;
    for (size_t i = 1; i < length; i++) {
        if ((bytes[i] & 0xc0) != 0x80)
            return 0;
    }
    const bool overlong = (first == 0xe0 && bytes[1] < 0xa0) || (first == 0xf0 && bytes[1] < 0x90);
    const bool surrogate = first == 0xed && bytes[1] >= 0xa0;
    const bool beyond = first == 0xf4 && bytes[1] >= 0x90;
    return overlong || surrogate || beyond ? 0 : length;
}

size_t text_find_bad_byte(const char *words, size_t length)
{
    const unsigned char *bytes = (const unsigned char *)words;
    size_t at = 0;
    while (at < length) {
        const size_t step = character_length(bytes + at, length - at);
        if (step == 0)
            return at;
        at += step;
    }
    return length;
}
