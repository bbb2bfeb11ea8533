/* Random deals of the hidden cards. */
#include "bots/hand_sampling.h"

#include "base/check.h"

static const float LESS_LIKELY =
    0.7F; /* weight factor for each additional line that a hand misses */

/*
 * Writes the cards of a group that no seat is known to hold.  Returns their number.
 */
static unsigned hidden_cards(const struct board *board, const struct view *view, unsigned group,
                             uint8_t card[GROUP_CARDS_MAX])
{
    const unsigned cards = deal_cards_in_play(board, view->table.seats, group);
    unsigned hidden = 0;
    for (unsigned i = 0; i < cards; i++) {
        bool known = false;
        for (unsigned seat = 0; seat < view->table.seats; seat++)
            known |= hand_sampling_known_card(view, seat, group) == board->card[group][i];
        card[hidden] = board->card[group][i];
        hidden += !known;
    }
    return hidden;
}

void hand_sampling_deal(const struct board *board, const struct view *view, struct rng *rng,
                        struct hand hand[SEATS_MAX])
{
    for (unsigned group = 0; group < GROUPS; group++) {
        uint8_t card[GROUP_CARDS_MAX];
        unsigned hidden = hidden_cards(board, view, group, card);
        for (unsigned seat = 0; seat < view->table.seats; seat++) {
            unsigned city = hand_sampling_known_card(view, seat, group);
            if (city == CITY_NONE) {
                CHECK(hidden > 0); /* S2: a group always has more cards than there are seats */
                const unsigned drawn = rng_below(rng, hidden);
                city = card[drawn];
                card[drawn] = card[--hidden];
            }
            hand[seat].city[group] = (uint8_t)city;
        }
    }
}

void likely_hands_add(struct likely_hands *likely, const struct hand *hand, unsigned missing)
{
    unsigned at = likely->count;
    while (at > 0 && likely->missing[at - 1] > missing)
        at--;
    if (missing == 0 || at == likely->most) /* a connected hand would have ended the round */
        return;
    likely->count += likely->count < likely->most;
    for (unsigned i = likely->count - 1; i > at; i--) {
        likely->hand[i] = likely->hand[i - 1];
        likely->missing[i] = likely->missing[i - 1];
    }
    likely->hand[at] = *hand;
    likely->missing[at] = (uint8_t)missing;
}

void likely_hands_weights(const uint8_t missing[], unsigned count, float weight[])
{
    unsigned least = UINT8_MAX;
    for (unsigned i = 0; i < count; i++)
        least = missing[i] < least ? missing[i] : least;
    for (unsigned i = 0; i < count; i++) {
        weight[i] = 1;
        for (unsigned k = least; k < missing[i]; k++)
            weight[i] *= LESS_LIKELY;
    }
}
