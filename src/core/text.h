/*
 * Building short texts in a caller's buffer, and taking lines of words apart; no allocation.
 */
#ifndef RAILHEAD_CORE_TEXT_H
#define RAILHEAD_CORE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A text that whoever shows it translates; po/ has the translations. */
#define N_(text) text

/* A text under construction, always closed by a NUL; what does not fit is left out. */
struct text {
    char *start;
    size_t size;
    size_t used;
    bool cut; /* something was left out */
};

void text_init(struct text *text, char *buffer, size_t size);
void text_add(struct text *text, const char *words);
void text_add_part(struct text *text, const char *words, size_t length);
void text_add_char(struct text *text, char character);
void text_add_number(struct text *text, int64_t number);

/* Somebody else's word: at most so many characters and "...", '?' for what is not printable. */
void text_add_printable(struct text *text, const char *words, size_t length, size_t most);

/* The same in quotes, cut to a sane length. */
void text_add_quoted(struct text *text, const char *words, size_t length);

/* A piece of a text that is not ours and not closed by a NUL. */
struct word {
    const char *start;
    size_t length;
};

bool word_is(struct word word, const char *text);

/* A line taken apart at every single space; an empty word is a fault the caller reports. */
struct words {
    const char *rest; /* NULL when the last word has been taken */
    size_t length;
};

void words_init(struct words *words, const char *line, size_t length);

/* False when there is none left. */
bool words_next(struct words *words, struct word *word);

/* A whole number without sign tricks: "0", "17", "-3"; no "+1", "01", "-0". */
bool word_number(struct word word, long lowest, long highest, long *number);

/* The first byte that is not UTF-8 or is a control character, or `length` when all is well. */
size_t text_find_bad_byte(const char *words, size_t length);

#endif
