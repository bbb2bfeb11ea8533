/* The map of the full screen as lines of text, whole or in part. */
#include "terminal/drawing/map.h"
#include "terminal/drawing/theme.h"
#include "terminal/line_mode/plain.h"
#include "words/language.h"

enum {
    SPARE_LINES = 6,    /* the map leaves room for the hand and the question */
    NUMBER_COLUMNS = 3, /* a row's number before a part of the map */
    PART_ZOOM = 4,
    PART_HEIGHT = 5 * PART_ZOOM + 1,
};

/* A part of a canvas. */
struct part {
    int left, top, width, height;
};

/* One line of it, without spaces at the end. */
static void write_line(struct screen *screen, const struct canvas *canvas, const struct part *part,
                       int y)
{
    const char *now = NULL;
    int end = part->left + part->width;
    for (; end > part->left; end--) {
        const struct cell *cell = canvas_at(canvas, end - 1, y);
        if (cell != NULL && cell->sign != 0 && cell->sign != ' ')
            break;
    }
    for (int x = part->left; x < end; x++) {
        const struct cell *cell = canvas_at(canvas, x, y);
        const char *code = screen->colour && cell->sign > ' ' ? theme_code(cell->style) : NULL;
        char sign[8] = "";
        if (code != now && now != NULL)
            screen_print(screen, "\033[0m");
        if (code != now && code != NULL)
            screen_print(screen, "\033[%sm", code);
        now = code;
        utf8_append(sign, sizeof sign, cell->sign > ' ' ? cell->sign : ' ');
        screen_print(screen, "%s", sign);
    }
    screen_print(screen, now != NULL ? "\033[0m\n" : "\n");
}

/* The numbers of the rows are at the edges of the map, where a part may not show them. */
static void write_part(struct screen *screen, const struct canvas *canvas, const struct part *part,
                       unsigned zoom)
{
    const bool numbered = part->left == 0;
    for (int y = part->top; y < part->top + part->height; y++) {
        if (!numbered && y % (int)zoom == 0)
            screen_print(screen, "%2d ", y / (int)zoom + 1);
        else if (!numbered)
            screen_print(screen, "%*s", NUMBER_COLUMNS, "");
        write_line(screen, canvas, part, y);
    }
}

/* What may be laid now, where it is the reader's turn. */
static void find_legal(const struct plain *plain, struct line_set *legal)
{
    const struct turn nothing = {.kind = TURN_LAY, .marker = JUNCTION_NONE};
    const struct table *table = source_table(plain->source);
    struct choices choices;
    if (plain->reader == SEAT_NONE || plain->reader != table->to_move ||
        table->marker[plain->reader] == JUNCTION_NONE)
        return;
    turn_choices(table, plain->source->board, &plain->source->hand, &nothing, &choices);
    *legal = choices.black;
    line_set_unite(legal, &choices.coloured);
}

/* False, and it is said, when there is no memory for it. */
static bool draw(const struct plain *plain, unsigned zoom, struct canvas *canvas)
{
    const struct source *source = plain->source;
    const bool has_hand = plain->reader != SEAT_NONE && hand_is_known(&source->hand);
    struct scene scene = {
        .board = source->board,
        .look = source_look(source),
        .table = source_table(source),
        .hand = has_hand ? &source->hand : NULL,
        .reader = plain->reader,
        .zoom = zoom,
        .utf8 = plain->screen->utf8,
        .letters = true,
        .drafted_marker = JUNCTION_NONE,
    };
    unsigned width, height;
    history_lit(&source->history, source->history.moments - 1, plain->reader, &scene.lit);
    find_legal(plain, &scene.legal);
    obstacles_find(&scene.obstacles, scene.table, scene.board, scene.reader);
    map_measure(source->board, zoom, &width, &height);
    if (!canvas_init(canvas, width, height)) {
        screen_print(plain->screen, "%s\n", _("There is not enough memory for the map."));
        return false;
    }
    map_draw(canvas, &scene);
    return true;
}

