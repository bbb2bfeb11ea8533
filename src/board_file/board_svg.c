/* Draws a board from back to front: paper, guides, lines, cities. */
#include "board_file/board_svg.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "board_file/board_geometry.h"
#include "board_file/board_labels.h"
#include "rules/notation.h"

enum {
    /* An odd multiple of UNIT / 4, so that at the sides column letters fall between row numbers. */
    FACE_MARGIN_X = 1750,
    FACE_MARGIN_Y = 800,
    BAND = 460,          /* width of the band for column letters and row numbers */
    SHEET_MARGIN = 500,  /* around the whole drawing */
    TITLE_HEIGHT = 1500, /* above the frame */
    LEGEND_ROW = 560,
    LEGEND_TOP = 640,  /* from the frame to the middle of the first row */
    LEGEND_SIGN = 580, /* width of the star */
    LEGEND_SPACE = 120,
    LEGEND_GAP = 440,
    LEGEND_SIZE = 270,
    /* E, SE and SW: the first end of a line is never below or to the right of the second */
    LINE_DIRECTIONS = 3,
};

struct drawing {
    const struct board *board;
    struct svg_sink sink;
    struct box face; /* the area of the map within its frame */
};

static const char *const style =
    "<style>\n"
    "svg{background:#fbf8f1;font-family:'Source Sans 3','Segoe UI','Helvetica Neue',Arial,"
    "'DejaVu Sans',sans-serif}\n"
    ".sheet{fill:#fbf8f1}.frame{fill:#fbf8f1;stroke:#5b5348;stroke-width:24}\n"
    ".face{fill:#eaf0f0;stroke:#5b5348;stroke-width:24}\n"
    ".land{fill:#f7f0de}.sea{fill:#d3e4ea}\n"
    ".guide{fill:none;stroke:#bfcac8;stroke-width:14}\n"
    ".single,.double,.ferry{fill:none;stroke-linecap:round}\n"
    ".single{stroke:#8d8272;stroke-width:40}.double{stroke:#4a4238;stroke-width:36}\n"
    ".ferry{stroke:#16803c;stroke-width:44}\n"
    ".dot{fill:#6b6154}.dot-sea{fill:#e6f2f7;stroke:#3f7d97;stroke-width:28}\n"
    ".halo{fill:#f7f0de;stroke:#f7f0de;stroke-width:150;stroke-linejoin:round}\n"
    ".city{stroke:#2a251e;stroke-width:44;stroke-linejoin:round}\n"
    ".dashed{stroke-dasharray:95 75;stroke-width:52}\n"
    ".green{fill:#3d9a54}.blue{fill:#3b7fc4}.yellow{fill:#f4cd3b}.orange{fill:#ee8434}"
    ".red{fill:#cf3a34}\n"
    ".name{font-size:280px;font-weight:600;fill:#2a251e;stroke:#fbf8f1;stroke-width:90;"
    "stroke-linejoin:round;paint-order:stroke;text-anchor:middle}\n"
    ".start{text-anchor:start}.end{text-anchor:end}\n"
    ".column,.row{font-size:260px;text-anchor:middle;fill:#2a251e}\n"
    ".column{font-weight:700}.row{fill:#7a6f60}\n"
    ".title{font-size:760px;font-weight:700;fill:#2a251e}\n"
    ".facts,.key{fill:#5b5348}.facts{font-size:320px}.key{font-size:270px}\n"
    "</style>\n";

/* The symbols of the groups, centred on their junction. */
static const char *const group_signs =
    "<circle id=\"green\" r=\"200\"/>\n"
    "<rect id=\"blue\" x=\"-185\" y=\"-185\" width=\"370\" height=\"370\" rx=\"30\"/>\n"
    "<path id=\"yellow\" d=\"M0-265L265 0 0 265-265 0Z\"/>\n"
    "<path id=\"orange\" d=\"M0-260L245 170H-245Z\"/>\n"
    "<path id=\"red\" d=\"M0-290L75-103 276-90 121 39 170 235 0 127-170 235-121 39-276-90"
    "-75-103Z\"/>\n";

/* ---- Writing ---- */

static void put(const struct drawing *drawing, const char *text)
{
    drawing->sink.write(drawing->sink.context, text, strlen(text));
}

__attribute__((format(printf, 2, 3))) static void print(const struct drawing *drawing,
                                                        const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    CHECK(length >= 0 && (size_t)length < sizeof text);
    drawing->sink.write(drawing->sink.context, text, (size_t)length);
}

