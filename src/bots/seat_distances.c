/* Distance matrices shared by seats with equal costs. */
#include "bots/seat_distances.h"

#include <string.h>

void seat_distances_init(struct seat_distances *seat_distances, const struct table *table,
                         const struct board *board)
{
    seat_distances->matrices = 0;
    steps_init(&seat_distances->adjacency, board);
    for (unsigned seat = 0; seat < table->seats; seat++) {
        uint8_t *cost = seat_distances->cost[seat_distances->matrices];
        unsigned same = 0;
        if (seat > 0 && !table_has_colours(table, board)) {
            seat_distances->matrix_of[seat] = 0;
            continue;
        }
        table_missing_all(table, board, seat, cost);
        while (same < seat_distances->matrices &&
               memcmp(seat_distances->cost[same], cost, board->lines) != 0)
            same++;
        seat_distances->matrix_of[seat] = (uint8_t)same;
        if (same == seat_distances->matrices)
            distances_init_costs(&seat_distances->matrix[seat_distances->matrices++], board, cost);
    }
}

void seat_distances_copy(struct seat_distances *to, const struct seat_distances *from)
{
    to->matrices = from->matrices;
    memcpy(to->matrix_of, from->matrix_of, sizeof to->matrix_of);
    to->adjacency = from->adjacency;
    for (unsigned i = 0; i < from->matrices; i++) {
        distances_copy(&to->matrix[i], &from->matrix[i]);
        memcpy(to->cost[i], from->cost[i], sizeof to->cost[i]);
    }
}

/*
 * True if the track on `line` raises the cost for some seat, as happens when opponents complete a
 * ferry (F5).  Distances cannot be raised in place.
 */
static bool closes_ferry(const struct seat_distances *seat_distances, const struct table *table,
                         const struct board *board, unsigned line)
{
    for (unsigned seat = 0; seat < table->seats; seat++) {
        if (table_missing(table, board, seat, line) >
            seat_distances->cost[seat_distances->matrix_of[seat]][line])
            return true;
    }
    return false;
}

/*
 * Called for each seat after a track, in order.  If the seat now misses a different cost on that
 * line than the first seat that shared its matrix, it moves to another matrix: that of an earlier
 * seat with the same costs, or a copy.  `was` are the matrix numbers before the track, `missing`
 * the cost of the line for each seat.
 */
static void split_matrix(struct seat_distances *seat_distances, unsigned seat,
                         const uint8_t missing[], const uint8_t was[])
{
    unsigned other = 0;
    while (was[other] != was[seat])
        other++;
    if (missing[other] == missing[seat])
        return;
    while (was[other] != was[seat] || missing[other] != missing[seat])
        other++;
    if (other == seat) {
        const unsigned copy = seat_distances->matrices++;
        distances_copy(&seat_distances->matrix[copy], &seat_distances->matrix[was[seat]]);
        memcpy(seat_distances->cost[copy], seat_distances->cost[was[seat]],
               sizeof seat_distances->cost[copy]);
        seat_distances->matrix_of[seat] = (uint8_t)copy;
    } else {
        seat_distances->matrix_of[seat] = seat_distances->matrix_of[other];
    }
}

void seat_distances_lay(struct seat_distances *seat_distances, const struct table *table,
                        const struct board *board, const struct turn *turn)
{
    for (unsigned i = 0; i < turn->tracks; i++) {
        const unsigned number = turn->track[i].line;
        const struct line *line = &board->line[number];
        const bool colours = table_has_colours(table, board);
        uint8_t missing[SEATS_MAX], was[SEATS_MAX];
        if (colours && closes_ferry(seat_distances, table, board, number)) {
            seat_distances_init(seat_distances, table,
                                board); /* rare, so computing everything again is acceptable */
            return;
        }
        memcpy(was, seat_distances->matrix_of, sizeof was);
        for (unsigned seat = 0; seat < table->seats; seat++) {
            missing[seat] = (uint8_t)table_missing(table, board, seat, number);
            if (colours)
                split_matrix(seat_distances, seat, missing, was);
        }
        for (unsigned seat = 0; seat < table->seats; seat++) {
            uint8_t *cost = &seat_distances->cost[seat_distances->matrix_of[seat]][number];
            if (*cost == missing[seat])
                continue;
            distances_lower(&seat_distances->matrix[seat_distances->matrix_of[seat]], line->a,
                            line->b, missing[seat]);
            *cost = missing[seat];
        }
    }
}

void seat_distances_avoid_markers(struct seat_distances *seat_distances, const struct table *table,
                                  const struct board *board, unsigned seat)
{
    uint8_t *cost = seat_distances->cost[seat_distances->matrix_of[seat]];
    for (unsigned other = 0; other < table->seats; other++) {
        const unsigned marker = table->marker[other];
        for (unsigned i = 0; other != seat && marker != JUNCTION_NONE && i < DIRECTIONS; i++) {
            const unsigned line = board->line_at[marker][i];
            if (line != LINE_NONE && cost[line] == 1)
                cost[line] = 2;
        }
    }
    distances_init_costs(&seat_distances->matrix[seat_distances->matrix_of[seat]], board, cost);
}

unsigned seat_distances_missing(const struct seat_distances *seat_distances,
                                const struct table *table, const struct board *board, unsigned seat,
                                const struct hand *hand)
{
    uint8_t terminal[TERMINALS_MAX];
    const unsigned count = hand_terminals(board, hand, table->marker[seat], terminal);
    return steiner_cost(seat_distances_of(seat_distances, seat), terminal, count);
}

unsigned seat_distances_savings(const struct seat_distances *seat_distances,
                                const struct table *table, const struct board *board, unsigned seat,
                                const struct hand *hand, uint8_t saved[LINES_MAX])
{
    uint8_t terminal[TERMINALS_MAX];
    const unsigned count = hand_terminals(board, hand, table->marker[seat], terminal);
    const unsigned missing =
        steiner_gradient(seat_distances_of(seat_distances, seat), board, terminal, count, saved);
    for (unsigned line = 0; line < board->lines; line++)
        saved[line] = (uint8_t)(missing - saved[line]);
    return missing;
}
