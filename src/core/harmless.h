/*
 * Text from outside, made harmless for a terminal: the one place for what a server or a record
 * says before anybody sees it.
 *
 * A terminal obeys control characters, also those beyond ASCII (U+0080 to U+009F); characters that
 * turn the direction of writing show words in another order; and some that take no room at all make
 * two names look alike.  Knows characters and nothing of the game.
 */
#ifndef RAILHEAD_CORE_HARMLESS_H
#define RAILHEAD_CORE_HARMLESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What is shown of a character: itself, a space for a control, '?' for one that would mislead. */
uint32_t harmless_sign(uint32_t sign);

/* As much of a text as fits without cutting a letter, each character as harmless_sign() has it,
 * and '?' for a byte that is not UTF-8.  `text` may be `to`. */
void harmless_copy(char *to, size_t size, const char *text);

/* Whether harmless_copy() would change nothing. */
bool harmless_is(const char *text);

/* Whether there is anything to see in a text: not if it has spaces and joiners alone. */
bool harmless_is_seen(const char *text);

#endif
