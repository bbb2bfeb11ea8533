/* Computes which part of the map is shown. */
#include "terminal/drawing/viewport.h"

enum {
    NEAR_SHARE = 5, /* a followed cell keeps a distance of a fifth of the window from the edges */
    LABEL_COLUMNS = 3, /* for the number of a row */
    FRAME_COLUMNS = 4, /* beside a city: its bracket and some of its name */
};

void viewport_resize(struct viewport *viewport, const struct board *board, unsigned width,
                     unsigned height)
{
    viewport->width = width;
    viewport->height = height > (unsigned)viewport->above ? height - (unsigned)viewport->above : 0;
    if (viewport->fits)
        viewport->zoom = map_zoom_to_fit(board, width, viewport->height);
}

void viewport_zoom(struct viewport *viewport, int step)
{
    const unsigned zoom = (unsigned)((int)viewport->zoom + step);
    viewport->fits = step == 0;
    if (zoom >= ZOOM_MIN && zoom <= ZOOM_MAX)
        viewport->zoom = zoom;
}

/*
 * Limits the first visible row or column so that the window is full, or centres a map smaller than
 * it.
 */
static int limit_scroll(int first, int window, int whole)
{
    if (whole <= window)
        return -(window - whole) / 2;
    if (first > whole - window)
        first = whole - window;
    return first < 0 ? 0 : first;
}

static int scroll_to_show(int first, int spot, int window, int whole)
{
    const int near = window / NEAR_SHARE;
    if (spot - near < first)
        first = spot - near;
    if (spot + near >= first + window)
        first = spot + near - window + 1;
    return limit_scroll(first, window, whole);
}

/* ---- Framing junctions ----------------------------------------------------------------------- */

/* The cells of junctions at a zoom, and the size of the map. */
struct spots {
    int x[GROUPS], y[GROUPS];
    unsigned count, width, height;
};

static void find_spots(struct spots *spots, const struct board *board, unsigned zoom,
                       const uint8_t junction[], unsigned junctions)
{
    map_measure(board, zoom, &spots->width, &spots->height);
    spots->count = junctions < GROUPS ? junctions : (unsigned)GROUPS;
    for (unsigned i = 0; i < spots->count; i++)
        map_spot(board, zoom, junction[i], &spots->x[i], &spots->y[i]);
}

/* Finds the minimum and maximum. */
static void find_span(const int value[], unsigned count, int *first, int *last)
{
    *first = *last = value[0];
    for (unsigned i = 1; i < count; i++) {
        *first = value[i] < *first ? value[i] : *first;
        *last = value[i] > *last ? value[i] : *last;
    }
}

static unsigned count_shown(const struct viewport *viewport, const struct spots *spots)
{
    unsigned shown = 0;
    for (unsigned i = 0; i < spots->count; i++)
        shown += viewport_shows(viewport, spots->x[i] - FRAME_COLUMNS, spots->y[i]) &&
                 viewport_shows(viewport, spots->x[i] + FRAME_COLUMNS, spots->y[i]);
    return shown;
}

/* Centres the window on the middle of the spots. */
static void look_at_middle(struct viewport *viewport, const struct spots *spots)
{
    int first, last;
    find_span(spots->x, spots->count, &first, &last);
    viewport->left = limit_scroll((first + last - LABEL_COLUMNS - (int)viewport->width) / 2,
                                  (int)viewport->width, (int)spots->width);
    find_span(spots->y, spots->count, &first, &last);
    viewport->top = limit_scroll((first + last - (int)viewport->height) / 2, (int)viewport->height,
                                 (int)spots->height);
}

/* Tries each spot in the corner of the window and keeps the position that shows the most. */
static void look_at_most(struct viewport *viewport, const struct spots *spots)
{
    struct viewport best = *viewport;
    unsigned most = count_shown(viewport, spots);
    for (unsigned i = 0; i < spots->count * spots->count; i++) {
        struct viewport trial = *viewport;
        trial.left = limit_scroll(spots->x[i % spots->count] - FRAME_COLUMNS - LABEL_COLUMNS,
                                  (int)trial.width, (int)spots->width);
        trial.top = limit_scroll(spots->y[i / spots->count], (int)trial.height, (int)spots->height);
        if (count_shown(&trial, spots) > most) {
            most = count_shown(&trial, spots);
            best = trial;
        }
    }
    *viewport = best;
}

void viewport_frame(struct viewport *viewport, const struct board *board, const uint8_t junction[],
                    unsigned junctions)
{
    struct spots spots;
    if (junctions == 0)
        return;
    viewport->zoom = map_zoom_to_fit(board, viewport->width, viewport->height);
    for (viewport->zoom = viewport->zoom >= ZOOM_NAMES ? viewport->zoom : (unsigned)ZOOM_MAX;;
         viewport->zoom--) {
        find_spots(&spots, board, viewport->zoom, junction, junctions);
        look_at_middle(viewport, &spots);
        if (viewport->zoom == ZOOM_MIN || count_shown(viewport, &spots) == spots.count)
            break;
    }
    look_at_most(viewport, &spots);
}

/* ---- Scrolling ------------------------------------------------------------------------------- */

bool viewport_shows(const struct viewport *viewport, int x, int y)
{
    const int column = x - viewport->left, row = y - viewport->top;
    return column >= (viewport->left > 0 ? LABEL_COLUMNS : 0) && column < (int)viewport->width &&
           row >= 0 && row < (int)viewport->height;
}

static int limit_value(int least, int value, int most)
{
    return value < least || most < least ? least : value > most ? most : value;
}

