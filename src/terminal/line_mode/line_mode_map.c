/* Prints the map as lines of text, whole or in part. */
#include "terminal/drawing/map.h"
#include "terminal/drawing/theme.h"
#include "terminal/drawing/utf8.h"
#include "terminal/line_mode/line_mode.h"
#include "words/language.h"

enum {
    SPARE_LINES = 6,    /* lines left for the hand and the question */
    NUMBER_COLUMNS = 3, /* for the row number before a part of the map */
    PART_ZOOM = 4,
    PART_HEIGHT = 5 * PART_ZOOM + 1,
};

/* A rectangle of a canvas. */
struct part {
    int left, top, width, height;
};

/* Prints one line without trailing spaces. */
static void write_line(struct line_terminal *terminal, const struct canvas *canvas,
                       const struct part *part, int y)
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
        const char *code = terminal->colour && cell->sign > ' ' ? theme_code(cell->style) : NULL;
        char sign[8] = "";
        if (code != now && now != NULL)
            line_terminal_print(terminal, "\033[0m");
        if (code != now && code != NULL)
            line_terminal_print(terminal, "\033[%sm", code);
        now = code;
        utf8_append(sign, sizeof sign, cell->sign > ' ' ? cell->sign : ' ');
        line_terminal_print(terminal, "%s", sign);
    }
    line_terminal_print(terminal, now != NULL ? "\033[0m\n" : "\n");
}

/*
 * Prints row numbers before each line, since those at the edges of the map may be outside the
 * part.
 */
static void write_part(struct line_terminal *terminal, const struct canvas *canvas,
                       const struct part *part, unsigned zoom)
{
    const bool numbered = part->left == 0;
    for (int y = part->top; y < part->top + part->height; y++) {
        if (!numbered && y % (int)zoom == 0)
            line_terminal_print(terminal, "%2d ", y / (int)zoom + 1);
        else if (!numbered)
            line_terminal_print(terminal, "%*s", NUMBER_COLUMNS, "");
        write_line(terminal, canvas, part, y);
    }
}

/* Computes the lines that may be laid now if it is the reader's turn. */
static void find_legal(const struct line_mode *ui, struct line_set *legal)
{
    const struct turn nothing = {.kind = TURN_LAY, .marker = JUNCTION_NONE};
    const struct table *table = source_table(ui->source);
    struct choices choices;
    if (ui->reader == SEAT_NONE || ui->reader != table->to_move ||
        table->marker[ui->reader] == JUNCTION_NONE)
        return;
    turn_choices(table, ui->source->board, &ui->source->hand, &nothing, &choices);
    *legal = choices.black;
    line_set_unite(legal, &choices.coloured);
}

/* Returns false after a message if allocation fails. */
static bool draw_map(const struct line_mode *ui, unsigned zoom, struct canvas *canvas)
{
    const struct source *source = ui->source;
    const bool has_hand = ui->reader != SEAT_NONE && hand_is_known(&source->hand);
    struct scene scene = {
        .board = source->board,
        .look = source_look(source),
        .table = source_table(source),
        .hand = has_hand ? &source->hand : NULL,
        .reader = ui->reader,
        .zoom = zoom,
        .utf8 = ui->terminal->utf8,
        .letters = true,
        .drafted_marker = JUNCTION_NONE,
    };
    unsigned width, height;
    history_lit(&source->history, source->history.moments - 1, ui->reader, &scene.lit);
    find_legal(ui, &scene.legal);
    obstacles_find(&scene.obstacles, scene.table, scene.board, scene.reader);
    map_measure(source->board, zoom, &width, &height);
    if (!canvas_init(canvas, width, height)) {
        line_terminal_print(ui->terminal, "%s\n", _("There is not enough memory for the map."));
        return false;
    }
    map_draw(canvas, &scene);
    return true;
}

/* Returns where a part of `size` should begin to have `place` in its middle, within the map. */
static int begin_at(int place, int size, int all)
{
    const int start = place - size / 2;
    return start < 0 ? 0 : start > all - size ? all - size : start;
}

static int smaller_of(int a, int b)
{
    return a < b ? a : b;
}

static void show_part(const struct line_mode *ui, unsigned zoom, unsigned junction, int height)
{
    struct canvas canvas;
    struct part part;
    int x, y;
    if (!draw_map(ui, zoom, &canvas))
        return;
    map_spot(ui->source->board, zoom, junction, &x, &y);
    part.width = smaller_of(ui->terminal->width, (int)canvas.width);
    part.left = begin_at(x, part.width, (int)canvas.width);
    if (part.left > 0) {
        part.width -= NUMBER_COLUMNS;
        part.left = begin_at(x, part.width, (int)canvas.width);
    }
    part.height = smaller_of(height, (int)canvas.height);
    part.top = begin_at(y, part.height, (int)canvas.height);
    write_part(ui->terminal, &canvas, &part, zoom);
    canvas_release(&canvas);
}

