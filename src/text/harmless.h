/*
 * Sanitises text from outside for a terminal.  Everything that a server or a record contains passes
 * through here before it is displayed.
 *
 * Terminals obey control characters, including those beyond ASCII (U+0080 to U+009F).
 * Bidirectional controls reorder words, and zero-width characters make two names look alike.  This
 * module knows characters and nothing about the game.
 */
#ifndef RAILHEAD_TEXT_HARMLESS_H
#define RAILHEAD_TEXT_HARMLESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Returns what to display for a character: itself, a space for a control character, '?' for a
 * misleading one.
 */
uint32_t harmless_sign(uint32_t sign);

/*
 * Copies as much of a text as fits without splitting a character, each one replaced as by
 * harmless_sign(), and invalid UTF-8 bytes by '?'.  `text` may be `to`.
 */
void harmless_copy(char *to, size_t size, const char *text);

/* Returns true if harmless_copy() would change nothing. */
bool harmless_is(const char *text);

/* Returns true if a text has visible characters, not only spaces and joiners. */
bool harmless_is_seen(const char *text);

#endif