static void put_escaped(const struct drawing *drawing, const char *text)
{
    for (; *text; text++) {
        if (*text == '&')
            put(drawing, "&amp;");
        else if (*text == '<')
            put(drawing, "&lt;");
        else if (*text == '>')
            put(drawing, "&gt;");
        else
            drawing->sink.write(drawing->sink.context, text, 1);
    }
}

/* The direction of a line from the end that is named first. */
static enum direction line_direction(const struct board *board, const struct line *line)
{
    const struct junction *a = &board->junction[line->a], *b = &board->junction[line->b];
    return a->column == b->column ? SOUTH_WEST : a->row == b->row ? EAST : SOUTH_EAST;
}

/* ---- Reusable symbols ------------------------------------------------------------------------ */

/*
 * Returns the point at the distance `along` a line that begins at 0,0, and at the distance `across`
 * from it.
 */
static struct point beside_line(enum direction direction, int along, int across)
{
    static const struct point ahead[LINE_DIRECTIONS] = {
        {UNIT, 0}, {HALF_COLUMN, ROW_HEIGHT}, {-HALF_COLUMN, ROW_HEIGHT}};
    static const struct point sideways[LINE_DIRECTIONS] = {
        {0, UNIT}, {-ROW_HEIGHT, HALF_COLUMN}, {-ROW_HEIGHT, -HALF_COLUMN}};
    return (struct point){
        (ahead[direction].x * along + sideways[direction].x * across) / UNIT,
        (ahead[direction].y * along + sideways[direction].y * across) / UNIT,
    };
}

static void define_stroke(const struct drawing *drawing, enum direction direction, int across)
{
    const struct point from = beside_line(direction, 0, across);
    const struct point to = beside_line(direction, UNIT, across);
    print(drawing, "M%d %dL%d %d", from.x, from.y, to.x, to.y);
}

/* Defines one half of a ferry: a wave of four arcs between two points of its line. */
static void define_wave(const struct drawing *drawing, enum direction direction, int from, int to)
{
    enum { ARCS = 4, HEIGHT = 120 };
    const int arc = (to - from) / ARCS;
    const struct point start = beside_line(direction, from, 0);
    const struct point bend = beside_line(direction, from + arc / 2, HEIGHT);
    print(drawing, "M%d %dQ%d %d", start.x, start.y, bend.x, bend.y);
    for (int i = 1; i <= ARCS; i++) {
        const struct point end = beside_line(direction, from + i * arc, 0);
        print(drawing, "%s%d %d", i == 1 ? " " : "T", end.x, end.y);
    }
}

/*
 * Defines the water under a ferry: its corners are the ends of the line and the centres of the
 * triangles on both sides.
 */
static void define_strait(const struct drawing *drawing, enum direction direction)
{
    const struct point one = beside_line(direction, UNIT / 2, 300);
    const struct point other = beside_line(direction, UNIT / 2, -300);
    const struct point end = beside_line(direction, UNIT, 0);
    print(drawing, "<path id=\"strait%u\" d=\"M0 0L%d %d %d %d %d %dZ\"/>\n", (unsigned)direction,
          one.x, one.y, end.x, end.y, other.x, other.y);
}

static void define_signs(const struct drawing *drawing)
{
    put(drawing, "<defs>\n");
    for (unsigned i = 0; i < LINE_DIRECTIONS; i++) {
        const enum direction direction = (enum direction)i;
        print(drawing, "<path id=\"single%u\" d=\"", i);
        define_stroke(drawing, direction, 0);
        print(drawing, "\"/>\n<path id=\"double%u\" d=\"", i);
        define_stroke(drawing, direction, -45);
        define_stroke(drawing, direction, 45);
        print(drawing, "\"/>\n<path id=\"ferry%u\" d=\"", i);
        define_wave(drawing, direction, 90, 450);
        define_wave(drawing, direction, 550, 910);
        put(drawing, "\"/>\n");
        define_strait(drawing, direction);
    }
    put(drawing, "<path id=\"cell\" d=\"M0-582L504-291V291L0 582-504 291V-291Z\"/>\n");
    put(drawing, group_signs);
    put(drawing, "</defs>\n");
}

/* ---- The sheet and its frame ---- */

