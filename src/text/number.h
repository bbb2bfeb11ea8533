/* Counts and seeds in lines of the protocol: unsigned 64-bit integers, "0", "17". */
#ifndef RAILHEAD_TEXT_NUMBER_H
#define RAILHEAD_TEXT_NUMBER_H

#include "text/text.h"

/*
 * Parses a complete word.  Returns false for a sign, a leading zero, or a number that does not fit.
 */
static inline bool number_read(struct word word, uint64_t *number)
{
    uint64_t value = 0;
    if (word.length == 0 || (word.start[0] == '0' && word.length > 1))
        return false;
    for (size_t i = 0; i < word.length; i++) {
        if (word.start[i] < '0' || word.start[i] > '9')
            return false;
        const unsigned digit = (unsigned)(word.start[i] - '0');
        if (value > (UINT64_MAX - digit) / 10)
            return false;
        value = value * 10 + digit;
    }
    *number = value;
    return true;
}

static inline void number_add(struct text *text, uint64_t number)
{
    char digits[20];
    size_t at = sizeof digits;
    do {
        digits[--at] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    text_add_part(text, digits + at, sizeof digits - at);
}

#endif
