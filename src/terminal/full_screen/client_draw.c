/* The window: a part of the map, the panel, a line of words and a line of keys. */
#include <stdio.h>
#include <string.h>

#include "core/scoring.h"
#include "terminal/drawing/panel.h"
#include "terminal/full_screen/client.h"
#include "words/language.h"

enum { BOTTOM_LINES = 2, PANEL_MIN_WINDOW = 64, PANEL_WIDE_WINDOW = 160, MAP_MIN_HEIGHT = 3 };

unsigned client_panel_width(const struct client *client)
{
    const unsigned width = client->display.width;
    if (client->hides_panel || width < PANEL_MIN_WINDOW)
        return 0;
    return width < PANEL_WIDE_WINDOW ? PANEL_WIDTH : PANEL_WIDE;
}

static int map_height(const struct client *client)
{
    return (int)client->display.height - BOTTOM_LINES;
}

static bool shows_hand(const struct client *client)
{
    return client->revealed != SEAT_NONE && client->revealed == client->source->keyboard;
}

/* Where the cities of the hand are; none where it is not shown. */
static unsigned own_places(const struct client *client, uint8_t places[GROUPS])
{
    const struct board *board = client->source->board;
    const struct hand *hand = &client->source->hand;
    if (!shows_hand(client) || !hand_is_known(hand))
        return 0;
    for (unsigned group = 0; group < GROUPS; group++)
        places[group] = board->city[hand->city[group]].junction;
    return GROUPS;
}

bool client_resize(struct client *client)
{
    const struct board *board = client->source->board;
    const unsigned own = own_places(client, client->frame);
    unsigned width, height;
    if (own > 0)
        client->frames = own;
    client->viewport.above = 1;
    viewport_resize(&client->viewport, board, client->display.width - client_panel_width(client),
                    map_height(client) > 0 ? (unsigned)map_height(client) : 0);
    if (client->viewport.fits && client->frames > 0)
        viewport_frame(&client->viewport, board, client->frame, client->frames);
    map_measure(board, client->viewport.zoom, &width, &height);
    canvas_release(&client->screen);
    canvas_release(&client->map);
    return canvas_init(&client->screen, client->display.width, client->display.height) &&
           canvas_init(&client->map, width, height);
}

/* ---- The map ----------------------------------------------------------------------------- */

/* V1: the seat whose open cards are looked at, or SEAT_NONE. */
static unsigned viewed_seat(const struct client *client, const struct table *table)
{
    const bool open = (table->variants & VARIANT_OPEN_CARDS) != 0 && table->phase == PHASE_PLAYING;
    return open && client->viewed > 0 && client->viewed <= table->seats ? client->viewed - 1
                                                                        : (unsigned)SEAT_NONE;
}

/* The seat whose end of the round is being looked at, or SEAT_NONE. */
static unsigned closing_seat(const struct client *client, const struct table *table)
{
    return client_page(client) == MODE_ROUND_END && !client->bookmark.is_back &&
                   client->show.seat < table->seats
               ? client->show.seat
               : (unsigned)SEAT_NONE;
}

unsigned client_missing(const struct client *client, struct line_set *missing,
                        struct line_set *barred)
{
    const struct source *source = client->source;
    const struct table *table = &client->entering.draft.table;
    const unsigned cost =
        scoring_missing(table, source->board, client->revealed, &source->hand, missing);
    obstacles_on_route(barred, table, source->board, client->revealed, missing);
    return cost;
}

