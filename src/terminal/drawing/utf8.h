/*
 * UTF-8 text: its characters, their columns on a terminal, and lines folded at spaces.
 *
 * Invalid UTF-8 gives arbitrary characters, but nothing is read beyond the NUL.
 */
#ifndef RAILHEAD_TERMINAL_DRAWING_UTF8_H
#define RAILHEAD_TERMINAL_DRAWING_UTF8_H

#include <stddef.h>
#include <stdint.h>

#include "text/text.h"

enum { FOLD_COLUMNS_MAX = 400 }; /* maximum width of a line of folded text */

/* Returns the next character and advances the pointer; 0 at the end. */
uint32_t utf8_next(const char **text);

/* Returns the columns of a character: two for East Asian ones, none for combining accents. */
int utf8_sign_columns(uint32_t sign);

/* Returns the width of a text in columns. */
int utf8_columns(const char *text);

/*
 * Splits off the first line of a text that is folded at spaces to `width` columns.  Sets `*length`
 * to its length in bytes and returns the start of the next line.  Only the last line can be empty.
 */
const char *utf8_fold(const char *text, int width, size_t *length);

/* Returns the number of lines of the folded text. */
int utf8_fold_lines(const char *text, int width);

/* Adds a character to a text. */
void utf8_add(struct text *text, uint32_t sign);

/* utf8_append() appends a character if there is space for it; utf8_shorten() removes the last one.
 */
void utf8_append(char *text, size_t size, uint32_t sign);
void utf8_shorten(char *text);

#endif
