/* Phrases for the chat at a table.  The list is phrases.def, which the page also reads. */
#ifndef RAILHEAD_WORDS_PHRASES_H
#define RAILHEAD_WORDS_PHRASES_H

extern const char *const phrases[]; /* as they are sent */
extern const unsigned phrase_count;

/* Returns a message in the reader's language if it is a phrase, else unchanged. */
const char *phrase_shown(const char *said);

/*
 * Returns the text to send: if a phrase was typed in the reader's language, its English original.
 */
const char *phrase_sent(const char *typed);

/*
 * Returns the phrase after this one in the reader's language: the first for "" or after the last,
 * NULL for other words.
 */
const char *phrase_next(const char *typed);

#endif
