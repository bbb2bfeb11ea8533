/* Playouts in which every seat follows a Steiner tree for its cities. */
#include "bots/playout_by_plans.h"

#include <string.h>

#include "base/check.h"
#include "bots/set_sample.h"
#include "bots/work.h"

/* Work by kind of operation, in eighths of a step. */
enum { WORK_TURN = 2, WORK_SCORE = 2, WORK_PLAN = 4 };

/* ---- Distances ---------------------------------------------------------------------------- */

static struct lazy_distances *playout_distances(struct playout_by_plans *playout, unsigned seat)
{
    return &playout->distances[playout->start->matrix_of[seat]];
}

/*
 * The cost a seat misses on each line.  Without coloured track this array is never updated, so it
 * is only valid for open lines.
 */
static const uint8_t *playout_costs(const struct playout_by_plans *playout, unsigned seat)
{
    const unsigned matrix = playout->start->matrix_of[seat];
    return playout->colours ? playout->cost[matrix] : playout->start->cost[matrix];
}

static void playout_begin_distances(struct playout_by_plans *playout)
{
    const struct seat_distances *start = playout->start;
    for (unsigned i = 0; i < start->matrices; i++) {
        lazy_begin(&playout->distances[i], &start->matrix[i]);
        if (playout->colours)
            memcpy(playout->cost[i], start->cost[i], sizeof playout->cost[i]);
    }
}

/*
 * Without coloured track everyone can use the new tracks: merge their junctions with the marker's
 * network.
 */
static void playout_join_tracks(struct playout_by_plans *playout, const struct table *table,
                                const struct turn *turn)
{
    uint8_t junction[1 + 2 * TURN_TRACKS_MAX];
    unsigned count = 0;
    junction[count++] = table->marker[table->to_move];
    for (unsigned i = 0; i < turn->tracks; i++) {
        const struct line *line = &playout->board->line[turn->track[i].line];
        junction[count++] = line->a;
        junction[count++] = line->b;
    }
    lazy_join(&playout->distances[0], junction, count);
}

/* With coloured track each seat has its own costs: lower the distances line by line. */
static void playout_lower_lines(struct playout_by_plans *playout, const struct table *table,
                                const struct turn *turn)
{
    for (unsigned i = 0; i < turn->tracks; i++) {
        const unsigned number = turn->track[i].line;
        const struct line *line = &playout->board->line[number];
        for (unsigned seat = 0; seat < table->seats; seat++) {
            uint8_t *cost = &playout->cost[playout->start->matrix_of[seat]][number];
            const unsigned missing = table_missing(table, playout->board, seat, number);
            if (missing == *cost)
                continue;
            lazy_lower(playout_distances(playout, seat), line->a, line->b, missing);
            *cost = (uint8_t)missing;
        }
    }
}

/* ---- Random preferences ------------------------------------------------------------------- */

/*
 * Draws random preferences among equally good lines.  They differ between playouts, since playouts
 * that all break ties alike give less information.
 */
static void draw_line_preferences(struct playout_by_plans *playout, struct rng *rng)
{
    for (unsigned i = 0; i < playout->board->lines; i += sizeof(uint64_t)) {
        const uint64_t word = rng_next(rng);
        memcpy(playout->avoid + i, &word, sizeof word);
    }
}

/* ---- Plans -------------------------------------------------------------------------------- */

/* Replaces the plan of a seat if there is one cheaper than `limit`.  Returns whether it did. */
static bool planner_make_plan(struct playout_by_plans *playout, unsigned seat, unsigned limit)
{
    struct planner *planner = &playout->planner[seat];
    struct lazy_distances *distances = playout_distances(playout, seat);
    struct line_set plan = {{0}};
    planner->terminals = steiner_merge(distances, planner->terminal, planner->terminals);
    planner->outdated = false;
    playout->work += WORK_SCORE;
    const unsigned cost =
        steiner_plan_below(distances, &playout->start->adjacency, playout_costs(playout, seat),
                           planner->terminal, planner->terminals, playout->avoid, limit, &plan);
    planner->missing = cost;
    if (cost >= limit)
        return false;
    planner->plan = plan;
    playout->work += WORK_PLAN;
    return true;
}

/*
 * Finds the lines in two or more plans.  A line of a seat's own plan that is in `shared` is also
 * wanted by an opponent.
 */
