/* Describes a junction and the lines at it in words, for people who cannot use a map. */
#include "rules/notation.h"
#include "terminal/drawing/cities.h"
#include "terminal/drawing/obstacles.h"
#include "terminal/line_mode/say.h"
#include "words/language.h"

static const char *const directions[DIRECTIONS] = {
    [EAST] = N_("east"), [SOUTH_EAST] = N_("south-east"), [SOUTH_WEST] = N_("south-west"),
    [WEST] = N_("west"), [NORTH_WEST] = N_("north-west"), [NORTH_EAST] = N_("north-east"),
};

/* Returns the kind of a free line, or of the track on it, in words. */
static const char *line_state(unsigned kind, unsigned track)
{
    const unsigned first = track & 15U, second = track >> 4;
    if (kind == LINE_FERRY)
        return first == TRACK_NONE    ? _("a free ferry")
               : second == TRACK_NONE ? _("a half-built ferry")
                                      : _("a finished ferry");
    if (first != TRACK_NONE)
        return first == TRACK_BLACK ? _("track") : _("a private track");
    return kind == LINE_DOUBLE ? _("a free double line") : _("a free single line");
}

static void print_place(const struct speaker *speaker, const struct table *table, unsigned number)
{
    const struct board *board = speaker->source->board;
    const struct junction *junction = &board->junction[number];
    line_terminal_print(speaker->terminal, "%s", junction->name);
    if (cities_is_in_game(board, junction->city, table->seats))
        line_terminal_print(speaker->terminal, " %s, %s", say_city(speaker, junction->city),
                            _(group_names[board->city[junction->city].group]));
    else if (junction->at_sea)
        line_terminal_print(speaker->terminal, "%s", _(", at sea"));
}

/* Prints whether the reader can build from the junction. */
static void print_network(const struct speaker *speaker, const struct table *table, unsigned reader,
                          unsigned number)
{
    struct obstacles obstacles;
    if (reader == SEAT_NONE || table->marker[reader] == JUNCTION_NONE)
        return;
    obstacles_find(&obstacles, table, speaker->source->board, reader);
    for (unsigned seat = 0; seat < table->seats; seat++) {
        if ((obstacles.markers >> seat & 1) && table->marker[seat] == number) {
            line_terminal_print(speaker->terminal, "%s", _(", in your way"));
            return;
        }
    }
    if (junction_set_has(&obstacles.behind, number))
        line_terminal_print(speaker->terminal, "%s",
                            _(", in your network, but behind a start marker"));
    else if (junction_set_has(table_reach(table, reader), number))
        line_terminal_print(speaker->terminal, "%s", _(", in your network"));
}

void say_junction(const struct speaker *speaker, const struct table *table, unsigned reader,
                  unsigned number)
{
    const struct board *board = speaker->source->board;
    print_place(speaker, table, number);
    for (unsigned seat = 0; seat < table->seats; seat++) {
        char name[SAY_NAME_SIZE];
        if (table->marker[seat] == number)
            line_terminal_print(speaker->terminal, _(", the start marker of %s"),
                                say_name(speaker, seat, name));
    }
    print_network(speaker, table, reader, number);
    line_terminal_print(speaker->terminal, "\n");
    for (unsigned direction = 0; direction < DIRECTIONS; direction++) {
        const unsigned line = board->line_at[number][direction];
        if (line == LINE_NONE)
            continue;
        line_terminal_print(speaker->terminal, "  %s: %s, ", _(directions[direction]),
                            line_state(board->line[line].kind, table->track[line]));
        print_place(speaker, table, line_other_end(&board->line[line], number));
        line_terminal_print(speaker->terminal, "\n");
    }
}