static void measure(struct drawing *drawing)
{
    struct box extent = {0, 0, 0, 0};
    for (unsigned i = 0; i < drawing->board->junctions; i++) {
        const struct point point = junction_point(&drawing->board->junction[i]);
        if (i == 0)
            extent = (struct box){point.x, point.y, point.x, point.y};
        extent.left = point.x < extent.left ? point.x : extent.left;
        extent.right = point.x > extent.right ? point.x : extent.right;
        extent.top = point.y < extent.top ? point.y : extent.top;
        extent.bottom = point.y > extent.bottom ? point.y : extent.bottom;
    }
    drawing->face = (struct box){extent.left - FACE_MARGIN_X, extent.top - FACE_MARGIN_Y,
                                 extent.right + FACE_MARGIN_X, extent.bottom + FACE_MARGIN_Y};
}

static void put_box(const struct drawing *drawing, const char *class, struct box box, int grow)
{
    print(drawing, "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>\n", class,
          box.left - grow, box.top - grow, box.right - box.left + 2 * grow,
          box.bottom - box.top + 2 * grow);
}

static void put_label(const struct drawing *drawing, const char *class, int x, int y,
                      const char *text)
{
    print(drawing, "<text class=\"%s\" x=\"%d\" y=\"%d\">", class, x, y);
    put_escaped(drawing, text);
    put(drawing, "</text>\n");
}

/*
 * The guide of a column ends at the top or right edge of the face, and at the bottom or left edge.
 */
static void put_column(const struct drawing *drawing, unsigned column)
{
    const struct box face = drawing->face;
    const int x = UNIT * (int)column; /* where the column crosses the first row */
    const int drop = 94;              /* from the middle of a letter to its baseline */
    struct point top = {x - face.top * HALF_COLUMN / ROW_HEIGHT, face.top};
    struct point bottom = {x - face.bottom * HALF_COLUMN / ROW_HEIGHT, face.bottom};
    struct point above = {top.x + BAND / 4, top.y - BAND / 2};
    struct point below = {bottom.x - BAND / 4, bottom.y + BAND / 2};
    if (top.x > face.right) {
        top = (struct point){face.right, (x - face.right) * ROW_HEIGHT / HALF_COLUMN};
        above = (struct point){top.x + BAND / 2, top.y};
    }
    if (bottom.x < face.left) {
        bottom = (struct point){face.left, (x - face.left) * ROW_HEIGHT / HALF_COLUMN};
        below = (struct point){bottom.x - BAND / 2, bottom.y};
    }
    const char letter[] = {(char)('A' + column), '\0'};
    print(drawing, "<path class=\"guide\" d=\"M%d %dL%d %d\"/>\n", top.x, top.y, bottom.x,
          bottom.y);
    put_label(drawing, "column", above.x, above.y + drop, letter);
    put_label(drawing, "column", below.x, below.y + drop, letter);
}

static void put_row(const struct drawing *drawing, unsigned row)
{
    const struct box face = drawing->face;
    const int y = ROW_HEIGHT * (int)row;
    char number[8];
    snprintf(number, sizeof number, "%u", row + 1);
    print(drawing, "<path class=\"guide\" d=\"M%d %dH%d\"/>\n", face.left, y, face.right);
    put_label(drawing, "row", face.left - BAND / 2, y + 94, number);
    put_label(drawing, "row", face.right + BAND / 2, y + 94, number);
}

static void put_cells(const struct drawing *drawing)
{
    for (unsigned i = 0; i < drawing->board->junctions; i++) {
        const struct junction *junction = &drawing->board->junction[i];
        const struct point point = junction_point(junction);
        print(drawing, "<use href=\"#cell\" class=\"%s\" x=\"%d\" y=\"%d\"/>\n",
              junction->at_sea ? "sea" : "land", point.x, point.y);
    }
    for (unsigned i = 0; i < drawing->board->lines; i++) {
        const struct line *line = &drawing->board->line[i];
        const struct point point = junction_point(&drawing->board->junction[line->a]);
        if (line->kind == LINE_FERRY)
            print(drawing, "<use href=\"#strait%u\" class=\"sea\" x=\"%d\" y=\"%d\"/>\n",
                  (unsigned)line_direction(drawing->board, line), point.x, point.y);
    }
}