static void playout_find_shared(struct playout_by_plans *playout, unsigned seats)
{
    struct line_set any = {{0}}, shared = {{0}};
    for (unsigned seat = 0; seat < seats; seat++) {
        const struct line_set *plan = &playout->planner[seat].plan;
        for (unsigned i = 0; i < LINE_WORDS; i++) {
            shared.word[i] |= any.word[i] & plan->word[i];
            any.word[i] |= plan->word[i];
        }
    }
    playout->shared = shared;
}

/* Looks for a cheaper plan before the seat's turn, if other seats have laid track since. */
static void planner_update_plan(struct playout_by_plans *playout, const struct table *table)
{
    const unsigned seat = table->to_move;
    const struct planner *planner = &playout->planner[seat];
    if (planner->outdated && planner_make_plan(playout, seat, planner->missing))
        playout_find_shared(playout, table->seats);
}

/* Sets the terminals of a seat, and makes its plan once its marker is placed. */
static void planner_begin(struct playout_by_plans *playout, const struct position *position,
                          unsigned seat)
{
    struct planner *planner = &playout->planner[seat];
    const unsigned marker = position->table.marker[seat];
    planner->terminals =
        hand_terminals(playout->board, &position->hand[seat], marker, planner->terminal);
    planner->outdated = true;
    memset(&planner->plan, 0, sizeof planner->plan);
    if (marker != JUNCTION_NONE)
        planner_make_plan(playout, seat, ~0U);
}

/*
 * Updates all planners after a track.  A plan that contains the line gets cheaper and stays
 * optimal, as no plan can gain more.  Any other plan may no longer be the cheapest.
 */
static void planners_note_track(struct playout_by_plans *playout, const struct table *table,
                                unsigned line)
{
    for (unsigned seat = 0; seat < table->seats; seat++) {
        struct planner *planner = &playout->planner[seat];
        if (line_set_has(&planner->plan, line)) {
            planner->missing -= playout_costs(playout, seat)[line];
            if (playout->colours)
                planner->missing += table_missing(table, playout->board, seat, line);
        } else {
            planner->outdated = true;
        }
    }
}

/* ---- Turns -------------------------------------------------------------------------------- */

/*
 * The best legal line of the seat's plan, or LINE_NONE.  Lines that no opponent plans come first,
 * then those with the lower random preference.
 */
static unsigned planner_next_line(const struct playout_by_plans *playout,
                                  const struct legal_lines *legal, unsigned seat)
{
    enum { PREFERENCE = 1 << 16, RIVAL = PREFERENCE << 8, NOTHING = 2 * RIVAL + LINE_NONE };
    const struct planner *planner = &playout->planner[seat];
    unsigned best = NOTHING;
    for (unsigned i = 0; i * 64 < playout->board->lines; i++) {
        uint64_t left = legal->touched->word[i] & legal->open->word[i] & legal->kinds->word[i] &
                        planner->plan.word[i];
        for (; left; left &= left - 1) {
            const unsigned line = i * 64 + (unsigned)__builtin_ctzll(left);
            const unsigned rival = line_set_has(&playout->shared, line);
            const unsigned against = rival * RIVAL + playout->avoid[line] * PREFERENCE + line;
            best = against < best ? against : best;
        }
    }
    return best % PREFERENCE;
}

static void playout_lay(struct playout_by_plans *playout, struct table *table, unsigned line,
                        struct turn *turn)
{
    table_lay(table, playout->board, table->to_move, line, false);
    planners_note_track(playout, table, line);
    turn->track[turn->tracks++].line = (uint16_t)line;
}

/* Lays up to two tracks along the plan. */
static void playout_lay_planned(struct playout_by_plans *playout, struct position *position,
                                struct turn *turn)
{
    struct table *table = &position->table;
    const unsigned seat = table->to_move;
    while (turn->tracks < TURN_TRACKS_MAX && table->supply > 0) {
        struct legal_lines legal;
        turn_legal_lines(table, playout->board, &position->hand[seat], turn, &legal);
        const unsigned line = planner_next_line(playout, &legal, seat);
        if (line == LINE_NONE)
            return;
        playout_lay(playout, table, line, turn);
    }
}

/* Lays a random legal track, if the plan contains no legal line. */
static void playout_lay_any(struct playout_by_plans *playout, struct position *position,
                            struct rng *rng, struct turn *turn)
{
    struct table *table = &position->table;
    struct legal_lines legal;
    if (table->supply == 0)
        return;
    turn_legal_lines(table, playout->board, &position->hand[table->to_move], turn, &legal);
    const unsigned line =
        set_sample_common_line(legal.touched, legal.open, legal.kinds, playout->board->lines, rng);
    if (line != LINE_NONE)
        playout_lay(playout, table, line, turn);
}

