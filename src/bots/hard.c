/* Plays the best candidate, with the opponents' gain estimated from sampled hands. */
#include "bots/hard.h"

#include "bots/fallback_turn.h"
#include "bots/hand_sampling.h"

static void hard_add_seat_gain(struct hard *hard, const struct board *board,
                               const struct table *table, unsigned seat,
                               struct hand hand[HAND_SAMPLES][SEATS_MAX])
{
    struct likely_hands likely = {.most = LIKELY_HANDS_MAX};
    float weight[LIKELY_HANDS_MAX];
    for (unsigned i = 0; i < HAND_SAMPLES; i++)
        likely_hands_add(
            &likely, &hand[i][seat],
            seat_distances_missing(&hard->seat_distances, table, board, seat, &hand[i][seat]));
    likely_hands_weights(likely.missing, likely.count, weight);
    for (unsigned i = 0; i < likely.count; i++)
        opponent_gain_add_hand(&hard->opponent_gain, board, table, &hard->seat_distances, seat,
                               &likely.hand[i], weight[i]);
    opponent_gain_add_seat(&hard->opponent_gain, board);
}

/* With open cards (V1) the opponents' hands are known; otherwise they are sampled. */
static void hard_measure_opponent_gain(struct hard *hard, const struct question *question)
{
    const struct view *view = question->view;
    const struct table *table = &view->table;
    struct hand hand[HAND_SAMPLES][SEATS_MAX];
    const bool open = table->variants & VARIANT_OPEN_CARDS;
    for (unsigned i = 0; !open && i < HAND_SAMPLES; i++)
        hand_sampling_deal(question->board, view, question->rng, hand[i]);
    opponent_gain_init(&hard->opponent_gain);
    for (unsigned seat = 0; seat < table->seats; seat++) {
        if (seat == view->seat)
            continue;
        if (open) {
            opponent_gain_add_hand(&hard->opponent_gain, question->board, table,
                                   &hard->seat_distances, seat, &table->shown[seat], 1);
            opponent_gain_add_seat(&hard->opponent_gain, question->board);
        } else {
            hard_add_seat_gain(hard, question->board, table, seat, hand);
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
    seat_distances_init(&hard->seat_distances, &view->table, board);
    if (view->table.marker[view->seat] == JUNCTION_NONE) {
        candidates_place(candidates, board, view, &hard->seat_distances);
    } else {
        if (view->table.variants & VARIANT_BLOCKING)
            seat_distances_avoid_markers(&hard->seat_distances, &view->table, board, view->seat);
        hard_measure_opponent_gain(hard, question);
        candidates_lay(candidates, board, view, &hard->seat_distances, &hard->opponent_gain);
    }
    for (unsigned i = 0; i < candidates->count; i++)
        thoughts_add(thoughts, &candidates->best[i].turn, candidates->best[i].missing,
                     (double)candidates->best[i].value);
    if (candidates->count > 0)
        *turn = candidates->best[0].turn;
    else /* V2, X1: all cheapest paths are blocked */
        fallback_turn(question, turn, thoughts);
}
