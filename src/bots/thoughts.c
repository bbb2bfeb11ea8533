/* Keeps a bot's best ideas sorted, and the default chances of cards. */
#include "bots/thoughts.h"

#include <string.h>

#include "bots/hand_sampling.h"

/*
 * Known cards have chance 1; the other cards of a group are spread evenly over the seats with an
 * unknown card.
 */
static void thoughts_set_group_chances(struct thoughts *thoughts, const struct board *board,
                                       const struct view *view, unsigned group)
{
    const unsigned cards = deal_cards_in_play(board, view->table.seats, group);
    bool known[GROUP_CARDS_MAX] = {false};
    unsigned hidden = cards;
    for (unsigned i = 0; i < cards; i++) {
        const unsigned city = board->card[group][i];
        for (unsigned seat = 0; seat < view->table.seats; seat++) {
            if (hand_sampling_known_card(view, seat, group) == city) {
                thoughts->chance[seat][city] = 1;
                known[i] = true;
                hidden--;
            }
        }
    }
    for (unsigned i = 0; i < cards; i++) {
        for (unsigned seat = 0; !known[i] && seat < view->table.seats; seat++) {
            if (hand_sampling_known_card(view, seat, group) == CITY_NONE)
                thoughts->chance[seat][board->card[group][i]] = 1.0F / (float)hidden;
        }
    }
}

void thoughts_init(struct thoughts *thoughts, const struct board *board, const struct view *view)
{
    memset(thoughts, 0, sizeof *thoughts);
    for (unsigned group = 0; group < GROUPS; group++)
        thoughts_set_group_chances(thoughts, board, view, group);
}

void thoughts_add(struct thoughts *thoughts, const struct turn *turn, double lost, double value)
{
    thoughts_add_chance(thoughts, turn, lost, value, -1);
}

void thoughts_add_chance(struct thoughts *thoughts, const struct turn *turn, double lost,
                         double value, double doubt)
{
    unsigned at = thoughts->ideas;
    while (at > 0 && thoughts->idea[at - 1].value < value)
        at--;
    if (at == THOUGHTS_IDEAS_MAX)
        return;
    if (thoughts->ideas < THOUGHTS_IDEAS_MAX)
        thoughts->ideas++;
    for (unsigned i = thoughts->ideas - 1; i > at; i--)
        thoughts->idea[i] = thoughts->idea[i - 1];
    thoughts->idea[at] = (struct idea){.turn = *turn, .lost = lost, .value = value, .doubt = doubt};
}
