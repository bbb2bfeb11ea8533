/*
 * The words of the screen in the reader's language, from gettext catalogues.
 *
 * English stands in the source; po/ has the others.  What is read by programs (records, the engine
 * protocol, the sentences of commands on standard error) is never translated.
 */
#ifndef RAILHEAD_WORDS_LANGUAGE_H
#define RAILHEAD_WORDS_LANGUAGE_H

#include "core/text.h"

#include <libintl.h>

#define _(text) gettext(text)

/* Finds the catalogues: in `locale` beside the program, or in share/locale as installed. */
void language_start(void);

/* For a text that is written where there is no UTF-8: letters as ASCII has them. */
void language_use_ascii(void);

#endif
