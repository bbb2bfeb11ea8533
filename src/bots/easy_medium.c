/* Turns of the lower levels. */
#include "bots/easy_medium.h"

#include "bots/fallback_turn.h"

/* A place to start is misjudged by this much more: its scale is wider. */
static const double START = 5;

/*
 * How much better than it is something seems: about as a draw by chances of that temperature has
 * it, without the mathematics library.
 */
static double misjudged(struct rng *rng, double temperature)
{
    double sum = 0;
    for (unsigned i = 0; i < 4; i++)
        sum += rng_unit(rng);
    return 2.2 * temperature * (sum - 2);
}

static void weigh_starts(struct manners *manners, const struct taste *taste,
                         const struct question *question, struct thoughts *thoughts)
{
    candidates_place(&manners->starts, question->board, question->view, &manners->ways);
    for (unsigned i = 0; i < manners->starts.count; i++) {
        const struct candidate *start = &manners->starts.best[i];
        const double error = misjudged(question->rng, START * taste->temperature);
        thoughts_add(thoughts, &start->turn, start->missing, (double)start->value + error);
    }
}

/* Who cares nothing for the others does not guess at them. */
static void weigh_others(struct manners *manners, const struct taste *taste,
                         const struct question *question, struct others *others)
{
    const struct view *view = question->view;
    others->hands = 0;
    if (!(taste->others > 0))
        return;
    wants_init(&manners->wants, question->board, &view->table, &manners->ways, question->rng);
    wants_of_others(&manners->wants, view->seat, &view->hand, others);
}

static void weigh_tracks(struct manners *manners, const struct taste *taste,
                         const struct question *question, struct thoughts *thoughts)
{
    const struct view *view = question->view;
    struct policy *policy = &manners->policy;
    struct others others;
    if (view->table.variants & VARIANT_BLOCKING)
        ways_avoid_markers(&manners->ways, &view->table, question->board, view->seat);
    weigh_others(manners, taste, question, &others);
    policy_begin(policy, question->board, &view->table, &manners->ways);
    policy_weigh(policy, taste, &view->hand, &others, POLICY_WIDE);
    const unsigned missing =
        ways_missing(&manners->ways, &view->table, question->board, view->seat, &view->hand);
    for (unsigned i = 0; i < policy->turns; i++) {
        const struct policy_turn *turn = &policy->turn[i];
        const double error = misjudged(question->rng, taste->temperature);
        thoughts_add(thoughts, &turn->turn, missing - turn->worth.gain,
                     (double)turn->value + error);
    }
}

static void play_as(const struct taste *taste, struct manners *manners,
                    const struct question *question, struct turn *turn, struct thoughts *thoughts)
{
    const struct view *view = question->view;
    ways_init(&manners->ways, &view->table, question->board);
    if (view->table.marker[view->seat] == JUNCTION_NONE)
        weigh_starts(manners, taste, question, thoughts);
    else
        weigh_tracks(manners, taste, question, thoughts);
    if (thoughts->ideas > 0)
        *turn = thoughts->idea[0].turn;
    else /* V2, X1: the cheapest way is shut */
        direct_turn(question, turn, thoughts);
}

void easy_turn(void *memory, const struct question *question, struct turn *turn,
               struct thoughts *thoughts)
{
    play_as(taste_of(TYPE_EASY), memory, question, turn, thoughts);
}

void medium_turn(void *memory, const struct question *question, struct turn *turn,
                 struct thoughts *thoughts)
{
    play_as(taste_of(TYPE_MEDIUM), memory, question, turn, thoughts);
}
