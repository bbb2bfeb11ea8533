/* Cells, and text in them. */
#include "terminal/canvas.h"

#include <stdlib.h>

#include "core/text.h"

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
}

uint32_t utf8_next(const char **text)
{
    const unsigned char *at = (const unsigned char *)*text;
    if (at[0] == 0)
        return 0;
    const unsigned more = at[0] < 0xc0 ? 0 : at[0] < 0xe0 ? 1 : at[0] < 0xf0 ? 2 : 3;
    uint32_t sign = more == 0 ? at[0] : at[0] & (0x3fU >> more);
    unsigned i = 1;
    for (; i <= more && (at[i] & 0xc0) == 0x80; i++)
        sign = sign << 6 | (at[i] & 0x3fU);
    *text += i;
    return sign;
}

int utf8_columns(const char *text)
{
    int columns = 0;
    while (utf8_next(&text) != 0)
        columns++;
    return columns;
}

int canvas_text(struct canvas *canvas, int x, int y, int width, unsigned style, const char *text)
{
    for (int i = 0; i < width; i++) {
        const uint32_t sign = utf8_next(&text);
        if (sign == 0)
            break;
        canvas_put(canvas, x++, y, sign, style);
    }
    return x;
}

static void add_utf8(struct text *text, uint32_t sign)
{
    if (sign < 0x80) {
        text_add_char(text, (char)sign);
    } else if (sign < 0x800) {
        text_add_char(text, (char)(0xc0 | sign >> 6));
        text_add_char(text, (char)(0x80 | (sign & 0x3f)));
    } else {
        text_add_char(text, (char)(0xe0 | (sign >> 12 & 0x0f)));
        text_add_char(text, (char)(0x80 | (sign >> 6 & 0x3f)));
        text_add_char(text, (char)(0x80 | (sign & 0x3f)));
    }
}

void canvas_line(const struct canvas *canvas, unsigned y, char buffer[], size_t size)
{
    struct text text;
    unsigned width = canvas->width;
    const struct cell *cell = &canvas->cell[(size_t)y * canvas->width];
    while (width > 0 && (cell[width - 1].sign == 0 || cell[width - 1].sign == ' '))
        width--;
    text_init(&text, buffer, size);
    for (unsigned x = 0; x < width; x++)
        add_utf8(&text, cell[x].sign == 0 ? ' ' : cell[x].sign);
}
