/* Builds short texts in a caller's buffer, and splits lines into words.  Does not allocate. */
#ifndef RAILHEAD_TEXT_TEXT_H
#define RAILHEAD_TEXT_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Marks a text for translation where it is displayed; po/ has the translations. */
#define N_(text) text

/* A text under construction, always NUL-terminated; anything that does not fit is dropped. */
struct text {
    char *start;
    size_t size;
    size_t used;
    bool cut; /* something was dropped */
};

void text_init(struct text *text, char *buffer, size_t size);
void text_add(struct text *text, const char *words);
void text_add_part(struct text *text, const char *words, size_t length);
void text_add_char(struct text *text, char character);
void text_add_number(struct text *text, int64_t number);

/* Copies as much of a text as fits, NUL-terminated. */
void text_copy(char *to, size_t size, const char *from);

/* Appends untrusted text: at most `most` characters and "...", with '?' for unprintable ones. */
void text_add_printable(struct text *text, const char *words, size_t length, size_t most);

/* The same in quotes, with a fixed maximum. */
void text_add_quoted(struct text *text, const char *words, size_t length);

/* A part of a text that is not NUL-terminated. */
struct word {
    const char *start;
    size_t length;
};

bool word_is(struct word word, const char *text);

/* A line split at every single space.  An empty word is a fault for the caller to report. */
struct words {
    const char *rest; /* NULL once the last word has been taken */
    size_t length;
};

void words_init(struct words *words, const char *line, size_t length);

/* Returns false if none is left. */
bool words_next(struct words *words, struct word *word);

/* Parses an integer in canonical form: "0", "17", "-3", but not "+1", "01" or "-0". */
bool word_number(struct word word, long lowest, long highest, long *number);

/*
 * Returns the offset of the first control character or invalid UTF-8 byte, or `length` if there is
 * none.
 */
size_t text_find_bad_byte(const char *words, size_t length);

#endif
