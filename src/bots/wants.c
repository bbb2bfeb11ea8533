/* Guesses at what the others want. */
#include "bots/wants.h"

#include <string.h>

#include "bots/guess.h"

enum {
    GUESSES = 60,    /* hands that are dealt to each seat at first */
    ASKED_AGAIN = 3, /* hands that are looked at when the seat has moved, */
    USED_AGAIN = 1,  /* and those of them that are used */
};
static unsigned missing_for(const struct board *board, const struct table *table,
                            const struct ways *ways, unsigned seat, const struct hand *hand)
{
    uint8_t terminal[TERMINALS_MAX];
    const unsigned count = hand_terminals(board, hand, table->marker[seat], terminal);
    return steiner_cost(ways_of(ways, seat), terminal, count);
}

/* What the lines would save these hands on average, the likely ones counting most. */
static void average(const struct likely *likely, const struct board *board,
                    const struct table *table, const struct ways *ways, unsigned seat,
                    float line[LINES_MAX])
{
    const struct distances *distances = ways_of(ways, seat);
    float weight[LIKELY_MAX], sum = 0;
    likely_weights(likely, weight);
    for (unsigned i = 0; i < likely->count; i++)
        sum += weight[i];
    memset(line, 0, board->lines * sizeof line[0]);
    for (unsigned i = 0; i < likely->count; i++) {
        uint8_t terminal[TERMINALS_MAX], after[LINES_MAX];
        const float share = weight[i] / sum;
        const unsigned count =
            hand_terminals(board, &likely->hand[i], table->marker[seat], terminal);
        steiner_gradient(distances, board, terminal, count, after);
        for (unsigned k = 0; k < board->lines; k++)
            line[k] += share * (float)(likely->missing[i] - after[k]);
    }
}

void wants_init(struct wants *wants, const struct board *board, const struct table *table,
                const struct ways *ways, struct rng *rng)
{
    struct likely likely[SEATS_MAX];
    struct view view = {.table = *table, .seat = SEAT_NONE};
    for (unsigned seat = 0; seat < table->seats; seat++) {
        likely[seat].count = 0;
        likely[seat].most = LIKELY_MAX;
    }
    /* V1: where the cards lie open there is nothing to guess. */
    const unsigned guesses = table->variants & VARIANT_OPEN_CARDS ? 1 : GUESSES;
    for (unsigned i = 0; i < guesses; i++) {
        struct hand hand[SEATS_MAX];
        guess_hands(board, &view, rng, hand);
        for (unsigned seat = 0; seat < table->seats; seat++)
            likely_add(&likely[seat], &hand[seat],
                       missing_for(board, table, ways, seat, &hand[seat]));
    }
    for (unsigned seat = 0; seat < table->seats; seat++) {
        wants->count[seat] = (uint8_t)likely[seat].count;
        memcpy(wants->kept[seat], likely[seat].hand, sizeof wants->kept[seat]);
        average(&likely[seat], board, table, ways, seat, wants->line[seat]);
    }
}

void wants_follow(struct wants *wants, const struct wants *from, const struct board *board,
                  const struct table *table, const struct ways *ways, unsigned seat,
                  struct rng *rng)
{
    struct likely likely = {.most = USED_AGAIN};
    const unsigned kept = from->count[seat];
    for (unsigned i = 0; i < ASKED_AGAIN && i < kept; i++) {
        const struct hand *hand = &from->kept[seat][rng_below(rng, kept)];
        likely_add(&likely, hand, missing_for(board, table, ways, seat, hand));
    }
    if (likely.count > 0)
        average(&likely, board, table, ways, seat, wants->line[seat]);
}
