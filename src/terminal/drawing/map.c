/* Draws lines, then junctions, then the names of cities. */
#include "terminal/drawing/map.h"

#include <ctype.h>
#include <string.h>

#include "base/check.h"
#include "board_file/land.h"

enum { MARGIN = 4 }; /* for the row's number and a bracket */

/* The signs of the map, in ASCII and in UTF-8. */
enum sign {
    SIGN_SINGLE,
    SIGN_DOUBLE,
    SIGN_FERRY,
    SIGN_HALF, /* a ferry with one of its two tracks */
    SIGN_MISSING,
    SIGN_BARRED,  /* missing, and impossible to build now */
    SIGN_BLOCKER, /* beside a start marker that blocks the way */
    SIGN_ACROSS,
    SIGN_FALL,
    SIGN_RISE,
    SIGN_LIT_ACROSS,
    SIGN_LAND,
    SIGN_SEA,
    SIGN_REACHED,
    SIGN_BEHIND,      /* connected, but behind such a marker */
    SIGN_THIN_ACROSS, /* free lines as strokes */
    SIGN_TWIN_ACROSS,
    SIGN_FRESH_ACROSS, /* heavier strokes: track */
    SIGN_HEAVY_FALL,
    SIGN_HEAVY_RISE,
};

static const uint32_t signs[][2] = {
    [SIGN_SINGLE] = {'.', 0xb7},        [SIGN_DOUBLE] = {':', ':'},
    [SIGN_FERRY] = {'~', 0x2248},       [SIGN_HALF] = {'^', '~'},
    [SIGN_MISSING] = {'x', 0xd7},       [SIGN_ACROSS] = {'-', 0x2501},
    [SIGN_FALL] = {'\\', 0x2572},       [SIGN_RISE] = {'/', 0x2571},
    [SIGN_LIT_ACROSS] = {'=', 0x2550},  [SIGN_LAND] = {'+', 0x2022},
    [SIGN_SEA] = {'o', 0x25e6},         [SIGN_REACHED] = {'#', 0x25cf},
    [SIGN_BARRED] = {'!', '!'},         [SIGN_BLOCKER] = {'!', '!'},
    [SIGN_BEHIND] = {'%', 0x25cb},      [SIGN_THIN_ACROSS] = {'-', 0x2500},
    [SIGN_TWIN_ACROSS] = {'=', 0x2550}, [SIGN_FRESH_ACROSS] = {'=', 0x254d},
    [SIGN_HEAVY_FALL] = {'\\', 0x259a}, [SIGN_HEAVY_RISE] = {'/', 0x259e},
};

static uint32_t sign_of(const struct scene *scene, enum sign sign)
{
    return signs[sign][scene->utf8];
}

/* ---- Positions --------------------------------------------------------------------------- */

static int junction_x(const struct junction *junction, unsigned zoom)
{
    return (int)zoom * (2 * junction->column - junction->row);
}

static void find_edges(const struct board *board, unsigned zoom, int *left, int *right,
                       unsigned *last_row)
{
    *left = *right = junction_x(&board->junction[0], zoom);
    *last_row = 0;
    for (unsigned i = 0; i < board->junctions; i++) {
        const int x = junction_x(&board->junction[i], zoom);
        *left = x < *left ? x : *left;
        *right = x > *right ? x : *right;
        *last_row = board->junction[i].row > *last_row ? board->junction[i].row : *last_row;
    }
}

void map_measure(const struct board *board, unsigned zoom, unsigned *width, unsigned *height)
{
    int left, right;
    unsigned last_row;
    find_edges(board, zoom, &left, &right, &last_row);
    *width = (unsigned)(right - left) + 1 + 2 * MARGIN;
    *height = zoom * last_row + 1;
}

unsigned map_zoom_to_fit(const struct board *board, unsigned width, unsigned height)
{
    for (unsigned zoom = ZOOM_MAX; zoom > ZOOM_MIN; zoom--) {
        unsigned map_width, map_height;
        map_measure(board, zoom, &map_width, &map_height);
        if (map_width <= width && map_height <= height)
            return zoom;
    }
    return ZOOM_MIN;
}

void map_spot(const struct board *board, unsigned zoom, unsigned junction, int *x, int *y)
{
    int left, right;
    unsigned last_row;
    find_edges(board, zoom, &left, &right, &last_row);
    *x = junction_x(&board->junction[junction], zoom) - left + MARGIN;
    *y = (int)zoom * board->junction[junction].row;
}

