/* Draws the window: a part of the map, the panel, the status lines. */
#include <stdio.h>
#include <string.h>

#include "rules/scoring.h"
#include "terminal/drawing/panel.h"
#include "terminal/drawing/utf8.h"
#include "terminal/full_screen/full_screen.h"
#include "words/language.h"

enum { BOTTOM_LINES = 2, PANEL_MIN_WINDOW = 64, PANEL_WIDE_WINDOW = 160, MAP_MIN_HEIGHT = 3 };

unsigned full_screen_panel_width(const struct full_screen *ui)
{
    const unsigned width = ui->curses.width;
    if (ui->hides_panel || width < PANEL_MIN_WINDOW)
        return 0;
    return width < PANEL_WIDE_WINDOW ? PANEL_WIDTH : PANEL_WIDE;
}

static int map_height(const struct full_screen *ui)
{
    return (int)ui->curses.height - BOTTOM_LINES;
}

static bool shows_hand(const struct full_screen *ui)
{
    return ui->revealed != SEAT_NONE && ui->revealed == ui->source->keyboard;
}

/* Lists the junctions of the cities in the hand; none if no hand is shown. */
static unsigned own_places(const struct full_screen *ui, uint8_t places[GROUPS])
{
    const struct board *board = ui->source->board;
    const struct hand *hand = &ui->source->hand;
    if (!shows_hand(ui) || !hand_is_known(hand))
        return 0;
    for (unsigned group = 0; group < GROUPS; group++)
        places[group] = board->city[hand->city[group]].junction;
    return GROUPS;
}

bool full_screen_resize(struct full_screen *ui)
{
    const struct board *board = ui->source->board;
    const unsigned own = own_places(ui, ui->frame);
    unsigned width, height;
    if (own > 0)
        ui->frames = own;
    ui->viewport.above = 1;
    viewport_resize(&ui->viewport, board, ui->curses.width - full_screen_panel_width(ui),
                    map_height(ui) > 0 ? (unsigned)map_height(ui) : 0);
    if (ui->viewport.fits && ui->frames > 0)
        viewport_frame(&ui->viewport, board, ui->frame, ui->frames);
    map_measure(board, ui->viewport.zoom, &width, &height);
    canvas_release(&ui->screen);
    canvas_release(&ui->map);
    return canvas_init(&ui->screen, ui->curses.width, ui->curses.height) &&
           canvas_init(&ui->map, width, height);
}

/* ---- The map ----------------------------------------------------------------------------- */

/* V1: returns the seat whose open cards are shown, or SEAT_NONE. */
static unsigned viewed_seat(const struct full_screen *ui, const struct table *table)
{
    const bool open = (table->variants & VARIANT_OPEN_CARDS) != 0 && table->phase == PHASE_PLAYING;
    return open && ui->viewed > 0 && ui->viewed <= table->seats ? ui->viewed - 1
                                                                : (unsigned)SEAT_NONE;
}

/* Returns the seat whose missing lines are shown, or SEAT_NONE. */
static unsigned closing_seat(const struct full_screen *ui, const struct table *table)
{
    return full_screen_page(ui) == MODE_ROUND_END && !ui->bookmark.is_back &&
                   ui->round_end.seat < table->seats
               ? ui->round_end.seat
               : (unsigned)SEAT_NONE;
}

unsigned full_screen_missing(const struct full_screen *ui, struct line_set *missing,
                             struct line_set *barred)
{
    const struct source *source = ui->source;
    const struct table *table = &ui->entry.draft.table;
    const unsigned cost =
        scoring_missing(table, source->board, ui->revealed, &source->hand, missing);
    obstacles_on_route(barred, table, source->board, ui->revealed, missing);
    return cost;
}

