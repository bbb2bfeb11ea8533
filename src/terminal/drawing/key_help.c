/* Lays out keys in columns. */
#include "terminal/drawing/key_help.h"

#include <limits.h>

#include "terminal/drawing/utf8.h"
#include "words/language.h"

enum {
    TOP = 2,           /* the title and an empty line */
    BOTTOM = 1,        /* how to close the page */
    COLUMN_LEAST = 38, /* minimum width of a column of the page, in columns of the screen */
    KEYS_COLUMNS = 12, /* for the key names; longer ones get a line of their own */
    BETWEEN = 1,       /* margin at the screen's edge and between columns */
    COLUMNS_MOST = 3,
};

/* Where the next line goes: columns are filled one after the other, then pages. */
struct place {
    struct canvas *canvas;
    unsigned page;   /* the page to draw; others are only counted */
    unsigned column; /* counted over all pages, from 0 */
    unsigned columns;
    int width, height; /* of a column */
    int y;             /* within the column, from 0 */
};

static void make_room(struct place *place, int lines)
{
    if (place->y > 0 && place->y + lines > place->height) {
        place->column++;
        place->y = 0;
    }
}

static int left_of(const struct place *place)
{
    return BETWEEN + (int)(place->column % place->columns) * (place->width + BETWEEN);
}

/* Draws text at a column of the place.  Returns the number of lines used. */
static int write_text(const struct place *place, int y, int indent, unsigned style,
                      const char *text)
{
    const int width = place->width - indent;
    if (place->column / place->columns == place->page)
        return canvas_fold(place->canvas, left_of(place) + indent, TOP + y, width, place->height,
                           style, text);
    return utf8_fold_lines(text, width);
}

static void write_group(struct place *place, const struct key *key)
{
    make_room(place, 3);
    if (place->y > 0)
        place->y++;
    write_text(place, place->y++, 0, STYLE_TITLE, _(key->group));
}

static void write_key(struct place *place, const struct key *key)
{
    const char *name = _(key->keys), *about = _(key->about);
    const int indent = KEYS_COLUMNS + 1;
    const bool is_long = utf8_columns(name) > KEYS_COLUMNS;
    make_room(place, is_long + utf8_fold_lines(about, place->width - indent));
    write_text(place, place->y, 0, STYLE_BOLD, name);
    place->y += is_long;
    place->y += write_text(place, place->y, indent, STYLE_PLAIN, about);
}

void key_help_open(struct key_help *help, const struct key_page *of)
{
    *help = (struct key_help){.of = of, .pages = 1};
}

/* Draws one page and returns the total number of pages. */
static unsigned draw_page(const struct key_page *of, unsigned page, struct canvas *canvas)
{
    const int width = (int)canvas->width, height = (int)canvas->height - TOP - BOTTOM;
    const int fitting = (width - BETWEEN) / (COLUMN_LEAST + BETWEEN);
    const int columns = fitting < 1 ? 1 : fitting < COLUMNS_MOST ? fitting : COLUMNS_MOST;
    struct place place = {.canvas = canvas,
                          .page = page,
                          .columns = (unsigned)columns,
                          .width = (width - BETWEEN) / columns - BETWEEN,
                          .height = height > 3 ? height : 3};
    for (unsigned id = of->first; id <= of->last; id++) {
        if (key_list[id].group != NULL)
            write_group(&place, &key_list[id]);
        if (key_list[id].keys != NULL)
            write_key(&place, &key_list[id]);
    }
    return place.column / place.columns + 1;
}

void key_help_draw(struct key_help *help, struct canvas *canvas)
{
    const int width = (int)canvas->width;
    help->pages = draw_page(help->of, UINT_MAX, canvas);
    if (help->page >= help->pages) /* the window has become larger */
        help->page = help->pages - 1;
    draw_page(help->of, help->page, canvas);
    canvas_text(canvas, BETWEEN, 0, width - BETWEEN, STYLE_TITLE, _(help->of->title));
    canvas_text(canvas, BETWEEN, (int)canvas->height - 1, width - BETWEEN, STYLE_FAINT,
                help->page + 1 < help->pages ? _("Any key: more   Esc: back") : _("Any key: back"));
}

void key_help_input(struct key_help *help, const struct input *input)
{
    if (input->kind != INPUT_KEY && input->kind != INPUT_LETTER)
        return;
    const bool leaves = (input->kind == INPUT_KEY && input->key == PRESS_ESCAPE) ||
                        (input->kind == INPUT_LETTER && input->letter == 'q');
    if (leaves || help->page + 1 >= help->pages)
        help->of = NULL;
    else
        help->page++;
}