/* ---- Lines ------------------------------------------------------------------------------- */

/* How to draw a line. */
struct look {
    bool stroke; /* a stroke; otherwise `sign` at some of its cells */
    bool gaps;   /* dashed: track behind a start marker that blocks the way */
    enum sign sign;
    unsigned style;
    unsigned owner; /* seat + 1 of the coloured track; 0 for black or free */
};

static struct look missing_look(const struct scene *scene, unsigned line)
{
    return (struct look){
        .sign = line_set_has(&scene->barred, line) ? SIGN_BARRED : SIGN_MISSING,
        .style = STYLE_MISSING,
    };
}

static struct look free_look(const struct scene *scene, unsigned line)
{
    static const enum sign kinds[] = {
        [LINE_SINGLE] = SIGN_SINGLE, [LINE_DOUBLE] = SIGN_DOUBLE, [LINE_FERRY] = SIGN_FERRY};
    static const enum style styles[] = {
        [LINE_SINGLE] = STYLE_SINGLE, [LINE_DOUBLE] = STYLE_DOUBLE, [LINE_FERRY] = STYLE_WATER};
    const unsigned kind = scene->board->line[line].kind;
    struct look look = {.sign = kinds[kind], .style = styles[kind]};
    if (scene->table->track[line] != TRACK_NONE) { /* only one half of the ferry is built */
        look.sign = SIGN_HALF;
        look.owner = scene->table->track[line] & 15U;
        look.owner = look.owner == TRACK_BLACK ? 0 : look.owner;
    }
    if (line_set_has(&scene->legal, line))
        look.style = STYLE_LEGAL;
    if (line_set_has(&scene->missing, line))
        look = missing_look(scene, line);
    return look;
}

static struct look line_look(const struct scene *scene, unsigned line)
{
    const unsigned first = scene->table->track[line] & 15U, second = scene->table->track[line] >> 4;
    const bool is_ferry = scene->board->line[line].kind == LINE_FERRY;
    struct look look = {.stroke = true, .style = STYLE_TRACK};
    if (first == TRACK_NONE || (is_ferry && second == TRACK_NONE)) {
        look = free_look(scene, line);
    } else if (first != TRACK_BLACK && (!is_ferry || second != TRACK_BLACK)) {
        look.owner = is_ferry && second == scene->reader + 1U ? second : first; /* F5 */
        look.style = STYLE_SEAT + seat_look_colour(&scene->look, look.owner - 1);
        if (line_set_has(&scene->missing, line)) /* the seat that misses the line cannot use it */
            look = missing_look(scene, line);
    }
    if (look.stroke && line_set_has(&scene->obstacles.track, line)) {
        look.gaps = true;
        look.style = look.owner == 0 ? (unsigned)STYLE_FAINT : look.style;
    }
    if (line_set_has(&scene->lit, line))
        look.style = STYLE_LIT;
    if (line_set_has(&scene->drafted, line))
        look.style = STYLE_DRAFT;
    return look;
}

static void put_part(struct canvas *canvas, int x, int y, unsigned line, uint32_t sign,
                     unsigned style)
{
    struct cell *cell = canvas_at(canvas, x, y);
    CHECK(cell != NULL);
    *cell = (struct cell){
        .sign = sign, .line = (uint16_t)line, .junction = JUNCTION_NONE, .style = (uint8_t)style};
}

/* Puts the seat's sign in the middle of a line with its coloured track. */
static void put_owner(struct canvas *canvas, const struct scene *scene, int x, int y, unsigned line,
                      const struct look *look)
{
    if (look->owner > 0)
        put_part(canvas, x, y, line, seat_look_sign(&scene->look, look->owner - 1),
                 STYLE_MARKER + seat_look_colour(&scene->look, look->owner - 1));
}

/* Returns true if a free line is drawn as one or two thin strokes. */
static bool is_thin(const struct scene *scene, const struct look *look)
{
    return scene->strokes && !look->stroke &&
           (look->sign == SIGN_SINGLE || look->sign == SIGN_DOUBLE);
}

static enum sign stroke_across(const struct scene *scene, const struct look *look)
{
    const bool fresh = look->style == STYLE_LIT || look->style == STYLE_DRAFT;
    if (!look->stroke)
        return look->sign == SIGN_DOUBLE ? SIGN_TWIN_ACROSS : SIGN_THIN_ACROSS;
    if (!fresh)
        return SIGN_ACROSS;
    return scene->strokes ? SIGN_FRESH_ACROSS : SIGN_LIT_ACROSS;
}

