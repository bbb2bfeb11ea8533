/* Distances for everybody. */
#include "bots/seat_distances.h"

#include <string.h>

void ways_init(struct ways *ways, const struct table *table, const struct board *board)
{
    ways->matrices = 0;
    steps_init(&ways->steps, board);
    for (unsigned seat = 0; seat < table->seats; seat++) {
        uint8_t *cost = ways->cost[ways->matrices];
        unsigned same = 0;
        if (seat > 0 && !table_has_colours(table, board)) {
            ways->of[seat] = 0;
            continue;
        }
        table_missing_all(table, board, seat, cost);
        while (same < ways->matrices && memcmp(ways->cost[same], cost, board->lines) != 0)
            same++;
        ways->of[seat] = (uint8_t)same;
        if (same == ways->matrices)
            distances_init_costs(&ways->matrix[ways->matrices++], board, cost);
    }
}

void ways_copy(struct ways *to, const struct ways *from)
{
    to->matrices = from->matrices;
    memcpy(to->of, from->of, sizeof to->of);
    to->steps = from->steps;
    for (unsigned i = 0; i < from->matrices; i++) {
        distances_copy(&to->matrix[i], &from->matrix[i]);
        memcpy(to->cost[i], from->cost[i], sizeof to->cost[i]);
    }
}

/* F5: a ferry that is finished without a seat costs it more than the half-built one did. */
static bool closes_a_ferry(const struct ways *ways, const struct table *table,
                           const struct board *board, unsigned line)
{
    for (unsigned seat = 0; seat < table->seats; seat++) {
        if (table_missing(table, board, seat, line) > ways->cost[ways->of[seat]][line])
            return true;
    }
    return false;
}

/* Whoever shares a matrix with the seat and comes before it may miss something else: a copy. */
static void part_from_others(struct ways *ways, unsigned seat, const uint8_t missing[],
                             const uint8_t was[])
{
    unsigned other = 0;
    while (was[other] != was[seat])
        other++;
    if (missing[other] == missing[seat])
        return;
    while (was[other] != was[seat] || missing[other] != missing[seat])
        other++;
    if (other == seat) {
        const unsigned copy = ways->matrices++;
        distances_copy(&ways->matrix[copy], &ways->matrix[was[seat]]);
        memcpy(ways->cost[copy], ways->cost[was[seat]], sizeof ways->cost[copy]);
        ways->of[seat] = (uint8_t)copy;
    } else {
        ways->of[seat] = ways->of[other];
    }
}

void ways_lay(struct ways *ways, const struct table *table, const struct board *board,
              const struct turn *turn)
{
    for (unsigned i = 0; i < turn->tracks; i++) {
        const unsigned number = turn->track[i].line;
        const struct line *line = &board->line[number];
        const bool colours = table_has_colours(table, board);
        uint8_t missing[SEATS_MAX], was[SEATS_MAX];
        if (colours && closes_a_ferry(ways, table, board, number)) {
            ways_init(ways, table, board); /* rare: distances can only be lowered in place */
            return;
        }
        memcpy(was, ways->of, sizeof was);
        for (unsigned seat = 0; seat < table->seats; seat++) {
            missing[seat] = (uint8_t)table_missing(table, board, seat, number);
            if (colours)
                part_from_others(ways, seat, missing, was);
        }
        for (unsigned seat = 0; seat < table->seats; seat++) {
            uint8_t *cost = &ways->cost[ways->of[seat]][number];
            if (*cost == missing[seat])
                continue;
            distances_lower(&ways->matrix[ways->of[seat]], line->a, line->b, missing[seat]);
            *cost = missing[seat];
        }
    }
}

void ways_avoid_markers(struct ways *ways, const struct table *table, const struct board *board,
                        unsigned seat)
{
    uint8_t *cost = ways->cost[ways->of[seat]];
    for (unsigned other = 0; other < table->seats; other++) {
        const unsigned marker = table->marker[other];
        for (unsigned i = 0; other != seat && marker != JUNCTION_NONE && i < DIRECTIONS; i++) {
            const unsigned line = board->line_at[marker][i];
            if (line != LINE_NONE && cost[line] == 1)
                cost[line] = 2;
        }
    }
    distances_init_costs(&ways->matrix[ways->of[seat]], board, cost);
}

unsigned ways_missing(const struct ways *ways, const struct table *table, const struct board *board,
                      unsigned seat, const struct hand *hand)
{
    uint8_t terminal[TERMINALS_MAX];
    const unsigned count = hand_terminals(board, hand, table->marker[seat], terminal);
    return steiner_cost(ways_of(ways, seat), terminal, count);
}

unsigned ways_saved(const struct ways *ways, const struct table *table, const struct board *board,
                    unsigned seat, const struct hand *hand, uint8_t saved[LINES_MAX])
{
    uint8_t terminal[TERMINALS_MAX];
    const unsigned count = hand_terminals(board, hand, table->marker[seat], terminal);
    const unsigned missing = steiner_gradient(ways_of(ways, seat), board, terminal, count, saved);
    for (unsigned line = 0; line < board->lines; line++)
        saved[line] = (uint8_t)(missing - saved[line]);
    return missing;
}
