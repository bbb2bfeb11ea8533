/* Savings of the others, hand by hand. */
#include "bots/help.h"

#include <string.h>

void help_init(struct help *help)
{
    memset(help, 0, sizeof *help);
}

void help_add_hand(struct help *help, const struct board *board, const struct table *table,
                   const struct ways *ways, unsigned seat, const struct hand *hand, float weight)
{
    const struct distances *distances = ways_of(ways, seat);
    uint8_t terminal[TERMINALS_MAX], after[LINES_MAX];
    const unsigned count = hand_terminals(board, hand, table->marker[seat], terminal);
    const unsigned cost = steiner_gradient(distances, board, terminal, count, after);
    for (unsigned line = 0; line < board->lines; line++)
        help->sum[line] += weight * (float)(cost - after[line]);
    help->weight += weight;
}

void help_add_seat(struct help *help, const struct board *board)
{
    for (unsigned line = 0; help->weight > 0 && line < board->lines; line++)
        help->line[line] += help->sum[line] / help->weight;
    memset(help->sum, 0, sizeof help->sum);
    help->weight = 0;
}
