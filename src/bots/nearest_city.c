/*
 * Nearest city first and nothing else: where the words leave a choice, the first of the board is
 * taken.  It looks at nobody, lays black while there is black, and leaves its marker where it is.
 */
#include "bots/nearest_city.h"

#include "bots/city_paths.h"
#include "bots/random.h"

/* The own city from which the others are least far. */
static void place(const struct goals *goals, struct thoughts *thoughts)
{
    for (unsigned i = 0; i < GROUPS; i++) {
        struct plan plan;
        unsigned remoteness = 0;
        for (unsigned k = 0; k < GROUPS; k++)
            remoteness += goals->away[k][goals->goal[i]];
        plan_begin(&plan, goals);
        if (draft_place(&plan.draft, goals->board, goals->goal[i]) == ACCEPTED)
            thoughts_add(thoughts, &plan.draft.turn, remoteness, -(double)remoteness);
    }
}

/* A track towards the nearest city that a legal one leads to. */
static bool lay(struct plan *plan, const struct goals *goals)
{
    struct step step;
    if (!plan_find_second(plan, goals, &step))
        return false;
    plan_lay(plan, goals, &step, plan->draft.table.supply == 0);
    return true;
}

void nearest_city_turn(void *memory, const struct question *question, struct turn *turn,
                       struct thoughts *thoughts)
{
    const struct view *view = question->view;
    struct goals goals;
    struct plan plan;
    (void)memory;
    goals_init(&goals, question->board, view, NULL);
    goals.plain = true;
    plan_begin(&plan, &goals);
    if (view->table.marker[view->seat] == JUNCTION_NONE) {
        place(&goals, thoughts);
        if (thoughts->ideas > 0)
            *turn = thoughts->idea[0].turn;
    } else if (lay(&plan, &goals)) {
        lay(&plan, &goals);
        *turn = plan.draft.turn;
        return;
    }
    if (thoughts->ideas == 0)
        random_legal_turn(question->board, view, question->rng, turn);
}
