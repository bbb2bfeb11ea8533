/* Lays lines of the player's own cheapest tree as soon as they are legal. */
#include "bots/greedy.h"

#include "base/check.h"
#include "bots/random.h"
#include "bots/set_sample.h"
#include "rules/scoring.h"
#include "score/distances.h"

/*
 * The player's city with the smallest total distance to the others, or a random free junction if
 * all are taken.
 */
static unsigned greedy_start(const struct board *board, const struct view *view,
                             const struct junction_set *places, struct rng *rng)
{
    struct distances distances;
    distances_init(&distances, board);
    unsigned best = JUNCTION_NONE, best_sum = 0;
    for (int i = 0; i < GROUPS; i++) {
        const unsigned here = board->city[view->hand.city[i]].junction;
        unsigned sum = 0;
        for (int j = 0; j < GROUPS; j++)
            sum += distances_between(&distances, here, board->city[view->hand.city[j]].junction);
        if (junction_set_has(places, here) && (best == JUNCTION_NONE || sum < best_sum)) {
            best = here;
            best_sum = sum;
        }
    }
    return best != JUNCTION_NONE ? best : set_sample_junction(places, rng);
}

/* Lays the first legal line of `wanted`, in black if possible.  Returns false if there is none. */
static bool greedy_lay(struct draft *draft, const struct board *board,
                       const struct line_set *wanted)
{
    struct line_set black, coloured;
    turn_lines(&draft->table, board, &draft->hand, &draft->turn, &black, &coloured);
    line_set_intersect(&black, wanted);
    line_set_intersect(&coloured, wanted);
    const bool own = line_set_is_empty(&black);
    const unsigned line = line_set_next(own ? &coloured : &black, 0);
    if (line == LINE_NONE)
        return false;
    const enum refusal refusal = draft_lay(draft, board, line, own);
    CHECK(refusal == ACCEPTED);
    return true;
}

void greedy_turn(void *memory, const struct question *question, struct turn *turn,
                 struct thoughts *thoughts)
{
    const struct board *board = question->board;
    const struct view *view = question->view;
    struct draft draft;
    struct choices choices;
    (void)memory;
    (void)thoughts;
    draft_begin(&draft, &view->table, &view->hand);
    turn_choices(&draft.table, board, &draft.hand, &draft.turn, &choices);
    if (junction_set_count(&choices.places) > 0) {
        draft_place(&draft, board, greedy_start(board, view, &choices.places, question->rng));
        *turn = draft.turn;
        return;
    }
    struct line_set wanted;
    scoring_missing(&view->table, board, view->seat, &view->hand, &wanted);
    if (!greedy_lay(&draft, board, &wanted)) {
        /* The tree is blocked or closed: play any legal turn. */
        random_legal_turn(board, view, question->rng, turn);
        return;
    }
    greedy_lay(&draft, board, &wanted);
    *turn = draft.turn;
}
