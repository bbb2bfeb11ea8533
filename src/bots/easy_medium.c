/* Easy and medium: the policy's turns, valued with random errors. */
#include "bots/easy_medium.h"

#include "bots/fallback_turn.h"

/* Errors are larger by this factor when placing the marker, since values of places vary more. */
static const double START_ERROR_SCALE = 5;

/*
 * A random error with mean 0.  Playing the turn with the best value plus error is about the same as
 * drawing a turn by a softmax with this temperature.  It is a sum of uniform numbers, as the maths
 * library is not available.
 */
static double judgement_error(struct rng *rng, double temperature)
{
    double sum = 0;
    for (unsigned i = 0; i < 4; i++)
        sum += rng_unit(rng);
    return 2.2 * temperature * (sum - 2);
}

static void add_start_ideas(struct easy_medium *easy_medium, const struct play_style *style,
                            const struct question *question, struct thoughts *thoughts)
{
    candidates_place(&easy_medium->starts, question->board, question->view,
                     &easy_medium->seat_distances);
    for (unsigned i = 0; i < easy_medium->starts.count; i++) {
        const struct candidate *start = &easy_medium->starts.best[i];
        const double error = judgement_error(question->rng, START_ERROR_SCALE * style->temperature);
        thoughts_add(thoughts, &start->turn, start->missing, (double)start->value + error);
    }
}

/* Writes the opponents' demand; empty, and without work, for a style that ignores opponents. */
static void guess_opponents_demand(struct easy_medium *easy_medium, const struct play_style *style,
                                   const struct question *question,
                                   struct opponents_demand *opponents)
{
    const struct view *view = question->view;
    opponents->hands = 0;
    if (!(style->opponents > 0))
        return;
    line_demand_init(&easy_medium->line_demand, question->board, &view->table,
                     &easy_medium->seat_distances, question->rng);
    line_demand_of_opponents(&easy_medium->line_demand, view->seat, &view->hand, opponents);
}

static void add_track_ideas(struct easy_medium *easy_medium, const struct play_style *style,
                            const struct question *question, struct thoughts *thoughts)
{
    const struct view *view = question->view;
    struct policy *policy = &easy_medium->policy;
    struct opponents_demand opponents;
    if (view->table.variants & VARIANT_BLOCKING)
        seat_distances_avoid_markers(&easy_medium->seat_distances, &view->table, question->board,
                                     view->seat);
    guess_opponents_demand(easy_medium, style, question, &opponents);
    policy_begin(policy, question->board, &view->table, &easy_medium->seat_distances);
    policy_weigh(policy, style, &view->hand, &opponents, POLICY_WIDE);
    const unsigned missing = seat_distances_missing(&easy_medium->seat_distances, &view->table,
                                                    question->board, view->seat, &view->hand);
    for (unsigned i = 0; i < policy->turns; i++) {
        const struct policy_turn *turn = &policy->turn[i];
        const double error = judgement_error(question->rng, style->temperature);
        thoughts_add(thoughts, &turn->turn, missing - turn->worth.gain,
                     (double)turn->value + error);
    }
}

static void play_with_style(const struct play_style *style, struct easy_medium *easy_medium,
                            const struct question *question, struct turn *turn,
                            struct thoughts *thoughts)
{
    const struct view *view = question->view;
    seat_distances_init(&easy_medium->seat_distances, &view->table, question->board);
    if (view->table.marker[view->seat] == JUNCTION_NONE)
        add_start_ideas(easy_medium, style, question, thoughts);
    else
        add_track_ideas(easy_medium, style, question, thoughts);
    if (thoughts->ideas > 0)
        *turn = thoughts->idea[0].turn;
    else /* V2, X1: every cheapest path is blocked */
        fallback_turn(question, turn, thoughts);
}

void easy_turn(void *memory, const struct question *question, struct turn *turn,
               struct thoughts *thoughts)
{
    play_with_style(play_style_of(TYPE_EASY), memory, question, turn, thoughts);
}

void medium_turn(void *memory, const struct question *question, struct turn *turn,
                 struct thoughts *thoughts)
{
    play_with_style(play_style_of(TYPE_MEDIUM), memory, question, turn, thoughts);
}
