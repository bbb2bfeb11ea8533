/* Cells, and text in them. */
#include "terminal/drawing/canvas.h"

#include <stdlib.h>
#include <string.h>

#include "terminal/drawing/utf8.h"

bool canvas_init(struct canvas *canvas, unsigned width, unsigned height)
{
    *canvas = (struct canvas){.width = width, .height = height};
    canvas->cell = calloc((size_t)width * height + 1, sizeof canvas->cell[0]);
    if (canvas->cell == NULL)
        return false;
    canvas_clear(canvas);
    return true;
}

void canvas_release(struct canvas *canvas)
{
    free(canvas->cell);
    *canvas = (struct canvas){0};
}

void canvas_clear(struct canvas *canvas)
{
    for (size_t i = 0; i < (size_t)canvas->width * canvas->height; i++)
        canvas->cell[i] = (struct cell){.line = LINE_NONE, .junction = JUNCTION_NONE};
}

struct cell *canvas_at(const struct canvas *canvas, int x, int y)
{
    if (x < 0 || y < 0 || (unsigned)x >= canvas->width || (unsigned)y >= canvas->height)
        return NULL;
    return &canvas->cell[(size_t)y * canvas->width + (size_t)x];
}

void canvas_put(struct canvas *canvas, int x, int y, uint32_t sign, unsigned style)
{
    struct cell *cell = canvas_at(canvas, x, y);
    if (cell == NULL)
        return;
    cell->sign = sign;
    cell->style = (uint8_t)style;
    cell->ground = GROUND_NONE;
}

int canvas_text(struct canvas *canvas, int x, int y, int width, unsigned style, const char *text)
{
    const int end = x + width;
    for (uint32_t sign = utf8_next(&text); sign != 0; sign = utf8_next(&text)) {
        const int columns = utf8_sign_columns(sign);
        if (x + columns > end)
            break;
        if (columns == 0)
            continue;
        canvas_put(canvas, x, y, sign, style);
        if (columns == 2)
            canvas_put(canvas, x + 1, y, SIGN_COVERED, style);
        x += columns;
    }
    return x;
}

int canvas_fold(struct canvas *canvas, int x, int y, int width, int lines, unsigned style,
                const char *text)
{
    int used = 0;
    while (*text != '\0' && used < lines) {
        char line[4 * FOLD_COLUMNS_MAX + 1];
        size_t length;
        const char *rest =
            utf8_fold(text, width < FOLD_COLUMNS_MAX ? width : FOLD_COLUMNS_MAX, &length);
        memcpy(line, text, length);
        line[length] = '\0';
        canvas_text(canvas, x, y + used++, width, style, line);
        text = rest;
    }
    return used;
}

void canvas_line(const struct canvas *canvas, unsigned y, char buffer[], size_t size)
{
    struct text text;
    unsigned width = canvas->width;
    const struct cell *cell = &canvas->cell[(size_t)y * canvas->width];
    while (width > 0 && (cell[width - 1].sign == 0 || cell[width - 1].sign == ' '))
        width--;
    text_init(&text, buffer, size);
    for (unsigned x = 0; x < width; x++) {
        if (cell[x].sign != SIGN_COVERED)
            utf8_add(&text, cell[x].sign == 0 ? ' ' : cell[x].sign);
    }
}
