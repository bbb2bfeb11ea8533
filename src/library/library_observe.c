/* What a seat knows as an array of numbers; include/railhead/position.h documents them. */
#include "library/library.h"

static const float MOST_MISSING = 2; /* of a single line */

size_t observe_size(const struct board *board, unsigned seats)
{
    return (1 + 2 * (size_t)seats) * board->junctions + 2 * (size_t)board->lines +
           2 * (size_t)seats + 3;
}

static float *add_junctions(float *number, const struct board *board,
                            const struct junction_set *set)
{
    for (unsigned junction = 0; junction < board->junctions; junction++)
        *number++ = junction_set_has(set, junction);
    return number;
}

static float *add_marker(float *number, const struct board *board, unsigned marker)
{
    memset(number, 0, board->junctions * sizeof *number);
    if (marker != JUNCTION_NONE)
        number[marker] = 1;
    return number + board->junctions;
}

static float *add_lines(float *number, const struct railhead_position *position, unsigned seat)
{
    const struct board *board = position->board;
    const struct table *table = &position->position.table;
    struct choices choices;
    memset(&choices, 0, sizeof choices);
    if (table->phase == PHASE_PLAYING && table->to_move == seat)
        action_choices(position, &choices);
    line_set_unite(&choices.black, &choices.coloured);
    for (unsigned line = 0; line < board->lines; line++)
        *number++ = (float)table_missing(table, board, seat, line) / MOST_MISSING;
    for (unsigned line = 0; line < board->lines; line++)
        *number++ = line_set_has(&choices.black, line);
    return number;
}

static float share(int part, int whole)
{
    return whole != 0 ? (float)part / (float)whole : 0;
}

void observe(const struct railhead_position *position, unsigned seat, float *number)
{
    const struct board *board = position->board;
    const struct table *table = &position->position.table;
    struct junction_set cities;
    hand_junctions(&position->position.hand[seat], board, &cities);
    number = add_junctions(number, board, &cities);
    for (unsigned i = 0; i < table->seats; i++)
        number = add_junctions(number, board, table_reach(table, (seat + i) % table->seats));
    for (unsigned i = 0; i < table->seats; i++)
        number = add_marker(number, board, table->marker[(seat + i) % table->seats]);
    number = add_lines(number, position, seat);
    for (unsigned i = 0; i < table->seats; i++)
        *number++ = share(table->points[(seat + i) % table->seats], board->start_points);
    for (unsigned i = 0; i < table->seats; i++)
        *number++ = share(table->coloured[(seat + i) % table->seats], board->coloured_tracks);
    *number++ = table->phase == PHASE_PLAYING && table->to_move == seat;
    *number++ = share(position->entered.tracks, TURN_TRACKS_MAX);
    *number++ = share(table->supply, board->tracks);
}

enum railhead_status railhead_position_observe(const struct railhead_position *position,
                                               uint32_t seat, float *number, size_t room,
                                               size_t *numbers, struct railhead_error *error)
{
    if (position == NULL)
        return library_bad(error, "position");
    if (seat >= position->position.table.seats)
        return library_bad(error, "seat");
    const size_t size = observe_size(position->board, position->position.table.seats);
    if (numbers != NULL)
        *numbers = size;
    if (number == NULL || room < size)
        return numbers != NULL ? RAILHEAD_OK : library_bad(error, "room");
    observe(position, seat, number);
    return RAILHEAD_OK;
}