static void fill_scene(const struct full_screen *ui, struct scene *scene)
{
    const struct source *source = ui->source;
    const struct table *table = &source->history.moment[ui->bookmark.moment].table;
    const unsigned closing = closing_seat(ui, table);
    memset(scene, 0, sizeof *scene);
    scene->board = source->board;
    scene->look = source_look(source);
    scene->table = ui->drafts && !ui->bookmark.is_back ? &ui->entry.draft.table : table;
    scene->zoom = ui->viewport.zoom;
    scene->utf8 = ui->curses.utf8;
    scene->strokes = ui->curses.strokes;
    scene->letters = ui->letters;
    scene->drafted_marker = JUNCTION_NONE;
    scene->reader = shows_hand(ui) ? ui->revealed : (unsigned)SEAT_NONE;
    scene->hand = shows_hand(ui) && !ui->bookmark.is_back ? &source->hand : NULL;
    history_lit(&source->history, ui->bookmark.moment,
                ui->bookmark.is_back ? (unsigned)SEAT_NONE : scene->reader, &scene->lit);
    if (closing != SEAT_NONE) {
        scene->reader = closing;
        scene->hand = &table->shown[closing];
        round_end_lines(&ui->round_end, table, source->board, &scene->missing);
    }
    obstacles_find(&scene->obstacles, scene->table, source->board, scene->reader);
    if (viewed_seat(ui, table) != SEAT_NONE)
        scene->hand = &table->shown[viewed_seat(ui, table)];
    if (!ui->drafts || ui->bookmark.is_back)
        return;
    struct choices choices;
    turn_choices(&ui->entry.draft.table, source->board, &ui->entry.draft.hand,
                 &ui->entry.draft.turn, &choices);
    scene->legal = ui->own ? choices.coloured : choices.black;
    for (unsigned i = 0; i < ui->entry.draft.turn.tracks; i++)
        line_set_add(&scene->drafted, ui->entry.draft.turn.track[i].line);
    scene->drafted_marker = ui->entry.draft.turn.marker;
    if (ui->shows_missing && hand_is_known(&source->hand))
        full_screen_missing(ui, &scene->missing, &scene->barred);
}

/* Draws an arrow and the letter of a group at the edge of the window. */
static void draw_pointer(struct full_screen *ui, enum edge edge, int x, int y, unsigned group)
{
    static const uint32_t arrows[][2] = {
        [EDGE_W] = {'<', 0x2190},  [EDGE_NW] = {'<', 0x2196}, [EDGE_N] = {'^', 0x2191},
        [EDGE_NE] = {'>', 0x2197}, [EDGE_E] = {'>', 0x2192},  [EDGE_SE] = {'>', 0x2198},
        [EDGE_S] = {'v', 0x2193},  [EDGE_SW] = {'<', 0x2199}};
    const bool right = edge == EDGE_E || edge == EDGE_NE || edge == EDGE_SE;
    const unsigned style = STYLE_OWN_GROUP + group;
    canvas_put(&ui->screen, x + right, y, arrows[edge][ui->curses.utf8], style);
    canvas_put(&ui->screen, x + !right, y, (unsigned char)cities_group_letter(group), style);
}

struct spot {
    int x, y;
};

/* Returns true if one of the previous pointers occupies the position. */
static bool is_taken(const struct spot at[], unsigned count, int x, int y)
{
    for (unsigned i = 0; i < count; i++) {
        if (at[i].y == y && at[i].x - x < 2 && x - at[i].x < 2)
            return true;
    }
    return false;
}

/* Draws pointers to the cities of the hand that are outside the window. */
static void point_at_cities(struct full_screen *ui)
{
    const struct viewport *viewport = &ui->viewport;
    uint8_t places[GROUPS];
    struct spot taken[GROUPS];
    const unsigned own = ui->bookmark.is_back ? 0 : own_places(ui, places);
    unsigned pointed = 0;
    for (unsigned group = 0; group < own; group++) {
        int x, y;
        map_spot(ui->source->board, viewport->zoom, places[group], &x, &y);
        const enum edge edge = viewport_point(viewport, x, y, &x, &y);
        if (edge == EDGE_NONE)
            continue;
        while (is_taken(taken, pointed, x, y) && y + 1 < (int)viewport->height)
            y++;
        taken[pointed++] = (struct spot){x, y};
        draw_pointer(ui, edge, x, y + viewport->above, group);
    }
}

static void draw_map(struct full_screen *ui, int *cursor_x, int *cursor_y)
{
    struct viewport *viewport = &ui->viewport;
    struct scene scene;
    int x, y;
    fill_scene(ui, &scene);
    map_draw(&ui->map, &scene);
    map_spot(scene.board, scene.zoom, ui->cursor.junction, &x, &y);
    viewport_keep_on_map(viewport, &ui->map);
    if (ui->followed != ui->cursor.junction || !viewport_shows(viewport, x, y))
        viewport_follow(viewport, &ui->map, x, y);
    ui->followed = ui->cursor.junction;
    viewport_copy(viewport, &ui->map, &ui->screen);
    if (ui->curses.grounds) {
        const struct map_part part = viewport_part(viewport);
        map_lay_ground(&ui->screen, scene.board, scene.zoom, &part);
    }
    viewport_label(viewport, scene.board, &ui->screen);
    point_at_cities(ui);
    *cursor_x = x - viewport->left;
    *cursor_y = y - viewport->top + viewport->above;
}

