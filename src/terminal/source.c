/* What all sources have in common: the talk, and wishes where there is nobody to ask. */
#include "terminal/source.h"

#include <stdio.h>
#include <string.h>

#include "terminal/language.h"

bool source_ask(struct source *source, const struct source_wish *wish,
                char why[SOURCE_SENTENCE_SIZE])
{
    if (source->calls->ask != NULL)
        return source->calls->ask(source, wish, why);
    snprintf(why, SOURCE_SENTENCE_SIZE, "%s",
             _("That is for a table at a server: this game is on this machine alone."));
    return false;
}

void source_copy(char *to, size_t size, const char *text)
{
    size_t length = strlen(text);
    if (length >= size) {
        length = size - 1;
        while (length > 0 && ((unsigned char)text[length] & 0xc0) == 0x80)
            length--; /* not half a letter */
    }
    for (size_t i = 0; i < length; i++)
        to[i] = (unsigned char)text[i] < ' ' || text[i] == 0x7f ? ' ' : text[i];
    to[length] = '\0';
}

void source_list_add(char list[], size_t size, const char *name)
{
    const size_t used = strlen(list);
    snprintf(list + used, size - used, "%s%s", used > 0 ? ", " : "", name);
}

void source_talk_add(struct source_talk *talk, enum source_line_kind kind, unsigned seat,
                     const char *name, const char *words)
{
    struct source_line *line = &talk->line[talk->lines++ % SOURCE_LINES_MAX];
    line->kind = kind;
    line->seat = seat;
    source_copy(line->name, sizeof line->name, name);
    source_copy(line->words, sizeof line->words, words);
}
