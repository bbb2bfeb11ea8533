/* Savings of the others, hand by hand. */
#include "bots/opponent_gain.h"

#include <string.h>

void help_init(struct help *help)
{
    memset(help, 0, sizeof *help);
}

void help_add_hand(struct help *help, const struct board *board, const struct table *table,
                   const struct ways *ways, unsigned seat, const struct hand *hand, float weight)
{
    uint8_t saved[LINES_MAX];
    ways_saved(ways, table, board, seat, hand, saved);
    for (unsigned line = 0; line < board->lines; line++)
        help->sum[line] += weight * (float)saved[line];
    help->weight += weight;
}

void help_add_seat(struct help *help, const struct board *board)
{
    for (unsigned line = 0; help->weight > 0 && line < board->lines; line++)
        help->line[line] += help->sum[line] / help->weight;
    memset(help->sum, 0, sizeof help->sum);
    help->weight = 0;
}
