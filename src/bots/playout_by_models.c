/* Rounds between models of players. */
#include "bots/playout_by_models.h"

#include <string.h>

#include "bots/fallback_turn.h"
#include "bots/work.h"
#include "core/check.h"

/* What things take, in eighths of a step. */
enum { WORK_TURN = 8, WORK_LOOK = 28, WORK_GRADIENT = 32, WORK_DETOUR = 320 };

void rollout_begin(struct rollout *rollout, const struct board *board,
                   const struct rollout_start *start, struct rng *rng)
{
    rollout->board = board;
    rollout->work = 0;
    rollout->hands = start->hands;
    memcpy(rollout->type, start->type, sizeof rollout->type);
    ways_copy(&rollout->ways, start->ways);
    pursuit_begin(&rollout->pursuit, start->wants, rng);
    if (start->since != NULL)
        pursuit_see(&rollout->pursuit, start->seat, start->since);
}

static const struct taste *taste_in(const struct rollout *rollout, unsigned seat)
{
    return taste_of(rollout->type[seat]);
}

/* ---- One turn ----------------------------------------------------------------------------- */

/* V2, X1: the cheapest way is shut, and the player goes around as all bots do. */
static void choose_detour(struct rollout *rollout, const struct position *position, struct rng *rng,
                          struct turn *turn)
{
    static const struct budget none;
    struct view view;
    struct thoughts thoughts;
    const struct question question = {
        .board = rollout->board, .view = &view, .budget = &none, .rng = rng};
    view_of(&view, position, position->table.to_move);
    thoughts_init(&thoughts, rollout->board, &view);
    direct_turn_with(ways_of(&rollout->ways, view.seat), &question, turn, &thoughts);
    turn->marker = JUNCTION_NONE; /* that is decided later */
    rollout->work += WORK_DETOUR;
}

/* Who cares less for what the others gain does not guess at it here, which takes most of the time.
 */
static const float HARDLY_CARES = 0.1F;

static void look_at_others(struct rollout *rollout, const struct position *position)
{
    const struct table *table = &position->table;
    const unsigned asked = rollout->pursuit.asked;
    rollout->others.hands = 0;
    if (taste_in(rollout, table->to_move)->others > HARDLY_CARES)
        pursuit_of_others(&rollout->pursuit, rollout->board, table, &rollout->ways,
                          &position->hand[table->to_move], rollout->hands, &rollout->others);
    rollout->work += (rollout->pursuit.asked - asked) * WORK_GRADIENT;
}

static void choose_tracks(struct rollout *rollout, const struct position *position, struct rng *rng,
                          struct turn *turn)
{
    struct policy *policy = &rollout->policy;
    const struct table *table = &position->table;
    const unsigned seat = table->to_move;
    look_at_others(rollout, position);
    policy_begin(policy, rollout->board, table, &rollout->ways);
    policy_weigh(policy, taste_in(rollout, seat), &position->hand[seat], &rollout->others,
                 POLICY_QUICK);
    rollout->work += policy->looks * WORK_LOOK;
    if (policy->turns > 0)
        *turn = policy->turn[0].turn;
    else
        choose_detour(rollout, position, rng, turn);
}

/* V2: unless the round is over with what has been laid. */
static void move_marker(struct rollout *rollout, struct position *position, struct turn *turn)
{
    struct table *table = &position->table;
    const unsigned seat = table->to_move;
    if (!(table->variants & VARIANT_BLOCKING) || turn->tracks == 0 ||
        !(taste_in(rollout, seat)->blockade > 0) || position_ends(position, table))
        return;
    const unsigned marker =
        policy_marker(&rollout->others, rollout->board, table, &position->hand[seat], turn);
    if (marker != JUNCTION_NONE) {
        turn->marker = (uint8_t)marker;
        table_place_marker(table, rollout->board, seat, marker);
    }
}

static void lay_tracks(struct rollout *rollout, struct position *position, struct rng *rng,
                       struct turn *turn)
{
    struct table *table = &position->table;
    choose_tracks(rollout, position, rng, turn);
    for (unsigned i = 0; i < turn->tracks; i++)
        table_lay(table, rollout->board, table->to_move, turn->track[i].line, turn->track[i].own);
    ways_lay(&rollout->ways, table, rollout->board, turn);
    move_marker(rollout, position, turn);
}

bool rollout_turn(struct rollout *rollout, struct position *position, struct rng *rng,
                  struct turn *turn)
{
    struct table *table = &position->table;
    const unsigned seat = table->to_move;
    *turn = (struct turn){.kind = TURN_LAY, .marker = JUNCTION_NONE};
    if (table->marker[seat] == JUNCTION_NONE) {
        turn->kind = TURN_PLACE;
        turn->marker =
            (uint8_t)policy_place(rollout->board, table, &rollout->ways, &position->hand[seat]);
        table_place_marker(table, rollout->board, seat, turn->marker);
    } else {
        lay_tracks(rollout, position, rng, turn);
    }
    rollout->work += WORK_TURN;
    if (position_turn_over(position, turn->kind == TURN_PASS))
        return false;
    pursuit_see(&rollout->pursuit, seat, turn);
    return true;
}

/* ---- Rounds ------------------------------------------------------------------------------- */

unsigned rollout_end(struct rollout *rollout, const struct position *position, int lost[SEATS_MAX])
{
    const struct table *table = &position->table;
    for (unsigned seat = 0; seat < table->seats; seat++)
        lost[seat] =
            (int)ways_missing(&rollout->ways, table, rollout->board, seat, &position->hand[seat]);
    const unsigned steps = work_steps(rollout->work);
    return steps < ROLLOUT_STEPS_MAX ? steps : ROLLOUT_STEPS_MAX;
}

unsigned rollout_run(struct rollout *rollout, struct position *position, struct rng *rng,
                     int lost[SEATS_MAX])
{
    struct turn turn;
    if (!position_ends(position, &position->table)) {
        while (rollout_turn(rollout, position, rng, &turn))
            continue;
    }
    return rollout_end(rollout, position, lost);
}
