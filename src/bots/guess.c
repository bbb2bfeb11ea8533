/* Dealing what is hidden. */
#include "bots/guess.h"

#include "core/check.h"

/* The cards of a group that nobody is known to hold; how many. */
static unsigned hidden_cards(const struct board *board, const struct view *view, unsigned group,
                             uint8_t card[GROUP_CARDS_MAX])
{
    const unsigned cards = deal_cards_in_play(board, view->table.seats, group);
    unsigned hidden = 0;
    for (unsigned i = 0; i < cards; i++) {
        bool known = false;
        for (unsigned seat = 0; seat < view->table.seats; seat++)
            known |= view_card(view, seat, group) == board->card[group][i];
        card[hidden] = board->card[group][i];
        hidden += !known;
    }
    return hidden;
}

void guess_hands(const struct board *board, const struct view *view, struct rng *rng,
                 struct hand hand[SEATS_MAX])
{
    for (unsigned group = 0; group < GROUPS; group++) {
        uint8_t card[GROUP_CARDS_MAX];
        unsigned hidden = hidden_cards(board, view, group, card);
        for (unsigned seat = 0; seat < view->table.seats; seat++) {
            unsigned city = view_card(view, seat, group);
            if (city == CITY_NONE) {
                CHECK(hidden > 0); /* S2: there are more cards than seats */
                const unsigned drawn = rng_below(rng, hidden);
                city = card[drawn];
                card[drawn] = card[--hidden];
            }
            hand[seat].city[group] = (uint8_t)city;
        }
    }
}
