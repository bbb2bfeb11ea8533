/*
 * Suggests the existing word that a mistyped one was probably meant to be.
 *
 *     struct spelling spelling;
 *     spelling_init(&spelling, "chek");
 *     spelling_try(&spelling, "board");
 *     spelling_try(&spelling, "check");
 *     spelling.best is "check"
 *
 * It does not allocate.  The words tried must outlive the result.
 */
#ifndef RAILHEAD_TEXT_SPELLING_H
#define RAILHEAD_TEXT_SPELLING_H

#include <stddef.h>

enum { SPELLING_WORD_MAX = 32 }; /* longer words are not compared */

/*
 * Returns the number of letters that were omitted, added, replaced or swapped with their neighbour
 * (Damerau-Levenshtein distance, restricted: swapped letters are not changed again).  Case is
 * ignored.  Both words have at most SPELLING_WORD_MAX bytes.
 */
unsigned spelling_distance(const char *one, const char *other);

struct spelling {
    const char *typed;
    const char *best; /* NULL while no word is close enough */
    unsigned distance;
};

void spelling_init(struct spelling *spelling, const char *typed);

/*
 * Tries another existing word.  It may have one error per three letters; of equally close words the
 * first wins.
 */
void spelling_try(struct spelling *spelling, const char *word);

#endif