enum edge viewport_point(const struct viewport *viewport, int x, int y, int *edge_x, int *edge_y)
{
    static const enum edge edges[3][3] = {
        {EDGE_NW, EDGE_N, EDGE_NE}, {EDGE_W, EDGE_NONE, EDGE_E}, {EDGE_SW, EDGE_S, EDGE_SE}};
    const int least = viewport->left > 0 ? LABEL_COLUMNS : 0;
    const int column = x - viewport->left, row = y - viewport->top;
    const int across = column < least ? 0 : column < (int)viewport->width ? 1 : 2;
    const int down = row < 0 ? 0 : row < (int)viewport->height ? 1 : 2;
    *edge_x = limit_value(least, column, (int)viewport->width - 2);
    *edge_y = limit_value(0, row, (int)viewport->height - 1);
    return edges[down][across];
}

void viewport_follow(struct viewport *viewport, const struct canvas *map, int x, int y)
{
    viewport->left = scroll_to_show(viewport->left, x, (int)viewport->width, (int)map->width);
    viewport->top = scroll_to_show(viewport->top, y, (int)viewport->height, (int)map->height);
}

/* Lists the junctions of a turn in the order played.  Returns their number. */
static unsigned turn_junctions(const struct board *board, const struct turn *turn,
                               uint8_t junction[2 * TURN_TRACKS_MAX + 1])
{
    unsigned count = 0;
    for (unsigned i = 0; i < turn->tracks && i < TURN_TRACKS_MAX; i++) {
        junction[count++] = board->line[turn->track[i].line].a;
        junction[count++] = board->line[turn->track[i].line].b;
    }
    if (turn->kind != TURN_PASS && turn->marker != JUNCTION_NONE)
        junction[count++] = turn->marker;
    return count;
}

bool viewport_follow_turn(struct viewport *viewport, const struct board *board,
                          const struct canvas *map, const struct turn *turn)
{
    uint8_t junction[2 * TURN_TRACKS_MAX + 1];
    const unsigned count = turn_junctions(board, turn, junction);
    bool shown = true;
    for (unsigned i = 0; i < count; i++) {
        int x, y;
        map_spot(board, viewport->zoom, junction[i], &x, &y);
        shown = shown && viewport_shows(viewport, x, y);
    }
    for (unsigned i = 0; i < count && !shown; i++) {
        int x, y;
        map_spot(board, viewport->zoom, junction[i], &x, &y);
        viewport_follow(viewport, map, x, y);
    }
    return !shown;
}

void viewport_keep_on_map(struct viewport *viewport, const struct canvas *map)
{
    viewport->left = limit_scroll(viewport->left, (int)viewport->width, (int)map->width);
    viewport->top = limit_scroll(viewport->top, (int)viewport->height, (int)map->height);
}

void viewport_copy(const struct viewport *viewport, const struct canvas *map, struct canvas *screen)
{
    for (int y = 0; y < (int)viewport->height; y++) {
        for (int x = 0; x < (int)viewport->width; x++) {
            const struct cell *from = canvas_at(map, x + viewport->left, y + viewport->top);
            struct cell *to = canvas_at(screen, x, y + viewport->above);
            if (from != NULL && to != NULL)
                *to = *from;
        }
    }
}

bool viewport_find(const struct viewport *viewport, int screen_x, int screen_y, int *x, int *y)
{
    *x = screen_x + viewport->left;
    *y = screen_y - viewport->above + viewport->top;
    return screen_x >= 0 && screen_x < (int)viewport->width && screen_y >= viewport->above &&
           screen_y - viewport->above < (int)viewport->height;
}

struct map_part viewport_part(const struct viewport *viewport)
{
    return (struct map_part){viewport->left, viewport->top, viewport->width, viewport->height, 0,
                             viewport->above};
}

/* ---- Labels ---------------------------------------------------------------------------------- */

/* Labels the columns above the map, each where its slanted column meets the first visible line. */
static void label_columns(const struct viewport *viewport, const struct board *board,
                          struct canvas *screen)
{
    const int first = viewport->top > 0 ? viewport->top : 0;
    for (unsigned i = 0; i < board->junctions; i++) {
        int x, y;
        map_spot(board, viewport->zoom, i, &x, &y);
        x += y - first - viewport->left; /* a column moves by one cell for each line */
        struct cell *cell = canvas_at(screen, x, viewport->above - 1 + first - viewport->top);
        if (cell == NULL || x >= (int)viewport->width)
            continue;
        cell->sign = (unsigned char)board->junction[i].name[0];
        cell->style = STYLE_FAINT; /* keep the ground below it */
    }
}

static void label_rows(const struct viewport *viewport, struct canvas *screen)
{
    for (int y = 0; y < (int)viewport->height; y++) {
        const int line = y + viewport->top, row = line / (int)viewport->zoom + 1;
        char number[LABEL_COLUMNS + 1] = "   ";
        if (line >= 0 && line % (int)viewport->zoom == 0) {
            number[0] = row >= 10 ? (char)('0' + row / 10 % 10) : ' ';
            number[1] = (char)('0' + row % 10);
        }
        canvas_text(screen, 0, y + viewport->above, LABEL_COLUMNS, STYLE_FAINT, number);
    }
}

void viewport_label(const struct viewport *viewport, const struct board *board,
                    struct canvas *screen)
{
    if (viewport->above > 0)
        label_columns(viewport, board, screen);
    if (viewport->left > 0)
        label_rows(viewport, screen);
}