/* Draws a line to the east.  A dotted line has a dot in every second cell. */
static void draw_across(struct canvas *canvas, const struct scene *scene, int x, int y,
                        unsigned line)
{
    const struct look look = line_look(scene, line);
    const int length = 2 * (int)scene->zoom;
    for (int i = 1; i < length; i++) {
        if ((look.stroke && !(look.gaps && i % 2 == 1)) || is_thin(scene, &look))
            put_part(canvas, x + i, y, line, sign_of(scene, stroke_across(scene, &look)),
                     look.style);
        else
            put_part(canvas, x + i, y, line,
                     !look.gaps && (length / 2 - i) % 2 == 0 ? sign_of(scene, look.sign) : ' ',
                     look.style);
    }
    put_owner(canvas, scene, x + length / 2, y, line, &look);
}

/*
 * Draws a line to the south-east (`right` is 1) or south-west (-1).  A second stroke goes to the
 * right of the first: that cell is free, since the lines of a triangle are an even number of
 * columns apart.
 */
static void draw_down(struct canvas *canvas, const struct scene *scene, int x, int y, unsigned line,
                      int right)
{
    const struct look look = line_look(scene, line);
    const bool thin = is_thin(scene, &look), heavy = scene->strokes && look.stroke;
    const enum sign stroke =
        right > 0 ? (heavy ? SIGN_HEAVY_FALL : SIGN_FALL) : (heavy ? SIGN_HEAVY_RISE : SIGN_RISE);
    const uint32_t sign = sign_of(scene, look.stroke || thin ? stroke : look.sign);
    for (int i = 1; i < (int)scene->zoom; i++) {
        put_part(canvas, x + right * i, y + i, line, sign, look.style);
        if (thin && look.sign == SIGN_DOUBLE)
            put_part(canvas, x + right * i + 1, y + i, line, sign, look.style);
    }
    const int middle = (int)scene->zoom / 2;
    put_owner(canvas, scene, x + right * middle, y + middle, line, &look);
}

/* ---- Junctions --------------------------------------------------------------------------- */

static void put_junction(struct canvas *canvas, int x, int y, unsigned junction, uint32_t sign,
                         unsigned style)
{
    struct cell *cell = canvas_at(canvas, x, y);
    CHECK(cell != NULL);
    *cell = (struct cell){
        .sign = sign, .line = LINE_NONE, .junction = (uint8_t)junction, .style = (uint8_t)style};
}

static bool is_reached(const struct scene *scene, unsigned junction)
{
    return scene->reader != SEAT_NONE && scene->table->marker[scene->reader] != JUNCTION_NONE &&
           junction_set_has(table_reach(scene->table, scene->reader), junction);
}

/* "[G]" for a city in the hand, "(g)" for another. */
static void draw_city(struct canvas *canvas, const struct scene *scene, int x, int y,
                      unsigned junction)
{
    const unsigned city = scene->board->junction[junction].city;
    const unsigned group = scene->board->city[city].group;
    const bool own = scene->hand != NULL && memchr(scene->hand->city, (int)city, GROUPS) != NULL;
    const unsigned style = (own ? STYLE_OWN_GROUP : STYLE_GROUP) + group;
    const char letter = cities_group_letter(group);
    put_junction(canvas, x - 1, y, junction, own ? '[' : '(', style);
    put_junction(canvas, x + 1, y, junction, own ? ']' : ')', style);
    put_junction(canvas, x, y, junction,
                 (unsigned char)(own ? letter : tolower((unsigned char)letter)), style);
}

static void draw_marker(struct canvas *canvas, const struct scene *scene, unsigned seat)
{
    const unsigned at = scene->table->marker[seat];
    int x, y;
    map_spot(scene->board, scene->zoom, at, &x, &y);
    put_junction(canvas, x, y, at, seat_look_sign(&scene->look, seat),
                 STYLE_MARKER + seat_look_colour(&scene->look, seat));
    if (scene->obstacles.markers >> seat & 1) {
        put_junction(canvas, x - 1, y, at, sign_of(scene, SIGN_BLOCKER), STYLE_MISSING);
        put_junction(canvas, x + 1, y, at, sign_of(scene, SIGN_BLOCKER), STYLE_MISSING);
    }
}

