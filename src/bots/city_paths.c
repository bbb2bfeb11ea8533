/* Distances from one's own cities, and tracks that shorten them. */
#include "bots/city_paths.h"

#include <string.h>

#include "core/check.h"
#include "core/network.h"
#include "core/steiner.h"

enum {
    BUCKETS = 8,       /* more than any step costs */
    BLOCKED_EXTRA = 4, /* V2: another's marker is a detour, until it moves on */
    LINE_COST_MAX = 2,
};

_Static_assert(LINE_COST_MAX + BLOCKED_EXTRA < BUCKETS, "a step fits the round of buckets");

/* V2: what it costs to build on from a junction besides its lines. */
static unsigned passing_cost(const struct view *view, unsigned junction)
{
    return view->table.variants & VARIANT_BLOCKING &&
                   table_has_marker(&view->table, junction, view->seat)
               ? BLOCKED_EXTRA
               : 0;
}

/* What the seat would have to lay on each line: as scoring counts it, but nothing that is shut. */
static void measure_lines(struct goals *goals, const struct distances *known)
{
    const struct table *table = &goals->view->table;
    table_missing_all(table, goals->board, goals->view->seat, goals->cost);
    goals->distances = known != NULL ? known : &goals->measured;
    if (known == NULL)
        distances_init_costs(&goals->measured, goals->board, goals->cost);
    for (unsigned i = 0; i < goals->board->lines; i++) {
        if (goals->cost[i] > 0 && !line_set_has(&table->open, i))
            goals->cost[i] = WAY_NONE;
    }
}

/* The ways of all junctions next to one whose own way is known. */
static void spread(const struct goals *goals, unsigned here, unsigned passing, uint8_t away[],
                   struct junction_set bucket[BUCKETS])
{
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        const unsigned line = goals->board->line_at[here][direction];
        if (line == LINE_NONE || goals->cost[line] == WAY_NONE)
            continue;
        const unsigned there = line_other_end(&goals->board->line[line], here);
        const unsigned way = away[here] + passing + goals->cost[line];
        if (way < away[there]) {
            away[there] = (uint8_t)way;
            junction_set_add(&bucket[way % BUCKETS], there);
        }
    }
}

/* From one junction to all others: buckets of junctions by the length of their way. */
static void measure_from(const struct goals *goals, unsigned start, uint8_t away[JUNCTIONS_MAX])
{
    struct junction_set bucket[BUCKETS];
    memset(bucket, 0, sizeof bucket);
    memset(away, WAY_NONE, JUNCTIONS_MAX);
    away[start] = 0;
    junction_set_add(&bucket[0], start);
    unsigned empty = 0;
    for (unsigned way = 0; empty < BUCKETS; way++) {
        struct junction_set *now = &bucket[way % BUCKETS];
        unsigned here = junction_set_next(now, 0);
        empty = here == JUNCTION_NONE ? empty + 1 : 0;
        for (; here != JUNCTION_NONE; here = junction_set_next(now, 0)) {
            junction_set_remove(now, here);
            if (away[here] == way)
                spread(goals, here, here == start ? 0 : passing_cost(goals->view, here), away,
                       bucket);
        }
    }
}

void goals_init(struct goals *goals, const struct board *board, const struct view *view,
                const struct distances *known)
{
    goals->board = board;
    goals->view = view;
    goals->plain = false;
    measure_lines(goals, known);
    for (unsigned group = 0; group < GROUPS; group++) {
        CHECK(view->hand.city[group] < board->cities);
        goals->goal[group] = board->city[view->hand.city[group]].junction;
        measure_from(goals, goals->goal[group], goals->away[group]);
    }
}

void plan_begin(struct plan *plan, const struct goals *goals)
{
    const struct view *view = goals->view;
    const unsigned marker = view->table.marker[view->seat];
    draft_begin(&plan->draft, &view->table, &view->hand);
    plan->tip = JUNCTION_NONE;
    memset(plan->near, WAY_NONE, sizeof plan->near);
    for (unsigned group = 0; marker != JUNCTION_NONE && group < GROUPS; group++) {
        if (!junction_set_has(table_reach(&view->table, view->seat), goals->goal[group]))
            plan->near[group] = goals->away[group][marker];
    }
}

/* From a junction to a city, for somebody who has yet to build on from there. */
static unsigned way_from(const struct goals *goals, unsigned group, unsigned junction)
{
    const unsigned away = goals->away[group][junction];
    return away == 0 || away == WAY_NONE ? away : away + passing_cost(goals->view, junction);
}

/* How far the cities that are not joined would be with one more junction, added up. */
static unsigned all_ways_with(const struct plan *plan, const struct goals *goals, unsigned junction)
{
    unsigned sum = 0;
    for (unsigned group = 0; !goals->plain && group < GROUPS; group++) {
        if (plan->near[group] == WAY_NONE)
            continue;
        const unsigned way = way_from(goals, group, junction);
        sum += way < plan->near[group] ? way : plan->near[group];
    }
    return sum;
}

