/* The map: one line of text at a time, each in a row of cells that is then written out. */
#include "cli/play_map.h"

#include <ctype.h>
#include <string.h>

#include "core/check.h"
#include "core/notation.h"

enum {
    MARGIN = 4, /* the row's number, a space, and room for a bracket */
    CELLS_MAX = 2 * MARGIN + 2 * MAP_LARGE * COLUMNS_MAX + MAP_LARGE * ROWS_MAX,
};

/* How a cell is shown where there are colours. */
enum style { STYLE_PLAIN, STYLE_FAINT, STYLE_BOLD, STYLE_WATER, STYLE_MARKER, STYLE_GROUP };

struct cell {
    const char *sign; /* what is written there; NULL for a space */
    char letter;      /* written when there is no sign, unless it is NUL */
    uint8_t style;    /* STYLE_GROUP + group for cities */
    bool own;         /* a city of the reader's hand */
};

/* The signs for lines. */
enum sign { SIGN_SINGLE, SIGN_DOUBLE, SIGN_FERRY, SIGN_HALF, SIGN_ACROSS, SIGN_FALL, SIGN_RISE };

static const char *const signs[][2] = {
    [SIGN_SINGLE] = {".", "·"}, [SIGN_DOUBLE] = {":", ":"}, [SIGN_FERRY] = {"~", "≈"},
    [SIGN_HALF] = {"^", "~"},   [SIGN_ACROSS] = {"-", "━"}, [SIGN_FALL] = {"\\", "╲"},
    [SIGN_RISE] = {"/", "╱"},
};

/* Everything that one line of the map needs to know. */
struct canvas {
    const struct screen *screen;
    const struct board *board;
    const struct view *view;
    int scale;
    int left; /* the smallest x of a junction */
    unsigned width;
    struct cell cell[CELLS_MAX];
};

static int junction_x(const struct junction *junction, int scale)
{
    return scale * (2 * junction->column - junction->row);
}

static void find_edges(const struct board *board, int scale, int *left, int *right,
                       unsigned *last_row)
{
    *left = *right = junction_x(&board->junction[0], scale);
    *last_row = 0;
    for (unsigned i = 0; i < board->junctions; i++) {
        const int x = junction_x(&board->junction[i], scale);
        *left = x < *left ? x : *left;
        *right = x > *right ? x : *right;
        *last_row = board->junction[i].row > *last_row ? board->junction[i].row : *last_row;
    }
}

void plain_map_measure(const struct board *board, unsigned scale, struct map_size *size)
{
    int left, right;
    unsigned last_row;
    find_edges(board, (int)scale, &left, &right, &last_row);
    size->scale = scale;
    size->width = (unsigned)(right - left) + 1 + 2 * MARGIN;
    size->height = scale * last_row + 1;
}

bool plain_map_fits(const struct board *board, const struct screen *screen, unsigned spare,
                    struct map_size *size)
{
    for (unsigned scale = MAP_LARGE; scale >= MAP_SMALL; scale--) {
        plain_map_measure(board, scale, size);
        if (size->width <= screen->width && size->height + spare <= screen->height)
            return true;
    }
    return false;
}

/* ---- Lines ------------------------------------------------------------------------------- */

/* What is to be seen of a line: its sign, or whose colour lies on it. */
struct look {
    uint8_t style;
    uint8_t owner; /* the seat's number as text has it, 0 for black or free */
    bool laid;
    enum sign sign; /* when it is not laid */
};

static struct look line_look(const struct canvas *canvas, unsigned line)
{
    const struct table *table = &canvas->view->table;
    const unsigned kind = canvas->board->line[line].kind;
    const unsigned first = table->track[line] & 15U, second = table->track[line] >> 4;
    const unsigned seat = canvas->view->seat;
    if (first == TRACK_NONE || (kind == LINE_FERRY && second == TRACK_NONE)) {
        if (kind == LINE_SINGLE)
            return (struct look){.style = STYLE_FAINT, .sign = SIGN_SINGLE};
        if (kind == LINE_DOUBLE)
            return (struct look){.style = STYLE_PLAIN, .sign = SIGN_DOUBLE};
        return (struct look){.style = STYLE_WATER,
                             .sign = first == TRACK_NONE ? SIGN_FERRY : SIGN_HALF};
    }
    struct look look = {.style = STYLE_BOLD, .laid = true};
    if (first != TRACK_BLACK && (kind != LINE_FERRY || second != TRACK_BLACK))
        look.owner = (uint8_t)(kind == LINE_FERRY && second == seat + 1U ? second : first);
    return look;
}

