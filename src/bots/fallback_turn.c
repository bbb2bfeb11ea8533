/*
 * Nearest city first, both tracks of every turn; of the others it sees only where they stand.
 * Its marker stays (V2): measured, moving it to where the next track starts only frees the others.
 */
#include "bots/fallback_turn.h"

#include "bots/city_paths.h"
#include "bots/random.h"

/* X1: private tracks are for the second half of the way, when no more than this is missing. */
enum { PRIVATE_WHEN_MISSING = 12 };

/*
 * Black helps everybody.  Two coloured halves keep a ferry for their owners (F5), so one alone is
 * wasted; private tracks (X1) are kept for the last of the way.
 */
static bool in_own_colour(const struct plan *plan, const struct goals *goals, unsigned line)
{
    const struct table *table = &plan->draft.table;
    const unsigned left = table->coloured[table->to_move];
    if (table->supply == 0)
        return true;
    if (left == 0)
        return false;
    if (goals->board->line[line].kind != LINE_FERRY)
        return table->variants & VARIANT_PRIVATE_TRACKS &&
               plan_lost(plan, goals) <= PRIVATE_WHEN_MISSING;
    return table->track[line] == TRACK_NONE ? left > 1 : table->track[line] != TRACK_BLACK;
}

/* The turn that goes for the city of one group: the nearer, the better. */
static void weigh_city(const struct goals *goals, unsigned group, struct thoughts *thoughts)
{
    struct plan plan;
    struct step step, second;
    plan_begin(&plan, goals);
    if (plan.near[group] == WAY_NONE || !plan_find_step(&plan, goals, group, &step))
        return;
    plan_lay(&plan, goals, &step, in_own_colour(&plan, goals, step.line));
    if (plan_find_second(&plan, goals, &second))
        plan_lay(&plan, goals, &second, in_own_colour(&plan, goals, second.line));
    plan_weigh(&plan, goals, -(double)step.way, thoughts);
}

void direct_turn_with(const struct distances *known, const struct question *question,
                      struct turn *turn, struct thoughts *thoughts)
{
    const struct view *view = question->view;
    struct goals goals;
    goals_init(&goals, question->board, view, known);
    for (unsigned group = 0; group < GROUPS; group++)
        weigh_city(&goals, group, thoughts);
    if (thoughts->ideas > 0)
        *turn = thoughts->idea[0].turn;
    else /* every way is shut, or nothing can be laid */
        random_legal_turn(question->board, view, question->rng, turn);
}

void direct_turn(const struct question *question, struct turn *turn, struct thoughts *thoughts)
{
    direct_turn_with(NULL, question, turn, thoughts);
}
