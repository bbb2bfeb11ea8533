/* Guesses at what the others want. */
#include "bots/line_demand.h"

#include <string.h>

/* ---- Hands that are kept ------------------------------------------------------------------ */

void wants_init(struct wants *wants, const struct board *board, const struct table *table,
                const struct ways *ways, struct rng *rng)
{
    struct likely likely[SEATS_MAX];
    struct view view = {.table = *table, .seat = SEAT_NONE};
    for (unsigned seat = 0; seat < table->seats; seat++) {
        likely[seat].count = 0;
        likely[seat].most = LIKELY_MAX;
    }
    wants->seats = table->seats;
    /* V1: where the cards lie open there is nothing to guess. */
    const unsigned guesses = table->variants & VARIANT_OPEN_CARDS ? 1 : GUESSES;
    for (unsigned i = 0; i < guesses; i++) {
        struct hand hand[SEATS_MAX];
        guess_hands(board, &view, rng, hand);
        for (unsigned seat = 0; seat < table->seats; seat++)
            likely_add(&likely[seat], &hand[seat],
                       ways_missing(ways, table, board, seat, &hand[seat]));
    }
    for (unsigned seat = 0; seat < table->seats; seat++) {
        wants->count[seat] = (uint8_t)likely[seat].count;
        for (unsigned i = 0; i < likely[seat].count; i++) {
            wants->hand[seat][i] = likely[seat].hand[i];
            wants->missing[seat][i] = (uint8_t)ways_saved(
                ways, table, board, seat, &likely[seat].hand[i], wants->saved[seat][i]);
        }
    }
}

/* ---- As one of the others sees them -------------------------------------------------------- */

static bool share_a_card(const struct hand *one, const struct hand *other)
{
    bool shared = false;
    for (unsigned group = 0; group < GROUPS; group++)
        shared |= one->city[group] == other->city[group];
    return shared;
}

/* The hands of a seat are all there, from the number `from` on, with what they miss. */
static void share_out(struct others *others, unsigned from, const uint8_t missing[])
{
    float sum = 0;
    likely_weights(missing, others->hands - from, &others->share[from]);
    for (unsigned i = from; i < others->hands; i++)
        sum += others->share[i];
    for (unsigned i = from; i < others->hands; i++)
        others->share[i] /= sum;
}

void wants_of_others(const struct wants *wants, unsigned seat, const struct hand *hand,
                     struct others *others)
{
    others->hands = 0;
    for (unsigned other = 0; other < wants->seats; other++) {
        const unsigned from = others->hands;
        uint8_t missing[LIKELY_MAX];
        for (unsigned i = 0; other != seat && i < wants->count[other]; i++) {
            if (share_a_card(&wants->hand[other][i], hand))
                continue;
            missing[others->hands - from] = wants->missing[other][i];
            others->saved[others->hands++] = wants->saved[other][i];
        }
        share_out(others, from, missing);
    }
}

/* ---- As a round goes on ------------------------------------------------------------------- */

void pursuit_begin(struct pursuit *pursuit, const struct wants *from, struct rng *rng)
{
    pursuit->from = from;
    pursuit->asked = 0;
    for (unsigned seat = 0; seat < from->seats; seat++) {
        uint8_t *order = pursuit->order[seat];
        for (unsigned i = 0; i < from->count[seat]; i++) {
            const unsigned k = rng_below(rng, i + 1);
            order[i] = order[k];
            order[k] = (uint8_t)i;
            pursuit->saved[seat][i] = from->saved[seat][i];
        }
        memcpy(pursuit->missing[seat], from->missing[seat], sizeof pursuit->missing[seat]);
        memset(pursuit->stale[seat], 0, sizeof pursuit->stale[seat]);
    }
}

void pursuit_see(struct pursuit *pursuit, unsigned seat, const struct turn *turn)
{
    const unsigned seats = pursuit->from->seats;
    if (turn->kind == TURN_PLACE)
        memset(pursuit->stale[seat], true, sizeof pursuit->stale[seat]);
    for (unsigned other = 0; turn->tracks > 0 && other < seats; other++) {
        for (unsigned i = 0; i < pursuit->from->count[other]; i++) {
            for (unsigned k = 0; k < turn->tracks; k++)
                pursuit->stale[other][i] |= pursuit->saved[other][i][turn->track[k].line] > 0;
        }
    }
}

/* What a hand of a seat wants by now. */
static void bring_up_to_date(struct pursuit *pursuit, const struct board *board,
                             const struct table *table, const struct ways *ways, unsigned seat,
                             unsigned i)
{
    uint8_t *now = pursuit->now[seat][i];
    pursuit->missing[seat][i] =
        (uint8_t)ways_saved(ways, table, board, seat, &pursuit->from->hand[seat][i], now);
    pursuit->saved[seat][i] = now;
    pursuit->stale[seat][i] = false;
    pursuit->asked++;
}

void pursuit_of_others(struct pursuit *pursuit, const struct board *board,
                       const struct table *table, const struct ways *ways, const struct hand *hand,
                       unsigned most, struct others *others)
{
    others->hands = 0;
    for (unsigned other = 0; other < table->seats; other++) {
        const unsigned from = others->hands;
        uint8_t missing[LIKELY_MAX];
        const unsigned count = other != table->to_move ? pursuit->from->count[other] : 0;
        for (unsigned k = 0; k < count && others->hands < from + most; k++) {
            const unsigned i = pursuit->order[other][k];
            if (share_a_card(&pursuit->from->hand[other][i], hand))
                continue;
            if (pursuit->stale[other][i])
                bring_up_to_date(pursuit, board, table, ways, other, i);
            if (pursuit->missing[other][i] == 0) /* or the round would be over */
                continue;
            missing[others->hands - from] = pursuit->missing[other][i];
            others->saved[others->hands++] = pursuit->saved[other][i];
        }
        share_out(others, from, missing);
    }
}
