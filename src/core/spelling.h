/*
 * Words typed nearly right: which of the words that exist was probably meant.
 *
 *     struct spelling spelling;
 *     spelling_init(&spelling, "chek");
 *     spelling_try(&spelling, "board");
 *     spelling_try(&spelling, "check");
 *     spelling.best is "check"
 *
 * A pure computation; the words tried must outlive the result.
 */
#ifndef RAILHEAD_CORE_SPELLING_H
#define RAILHEAD_CORE_SPELLING_H

#include <stddef.h>

enum { SPELLING_WORD_MAX = 32 }; /* longer words are not compared */

/*
 * How many letters were left out, added, mistaken for another or exchanged with their neighbour
 * between one word and the other (Damerau and Levenshtein; letters that were exchanged are not
 * changed again).  Capitals count as small letters.
 * Both words have at most SPELLING_WORD_MAX bytes.
 */
unsigned spelling_distance(const char *one, const char *other);

struct spelling {
    const char *typed;
    const char *best; /* NULL while nothing is near enough */
    unsigned distance;
};

void spelling_init(struct spelling *spelling, const char *typed);

/* Another word that exists.  One slip in every three letters is near; of equals the first stays. */
void spelling_try(struct spelling *spelling, const char *word);

#endif
