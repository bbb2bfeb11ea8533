/*
 * Places the names of cities on the map where they hide least.
 *
 * A name never covers a junction or track, and leaves a part of every line visible if possible.
 */
#include <limits.h>
#include <string.h>

#include "terminal/drawing/map.h"
#include "terminal/drawing/utf8.h"

/* Penalties for covering things.  The place with the lowest sum is used. */
enum {
    COST_FREE = 1,    /* a dot of a free single line */
    COST_DEAR = 3,    /* a dot of a free double line */
    COST_LAST = 25,   /* the last visible cell of a line */
    COST_NAME = 400,  /* another name */
    COST_SOLID = 60,  /* a junction, or track: the name has a gap there */
    COST_AWAY = 2,    /* for each column away from its city */
    COST_FAR_ROW = 5, /* for each row beyond the adjacent one */
    COST_OUTSIDE = 1000,
};

struct names {
    struct canvas *canvas;
    const struct scene *scene;
    uint8_t visible[LINES_MAX]; /* visible cells of each line */
};

static void count_visible(struct names *names)
{
    const struct canvas *canvas = names->canvas;
    memset(names->visible, 0, sizeof names->visible);
    for (size_t i = 0; i < (size_t)canvas->width * canvas->height; i++) {
        const struct cell *cell = &canvas->cell[i];
        if (cell->line != LINE_NONE && cell->sign != ' ' && names->visible[cell->line] < UINT8_MAX)
            names->visible[cell->line]++;
    }
}

static bool is_name(const struct cell *cell)
{
    return cell->style == STYLE_NAME || cell->style == STYLE_OWN_NAME;
}

/* Returns true for junctions, and for everything but free lines. */
static bool is_solid(const struct cell *cell)
{
    return cell->junction != JUNCTION_NONE ||
           (cell->line != LINE_NONE && cell->style != STYLE_SINGLE && cell->style != STYLE_DOUBLE &&
            cell->style != STYLE_WATER && cell->style != STYLE_LEGAL);
}

static int cell_cost(const struct names *names, int x, int y, unsigned *covered)
{
    const struct cell *cell = canvas_at(names->canvas, x, y);
    if (cell == NULL)
        return COST_OUTSIDE;
    if (is_name(cell))
        return COST_NAME;
    if (is_solid(cell))
        return COST_SOLID;
    if (cell->line == LINE_NONE)
        return cell->sign > ' ' ? COST_NAME : 0; /* the number of a row */
    if (cell->sign == ' ')
        return 0;
    /* A name lies within a row, so it covers the cells of a line to the east one after another. */
    *covered = cell->line == covered[1] ? *covered + 1 : 1;
    covered[1] = cell->line;
    return (cell->style == STYLE_DOUBLE || cell->style == STYLE_WATER ? COST_DEAR : COST_FREE) +
           (names->visible[cell->line] <= *covered ? COST_LAST : 0);
}

static int place_cost(const struct names *names, int x, int y, int length)
{
    unsigned covered[2] = {0, LINE_NONE};
    int cost = 0;
    for (int i = -1; i <= length; i++) {
        const struct cell *cell = canvas_at(names->canvas, x + i, y);
        if (i >= 0 && i < length)
            cost += cell_cost(names, x + i, y, covered);
        else if (cell != NULL && is_name(cell))
            cost += COST_NAME; /* adjacent names would read as one */
    }
    return cost;
}

struct place {
    int x, y, cost;
};

static void try_place(const struct names *names, struct place *best, int x, int y, int length,
                      int extra)
{
    const int cost = place_cost(names, x, y, length) + extra;
    if (cost < best->cost)
        *best = (struct place){x, y, cost};
}

static struct place find_place(const struct names *names, int x, int y, int length)
{
    const int rows = (int)names->scene->zoom - 1;
    struct place best = {0, 0, INT_MAX};
    for (int down = 1; down <= rows && down <= 2; down++) {
        const int extra = COST_FAR_ROW * (down - 1);
        for (int shift = -length; shift <= 1; shift++) {
            /* The best place has the middle of the name over the city. */
            const int off = 2 * shift + length - 1;
            const int away = extra + COST_AWAY * (off < 0 ? -off : off) / 4;
            try_place(names, &best, x + shift, y - down, length, away);
            try_place(names, &best, x + shift, y + down, length, away);
        }
    }
    try_place(names, &best, x + 2, y, length, COST_AWAY);
    try_place(names, &best, x - 1 - length, y, length, COST_AWAY);
    return best;
}

static void write_name(struct names *names, struct place place, const char *name, unsigned style)
{
    for (int x = place.x;; x++) {
        const uint32_t sign = utf8_next(&name);
        if (sign == 0)
            break;
        struct cell *cell = canvas_at(names->canvas, x, place.y);
        if (cell == NULL || is_solid(cell) || is_name(cell))
            continue;
        if (cell->line != LINE_NONE && cell->sign != ' ' && names->visible[cell->line] > 0)
            names->visible[cell->line]--;
        cell->sign = sign;
        cell->style = (uint8_t)style;
    }
}

void map_draw_names(struct canvas *canvas, const struct scene *scene)
{
    struct names names = {.canvas = canvas, .scene = scene};
    const struct board *board = scene->board;
    count_visible(&names);
    for (unsigned pass = 0; pass < 2; pass++) { /* the reader's own cities are placed first */
        for (unsigned city = 0; city < board->cities; city++) {
            const bool own =
                scene->hand != NULL && memchr(scene->hand->city, (int)city, GROUPS) != NULL;
            if (own != (pass == 0) || !cities_is_in_game(board, city, scene->table->seats))
                continue;
            const char *name = cities_name(board, city, scene->utf8);
            int x, y;
            map_spot(board, scene->zoom, board->city[city].junction, &x, &y);
            write_name(&names, find_place(&names, x, y, utf8_columns(name)), name,
                       own ? STYLE_OWN_NAME : STYLE_NAME);
        }
    }
}
