/* Derives fields from a board's plain ones, and looks things up by name. */
#include "board/board.h"

#include <string.h>

#include "base/check.h"

static enum direction direction_of(const struct board *board, unsigned from, unsigned to)
{
    static const int8_t step[DIRECTIONS][2] = {{1, 0}, {1, 1}, {0, 1}, {-1, 0}, {-1, -1}, {0, -1}};
    const int columns = board->junction[to].column - board->junction[from].column;
    const int rows = board->junction[to].row - board->junction[from].row;
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        if (step[direction][0] == columns && step[direction][1] == rows)
            return (enum direction)direction;
    }
    CHECK(!"a line joins lattice neighbours");
}

static void add_incidence(struct incidence *incidence, unsigned line)
{
    unsigned i = 0;
    while (i < incidence->words && incidence->word[i] != line >> 6)
        i++;
    if (i == incidence->words)
        incidence->word[incidence->words++] = (uint8_t)(line >> 6);
    incidence->mask[i] |= UINT64_C(1) << (line & 63);
}

static void derive_lines(struct board *board)
{
    memset(board->incidence, 0, sizeof board->incidence);
    memset(board->line_at, 0xff, sizeof board->line_at);
    memset(&board->all_lines, 0, sizeof board->all_lines);
    memset(&board->single_lines, 0, sizeof board->single_lines);
    memset(&board->double_lines, 0, sizeof board->double_lines);
    memset(&board->ferry_lines, 0, sizeof board->ferry_lines);
    struct line_set *by_kind[] = {&board->single_lines, &board->double_lines, &board->ferry_lines};
    for (unsigned i = 0; i < board->lines; i++) {
        struct line *line = &board->line[i];
        line->cost = line->kind == LINE_SINGLE ? 1 : 2;
        line_set_add(&board->all_lines, i);
        line_set_add(by_kind[line->kind], i);
        board->line_at[line->a][direction_of(board, line->a, line->b)] = (uint16_t)i;
        board->line_at[line->b][direction_of(board, line->b, line->a)] = (uint16_t)i;
        add_incidence(&board->incidence[line->a], i);
        add_incidence(&board->incidence[line->b], i);
    }
    board->single_or_ferry_lines = board->single_lines;
    line_set_unite(&board->single_or_ferry_lines, &board->ferry_lines);
}

static void add_cards(struct board *board, bool dashed)
{
    for (unsigned i = 0; i < board->cities; i++) {
        const struct city *city = &board->city[i];
        if ((city->dashed != 0) != dashed)
            continue;
        CHECK(board->cards[city->group] < GROUP_CARDS_MAX);
        board->card[city->group][board->cards[city->group]++] = (uint8_t)i;
        board->plain_cards[city->group] = (uint8_t)(board->plain_cards[city->group] + !dashed);
    }
}

static void derive_cities(struct board *board)
{
    memset(board->card, CITY_NONE, sizeof board->card);
    memset(board->cards, 0, sizeof board->cards);
    memset(board->plain_cards, 0, sizeof board->plain_cards);
    for (unsigned i = 0; i < board->junctions; i++)
        board->junction[i].city = CITY_NONE;
    for (unsigned i = 0; i < board->cities; i++)
        board->junction[board->city[i].junction].city = (uint8_t)i;
    add_cards(board, false);
    add_cards(board, true);
}

void board_derive(struct board *board)
{
    CHECK(board->junctions <= JUNCTIONS_MAX && board->lines <= LINES_MAX);
    CHECK(board->cities <= CITIES_MAX);
    derive_lines(board);
    derive_cities(board);
}

static bool same_text(const char *name, const char *text, size_t length)
{
    return strlen(name) == length && memcmp(name, text, length) == 0;
}

/*
 * Names are padded with NULs, so comparing four bytes is enough and needs no call.  No other lookup
 * is as frequent.
 */
static bool same_name(const char one[JUNCTION_NAME_SIZE], const char other[JUNCTION_NAME_SIZE])
{
    return one[0] == other[0] && one[1] == other[1] && one[2] == other[2] && one[3] == other[3];
}

unsigned board_find_junction(const struct board *board, const char *name, size_t length)
{
    char wanted[JUNCTION_NAME_SIZE] = "";
    if (length == 0 || length >= sizeof wanted)
        return JUNCTION_NONE;
    memcpy(wanted, name, length);
    for (unsigned i = 0; i < board->junctions; i++) {
        if (same_name(board->junction[i].name, wanted))
            return i;
    }
    return JUNCTION_NONE;
}

unsigned board_find_city(const struct board *board, const char *id, size_t length)
{
    for (unsigned i = 0; i < board->cities; i++) {
        if (same_text(board->city[i].id, id, length))
            return i;
    }
    return CITY_NONE;
}

unsigned board_find_line(const struct board *board, unsigned one, unsigned other)
{
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        const unsigned line = board->line_at[one][direction];
        if (line != LINE_NONE && line_other_end(&board->line[line], one) == other)
            return line;
    }
    return LINE_NONE;
}