/*
 * The seat's free city with the smallest total distance to the others, or the first free junction.
 */
static unsigned planner_best_start(const struct playout_by_plans *playout,
                                   const struct table *table)
{
    const unsigned seat = table->to_move;
    const struct distances *distances = seat_distances_of(playout->start, seat);
    const uint8_t *terminal = playout->planner[seat].terminal;
    unsigned best = JUNCTION_NONE, least = ~0U;
    for (unsigned i = 0; i < GROUPS; i++) {
        unsigned sum = 0;
        for (unsigned k = 0; k < GROUPS; k++)
            sum += distances->row[terminal[i]][terminal[k]];
        if (sum < least && !table_has_marker(table, terminal[i], SEAT_NONE)) {
            least = sum;
            best = terminal[i];
        }
    }
    for (unsigned junction = 0; best == JUNCTION_NONE; junction++) {
        if (!table_has_marker(table, junction, SEAT_NONE))
            best = junction;
    }
    return best;
}

static void playout_place(struct playout_by_plans *playout, struct position *position,
                          struct turn *turn)
{
    struct table *table = &position->table;
    const unsigned seat = table->to_move;
    turn->kind = TURN_PLACE;
    turn->marker = (uint8_t)planner_best_start(playout, table);
    table_place_marker(table, playout->board, seat, turn->marker);
    planner_begin(playout, position, seat);
    playout_find_shared(playout, table->seats);
}

static void playout_lay_tracks(struct playout_by_plans *playout, struct position *position,
                               struct rng *rng, struct turn *turn)
{
    struct table *table = &position->table;
    planner_update_plan(playout, table);
    playout_lay_planned(playout, position, turn);
    if (turn->tracks == 0) { /* F5: a ferry in the plan may have been closed */
        planner_make_plan(playout, table->to_move, ~0U);
        playout_lay_planned(playout, position, turn);
    }
    if (turn->tracks == 0)
        playout_lay_any(playout, position, rng, turn);
    if (turn->tracks == 0)
        turn->kind = TURN_PASS;
    else if (playout->colours)
        playout_lower_lines(playout, table, turn);
    else
        playout_join_tracks(playout, table, turn);
}

/* ---- Rounds ------------------------------------------------------------------------------- */

void playout_by_plans_begin(struct playout_by_plans *playout, const struct board *board,
                            const struct position *position, const struct seat_distances *start,
                            struct rng *rng)
{
    const struct table *table = &position->table;
    playout->board = board;
    playout->start = start;
    playout->colours = table_has_colours(table, board);
    playout->turns = 0;
    playout->work = 0;
    playout_begin_distances(playout);
    draw_line_preferences(playout, rng);
    for (unsigned seat = 0; seat < table->seats; seat++)
        planner_begin(playout, position, seat);
    playout_find_shared(playout, table->seats);
}

bool playout_by_plans_turn(struct playout_by_plans *playout, struct position *position,
                           struct rng *rng, struct turn *turn)
{
    const struct table *table = &position->table;
    *turn = (struct turn){.kind = TURN_LAY, .marker = JUNCTION_NONE};
    if (table->marker[table->to_move] == JUNCTION_NONE)
        playout_place(playout, position, turn);
    else
        playout_lay_tracks(playout, position, rng, turn);
    playout->turns++;
    return !position_turn_over(position, turn->kind == TURN_PASS);
}

unsigned playout_by_plans_end(struct playout_by_plans *playout, unsigned seats, int lost[SEATS_MAX])
{
    for (unsigned seat = 0; seat < seats; seat++) {
        const struct planner *planner = &playout->planner[seat];
        if (planner->outdated)
            planner_make_plan(playout, seat, 0);
        lost[seat] = (int)planner->missing;
    }
    const unsigned work = playout->work + playout->turns * WORK_TURN;
    return work_steps(work);
}

unsigned playout_by_plans_run(struct playout_by_plans *playout, const struct board *board,
                              struct position *position, const struct seat_distances *start,
                              struct rng *rng, int lost[SEATS_MAX])
{
    struct turn turn;
    playout_by_plans_begin(playout, board, position, start, rng);
    if (!position_ends(position, &position->table)) {
        while (playout_by_plans_turn(playout, position, rng, &turn))
            continue;
    }
    return playout_by_plans_end(playout, position->table.seats, lost);
}
