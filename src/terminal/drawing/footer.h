/* The line of keys at the bottom: as many as fit, none truncated. */
#ifndef RAILHEAD_TERMINAL_DRAWING_FOOTER_H
#define RAILHEAD_TERMINAL_DRAWING_FOOTER_H

#include <stddef.h>

#include "terminal/drawing/keys.h"

enum { FOOTER_KEYS_MAX = 16, FOOTER_SIZE = 1024 };

/* Descriptions of keys, such as "Enter play", the most important first. */
struct footer {
    const char *key[FOOTER_KEYS_MAX];
    unsigned keys;
    unsigned last; /* how many at the end take precedence: help and leaving */
};

void footer_add(struct footer *footer, const char *key);

/* The same for a key of the list, translated. */
void footer_key(struct footer *footer, enum key_id key);

/*
 * Writes words and then the keys in at most `width` columns.  A key that does not fit after more
 * important ones is omitted.  The first of the last keys always has space: words that are too long
 * beside it are truncated between two words.
 */
void footer_write(const struct footer *footer, const char *words, int width,
                  char line[FOOTER_SIZE]);

#endif