static void put_frame(const struct drawing *drawing)
{
    const struct board *board = drawing->board;
    unsigned first_column = COLUMNS_MAX, last_column = 0, first_row = ROWS_MAX, last_row = 0;
    for (unsigned i = 0; i < board->junctions; i++) {
        const unsigned column = board->junction[i].column, row = board->junction[i].row;
        first_column = column < first_column ? column : first_column;
        last_column = column > last_column ? column : last_column;
        first_row = row < first_row ? row : first_row;
        last_row = row > last_row ? row : last_row;
    }
    put_box(drawing, "frame", drawing->face, BAND);
    put_box(drawing, "face", drawing->face, 0);
    for (unsigned column = first_column; column <= last_column; column++)
        put_column(drawing, column);
    for (unsigned row = first_row; row <= last_row; row++)
        put_row(drawing, row);
    /* on top of the guides, so that none is visible between the strokes of a double line */
    put_cells(drawing);
}

/* ---- The board ---- */

static void put_lines(const struct drawing *drawing)
{
    const struct board *board = drawing->board;
    for (unsigned i = 0; i < board->lines; i++) {
        const struct line *line = &board->line[i];
        const struct junction *a = &board->junction[line->a], *b = &board->junction[line->b];
        const struct point point = junction_point(a);
        const char *class = line_kind_names[line->kind];
        print(drawing,
              "<use href=\"#%s%u\" class=\"%s\" x=\"%d\" y=\"%d\"><title>%s-%s</title></use>\n",
              class, (unsigned)line_direction(board, line), class, point.x, point.y, a->name,
              b->name);
    }
}

static void put_dots(const struct drawing *drawing)
{
    for (unsigned i = 0; i < drawing->board->junctions; i++) {
        const struct junction *junction = &drawing->board->junction[i];
        const struct point point = junction_point(junction);
        if (junction->city != CITY_NONE)
            continue;
        print(drawing,
              "<circle class=\"%s\" cx=\"%d\" cy=\"%d\" r=\"%d\"><title>%s</title></circle>\n",
              junction->at_sea ? "dot-sea" : "dot", point.x, point.y, DOT_RADIUS, junction->name);
    }
}

static void put_city(const struct drawing *drawing, const char *group, bool dashed,
                     struct point point)
{
    print(drawing,
          "<use href=\"#%s\" class=\"halo\" x=\"%d\" y=\"%d\"/>"
          "<use href=\"#%s\" class=\"city %s%s\" x=\"%d\" y=\"%d\"/>",
          group, point.x, point.y, group, dashed ? "dashed " : "", group, point.x, point.y);
}

static void put_name(const struct drawing *drawing, const struct label *label, const char *name)
{
    static const char *const class[] = {"name start", "name", "name end"};
    const int x[] = {label->box.left, (label->box.left + label->box.right) / 2, label->box.right};
    const int middle = (label->box.top + label->box.bottom) / 2;
    put_label(drawing, class[label->anchor], x[label->anchor], middle + NAME_SIZE * 36 / 100, name);
}

static void put_cities(const struct drawing *drawing)
{
    const struct board *board = drawing->board;
    struct label label[CITIES_MAX];
    board_labels_place(board, drawing->face, label);
    for (unsigned i = 0; i < board->cities; i++) {
        const struct city *city = &board->city[i];
        const struct junction *junction = &board->junction[city->junction];
        put(drawing, "<g>");
        put_city(drawing, group_names[city->group], city->dashed, junction_point(junction));
        put(drawing, "<title>");
        put_escaped(drawing, city->name);
        print(drawing, ", %s, %s</title></g>\n", junction->name, group_names[city->group]);
    }
    for (unsigned i = 0; i < board->cities; i++)
        put_name(drawing, &label[i], board->city[i].name);
}

/* ---- Title and legend ---- */

static void put_title(const struct drawing *drawing)
{
    const struct board *board = drawing->board;
    const int x = drawing->face.left - BAND, y = drawing->face.top - BAND;
    put_label(drawing, "title", x, y - 790, board->name);
    print(drawing,
          "<text class=\"facts\" x=\"%d\" y=\"%d\">%u junctions, %u lines, %u cities, %u tracks; "
          "rule set %s</text>\n",
          x, y - 280, board->junctions, board->lines, board->cities, board->tracks,
          board->ruleset == RULESET_TRANSAMERICA ? "transamerica" : "transeuropa");
}

enum { LEGEND_CITY, LEGEND_DASHED, LEGEND_LINE, LEGEND_SEA };

struct legend_item {
    uint8_t sign;
    uint8_t which; /* a group for cities, a kind of line for lines */
    const char *text;
};

static int legend_sign_width(const struct legend_item *item)
{
    return item->sign == LEGEND_LINE ? UNIT : LEGEND_SIGN;
}