static void fill_scene(const struct client *client, struct scene *scene)
{
    const struct source *source = client->source;
    const struct table *table = &source->history.moment[client->bookmark.moment].table;
    const unsigned closing = closing_seat(client, table);
    memset(scene, 0, sizeof *scene);
    scene->board = source->board;
    scene->look = source_look(source);
    scene->table =
        client->drafts && !client->bookmark.is_back ? &client->entering.draft.table : table;
    scene->zoom = client->viewport.zoom;
    scene->utf8 = client->display.utf8;
    scene->strokes = client->display.strokes;
    scene->letters = client->letters;
    scene->drafted_marker = JUNCTION_NONE;
    scene->reader = shows_hand(client) ? client->revealed : (unsigned)SEAT_NONE;
    scene->hand = shows_hand(client) && !client->bookmark.is_back ? &source->hand : NULL;
    history_lit(&source->history, client->bookmark.moment,
                client->bookmark.is_back ? (unsigned)SEAT_NONE : scene->reader, &scene->lit);
    if (closing != SEAT_NONE) {
        scene->reader = closing;
        scene->hand = &table->shown[closing];
        show_lines(&client->show, table, source->board, &scene->missing);
    }
    obstacles_find(&scene->obstacles, scene->table, source->board, scene->reader);
    if (viewed_seat(client, table) != SEAT_NONE)
        scene->hand = &table->shown[viewed_seat(client, table)];
    if (!client->drafts || client->bookmark.is_back)
        return;
    struct choices choices;
    turn_choices(&client->entering.draft.table, source->board, &client->entering.draft.hand,
                 &client->entering.draft.turn, &choices);
    scene->legal = client->own ? choices.coloured : choices.black;
    for (unsigned i = 0; i < client->entering.draft.turn.tracks; i++)
        line_set_add(&scene->drafted, client->entering.draft.turn.track[i].line);
    scene->drafted_marker = client->entering.draft.turn.marker;
    if (client->shows_missing && hand_is_known(&source->hand))
        client_missing(client, &scene->missing, &scene->barred);
}

/* An arrow and the letter of the group at the edge of the window. */
static void draw_pointer(struct client *client, enum edge edge, int x, int y, unsigned group)
{
    static const uint32_t arrows[][2] = {
        [EDGE_W] = {'<', 0x2190},  [EDGE_NW] = {'<', 0x2196}, [EDGE_N] = {'^', 0x2191},
        [EDGE_NE] = {'>', 0x2197}, [EDGE_E] = {'>', 0x2192},  [EDGE_SE] = {'>', 0x2198},
        [EDGE_S] = {'v', 0x2193},  [EDGE_SW] = {'<', 0x2199}};
    const bool right = edge == EDGE_E || edge == EDGE_NE || edge == EDGE_SE;
    const unsigned style = STYLE_OWN_GROUP + group;
    canvas_put(&client->screen, x + right, y, arrows[edge][client->display.utf8], style);
    canvas_put(&client->screen, x + !right, y, (unsigned char)map_group_letter(group), style);
}

struct spot {
    int x, y;
};

/* Whether one of those before stands there already. */
static bool is_taken(const struct spot at[], unsigned count, int x, int y)
{
    for (unsigned i = 0; i < count; i++) {
        if (at[i].y == y && at[i].x - x < 2 && x - at[i].x < 2)
            return true;
    }
    return false;
}

/* Where the cities of the hand are that the window does not show. */
static void point_at_cities(struct client *client)
{
    const struct viewport *viewport = &client->viewport;
    uint8_t places[GROUPS];
    struct spot taken[GROUPS];
    const unsigned own = client->bookmark.is_back ? 0 : own_places(client, places);
    unsigned pointed = 0;
    for (unsigned group = 0; group < own; group++) {
        int x, y;
        map_spot(client->source->board, viewport->zoom, places[group], &x, &y);
        const enum edge edge = viewport_point(viewport, x, y, &x, &y);
        if (edge == EDGE_NONE)
            continue;
        while (is_taken(taken, pointed, x, y) && y + 1 < (int)viewport->height)
            y++;
        taken[pointed++] = (struct spot){x, y};
        draw_pointer(client, edge, x, y + viewport->above, group);
    }
}

static void draw_map(struct client *client, int *cursor_x, int *cursor_y)
{
    struct viewport *viewport = &client->viewport;
    struct scene scene;
    int x, y;
    fill_scene(client, &scene);
    map_draw(&client->map, &scene);
    map_spot(scene.board, scene.zoom, client->cursor.junction, &x, &y);
    viewport_keep_on_map(viewport, &client->map);
    if (client->followed != client->cursor.junction || !viewport_shows(viewport, x, y))
        viewport_follow(viewport, &client->map, x, y);
    client->followed = client->cursor.junction;
    viewport_copy(viewport, &client->map, &client->screen);
    if (client->display.grounds) {
        const struct map_part part = viewport_part(viewport);
        map_lay_ground(&client->screen, scene.board, scene.zoom, &part);
    }
    viewport_label(viewport, scene.board, &client->screen);
    point_at_cities(client);
    *cursor_x = x - viewport->left;
    *cursor_y = y - viewport->top + viewport->above;
}

