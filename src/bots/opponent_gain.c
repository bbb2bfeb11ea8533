/* Averages savings over the hands of each opponent, and adds them up over the opponents. */
#include "bots/opponent_gain.h"

#include <string.h>

void opponent_gain_init(struct opponent_gain *opponent_gain)
{
    memset(opponent_gain, 0, sizeof *opponent_gain);
}

void opponent_gain_add_hand(struct opponent_gain *opponent_gain, const struct board *board,
                            const struct table *table, const struct seat_distances *seat_distances,
                            unsigned seat, const struct hand *hand, float weight)
{
    uint8_t saved[LINES_MAX];
    seat_distances_savings(seat_distances, table, board, seat, hand, saved);
    for (unsigned line = 0; line < board->lines; line++)
        opponent_gain->sum[line] += weight * (float)saved[line];
    opponent_gain->weight += weight;
}

void opponent_gain_add_seat(struct opponent_gain *opponent_gain, const struct board *board)
{
    for (unsigned line = 0; opponent_gain->weight > 0 && line < board->lines; line++)
        opponent_gain->line[line] += opponent_gain->sum[line] / opponent_gain->weight;
    memset(opponent_gain->sum, 0, sizeof opponent_gain->sum);
    opponent_gain->weight = 0;
}
