/*
 * Plays as people do in their first games: it starts at any of its cities, goes for one it likes
 * even if another is nearer, follows one way at a time, keeps its coloured tracks and never looks
 * at the others.  But every track of it leads towards one of its cities.
 */
#include "bots/easy.h"

#include "bots/nearest.h"
#include "bots/random.h"

enum {
    LIKING = 6,    /* a city that it likes may be almost this much farther than another */
    SLOW_OF_8 = 4, /* how often, out of eight turns, it follows one way only */
};

/* How much it likes a city in this round: it does not change its mind. */
static unsigned liking(const struct view *view, unsigned group)
{
    struct rng taste;
    rng_init(&taste, (uint64_t)view->table.round << 16 | (uint64_t)view->seat << 8 |
                         view->hand.city[group]);
    return rng_below(&taste, LIKING);
}

static void weigh_starts(const struct goals *goals, struct rng *rng, struct thoughts *thoughts)
{
    for (unsigned group = 0; group < GROUPS; group++) {
        struct plan plan;
        const double value = rng_below(rng, 256);
        plan_begin(&plan, goals);
        if (draft_place(&plan.draft, goals->board, goals->goal[group]) == ACCEPTED)
            plan_weigh(&plan, goals, value, thoughts);
    }
}

/* Black, unless there is none. */
static void lay(struct plan *plan, const struct goals *goals, const struct step *step)
{
    plan_lay(plan, goals, step, plan->draft.table.supply == 0);
}

/* The turn that goes for the city of one group; a slow one only as far as it goes straight on. */
static void weigh_city(const struct goals *goals, unsigned group, bool slow,
                       struct thoughts *thoughts)
{
    struct plan plan;
    struct step step;
    plan_begin(&plan, goals);
    if (plan.near[group] == WAY_NONE || !plan_find_step(&plan, goals, group, &step))
        return;
    const double value = (double)liking(goals->view, group) - step.way;
    lay(&plan, goals, &step);
    const unsigned tip = plan.tip;
    if (plan_find_second(&plan, goals, &step) && (!slow || step.from == tip))
        lay(&plan, goals, &step);
    plan_weigh(&plan, goals, value, thoughts);
}

void easy_turn(void *memory, const struct question *question, struct turn *turn,
               struct thoughts *thoughts)
{
    const struct view *view = question->view;
    const bool slow = rng_below(question->rng, 8) < SLOW_OF_8;
    struct goals goals;
    (void)memory;
    goals_init(&goals, question->board, view, NULL);
    if (view->table.marker[view->seat] == JUNCTION_NONE) {
        weigh_starts(&goals, question->rng, thoughts);
    } else {
        for (unsigned group = 0; group < GROUPS; group++)
            weigh_city(&goals, group, slow, thoughts);
    }
    if (thoughts->ideas > 0)
        *turn = thoughts->idea[0].turn;
    else
        random_legal_turn(question->board, view, question->rng, turn);
}
