/* Evaluates the beliefs about true hands. */
#include "arena/arena_belief.h"

#include <math.h>
#include <stdlib.h>

const double arena_guess_floor = 1e-9;

bool arena_readers_init(struct arena_readers *readers)
{
    _Static_assert(sizeof(struct belief) % alignof(struct belief) == 0, "as every type has it");
    readers->belief = aligned_alloc(alignof(struct belief), SEATS_MAX * sizeof(struct belief));
    return readers->belief != NULL;
}

void arena_readers_release(struct arena_readers *readers)
{
    free(readers->belief);
    readers->belief = NULL;
}

void arena_readers_begin_round(struct arena_readers *readers, const struct board *board,
                               const struct position *position)
{
    for (unsigned seat = 0; seat < position->table.seats; seat++) {
        struct view view;
        view_of(&view, position, seat);
        belief_begin_round(&readers->belief[seat], board, &view);
    }
}

void arena_readers_see(struct arena_readers *readers, const struct board *board,
                       const struct table *before, const struct turn *turn)
{
    for (unsigned seat = 0; seat < before->seats; seat++)
        belief_see(&readers->belief[seat], board, before, turn);
}

/* Another seat may hold any card of each group except one's own. */
static double log_uniform(const struct board *board, unsigned seats)
{
    double sum = 0;
    for (unsigned group = 0; group < GROUPS; group++)
        sum -= log(deal_cards_in_play(board, seats, group) - 1.0);
    return sum;
}

void arena_readers_guess(const struct arena_readers *readers, const struct board *board,
                         const struct position *position, struct arena_guess *guess)
{
    const unsigned seats = position->table.seats;
    for (unsigned seat = 0; seat < seats; seat++) {
        for (unsigned other = 0; other < seats; other++) {
            if (other == seat)
                continue;
            const double chance =
                belief_of(&readers->belief[seat], board, other, &position->hand[other]);
            guess->impossible += chance < arena_guess_floor;
            guess->believed += log(fmax(chance, arena_guess_floor));
            guess->uniform += log_uniform(board, seats);
            guess->hands++;
        }
    }
}