static void put_legend_item(const struct drawing *drawing, const struct legend_item *item, int x,
                            int y)
{
    const struct point middle = {x + LEGEND_SIGN / 2, y};
    if (item->sign == LEGEND_LINE)
        print(drawing, "<use href=\"#%s0\" class=\"%s\" x=\"%d\" y=\"%d\"/>",
              line_kind_names[item->which], line_kind_names[item->which], x, y);
    else if (item->sign == LEGEND_SEA)
        print(drawing, "<circle class=\"dot-sea\" cx=\"%d\" cy=\"%d\" r=\"%d\"/>", middle.x,
              middle.y, DOT_RADIUS);
    else
        put_city(drawing, group_names[item->which], item->sign == LEGEND_DASHED, middle);
    put_label(drawing, "key", x + legend_sign_width(item) + LEGEND_SPACE, y + 98, item->text);
}

/* The legend contains only what is on the board. */
static bool legend_has(const struct board *board, const struct legend_item *item)
{
    const struct line_set *const lines[] = {&board->single_lines, &board->double_lines,
                                            &board->ferry_lines};
    if (item->sign == LEGEND_LINE)
        return !line_set_is_empty(lines[item->which]);
    bool sea = false, dashed = false;
    for (unsigned i = 0; i < board->junctions; i++)
        sea |= board->junction[i].at_sea;
    for (unsigned i = 0; i < board->cities; i++)
        dashed |= board->city[i].dashed;
    return (item->sign != LEGEND_SEA || sea) && (item->sign != LEGEND_DASHED || dashed);
}

/* Lays out the legend in rows as wide as the frame, and draws it if `draw`.  Returns its height. */
static int set_legend(const struct drawing *drawing, bool draw)
{
    static const struct legend_item items[] = {
        {LEGEND_CITY, GROUP_GREEN, "green group"},
        {LEGEND_CITY, GROUP_BLUE, "blue group"},
        {LEGEND_CITY, GROUP_YELLOW, "yellow group"},
        {LEGEND_CITY, GROUP_ORANGE, "orange group"},
        {LEGEND_CITY, GROUP_RED, "red group"},
        {LEGEND_DASHED, GROUP_GREEN, "dashed outline: not for 2 or 3 players"},
        {LEGEND_LINE, LINE_SINGLE, "single line, costs 1"},
        {LEGEND_LINE, LINE_DOUBLE, "double line, costs 2"},
        {LEGEND_LINE, LINE_FERRY, "ferry, two halves of 1"},
        {LEGEND_SEA, 0, "junction at sea"},
    };
    const int left = drawing->face.left - BAND, right = drawing->face.right + BAND;
    int x = left, y = drawing->face.bottom + BAND + LEGEND_TOP;
    for (unsigned i = 0; i < sizeof items / sizeof items[0]; i++) {
        if (!legend_has(drawing->board, &items[i]))
            continue;
        const int width = legend_sign_width(&items[i]) + LEGEND_SPACE +
                          board_text_width(items[i].text, LEGEND_SIZE);
        if (x > left && x + width > right) {
            x = left;
            y += LEGEND_ROW;
        }
        if (draw)
            put_legend_item(drawing, &items[i], x, y);
        x += width + LEGEND_GAP;
    }
    return y + LEGEND_ROW / 2 - drawing->face.bottom - BAND;
}

void board_svg(const struct board *board, struct svg_sink sink)
{
    struct drawing drawing = {.board = board, .sink = sink};
    measure(&drawing);
    struct box sheet = drawing.face;
    sheet.left -= BAND + SHEET_MARGIN;
    sheet.right += BAND + SHEET_MARGIN;
    sheet.top -= BAND + TITLE_HEIGHT + SHEET_MARGIN;
    sheet.bottom += BAND + SHEET_MARGIN + set_legend(&drawing, false);
    const int width = sheet.right - sheet.left, height = sheet.bottom - sheet.top;
    print(&drawing,
          "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
          "viewBox=\"%d %d %d %d\" role=\"img\">\n<title>",
          width / 14, height / 14, sheet.left, sheet.top, width, height);
    put_escaped(&drawing, board->name);
    put(&drawing, "</title>\n");
    put(&drawing, style);
    define_signs(&drawing);
    put_box(&drawing, "sheet", sheet, 0);
    put_frame(&drawing);
    put_lines(&drawing);
    put_dots(&drawing);
    put_cities(&drawing);
    put_title(&drawing);
    set_legend(&drawing, true);
    put(&drawing, "</svg>\n");
}
