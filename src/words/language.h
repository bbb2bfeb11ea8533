/*
 * The words of the screen in the reader's language, from gettext catalogues.
 *
 * English stands in the source; po/ has the others.  What is read by programs (records, the engine
 * protocol, the sentences of commands on standard error) is never translated.
 */
#ifndef RAILHEAD_WORDS_LANGUAGE_H
#define RAILHEAD_WORDS_LANGUAGE_H

#include <libintl.h>

#include "core/fault.h"

#define _(text) gettext(text)

/* The sentence of a fault in the reader's language; returns `buffer`. */
const char *language_fault(const struct fault *fault, char buffer[FAULT_SENTENCE_SIZE]);

/* Finds the catalogues: in `locale` beside the program, or in share/locale as installed. */
void language_start(void);

/* For a text that is written where there is no UTF-8: letters as ASCII has them. */
void language_use_ascii(void);

#endif
