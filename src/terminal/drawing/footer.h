/*
 * The line of keys at the bottom: as many as there is room for, each whole.
 */
#ifndef RAILHEAD_TERMINAL_DRAWING_FOOTER_H
#define RAILHEAD_TERMINAL_DRAWING_FOOTER_H

#include <stddef.h>

#include "terminal/drawing/keys.h"

enum { FOOTER_KEYS_MAX = 16, FOOTER_SIZE = 1024 };

/* What the keys do, "Enter play" and the like; those that matter most come first. */
struct footer {
    const char *key[FOOTER_KEYS_MAX];
    unsigned keys;
    unsigned last; /* so many at the end have room before the others: help, and the way out */
};

void footer_add(struct footer *footer, const char *key);

/* The same for a key of the list, in the reader's language. */
void footer_key(struct footer *footer, enum key_id key);

/*
 * Words and then the keys, in so many columns.  A key that does not fit beside those that matter
 * more is left out as a whole; of words that are too long by themselves whole ones are left.
 */
void footer_write(const struct footer *footer, const char *words, int width,
                  char line[FOOTER_SIZE]);

#endif
