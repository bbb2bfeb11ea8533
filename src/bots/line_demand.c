/* Samples each seat's demand for lines, and updates it during a playout. */
#include "bots/line_demand.h"

#include <string.h>

/* ---- Sampling ----------------------------------------------------------------------------- */

void line_demand_init(struct line_demand *line_demand, const struct board *board,
                      const struct table *table, const struct seat_distances *seat_distances,
                      struct rng *rng)
{
    struct likely_hands likely[SEATS_MAX];
    struct view view = {.table = *table, .seat = SEAT_NONE};
    for (unsigned seat = 0; seat < table->seats; seat++) {
        likely[seat].count = 0;
        likely[seat].most = LIKELY_HANDS_MAX;
    }
    line_demand->seats = table->seats;
    /* V1: with open cards the only possible deal is known. */
    const unsigned guesses = table->variants & VARIANT_OPEN_CARDS ? 1 : HAND_SAMPLES;
    for (unsigned i = 0; i < guesses; i++) {
        struct hand hand[SEATS_MAX];
        hand_sampling_deal(board, &view, rng, hand);
        for (unsigned seat = 0; seat < table->seats; seat++)
            likely_hands_add(
                &likely[seat], &hand[seat],
                seat_distances_missing(seat_distances, table, board, seat, &hand[seat]));
    }
    for (unsigned seat = 0; seat < table->seats; seat++) {
        line_demand->count[seat] = (uint8_t)likely[seat].count;
        for (unsigned i = 0; i < likely[seat].count; i++) {
            line_demand->hand[seat][i] = likely[seat].hand[i];
            line_demand->missing[seat][i] =
                (uint8_t)seat_distances_savings(seat_distances, table, board, seat,
                                                &likely[seat].hand[i], line_demand->saved[seat][i]);
        }
    }
}

/* ---- Demand from one seat's viewpoint ----------------------------------------------------- */

static bool hands_share_card(const struct hand *one, const struct hand *other)
{
    bool shared = false;
    for (unsigned group = 0; group < GROUPS; group++)
        shared |= one->city[group] == other->city[group];
    return shared;
}

/*
 * Sets the shares of the hands [from, hands), all of one seat, so that they add up to 1.  `missing`
 * is the cost that each of these hands misses.
 */
static void normalise_shares(struct opponents_demand *opponents, unsigned from,
                             const uint8_t missing[])
{
    float sum = 0;
    likely_hands_weights(missing, opponents->hands - from, &opponents->share[from]);
    for (unsigned i = from; i < opponents->hands; i++)
        sum += opponents->share[i];
    for (unsigned i = from; i < opponents->hands; i++)
        opponents->share[i] /= sum;
}

void line_demand_of_opponents(const struct line_demand *line_demand, unsigned seat,
                              const struct hand *hand, struct opponents_demand *opponents)
{
    opponents->hands = 0;
    for (unsigned other = 0; other < line_demand->seats; other++) {
        const unsigned from = opponents->hands;
        uint8_t missing[LIKELY_HANDS_MAX];
        for (unsigned i = 0; other != seat && i < line_demand->count[other]; i++) {
            if (hands_share_card(&line_demand->hand[other][i], hand))
                continue;
            missing[opponents->hands - from] = line_demand->missing[other][i];
            opponents->saved[opponents->hands++] = line_demand->saved[other][i];
        }
        normalise_shares(opponents, from, missing);
    }
}

/* ---- Tracking during a playout ------------------------------------------------------------ */

void demand_tracker_begin(struct demand_tracker *tracker, const struct line_demand *from,
                          struct rng *rng)
{
    tracker->from = from;
    tracker->refreshes = 0;
    for (unsigned seat = 0; seat < from->seats; seat++) {
        uint8_t *order = tracker->order[seat];
        for (unsigned i = 0; i < from->count[seat]; i++) {
            const unsigned k = rng_below(rng, i + 1);
            order[i] = order[k];
            order[k] = (uint8_t)i;
            tracker->saved[seat][i] = from->saved[seat][i];
        }
        memcpy(tracker->missing[seat], from->missing[seat], sizeof tracker->missing[seat]);
        memset(tracker->stale[seat], 0, sizeof tracker->stale[seat]);
    }
}

void demand_tracker_see(struct demand_tracker *tracker, unsigned seat, const struct turn *turn)
{
    const unsigned seats = tracker->from->seats;
    if (turn->kind == TURN_PLACE)
        memset(tracker->stale[seat], true, sizeof tracker->stale[seat]);
    for (unsigned other = 0; turn->tracks > 0 && other < seats; other++) {
        for (unsigned i = 0; i < tracker->from->count[other]; i++) {
            for (unsigned k = 0; k < turn->tracks; k++)
                tracker->stale[other][i] |= tracker->saved[other][i][turn->track[k].line] > 0;
        }
    }
}

/* Recomputes the demand of hand `i` of `seat` on the current table. */
static void demand_tracker_refresh(struct demand_tracker *tracker, const struct board *board,
                                   const struct table *table,
                                   const struct seat_distances *seat_distances, unsigned seat,
                                   unsigned i)
{
    uint8_t *refreshed = tracker->refreshed[seat][i];
    tracker->missing[seat][i] = (uint8_t)seat_distances_savings(
        seat_distances, table, board, seat, &tracker->from->hand[seat][i], refreshed);
    tracker->saved[seat][i] = refreshed;
    tracker->stale[seat][i] = false;
    tracker->refreshes++;
}

void demand_tracker_of_opponents(struct demand_tracker *tracker, const struct board *board,
                                 const struct table *table,
                                 const struct seat_distances *seat_distances,
                                 const struct hand *hand, unsigned most,
                                 struct opponents_demand *opponents)
{
    opponents->hands = 0;
    for (unsigned other = 0; other < table->seats; other++) {
        const unsigned from = opponents->hands;
        uint8_t missing[LIKELY_HANDS_MAX];
        const unsigned count = other != table->to_move ? tracker->from->count[other] : 0;
        for (unsigned k = 0; k < count && opponents->hands < from + most; k++) {
            const unsigned i = tracker->order[other][k];
            if (hands_share_card(&tracker->from->hand[other][i], hand))
                continue;
            if (tracker->stale[other][i])
                demand_tracker_refresh(tracker, board, table, seat_distances, other, i);
            if (tracker->missing[other][i] == 0) /* a connected hand would have ended the round */
                continue;
            missing[opponents->hands - from] = tracker->missing[other][i];
            opponents->saved[opponents->hands++] = tracker->saved[other][i];
        }
        normalise_shares(opponents, from, missing);
    }
}