static void put(struct canvas *canvas, int x, struct cell cell)
{
    const int column = x - canvas->left + MARGIN;
    CHECK(column >= 0 && column < CELLS_MAX);
    canvas->cell[column] = cell;
}

static void put_look(struct canvas *canvas, int x, struct look look, enum sign stroke)
{
    put(canvas, x,
        (struct cell){.sign = signs[look.laid ? stroke : look.sign][canvas->screen->utf8],
                      .style = look.style});
}

static void put_owner(struct canvas *canvas, int x, struct look look)
{
    if (look.owner > 0)
        put(canvas, x, (struct cell){.letter = (char)('0' + look.owner), .style = STYLE_MARKER});
}

/* The line to the east: a sign in the middle, or a stroke all along. */
static void draw_across(struct canvas *canvas, int x, unsigned line)
{
    const struct look look = line_look(canvas, line);
    const int middle = x + canvas->scale;
    for (int at = x + 1; at < x + 2 * canvas->scale; at++) {
        if (look.laid || at == middle)
            put_look(canvas, at, look, SIGN_ACROSS);
    }
    put_owner(canvas, middle, look);
}

/* One step of a line to the south-east or the south-west, `step` lines of text down. */
static void draw_down(struct canvas *canvas, int x, int step, unsigned line, enum sign stroke)
{
    const struct look look = line_look(canvas, line);
    const int at = stroke == SIGN_FALL ? x + step : x - step;
    put_look(canvas, at, look, stroke);
    if (step == canvas->scale - 1)
        put_owner(canvas, at, look);
}

/* ---- Junctions --------------------------------------------------------------------------- */

static bool is_in_hand(const struct hand *hand, unsigned city)
{
    return memchr(hand->city, (int)city, GROUPS) != NULL;
}

static void draw_junction(struct canvas *canvas, int x, unsigned number)
{
    const struct junction *junction = &canvas->board->junction[number];
    const struct table *table = &canvas->view->table;
    const unsigned reader = canvas->view->seat;
    struct cell cell = {.letter = (char)tolower((unsigned char)junction->name[0]),
                        .style = STYLE_FAINT};
    if (reader != SEAT_NONE && junction_set_has(table_reach(table, reader), number))
        cell = (struct cell){.letter = junction->name[0], .style = STYLE_BOLD};
    if (map_city_plays(canvas->board, junction->city, table->seats)) {
        const unsigned group = canvas->board->city[junction->city].group;
        cell.own = is_in_hand(&canvas->view->hand, junction->city);
        cell.style = (uint8_t)(STYLE_GROUP + group);
        cell.letter = cell.own ? '[' : '(';
        put(canvas, x - 1, cell);
        cell.letter = cell.own ? ']' : ')';
        put(canvas, x + 1, cell);
        cell.letter = map_group_letter(group);
        if (!cell.own)
            cell.letter = (char)tolower((unsigned char)cell.letter);
    }
    for (unsigned seat = 0; seat < table->seats; seat++) {
        if (table->marker[seat] == number)
            cell = (struct cell){.letter = (char)('1' + seat), .style = STYLE_MARKER};
    }
    put(canvas, x, cell);
}

/* ---- The whole --------------------------------------------------------------------------- */

/* A number at the edge; MARGIN leaves it two columns and a space. */
static void put_row_number(struct canvas *canvas, unsigned row, unsigned column)
{
    const unsigned number = row + 1;
    if (number >= 10)
        canvas->cell[column].letter = (char)('0' + number / 10);
    canvas->cell[column + 1].letter = (char)('0' + number % 10);
}

