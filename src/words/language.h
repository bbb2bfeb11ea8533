/*
 * The words of the screen in the reader's language, from gettext catalogues.
 *
 * English stands in the source; po/ has the others.  What is read by programs (records, the engine
 * protocol, the sentences of commands on standard error) is never translated.
 */
#ifndef RAILHEAD_WORDS_LANGUAGE_H
#define RAILHEAD_WORDS_LANGUAGE_H

#include <libintl.h>
#include <stdbool.h>

#include "core/fault.h"

#define _(text) gettext(text)

/* The sentence of a fault in the reader's language; returns `buffer`. */
const char *language_fault(const struct fault *fault, char buffer[FAULT_SENTENCE_SIZE]);

/*
 * The signs that the locale has; true for UTF-8.  One that names none, or is not installed here,
 * says nothing about a terminal, and nearly all know UTF-8: then that is taken with `is_terminal`.
 * LC_ALL=C asks for ASCII.
 */
bool language_signs(bool is_terminal);

/* Finds the catalogues: in `locale` beside the program, or in share/locale as installed. */
void language_start(void);

/* For a text that is written where there is no UTF-8: letters as ASCII has them. */
void language_use_ascii(void);

#endif
