/* Fits keys into a line. */
#include "terminal/drawing/footer.h"

#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "terminal/drawing/utf8.h"
#include "words/language.h"

static const char between_keys[] = "  ", before_keys[] = "  |  ";

void footer_add(struct footer *footer, const char *key)
{
    CHECK(footer->keys < FOOTER_KEYS_MAX);
    footer->key[footer->keys++] = key;
}

void footer_key(struct footer *footer, enum key_id key)
{
    footer_add(footer, _(key_list[key].brief));
}

/* Returns the width of a key in columns, with the space before all but the first. */
static int columns_of(const struct footer *footer, unsigned number)
{
    return (int)strlen(between_keys) + utf8_columns(footer->key[number]);
}

static void append_text(char line[FOOTER_SIZE], const char *text)
{
    const size_t used = strlen(line);
    snprintf(line + used, FOOTER_SIZE - used, "%s", text);
}

/*
 * Returns the columns to reserve behind the words for the first of the last keys, since every
 * window shows help.
 */
static int columns_kept(const struct footer *footer)
{
    return footer->last == 0
               ? 0
               : (int)strlen(before_keys) + utf8_columns(footer->key[footer->keys - footer->last]);
}

/* Writes the words, truncated between two of them. */
static void write_words(const char *words, int width, char line[FOOTER_SIZE])
{
    size_t length = 0;
    utf8_fold(words, width - 2, &length);
    if (width < 3 || utf8_columns(words) == 0)
        length = 0;
    while (length > 0 && words[length - 1] == ' ')
        length--;
    snprintf(line, FOOTER_SIZE, " %.*s", (int)length, words);
    if (utf8_columns(line) > width) /* a single word that is too long */
        line[0] = '\0';
}

void footer_write(const struct footer *footer, const char *words, int width, char line[FOOTER_SIZE])
{
    bool shown[FOOTER_KEYS_MAX] = {false};
    write_words(words, width - columns_kept(footer), line);
    const bool has_words = line[0] != '\0' && line[1] != '\0';
    int left = width - utf8_columns(line) - (has_words ? (int)strlen(before_keys) : 0) +
               (int)strlen(between_keys) - 1;
    for (unsigned i = 0; i < footer->keys; i++) {
        /* The keys with precedence at the end come first, then the others from the front. */
        const unsigned key = i < footer->last ? footer->keys - footer->last + i : i - footer->last;
        shown[key] = columns_of(footer, key) <= left;
        left -= shown[key] ? columns_of(footer, key) : 0;
    }
    bool first = true;
    for (unsigned key = 0; key < footer->keys; key++) {
        if (!shown[key])
            continue;
        append_text(line, !first ? between_keys : has_words ? before_keys : "");
        append_text(line, footer->key[key]);
        first = false;
    }
}