bool plan_find_step(const struct plan *plan, const struct goals *goals, unsigned group,
                    struct step *step)
{
    const struct board *board = goals->board;
    const struct table *table = &plan->draft.table;
    struct line_set lines, coloured;
    struct junction_set part = *table_reach(table, table->to_move);
    unsigned least_sum = 0;
    turn_lines(table, board, &plan->draft.hand, &plan->draft.turn, &lines, &coloured);
    line_set_unite(&lines, &coloured);
    if (table->variants & VARIANT_BLOCKING)
        network_unblocked(table, board, table->to_move, &part);
    step->line = LINE_NONE;
    for (unsigned i = line_set_next(&lines, 0); i != LINE_NONE; i = line_set_next(&lines, i + 1)) {
        const struct line *line = &board->line[i];
        const bool has_a = junction_set_has(&part, line->a);
        const unsigned to = has_a ? line->b : line->a;
        const unsigned beyond = way_from(goals, group, to);
        if ((has_a && junction_set_has(&part, line->b)) || beyond == WAY_NONE)
            continue;
        const unsigned way = beyond + goals->cost[i];
        if (step->line != LINE_NONE && way > step->way)
            continue;
        const unsigned sum = all_ways_with(plan, goals, to);
        if (step->line == LINE_NONE || way < step->way || sum < least_sum) {
            *step = (struct step){.line = i, .from = line->a ^ line->b ^ to, .to = to, .way = way};
            least_sum = sum;
        }
    }
    return step->line != LINE_NONE;
}

/* The group whose city is nearest, or GROUPS when all are joined. */
static unsigned plan_nearest(const struct plan *plan)
{
    unsigned nearest = GROUPS;
    for (unsigned group = 0; group < GROUPS; group++) {
        if (plan->near[group] != WAY_NONE &&
            (nearest == GROUPS || plan->near[group] < plan->near[nearest]))
            nearest = group;
    }
    return nearest;
}

bool plan_find_second(const struct plan *plan, const struct goals *goals, struct step *step)
{
    struct plan rest = *plan;
    unsigned group;
    while ((group = plan_nearest(&rest)) != GROUPS) {
        if (plan_find_step(plan, goals, group, step) && step->way <= plan->near[group])
            return true;
        rest.near[group] = WAY_NONE;
    }
    return false;
}

void plan_lay(struct plan *plan, const struct goals *goals, const struct step *step, bool own)
{
    struct draft *draft = &plan->draft;
    const enum refusal refusal = draft_lay(draft, goals->board, step->line, own);
    CHECK(refusal == ACCEPTED);
    const unsigned seat = draft->table.to_move;
    const unsigned left = table_missing(&draft->table, goals->board, seat, step->line);
    for (unsigned group = 0; group < GROUPS; group++) {
        if (plan->near[group] == WAY_NONE)
            continue;
        /* F4: half a ferry leads nowhere yet, but the way over it has become shorter. */
        const unsigned way = way_from(goals, group, step->to) + left;
        if (way < plan->near[group])
            plan->near[group] = (uint8_t)way;
        if (junction_set_has(table_reach(&draft->table, seat), goals->goal[group]))
            plan->near[group] = WAY_NONE;
    }
    plan->tip = left == 0 ? step->to : (unsigned)JUNCTION_NONE;
}

unsigned plan_lost(const struct plan *plan, const struct goals *goals)
{
    const struct table *table = &plan->draft.table;
    const struct turn *turn = &plan->draft.turn;
    struct distances distances;
    uint8_t terminal[TERMINALS_MAX];
    memcpy(terminal, goals->goal, GROUPS);
    terminal[GROUPS] = table->marker[table->to_move];
    distances_copy(&distances, goals->distances);
    for (unsigned i = 0; i < turn->tracks; i++) {
        const unsigned line = turn->track[i].line;
        distances_lower(&distances, goals->board->line[line].a, goals->board->line[line].b,
                        table_missing(table, goals->board, table->to_move, line));
    }
    return steiner_cost(&distances, terminal, TERMINALS_MAX);
}

static bool same_track(const struct track *one, const struct track *other)
{
    return one->line == other->line && one->own == other->own;
}

/* In either order of their tracks. */
static bool same_turn(const struct turn *one, const struct turn *other)
{
    if (one->kind != other->kind || one->tracks != other->tracks || one->marker != other->marker)
        return false;
    return (same_track(&one->track[0], &other->track[0]) &&
            same_track(&one->track[1], &other->track[1])) ||
           (same_track(&one->track[0], &other->track[1]) &&
            same_track(&one->track[1], &other->track[0]));
}

void plan_weigh(const struct plan *plan, const struct goals *goals, double value,
                struct thoughts *thoughts)
{
    const unsigned lost = plan_lost(plan, goals);
    value -= lost / 256.0;
    unsigned at = 0;
    while (at < thoughts->ideas && !same_turn(&thoughts->idea[at].turn, &plan->draft.turn))
        at++;
    if (at < thoughts->ideas) {
        if (thoughts->idea[at].value >= value)
            return;
        thoughts->ideas--;
        memmove(&thoughts->idea[at], &thoughts->idea[at + 1],
                (thoughts->ideas - at) * sizeof thoughts->idea[0]);
    }
    thoughts_add(thoughts, &plan->draft.turn, lost, value);
}