/* The cursor stays where it is if it is visible there. */
void full_screen_frame(struct full_screen *ui)
{
    const struct board *board = ui->source->board;
    const struct viewport *viewport = &ui->viewport;
    uint8_t places[GROUPS];
    int x, y;
    if (!viewport->fits || own_places(ui, places) == 0)
        return;
    ui->leaves |= !full_screen_resize(ui);
    map_spot(board, viewport->zoom, ui->cursor.junction, &x, &y);
    if (!viewport_shows(viewport, x, y))
        cursor_go_near(&ui->cursor, board, viewport->zoom,
                       viewport->left + (int)viewport->width / 2,
                       viewport->top + (int)viewport->height / 2);
    ui->followed = ui->cursor.junction;
}

/* ---- The panel --------------------------------------------------------------------------- */

static void draw_panel(struct full_screen *ui)
{
    const struct source *source = ui->source;
    const struct table *table = &source->history.moment[ui->bookmark.moment].table;
    const unsigned closing = closing_seat(ui, table);
    char title[SOURCE_NAME_SIZE + 32];
    struct line_set drawn;
    struct table closed;
    struct panel panel = {
        .source = source,
        .table = ui->drafts && !ui->bookmark.is_back ? &ui->entry.draft.table : table,
        .moment = ui->bookmark.moment,
        .reader = shows_hand(ui) ? ui->revealed : (unsigned)SEAT_NONE,
        .hand = shows_hand(ui) ? &source->hand : NULL,
        .hand_title = _("Your cities"),
        .is_now = !ui->bookmark.is_back,
        .utf8 = ui->curses.utf8,
        .width = full_screen_panel_width(ui),
    };
    if (source->secret && shows_hand(ui)) {
        snprintf(title, sizeof title, _("Cities of %s"), source->seat[ui->revealed].name);
        panel.hand_title = title;
    }
    if (closing != SEAT_NONE) {
        snprintf(title, sizeof title, _("%s: minus %d"), source->seat[closing].name,
                 (int)round_end_lines(&ui->round_end, table, source->board, &drawn));
        closed = *table;
        round_end_points(&ui->round_end, source->board, &closed);
        panel.table = &closed;
        panel.reader = closing;
        panel.hand = &table->shown[closing];
        panel.hand_title = title;
    } else if (viewed_seat(ui, table) != SEAT_NONE) {
        panel.reader = viewed_seat(ui, table);
        panel.hand = &table->shown[panel.reader];
        snprintf(title, sizeof title, _("Cities of %s"), source->seat[panel.reader].name);
        panel.hand_title = title;
    } else if (ui->bookmark.is_back || table->phase != PHASE_PLAYING) {
        panel.hand = NULL; /* it may belong to another round */
    }
    if (full_screen_panel_width(ui) > 0)
        panel_draw(&ui->screen, (int)(ui->curses.width - panel.width), map_height(ui), &panel);
}

/* ---- Pages ------------------------------------------------------------------------------- */

static void draw_curtain(struct full_screen *ui)
{
    const struct source *source = ui->source;
    char line[SOURCE_NAME_SIZE + 80];
    const int y = (int)ui->curses.height / 2;
    snprintf(line, sizeof line, _("Pass the keyboard to %s and press Enter."),
             source->seat[source->keyboard].name);
    int x = ((int)ui->curses.width - utf8_columns(line)) / 2;
    canvas_text(&ui->screen, x > 0 ? x : 0, y, (int)ui->curses.width, STYLE_TITLE, line);
}

static void draw_table(struct full_screen *ui, int *x, int *y)
{
    if (map_height(ui) >= MAP_MIN_HEIGHT)
        draw_map(ui, x, y);
    draw_panel(ui);
}

void full_screen_draw(struct full_screen *ui)
{
    int x = -1, y = -1;
    canvas_clear(&ui->screen);
    switch (full_screen_page(ui)) {
    case MODE_HELP:
        key_help_draw(&ui->help, &ui->screen);
        break;
    case MODE_CURTAIN:
        draw_curtain(ui);
        break;
    case MODE_ROOM:
        full_screen_draw_room(ui);
        break;
    default:
        draw_table(ui, &x, &y);
        break;
    }
    if (ui->mode != MODE_HELP && ui->mode != MODE_CURTAIN)
        full_screen_draw_status(ui, &x, &y);
    curses_show(&ui->curses, &ui->screen, x, y);
}
