/* Playouts in which every seat plays by its policy. */
#include "bots/playout_by_models.h"

#include <string.h>

#include "base/check.h"
#include "bots/fallback_turn.h"
#include "bots/work.h"

/* Work by kind of operation, in eighths of a step. */
enum { WORK_TURN = 8, WORK_LOOK = 28, WORK_GRADIENT = 32, WORK_DETOUR = 320 };

void playout_by_models_begin(struct playout_by_models *playout, const struct board *board,
                             const struct playout_by_models_start *start, struct rng *rng)
{
    playout->board = board;
    playout->work = 0;
    playout->hands = start->hands;
    memcpy(playout->type, start->type, sizeof playout->type);
    seat_distances_copy(&playout->seat_distances, start->seat_distances);
    demand_tracker_begin(&playout->tracker, start->line_demand, rng);
    if (start->since != NULL)
        demand_tracker_see(&playout->tracker, start->seat, start->since);
}

static const struct play_style *style_of_seat(const struct playout_by_models *playout,
                                              unsigned seat)
{
    return play_style_of(playout->type[seat]);
}

/* ---- One turn ----------------------------------------------------------------------------- */

/* V2, X1: all cheapest paths are blocked, so the seat plays the fallback turn, as the bots do. */
static void choose_detour(struct playout_by_models *playout, const struct position *position,
                          struct rng *rng, struct turn *turn)
{
    static const struct budget none;
    struct view view;
    struct thoughts thoughts;
    const struct question question = {
        .board = playout->board, .view = &view, .budget = &none, .rng = rng};
    view_of(&view, position, position->table.to_move);
    thoughts_init(&thoughts, playout->board, &view);
    fallback_turn_with_distances(seat_distances_of(&playout->seat_distances, view.seat), &question,
                                 turn, &thoughts);
    turn->marker = JUNCTION_NONE; /* set by choose_marker_move() */
    playout->work += WORK_DETOUR;
}

/* Styles that weigh the opponents' gain less than this ignore it here, to save time. */
static const float HARDLY_CARES = 0.1F;

static void look_at_opponents(struct playout_by_models *playout, const struct position *position)
{
    const struct table *table = &position->table;
    const unsigned refreshes = playout->tracker.refreshes;
    playout->opponents.hands = 0;
    if (style_of_seat(playout, table->to_move)->opponents > HARDLY_CARES)
        demand_tracker_of_opponents(&playout->tracker, playout->board, table,
                                    &playout->seat_distances, &position->hand[table->to_move],
                                    playout->hands, &playout->opponents);
    playout->work += (playout->tracker.refreshes - refreshes) * WORK_GRADIENT;
}

static void choose_tracks(struct playout_by_models *playout, const struct position *position,
                          struct rng *rng, struct turn *turn)
{
    struct policy *policy = &playout->policy;
    const struct table *table = &position->table;
    const unsigned seat = table->to_move;
    look_at_opponents(playout, position);
    policy_begin(policy, playout->board, table, &playout->seat_distances);
    policy_weigh(policy, style_of_seat(playout, seat), &position->hand[seat], &playout->opponents,
                 POLICY_QUICK);
    playout->work += policy->scans * WORK_LOOK;
    if (policy->turns > 0)
        *turn = policy->turn[0].turn;
    else
        choose_detour(playout, position, rng, turn);
}

/* V2: moves the marker, unless the tracks have ended the round. */
static void choose_marker_move(struct playout_by_models *playout, struct position *position,
                               struct turn *turn)
{
    struct table *table = &position->table;
    const unsigned seat = table->to_move;
    if (!(table->variants & VARIANT_BLOCKING) || turn->tracks == 0 ||
        !(style_of_seat(playout, seat)->blockade > 0) || position_ends(position, table))
        return;
    const unsigned marker =
        policy_marker(&playout->opponents, playout->board, table, &position->hand[seat], turn);
    if (marker != JUNCTION_NONE) {
        turn->marker = (uint8_t)marker;
        table_place_marker(table, playout->board, seat, marker);
    }
}

static void lay_model_tracks(struct playout_by_models *playout, struct position *position,
                             struct rng *rng, struct turn *turn)
{
    struct table *table = &position->table;
    choose_tracks(playout, position, rng, turn);
    for (unsigned i = 0; i < turn->tracks; i++)
        table_lay(table, playout->board, table->to_move, turn->track[i].line, turn->track[i].own);
    seat_distances_lay(&playout->seat_distances, table, playout->board, turn);
    choose_marker_move(playout, position, turn);
}

bool playout_by_models_turn(struct playout_by_models *playout, struct position *position,
                            struct rng *rng, struct turn *turn)
{
    struct table *table = &position->table;
    const unsigned seat = table->to_move;
    *turn = (struct turn){.kind = TURN_LAY, .marker = JUNCTION_NONE};
    if (table->marker[seat] == JUNCTION_NONE) {
        turn->kind = TURN_PLACE;
        turn->marker = (uint8_t)policy_place(playout->board, table, &playout->seat_distances,
                                             &position->hand[seat]);
        table_place_marker(table, playout->board, seat, turn->marker);
    } else {
        lay_model_tracks(playout, position, rng, turn);
    }
    playout->work += WORK_TURN;
    if (position_turn_over(position, turn->kind == TURN_PASS))
        return false;
    demand_tracker_see(&playout->tracker, seat, turn);
    return true;
}

/* ---- Rounds ------------------------------------------------------------------------------- */

unsigned playout_by_models_end(struct playout_by_models *playout, const struct position *position,
                               int lost[SEATS_MAX])
{
    const struct table *table = &position->table;
    for (unsigned seat = 0; seat < table->seats; seat++)
        lost[seat] = (int)seat_distances_missing(&playout->seat_distances, table, playout->board,
                                                 seat, &position->hand[seat]);
    const unsigned steps = work_steps(playout->work);
    return steps < MODEL_PLAYOUT_STEPS_MAX ? steps : MODEL_PLAYOUT_STEPS_MAX;
}

unsigned playout_by_models_run(struct playout_by_models *playout, struct position *position,
                               struct rng *rng, int lost[SEATS_MAX])
{
    struct turn turn;
    if (!position_ends(position, &position->table)) {
        while (playout_by_models_turn(playout, position, rng, &turn))
            continue;
    }
    return playout_by_models_end(playout, position, lost);
}
