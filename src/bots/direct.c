/*
 * Nearest city first, both tracks of every turn; of the others it sees only where they stand.
 * Its marker stays (V2): measured, moving it to where the next track starts only frees the others.
 */
#include "bots/direct.h"

#include "bots/nearest.h"
#include "bots/random.h"

/* X1: private tracks are for the second half of the way, when no more than this is missing. */
enum { PRIVATE_WHEN_MISSING = 12 };

/* ---- The start marker -------------------------------------------------------------------- */

/* How far the cities are from a junction, added up. */
static unsigned remoteness(const struct goals *goals, unsigned junction)
{
    unsigned sum = 0;
    for (unsigned group = 0; group < GROUPS; group++)
        sum += goals->away[group][junction];
    return sum;
}

/* From a city to the nearest marker. */
static unsigned loneliness(const struct goals *goals, unsigned group)
{
    const struct table *table = &goals->view->table;
    unsigned nearest = WAY_NONE;
    for (unsigned seat = 0; seat < table->seats; seat++) {
        const unsigned marker = table->marker[seat];
        if (marker != JUNCTION_NONE && goals->away[group][marker] < nearest)
            nearest = goals->away[group][marker];
    }
    return nearest;
}

/* A junction that is taken is not worth considering. */
static void weigh_start(const struct goals *goals, unsigned junction, double value,
                        struct thoughts *thoughts)
{
    struct plan plan;
    plan_begin(&plan, goals);
    if (draft_place(&plan.draft, goals->board, junction) == ACCEPTED)
        plan_weigh(&plan, goals, value, thoughts);
}

/* The own city that is least remote from the others, of several the one away from the crowd. */
static void weigh_starts(const struct goals *goals, struct thoughts *thoughts)
{
    for (unsigned group = 0; group < GROUPS; group++) {
        const unsigned city = goals->goal[group];
        weigh_start(goals, city, loneliness(goals, group) / 256.0 - remoteness(goals, city),
                    thoughts);
    }
    if (thoughts->ideas > 0)
        return;
    for (unsigned i = 0; i < goals->board->junctions; i++)
        weigh_start(goals, i, -(double)remoteness(goals, i), thoughts);
}

/* ---- Tracks ------------------------------------------------------------------------------ */

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
    if (view->table.marker[view->seat] == JUNCTION_NONE) {
        weigh_starts(&goals, thoughts);
    } else {
        for (unsigned group = 0; group < GROUPS; group++)
            weigh_city(&goals, group, thoughts);
    }
    if (thoughts->ideas > 0)
        *turn = thoughts->idea[0].turn;
    else /* every way is shut, or nothing can be laid */
        random_legal_turn(question->board, view, question->rng, turn);
}

void direct_turn(const struct question *question, struct turn *turn, struct thoughts *thoughts)
{
    direct_turn_with(NULL, question, turn, thoughts);
}
