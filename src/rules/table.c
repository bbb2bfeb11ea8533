/* Bookkeeping of the table: tracks, markers, networks.  Does not check the rules. */
#include "rules/table.h"

#include <string.h>

#include "base/check.h"
#include "rules/network.h"

_Static_assert(sizeof(struct table) == SEATS_MAX * sizeof(struct junction_set) +
                                           (SEATS_MAX + 1) * sizeof(struct line_set) + 6 +
                                           4 * SEATS_MAX + 8 + 3 * SEATS_MAX + SEATS_MAX * GROUPS +
                                           LINES_MAX + 5,
               "a table has no padding");

void table_init(struct table *table, const struct board *board, unsigned seats, unsigned variants)
{
    CHECK(seats >= SEATS_MIN && seats <= SEATS_MAX);
    CHECK((variants & ~(unsigned)VARIANTS_ALL) == 0);
    memset(table, 0, sizeof *table);
    table->seats = (uint8_t)seats;
    table->variants = (uint8_t)variants;
    table->phase = PHASE_DEALING;
    table->barrier = board->end_points; /* B2, B5 */
    for (unsigned seat = 0; seat < seats; seat++)
        table->points[seat] = board->start_points; /* S7 */
    memset(table->marker, JUNCTION_NONE, sizeof table->marker);
    memset(table->shown, CITY_NONE, sizeof table->shown);
}

void table_begin_round(struct table *table, const struct board *board, unsigned first)
{
    memset(table->reach, 0, sizeof table->reach);
    memset(table->touch, 0, sizeof table->touch);
    memset(table->track, TRACK_NONE, sizeof table->track);
    memset(table->lost, 0, sizeof table->lost);
    memset(table->marker, JUNCTION_NONE, sizeof table->marker);
    memset(table->shown, CITY_NONE, sizeof table->shown);
    table->open = board->all_lines;
    table->round++;
    table->supply = board->tracks;
    table->phase = PHASE_PLAYING;
    table->first = table->to_move = (uint8_t)first;
    table->passes = 0;
    table->connected = 0;
    const bool colours = table_has_colours(table, board);
    for (unsigned seat = 0; seat < table->seats; seat++) {
        table->network[seat] = (uint8_t)seat;
        table->coloured[seat] = colours ? board->coloured_tracks : 0;
    }
}

unsigned table_next_first(const struct table *table)
{
    return (table->first + 1U) % table->seats;
}

bool table_has_colours(const struct table *table, const struct board *board)
{
    return board->ruleset == RULESET_TRANSEUROPA || (table->variants & VARIANT_PRIVATE_TRACKS);
}

static unsigned first_piece(const struct table *table, unsigned line)
{
    return table->track[line] & 15U;
}

static unsigned second_piece(const struct table *table, unsigned line)
{
    return table->track[line] >> 4;
}

bool table_is_usable(const struct table *table, const struct board *board, unsigned seat,
                     unsigned line)
{
    const unsigned first = first_piece(table, line);
    const unsigned second = second_piece(table, line);
    const unsigned own = seat + 1;
    if (board->line[line].kind != LINE_FERRY)
        return first == TRACK_BLACK || first == own; /* N2, X1 */
    if (first == TRACK_NONE || second == TRACK_NONE)
        return false;                                                                      /* F4 */
    return first == TRACK_BLACK || second == TRACK_BLACK || first == own || second == own; /* F5 */
}

unsigned table_missing(const struct table *table, const struct board *board, unsigned seat,
                       unsigned line)
{
    if (table->track[line] == 0)
        return board->line[line].cost; /* P1 */
    if (table_is_usable(table, board, seat, line))
        return 0;
    if (board->line[line].kind == LINE_FERRY && second_piece(table, line) == TRACK_NONE)
        return 1;                  /* P2: the missing half */
    return board->line[line].cost; /* P2, X1: closed to this seat, so it counts as empty */
}

void table_missing_all(const struct table *table, const struct board *board, unsigned seat,
                       uint8_t cost[LINES_MAX])
{
    for (unsigned line = 0; line < board->lines; line++)
        cost[line] = (uint8_t)table_missing(table, board, seat, line);
}

bool table_has_marker(const struct table *table, unsigned junction, unsigned except)
{
    for (unsigned seat = 0; seat < table->seats; seat++) {
        if (table->marker[seat] == junction && seat != except)
            return true;
    }
    return false;
}

bool hand_is_known(const struct hand *hand)
{
    for (int group = 0; group < GROUPS; group++) {
        if (hand->city[group] == CITY_NONE)
            return false;
    }
    return true;
}

void hand_junctions(const struct hand *hand, const struct board *board,
                    struct junction_set *junctions)
{
    memset(junctions, 0, sizeof *junctions);
    for (int group = 0; group < GROUPS; group++) {
        const unsigned city = hand->city[group];
        junction_set_add(junctions,
                         city == CITY_NONE ? (unsigned)JUNCTION_NONE : board->city[city].junction);
    }
}

bool table_connects(const struct table *table, const struct board *board, unsigned seat,
                    const struct hand *hand)
{
    struct junction_set junctions;
    hand_junctions(hand, board, &junctions);
    return table_covers(table, seat, &junctions);
}

void table_place_marker(struct table *table, const struct board *board, unsigned seat,
                        unsigned junction)
{
    /*
     * V2: a marker that moves stays in its network, so only the first placement starts a network.
     */
    const bool founds = table->marker[seat] == JUNCTION_NONE;
    table->marker[seat] = (uint8_t)junction;
    if (founds)
        network_add_junction(table, board, table->network[seat], junction);
}

/* Keeps a ferry's pieces in ascending order, so that equal tables have equal bytes. */
bool table_add_piece(struct table *table, const struct board *board, unsigned line, unsigned piece)
{
    const unsigned first = first_piece(table, line);
    const bool ferry = board->line[line].kind == LINE_FERRY;
    if (first == TRACK_NONE) {
        table->track[line] = (uint8_t)piece;
        if (!ferry)
            line_set_remove(&table->open, line); /* T6 */
        return true;
    }
    if (!ferry || second_piece(table, line) != TRACK_NONE)
        return false;
    const unsigned low = first < piece ? first : piece;
    const unsigned high = first < piece ? piece : first;
    table->track[line] = (uint8_t)(low | high << 4);
    line_set_remove(&table->open, line); /* F1 */
    return true;
}

void table_lay(struct table *table, const struct board *board, unsigned seat, unsigned line,
               bool own)
{
    if (own) {
        CHECK(table->coloured[seat] > 0);
        table->coloured[seat]--;
    } else {
        CHECK(table->supply > 0);
        table->supply--;
    }
    const bool laid = table_add_piece(table, board, line, own ? seat + 1 : TRACK_BLACK);
    CHECK(laid);
    network_join(table, board, seat, line);
}
