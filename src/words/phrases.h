/*
 * Phrases for the talk at a table: the list is phrases.def, which the page reads too.
 */
#ifndef RAILHEAD_WORDS_PHRASES_H
#define RAILHEAD_WORDS_PHRASES_H

extern const char *const phrases[]; /* as they are sent */
extern const unsigned phrase_count;

/* What somebody has said, in the reader's language if it is a phrase. */
const char *phrase_shown(const char *said);

/* What is to be sent for it: a phrase in the reader's language goes as everybody knows it. */
const char *phrase_sent(const char *typed);

/* The phrase after this one in the reader's language, the first after "", NULL after other words.
 */
const char *phrase_next(const char *typed);

#endif