static void draw_junction(struct canvas *canvas, const struct scene *scene, unsigned number)
{
    const struct junction *junction = &scene->board->junction[number];
    const bool reached = is_reached(scene, number);
    int x, y;
    map_spot(scene->board, scene->zoom, number, &x, &y);
    const bool behind = junction_set_has(&scene->obstacles.behind, number);
    uint32_t sign = sign_of(scene, behind             ? SIGN_BEHIND
                                   : reached          ? SIGN_REACHED
                                   : junction->at_sea ? SIGN_SEA
                                                      : SIGN_LAND);
    if (scene->letters)
        sign = (unsigned char)(reached ? junction->name[0] : tolower(junction->name[0]));
    put_junction(canvas, x, y, number, sign,
                 reached && !behind ? STYLE_TRACK
                 : junction->at_sea ? STYLE_WATER
                                    : STYLE_FAINT);
    if (cities_is_in_game(scene->board, junction->city, scene->table->seats))
        draw_city(canvas, scene, x, y, number);
    for (unsigned seat = 0; seat < scene->table->seats; seat++) {
        if (scene->table->marker[seat] == number)
            draw_marker(canvas, scene, seat);
    }
    if (scene->drafted_marker == number)
        put_junction(canvas, x, y, number, '@', STYLE_DRAFT);
}

/* ---- The map ----------------------------------------------------------------------------- */

static void draw_row_numbers(struct canvas *canvas, const struct scene *scene)
{
    for (unsigned y = 0; y < canvas->height; y += scene->zoom) {
        const unsigned row = y / scene->zoom + 1;
        char number[3] = {row >= 10 ? (char)('0' + row / 10) : ' ', (char)('0' + row % 10), '\0'};
        canvas_text(canvas, 0, (int)y, 2, STYLE_FAINT, number);
        canvas_text(canvas, (int)canvas->width - 2, (int)y, 2, STYLE_FAINT, number);
    }
}

void map_draw(struct canvas *canvas, const struct scene *scene)
{
    const struct board *board = scene->board;
    canvas_clear(canvas);
    draw_row_numbers(canvas, scene);
    for (unsigned i = 0; i < board->junctions; i++) {
        const uint16_t *line = board->line_at[i];
        int x, y;
        map_spot(board, scene->zoom, i, &x, &y);
        if (line[EAST] != LINE_NONE)
            draw_across(canvas, scene, x, y, line[EAST]);
        if (line[SOUTH_EAST] != LINE_NONE)
            draw_down(canvas, scene, x, y, line[SOUTH_EAST], 1);
        if (line[SOUTH_WEST] != LINE_NONE)
            draw_down(canvas, scene, x, y, line[SOUTH_WEST], -1);
    }
    for (unsigned i = 0; i < board->junctions; i++)
        draw_junction(canvas, scene, i);
    if (scene->zoom >= ZOOM_NAMES)
        map_draw_names(canvas, scene);
}

/* Converts a coordinate of the map to the nearest one of the land. */
static int land_place(int place, int steps, int zoom)
{
    const int twice = 2 * place * steps + zoom;
    return twice >= 0 ? twice / (2 * zoom) : -((2 * zoom - 1 - twice) / (2 * zoom));
}

void map_lay_ground(struct canvas *screen, const struct board *board, unsigned zoom,
                    const struct map_part *part)
{
    const struct land *land = land_of(board);
    int left, right;
    unsigned last_row;
    if (land == NULL)
        return;
    find_edges(board, zoom, &left, &right, &last_row);
    for (int y = 0; y < (int)part->height; y++) {
        const int row = land_place(part->top + y, LAND_ROWS, (int)zoom);
        for (int x = 0; x < (int)part->width; x++) {
            const int place = part->left + x - MARGIN + left;
            const int column = land_place(place, LAND_COLUMNS / 2, (int)zoom);
            struct cell *cell = canvas_at(screen, part->screen_left + x, part->screen_top + y);
            if (cell != NULL)
                cell->ground = land_is_at(land, column, row) ? GROUND_LAND : GROUND_SEA;
        }
    }
}

void map_hit(const struct canvas *canvas, int x, int y, unsigned *junction, unsigned *line)
{
    static const int beside[] = {0, -1, 1};
    *junction = JUNCTION_NONE;
    *line = LINE_NONE;
    for (size_t i = 0; i < sizeof beside / sizeof beside[0]; i++) {
        const struct cell *cell = canvas_at(canvas, x + beside[i], y);
        if (cell == NULL || *junction != JUNCTION_NONE || *line != LINE_NONE)
            continue;
        *junction = cell->junction;
        *line = cell->line;
    }
}
