/* Cells, and text in them. */
#define _XOPEN_SOURCE 700 /* for wcwidth() */
#include "terminal/drawing/canvas.h"

#include <stdlib.h>
#include <string.h>
#include <wchar.h>

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
    cell->ground = GROUND_NONE;
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

/* East Asian characters take two columns, combining accents none. */
static int sign_columns(uint32_t sign)
{
    const int columns = wcwidth((wchar_t)sign);
    return columns >= 0 ? columns : 1;
}

int utf8_columns(const char *text)
{
    int columns = 0;
    for (uint32_t sign = utf8_next(&text); sign != 0; sign = utf8_next(&text))
        columns += sign_columns(sign);
    return columns;
}

int canvas_text(struct canvas *canvas, int x, int y, int width, unsigned style, const char *text)
{
    const int end = x + width;
    for (uint32_t sign = utf8_next(&text); sign != 0; sign = utf8_next(&text)) {
        const int columns = sign_columns(sign);
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

const char *text_fold(const char *text, int width, size_t *length)
{
    const char *at = text, *space = NULL;
    int columns = 0;
    for (;;) {
        const char *next = at;
        const uint32_t sign = utf8_next(&next);
        if (sign == 0) {
            *length = (size_t)(at - text);
            return at;
        }
        columns += sign_columns(sign);
        if (columns > width)
            break;
        if (sign == ' ')
            space = at;
        at = next;
    }
    if (*at == ' ')
        space = at;
    if (space == NULL || space == text) { /* a word longer than the line is broken anywhere */
        if (at == text)
            utf8_next(&at);
        *length = (size_t)(at - text);
        return at;
    }
    *length = (size_t)(space - text);
    while (*space == ' ')
        space++;
    return space;
}

int canvas_fold(struct canvas *canvas, int x, int y, int width, int lines, unsigned style,
                const char *text)
{
    int used = 0;
    while (*text != '\0' && used < lines) {
        char line[4 * FOLD_COLUMNS_MAX + 1];
        size_t length;
        const char *rest =
            text_fold(text, width < FOLD_COLUMNS_MAX ? width : FOLD_COLUMNS_MAX, &length);
        memcpy(line, text, length);
        line[length] = '\0';
        canvas_text(canvas, x, y + used++, width, style, line);
        text = rest;
    }
    return used;
}

int text_folds(const char *text, int width)
{
    int lines = 0;
    size_t length;
    for (; *text != '\0'; lines++)
        text = text_fold(text, width < FOLD_COLUMNS_MAX ? width : FOLD_COLUMNS_MAX, &length);
    return lines;
}

static void add_utf8(struct text *text, uint32_t sign)
{
    if (sign < 0x80) {
        text_add_char(text, (char)sign);
    } else if (sign < 0x800) {
        text_add_char(text, (char)(0xc0 | sign >> 6));
        text_add_char(text, (char)(0x80 | (sign & 0x3f)));
    } else {
        text_add_char(text, (char)(sign < 0x10000 ? 0xe0 | sign >> 12 : 0xf0 | sign >> 18));
        if (sign >= 0x10000)
            text_add_char(text, (char)(0x80 | (sign >> 12 & 0x3f)));
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
    for (unsigned x = 0; x < width; x++) {
        if (cell[x].sign != SIGN_COVERED)
            add_utf8(&text, cell[x].sign == 0 ? ' ' : cell[x].sign);
    }
}

void utf8_append(char *text, size_t size, uint32_t sign)
{
    const size_t length = strlen(text);
    char letter[5];
    struct text more;
    text_init(&more, letter, sizeof letter);
    add_utf8(&more, sign);
    if (length + more.used < size)
        memcpy(text + length, letter, more.used + 1);
}

void utf8_shorten(char *text)
{
    size_t length = strlen(text);
    while (length > 0 && ((unsigned char)text[--length] & 0xc0) == 0x80)
        continue;
    text[length] = '\0';
}