/* The cursor stays where it is if it can be seen there. */
void client_frame(struct client *client)
{
    const struct board *board = client->source->board;
    const struct viewport *viewport = &client->viewport;
    uint8_t places[GROUPS];
    int x, y;
    if (!viewport->fits || own_places(client, places) == 0)
        return;
    client->leaves |= !client_resize(client);
    map_spot(board, viewport->zoom, client->cursor.junction, &x, &y);
    if (!viewport_shows(viewport, x, y))
        cursor_go_near(&client->cursor, board, viewport->zoom,
                       viewport->left + (int)viewport->width / 2,
                       viewport->top + (int)viewport->height / 2);
    client->followed = client->cursor.junction;
}

/* ---- Beside and below -------------------------------------------------------------------- */

static void draw_panel(struct client *client)
{
    const struct source *source = client->source;
    const struct table *table = &source->history.moment[client->bookmark.moment].table;
    const unsigned closing = closing_seat(client, table);
    char title[SOURCE_NAME_SIZE + 32];
    struct line_set drawn;
    struct table closed;
    struct panel panel = {
        .source = source,
        .table =
            client->drafts && !client->bookmark.is_back ? &client->entering.draft.table : table,
        .moment = client->bookmark.moment,
        .reader = shows_hand(client) ? client->revealed : (unsigned)SEAT_NONE,
        .hand = shows_hand(client) ? &source->hand : NULL,
        .hand_title = _("Your cities"),
        .is_now = !client->bookmark.is_back,
        .utf8 = client->display.utf8,
        .width = client_panel_width(client),
    };
    if (source->secret && shows_hand(client)) {
        snprintf(title, sizeof title, _("Cities of %s"), source->seat[client->revealed].name);
        panel.hand_title = title;
    }
    if (closing != SEAT_NONE) {
        snprintf(title, sizeof title, _("%s: minus %d"), source->seat[closing].name,
                 (int)show_lines(&client->show, table, source->board, &drawn));
        closed = *table;
        show_points(&client->show, source->board, &closed);
        panel.table = &closed;
        panel.reader = closing;
        panel.hand = &table->shown[closing];
        panel.hand_title = title;
    } else if (viewed_seat(client, table) != SEAT_NONE) {
        panel.reader = viewed_seat(client, table);
        panel.hand = &table->shown[panel.reader];
        snprintf(title, sizeof title, _("Cities of %s"), source->seat[panel.reader].name);
        panel.hand_title = title;
    } else if (client->bookmark.is_back || table->phase != PHASE_PLAYING) {
        panel.hand = NULL; /* of another round, perhaps */
    }
    if (client_panel_width(client) > 0)
        panel_draw(&client->screen, (int)(client->display.width - panel.width), map_height(client),
                   &panel);
}

/* ---- Pages ------------------------------------------------------------------------------- */

static void draw_curtain(struct client *client)
{
    const struct source *source = client->source;
    char line[SOURCE_NAME_SIZE + 80];
    const int y = (int)client->display.height / 2;
    snprintf(line, sizeof line, _("Pass the keyboard to %s and press Enter."),
             source->seat[source->keyboard].name);
    int x = ((int)client->display.width - utf8_columns(line)) / 2;
    canvas_text(&client->screen, x > 0 ? x : 0, y, (int)client->display.width, STYLE_TITLE, line);
}

static void draw_table(struct client *client, int *x, int *y)
{
    if (map_height(client) >= MAP_MIN_HEIGHT)
        draw_map(client, x, y);
    draw_panel(client);
}

void client_draw(struct client *client)
{
    int x = -1, y = -1;
    canvas_clear(&client->screen);
    switch (client_page(client)) {
    case MODE_HELP:
        key_help_draw(&client->help, &client->screen);
        break;
    case MODE_CURTAIN:
        draw_curtain(client);
        break;
    case MODE_ROOM:
        client_draw_room(client);
        break;
    default:
        draw_table(client, &x, &y);
        break;
    }
    if (client->mode != MODE_HELP && client->mode != MODE_CURTAIN)
        client_draw_words(client, &x, &y);
    display_show(&client->display, &client->screen, x, y);
}
