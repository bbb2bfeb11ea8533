/*
 * Translates the words on screen with gettext catalogues.
 *
 * English is in the source, other languages in po/. Text for programs is never translated: records,
 * the engine protocol, and the messages of commands on standard error.
 */
#ifndef RAILHEAD_WORDS_LANGUAGE_H
#define RAILHEAD_WORDS_LANGUAGE_H

#include <libintl.h>
#include <stdbool.h>

#include "text/fault.h"

#define _(text) gettext(text)

/* Writes the sentence of a fault in the reader's language to `buffer` and returns it. */
const char *language_fault(const struct fault *fault, char buffer[FAULT_SENTENCE_SIZE]);

/*
 * Selects the character set of the locale and returns true if it is UTF-8.  If the locale is unset
 * or not installed, UTF-8 is selected for a terminal (`is_terminal`), because nearly all terminals
 * support it.  LC_ALL=C requests ASCII.
 */
bool language_signs(bool is_terminal);

/* Finds the catalogues: in `locale` beside the program, or in share/locale if installed. */
void language_start(void);

/* For output without UTF-8: converts letters to ASCII. */
void language_use_ascii(void);

#endif
