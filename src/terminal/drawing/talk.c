/* Draws lines of talk. */
#include "terminal/drawing/talk.h"

#include <stdio.h>

#include "terminal/drawing/utf8.h"

static void write_line(const struct source_line *line, char text[], size_t size)
{
    if (line->kind == TALK_CHAT)
        snprintf(text, size, "%s: %s", line->name, line->words);
    else
        snprintf(text, size, "%s", line->words);
}

static unsigned style_of(const struct source_line *line, const struct seat_look *look)
{
    if (line->kind == TALK_CHAT)
        return line->seat != SEAT_NONE ? STYLE_SEAT + seat_look_colour(look, line->seat)
                                       : STYLE_PLAIN;
    return line->kind == TALK_REFUSED ? STYLE_REFUSED : STYLE_FAINT;
}

void talk_draw(struct canvas *canvas, int x, int y, int width, int height,
               const struct source *source)
{
    const struct source_talk *talk = &source->talk;
    const struct seat_look look = source_look(source);
    char text[SOURCE_NAME_SIZE + SOURCE_WORDS_SIZE + 4];
    const unsigned first = source_talk_first(talk);
    unsigned from = talk->lines;
    int used = 0;
    while (from > first) {
        write_line(source_talk_line(talk, from - 1), text, sizeof text);
        const int lines = utf8_fold_lines(text, width);
        if (used + lines > height)
            break;
        used += lines;
        from--;
    }
    for (; from < talk->lines; from++) {
        const struct source_line *line = source_talk_line(talk, from);
        write_line(line, text, sizeof text);
        y += canvas_fold(canvas, x, y, width, height, style_of(line, &look), text);
    }
}