/* As much as there is room for, with the place in the middle if that can be. */
static int begin_at(int place, int size, int all)
{
    const int start = place - size / 2;
    return start < 0 ? 0 : start > all - size ? all - size : start;
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

static void show_part(const struct plain *plain, unsigned zoom, unsigned junction, int height)
{
    struct canvas canvas;
    struct part part;
    int x, y;
    if (!draw(plain, zoom, &canvas))
        return;
    map_spot(plain->source->board, zoom, junction, &x, &y);
    part.width = least(plain->screen->width, (int)canvas.width);
    part.left = begin_at(x, part.width, (int)canvas.width);
    if (part.left > 0) {
        part.width -= NUMBER_COLUMNS;
        part.left = begin_at(x, part.width, (int)canvas.width);
    }
    part.height = least(height, (int)canvas.height);
    part.top = begin_at(y, part.height, (int)canvas.height);
    write_part(plain->screen, &canvas, &part, zoom);
    canvas_release(&canvas);
}

static void show_whole(const struct plain *plain, unsigned zoom)
{
    struct canvas canvas;
    if (!draw(plain, zoom, &canvas))
        return;
    const struct part part = {.width = (int)canvas.width, .height = (int)canvas.height};
    write_part(plain->screen, &canvas, &part, zoom);
    canvas_release(&canvas);
}

/* Where something happened last: the end of the last track, or the last marker. */
static unsigned last_place(const struct plain *plain)
{
    const struct history *history = &plain->source->history;
    const struct moment *last = &history->moment[history->moments - 1];
    if (last->seat != SEAT_NONE && last->turn.kind == TURN_LAY)
        return plain->source->board->line[last->turn.track[0].line].a;
    if (last->seat != SEAT_NONE && last->turn.kind == TURN_PLACE)
        return last->turn.marker;
    return plain->source->board->junctions / 2;
}

/* The largest zoom for the window; the smallest is meant to be scrolled where it is too high. */
static unsigned find_zoom(const struct plain *plain, unsigned *width, unsigned *height)
{
    struct screen *screen = plain->screen;
    screen_measure(screen);
    const unsigned zoom = screen->height <= SPARE_LINES
                              ? (unsigned)ZOOM_MIN
                              : map_zoom_to_fit(plain->source->board, (unsigned)screen->width,
                                                (unsigned)(screen->height - SPARE_LINES));
    map_measure(plain->source->board, zoom, width, height);
    return zoom;
}

void plain_show_map(const struct plain *plain, unsigned junction)
{
    unsigned width, height;
    const unsigned zoom = find_zoom(plain, &width, &height);
    if (junction != JUNCTION_NONE)
        show_part(plain, PART_ZOOM, junction, PART_HEIGHT);
    else if (width > (unsigned)plain->screen->width)
        show_part(plain, zoom, last_place(plain), (int)height);
    else
        show_whole(plain, zoom);
    /* In a low window the legend would push more of the map out. */
    if (!plain->screen->is_terminal || (int)height + SPARE_LINES <= plain->screen->height)
        plain_map_legend(plain);
}

void plain_show_map_if_it_fits(struct plain *plain)
{
    struct screen *screen = plain->screen;
    unsigned width, height;
    if (!screen->is_terminal || !plain->shows_map)
        return;
    const unsigned zoom = find_zoom(plain, &width, &height);
    if ((int)width <= screen->width && (int)height + SPARE_LINES <= screen->height) {
        show_whole(plain, zoom);
    } else if (!plain->told_map_size) {
        plain->told_map_size = true;
        screen_print(
            screen,
            _("The map is shown at each turn in a window of at least %u by %u; here, type map.\n"),
            width, height + SPARE_LINES);
    }
}

void plain_map_legend(const struct plain *plain)
{
    struct screen *screen = plain->screen;
    screen_print_lines(
        screen, _("k in row 7 is K7, a capital is in your network   1 to 6 are start markers\n"
                  "[G] your city   (g) another city: Green, Blue, Yellow, Orange, Red\n"));
    screen_print(screen,
                 _("%s single line, costs 1   %s double line, costs 2   %s %s %s track   %s new\n"),
                 screen_either(screen, "·", "."), ":", screen_either(screen, "━", "-"),
                 screen_either(screen, "╱", "/"), screen_either(screen, "╲", "\\"),
                 screen_either(screen, "═", "="));
    if (source_table(plain->source)->variants & VARIANT_BLOCKING)
        screen_print_lines(
            screen, _("!2! a start marker in your way; you cannot build from what is behind it\n"));
    if (!line_set_is_empty(&plain->source->board->ferry_lines))
        screen_print(screen, _("%s ferry, costs 2   %s half-built ferry, costs 1\n"),
                     screen_either(screen, "≈", "~"), screen_either(screen, "~", "^"));
}
