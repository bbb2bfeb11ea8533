/* Computes the distance between two words, row by row. */
#include "text/spelling.h"

#include <stdbool.h>
#include <string.h>

#include "base/check.h"

enum { SLIPS_MAX = 3, LETTERS_A_SLIP = 3 };

static char small(char letter)
{
    return letter >= 'A' && letter <= 'Z' ? (char)(letter - 'A' + 'a') : letter;
}

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/*
 * row[i][j] is the distance between the first i letters of one word and the first j of the other.
 * A swap of neighbours refers two rows back, so three rows are kept.
 */
unsigned spelling_distance(const char *one, const char *other)
{
    unsigned row[3][SPELLING_WORD_MAX + 1];
    const size_t length = strlen(one), width = strlen(other);
    CHECK(length <= SPELLING_WORD_MAX && width <= SPELLING_WORD_MAX);
    for (size_t i = 0; i <= length; i++) {
        unsigned *now = row[i % 3];
        const unsigned *before = row[(i + 2) % 3], *long_before = row[(i + 1) % 3];
        now[0] = (unsigned)i;
        for (size_t j = 1; j <= width; j++) {
            if (i == 0) {
                now[j] = (unsigned)j;
                continue;
            }
            const bool same = small(one[i - 1]) == small(other[j - 1]);
            now[j] = least(least(before[j], now[j - 1]) + 1, before[j - 1] + !same);
            if (i > 1 && j > 1 && small(one[i - 1]) == small(other[j - 2]) &&
                small(one[i - 2]) == small(other[j - 1]))
                now[j] = least(now[j], long_before[j - 2] + 1);
        }
    }
    return row[length % 3][width];
}

void spelling_init(struct spelling *spelling, const char *typed)
{
    const size_t length = strlen(typed);
    const size_t slips = length <= SPELLING_WORD_MAX ? length / LETTERS_A_SLIP : 0;
    *spelling = (struct spelling){.typed = typed};
    spelling->distance = (slips < SLIPS_MAX ? (unsigned)slips : SLIPS_MAX) + 1;
}

void spelling_try(struct spelling *spelling, const char *word)
{
    if (strlen(spelling->typed) > SPELLING_WORD_MAX || strlen(word) > SPELLING_WORD_MAX)
        return;
    const unsigned distance = spelling_distance(spelling->typed, word);
    if (distance >= spelling->distance)
        return;
    spelling->distance = distance;
    spelling->best = word;
}
