/*
 * Places labels by a simple local search: every name has a fixed list of candidate places around
 * its city, each with a cost.  Names move to their cheapest place in turn until none moves.
 */
#include "board_file/board_labels.h"

enum {
    LABEL_HEIGHT = NAME_SIZE,
    PLACE_RIGHT = 0,
    PLACE_LEFT = 1,
    PLACES = 26,
    SWEEPS_MAX = 12,

    /*
     * Costs.  Overlapping another name, or leaving the drawing, is worse than crossing any number
     * of lines.
     */
    COST_OVERLAP = 40000,
    COST_CITY = 20000,
    COST_NEAR_CITY = 900,
    COST_DOT = 700,
    COST_LINE_STEP = 24,
    LINE_STEPS = 24,
};

int board_text_width(const char *text, int size)
{
    int sum = 0; /* in hundredths of the font size */
    for (; *text; text++) {
        const unsigned char byte = (unsigned char)*text;
        if (byte >= 0xe2)
            sum += 100; /* wide scripts begin about here */
        else if (byte >= 0xc0)
            sum += 66;
        else if (byte >= 0x80)
            continue; /* a continuation byte */
        else if (byte == 'i' || byte == 'j' || byte == 'l' || byte == ' ' || byte == '.')
            sum += 36;
        else if (byte == 'f' || byte == 'r' || byte == 't' || byte == 'I' || byte == '-')
            sum += 47;
        else if (byte == 'm' || byte == 'w' || byte == 'M' || byte == 'W')
            sum += 101;
        else
            sum += byte >= 'A' && byte <= 'Z' ? 76 : 66;
    }
    return sum * size / 100;
}

static struct box grown(struct box box, int by)
{
    return (struct box){box.left - by, box.top - by, box.right + by, box.bottom + by};
}

static bool boxes_meet(struct box one, struct box other)
{
    return one.left < other.right && other.left < one.right && one.top < other.bottom &&
           other.top < one.bottom;
}

static bool box_holds(struct box box, int x, int y)
{
    return x > box.left && x < box.right && y > box.top && y < box.bottom;
}

static struct box box_around(struct point point, int radius)
{
    return grown((struct box){point.x, point.y, point.x, point.y}, radius);
}

/* Returns the box of a name of this width at one of the PLACES; preferred places come first. */
static struct box place_box(struct point city, int width, unsigned place)
{
    /* Level with the city, to the right or left; then in the bands below and above its row. */
    static const int bands[] = {420, -420, 350, -350};
    static const int shifts[] = {50,  75, 25,
                                 100, 0,  110}; /* to the left, in hundredths of the width */
    int left, middle;
    if (place == PLACE_RIGHT || place == PLACE_LEFT) {
        left =
            place == PLACE_RIGHT ? city.x + CITY_RADIUS + 100 : city.x - CITY_RADIUS - 100 - width;
        middle = city.y;
    } else {
        const unsigned band = (place - 2) % 4, shift = (place - 2) / 4;
        left = city.x - width * shifts[shift] / 100;
        if (shifts[shift] == 0)
            left -= CITY_RADIUS / 2;
        if (shifts[shift] == 100)
            left += CITY_RADIUS / 2;
        middle = city.y + bands[band];
    }
    return (struct box){left, middle - LABEL_HEIGHT / 2, left + width, middle + LABEL_HEIGHT / 2};
}

static int cost_of_lines(const struct board *board, struct box box)
{
    int cost = 0;
    for (unsigned i = 0; i < board->lines; i++) {
        const struct point a = junction_point(&board->junction[board->line[i].a]);
        const struct point b = junction_point(&board->junction[board->line[i].b]);
        const struct box line = {a.x < b.x ? a.x : b.x, a.y, a.x < b.x ? b.x : a.x, b.y};
        if (!boxes_meet(grown(line, 1), box))
            continue;
        const int step = board->line[i].kind == LINE_SINGLE ? COST_LINE_STEP : COST_LINE_STEP * 2;
        for (int t = 0; t <= LINE_STEPS; t++) {
            const int x = a.x + (b.x - a.x) * t / LINE_STEPS;
            const int y = a.y + (b.y - a.y) * t / LINE_STEPS;
            cost += box_holds(box, x, y) ? step : 0;
        }
    }
    return cost;
}

/* Returns the part of a place's cost that does not depend on other names. */
static int fixed_cost(const struct board *board, struct box face, unsigned city, struct box box)
{
    int cost = cost_of_lines(board, box);
    for (unsigned i = 0; i < board->junctions; i++) {
        const struct point point = junction_point(&board->junction[i]);
        if (boxes_meet(box_around(point, DOT_RADIUS), box))
            cost += COST_DOT;
        if (board->junction[i].city == CITY_NONE)
            continue;
        if (board->junction[i].city == city)
            cost += boxes_meet(box_around(point, CITY_RADIUS), box) ? COST_NEAR_CITY : 0;
        else if (boxes_meet(box_around(point, CITY_RADIUS), box))
            cost += COST_CITY;
        else if (boxes_meet(box_around(point, CITY_RADIUS + 130), box))
            cost += COST_NEAR_CITY;
    }
    const struct box room = grown(face, -60);
    if (box.left < room.left || box.right > room.right || box.top < room.top ||
        box.bottom > room.bottom)
        cost += COST_OVERLAP;
    return cost;
}

struct placement {
    int width[CITIES_MAX];
    int cost[CITIES_MAX][PLACES];
    uint8_t place[CITIES_MAX];
};

static struct box current_box(const struct board *board, const struct placement *placement,
                              unsigned city)
{
    const struct junction *junction = &board->junction[board->city[city].junction];
    return place_box(junction_point(junction), placement->width[city], placement->place[city]);
}

/* Moves a name to its cheapest place among the others.  Returns true if it moved. */
static bool improve(const struct board *board, struct placement *placement, unsigned city)
{
    const unsigned before = placement->place[city];
    unsigned best = before;
    int best_cost = 0;
    for (unsigned place = 0; place < PLACES; place++) {
        placement->place[city] = (uint8_t)place;
        const struct box box = grown(current_box(board, placement, city), 40);
        int cost = placement->cost[city][place];
        for (unsigned other = 0; other < board->cities; other++) {
            if (other != city && boxes_meet(box, current_box(board, placement, other)))
                cost += COST_OVERLAP;
        }
        if (place == 0 || cost < best_cost) {
            best = place;
            best_cost = cost;
        }
    }
    placement->place[city] = (uint8_t)best;
    return best != before;
}

void board_labels_place(const struct board *board, struct box face, struct label label[CITIES_MAX])
{
    struct placement placement = {0};
    for (unsigned city = 0; city < board->cities; city++) {
        placement.width[city] = board_text_width(board->city[city].name, NAME_SIZE);
        for (unsigned place = 0; place < PLACES; place++) {
            placement.place[city] = (uint8_t)place;
            placement.cost[city][place] =
                fixed_cost(board, face, city, current_box(board, &placement, city));
        }
    }
    bool moved = true;
    for (unsigned sweep = 0; moved && sweep < SWEEPS_MAX; sweep++) {
        moved = false;
        for (unsigned city = 0; city < board->cities; city++)
            moved |= improve(board, &placement, city);
    }
    for (unsigned city = 0; city < board->cities; city++) {
        const unsigned place = placement.place[city];
        label[city].box = current_box(board, &placement, city);
        label[city].anchor = place == PLACE_RIGHT  ? ANCHOR_START
                             : place == PLACE_LEFT ? ANCHOR_END
                                                   : ANCHOR_MIDDLE;
    }
}