static void show_whole(const struct line_mode *ui, unsigned zoom)
{
    struct canvas canvas;
    if (!draw_map(ui, zoom, &canvas))
        return;
    const struct part part = {.width = (int)canvas.width, .height = (int)canvas.height};
    write_part(ui->terminal, &canvas, &part, zoom);
    canvas_release(&canvas);
}

/* Returns the junction of the last event: the end of the last track, or the last marker. */
static unsigned last_place(const struct line_mode *ui)
{
    const struct history *history = &ui->source->history;
    const struct moment *last = &history->moment[history->moments - 1];
    if (last->seat != SEAT_NONE && last->turn.kind == TURN_LAY)
        return ui->source->board->line[last->turn.track[0].line].a;
    if (last->seat != SEAT_NONE && last->turn.kind == TURN_PLACE)
        return last->turn.marker;
    return ui->source->board->junctions / 2;
}

/*
 * Returns the largest zoom that fits the window.  The smallest is used even if the window has to
 * be scrolled.
 */
static unsigned find_zoom(const struct line_mode *ui, unsigned *width, unsigned *height)
{
    struct line_terminal *terminal = ui->terminal;
    line_terminal_measure(terminal);
    const unsigned zoom = terminal->height <= SPARE_LINES
                              ? (unsigned)ZOOM_MIN
                              : map_zoom_to_fit(ui->source->board, (unsigned)terminal->width,
                                                (unsigned)(terminal->height - SPARE_LINES));
    map_measure(ui->source->board, zoom, width, height);
    return zoom;
}

void line_mode_show_map(const struct line_mode *ui, unsigned junction)
{
    unsigned width, height;
    const unsigned zoom = find_zoom(ui, &width, &height);
    if (junction != JUNCTION_NONE)
        show_part(ui, PART_ZOOM, junction, PART_HEIGHT);
    else if (width > (unsigned)ui->terminal->width)
        show_part(ui, zoom, last_place(ui), (int)height);
    else
        show_whole(ui, zoom);
    /* In a low window the legend would push more of the map out of sight. */
    if (!ui->terminal->is_terminal || (int)height + SPARE_LINES <= ui->terminal->height)
        line_mode_map_legend(ui);
}

void line_mode_show_map_if_it_fits(struct line_mode *ui)
{
    struct line_terminal *terminal = ui->terminal;
    unsigned width, height;
    if (!terminal->is_terminal || !ui->shows_map)
        return;
    const unsigned zoom = find_zoom(ui, &width, &height);
    if ((int)width <= terminal->width && (int)height + SPARE_LINES <= terminal->height) {
        show_whole(ui, zoom);
    } else if (!ui->has_mentioned_map_size) {
        ui->has_mentioned_map_size = true;
        line_terminal_print(
            terminal,
            _("The map is shown at each turn in a window of at least %u by %u; here, type map.\n"),
            width, height + SPARE_LINES);
    }
}

void line_mode_map_legend(const struct line_mode *ui)
{
    struct line_terminal *terminal = ui->terminal;
    line_terminal_print_lines(
        terminal, _("k in row 7 is K7, a capital is in your network   1 to 6 are start markers\n"
                    "[G] your city   (g) another city: Green, Blue, Yellow, Orange, Red\n"));
    line_terminal_print(
        terminal,
        _("%s single line, costs 1   %s double line, costs 2   %s %s %s track   %s new\n"),
        line_terminal_either(terminal, "·", "."), ":", line_terminal_either(terminal, "━", "-"),
        line_terminal_either(terminal, "╱", "/"), line_terminal_either(terminal, "╲", "\\"),
        line_terminal_either(terminal, "═", "="));
    if (source_table(ui->source)->variants & VARIANT_BLOCKING)
        line_terminal_print_lines(
            terminal,
            _("!2! a start marker in your way; you cannot build from what is behind it\n"));
    if (!line_set_is_empty(&ui->source->board->ferry_lines))
        line_terminal_print(terminal, _("%s ferry, costs 2   %s half-built ferry, costs 1\n"),
                            line_terminal_either(terminal, "≈", "~"),
                            line_terminal_either(terminal, "~", "^"));
}
