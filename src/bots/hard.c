/* Own gain against what the others gain by it. */
#include "bots/hard.h"

#include "bots/fallback_turn.h"
#include "bots/hand_sampling.h"

static void add_seat(struct hard *hard, const struct board *board, const struct table *table,
                     unsigned seat, struct hand hand[GUESSES][SEATS_MAX])
{
    struct likely likely = {.most = LIKELY_MAX};
    float weight[LIKELY_MAX];
    for (unsigned i = 0; i < GUESSES; i++)
        likely_add(&likely, &hand[i][seat],
                   ways_missing(&hard->ways, table, board, seat, &hand[i][seat]));
    likely_weights(likely.missing, likely.count, weight);
    for (unsigned i = 0; i < likely.count; i++)
        help_add_hand(&hard->help, board, table, &hard->ways, seat, &likely.hand[i], weight[i]);
    help_add_seat(&hard->help, board);
}

/* V1: where the cards lie open there is nothing to guess. */
static void weigh_others(struct hard *hard, const struct question *question)
{
    const struct view *view = question->view;
    const struct table *table = &view->table;
    struct hand hand[GUESSES][SEATS_MAX];
    const bool open = table->variants & VARIANT_OPEN_CARDS;
    for (unsigned i = 0; !open && i < GUESSES; i++)
        guess_hands(question->board, view, question->rng, hand[i]);
    help_init(&hard->help);
    for (unsigned seat = 0; seat < table->seats; seat++) {
        if (seat == view->seat)
            continue;
        if (open) {
            help_add_hand(&hard->help, question->board, table, &hard->ways, seat,
                          &table->shown[seat], 1);
            help_add_seat(&hard->help, question->board);
        } else {
            add_seat(hard, question->board, table, seat, hand);
        }
    }
}

void hard_turn(void *memory, const struct question *question, struct turn *turn,
               struct thoughts *thoughts)
{
    struct hard *hard = memory;
    const struct board *board = question->board;
    const struct view *view = question->view;
    struct candidates *candidates = &hard->candidates;
    ways_init(&hard->ways, &view->table, board);
    if (view->table.marker[view->seat] == JUNCTION_NONE) {
        candidates_place(candidates, board, view, &hard->ways);
    } else {
        if (view->table.variants & VARIANT_BLOCKING)
            ways_avoid_markers(&hard->ways, &view->table, board, view->seat);
        weigh_others(hard, question);
        candidates_lay(candidates, board, view, &hard->ways, &hard->help);
    }
    for (unsigned i = 0; i < candidates->count; i++)
        thoughts_add(thoughts, &candidates->best[i].turn, candidates->best[i].missing,
                     (double)candidates->best[i].value);
    if (candidates->count > 0)
        *turn = candidates->best[0].turn;
    else /* V2, X1: the cheapest way is shut: it goes around */
        direct_turn(question, turn, thoughts);
}