static void fill_line(struct canvas *canvas, unsigned row, int step)
{
    const struct board *board = canvas->board;
    memset(canvas->cell, 0, sizeof canvas->cell);
    if (step == 0) {
        put_row_number(canvas, row, 0);
        put_row_number(canvas, row, canvas->width - 2);
    }
    for (unsigned i = 0; i < board->junctions; i++) {
        if (board->junction[i].row != row)
            continue;
        const int x = junction_x(&board->junction[i], canvas->scale);
        const uint16_t *line = board->line_at[i];
        if (step == 0 && line[EAST] != LINE_NONE)
            draw_across(canvas, x, line[EAST]);
        if (step > 0 && line[SOUTH_EAST] != LINE_NONE)
            draw_down(canvas, x, step, line[SOUTH_EAST], SIGN_FALL);
        if (step > 0 && line[SOUTH_WEST] != LINE_NONE)
            draw_down(canvas, x, step, line[SOUTH_WEST], SIGN_RISE);
    }
    for (unsigned i = 0; i < board->junctions && step == 0; i++) {
        if (board->junction[i].row == row)
            draw_junction(canvas, junction_x(&board->junction[i], canvas->scale), i);
    }
}

static const char *style_code(const struct cell *cell)
{
    static const char *const codes[] = {
        [STYLE_PLAIN] = "",         [STYLE_FAINT] = "\033[2m",    [STYLE_BOLD] = "\033[1m",
        [STYLE_WATER] = "\033[36m", [STYLE_MARKER] = "\033[1;7m",
    };
    static const char *const groups[GROUPS][2] = {
        {"\033[32m", "\033[1;30;42m"}, {"\033[94m", "\033[1;97;44m"},
        {"\033[33m", "\033[1;30;43m"}, {"\033[38;5;208m", "\033[1;30;48;5;208m"},
        {"\033[31m", "\033[1;97;41m"},
    };
    return cell->style < STYLE_GROUP ? codes[cell->style]
                                     : groups[cell->style - STYLE_GROUP][cell->own];
}

static void write_line(struct screen *screen, const struct canvas *canvas)
{
    unsigned width = canvas->width;
    while (width > 0 && canvas->cell[width - 1].sign == NULL && canvas->cell[width - 1].letter == 0)
        width--;
    for (unsigned i = 0; i < width; i++) {
        const struct cell *cell = &canvas->cell[i];
        const char letter[2] = {cell->letter ? cell->letter : ' ', '\0'};
        const char *code = screen->colour ? style_code(cell) : "";
        screen_print(screen, "%s%s%s", code, cell->sign ? cell->sign : letter,
                     code[0] ? "\033[0m" : "");
    }
    screen_print(screen, "\n");
}

void plain_map_draw(struct screen *screen, const struct board *board, const struct view *view,
                    unsigned scale)
{
    struct map_size size;
    struct canvas canvas = {.screen = screen, .board = board, .view = view, .scale = (int)scale};
    int right;
    unsigned last_row;
    plain_map_measure(board, scale, &size);
    find_edges(board, canvas.scale, &canvas.left, &right, &last_row);
    canvas.width = size.width;
    for (unsigned row = 0; row <= last_row; row++) {
        for (int step = 0; step < (row < last_row ? canvas.scale : 1); step++) {
            fill_line(&canvas, row, step);
            write_line(screen, &canvas);
        }
    }
}

void plain_map_legend(struct screen *screen, const struct board *board)
{
    const bool utf8 = screen->utf8;
    screen_print(screen,
                 "k in row 7 is K7, a capital is in your network   1 to 6 are start markers\n"
                 "[G] your city   (g) another city: Green, Blue, Yellow, Orange, Red\n"
                 "%s single line, costs 1   %s double line, costs 2   %s %s %s track\n",
                 signs[SIGN_SINGLE][utf8], signs[SIGN_DOUBLE][utf8], signs[SIGN_ACROSS][utf8],
                 signs[SIGN_RISE][utf8], signs[SIGN_FALL][utf8]);
    if (!line_set_is_empty(&board->ferry_lines))
        screen_print(screen, "%s ferry, costs 2   %s ferry half built, costs 1\n",
                     signs[SIGN_FERRY][utf8], signs[SIGN_HALF][utf8]);
}
