/* The course of a game: deals rounds, plays turns, detects the end. */
#include "rules/position.h"

#include <string.h>

#include "base/check.h"
#include "rules/scoring.h"

_Static_assert(sizeof(struct position) ==
                   sizeof(struct table) +
                       SEATS_MAX * (sizeof(struct junction_set) + sizeof(struct hand)) + SEED_SIZE +
                       2,
               "a position has no padding");

void position_init(struct position *position, const struct board *board, unsigned seats,
                   unsigned variants, const uint8_t seed[SEED_SIZE])
{
    memset(position, 0, sizeof *position);
    table_init(&position->table, board, seats, variants);
    memset(position->hand, CITY_NONE, sizeof position->hand);
    memcpy(position->seed, seed, SEED_SIZE);
}

void position_begin_round(struct position *position, const struct board *board,
                          const struct hand hand[SEATS_MAX], unsigned first)
{
    struct table *table = &position->table;
    CHECK(table->phase == PHASE_DEALING || table->phase == PHASE_ROUND_OVER);
    CHECK(first < table->seats);
    table_begin_round(table, board, first);
    for (unsigned seat = 0; seat < table->seats; seat++) {
        position->hand[seat] = hand[seat];
        hand_junctions(&hand[seat], board, &position->wanted[seat]);
        if (table->variants & VARIANT_OPEN_CARDS)
            table->shown[seat] = hand[seat]; /* V1 */
    }
}

void position_deal(struct position *position, const struct board *board)
{
    const struct table *table = &position->table;
    const unsigned round = table->round + 1U;
    struct hand hand[SEATS_MAX];
    if (round > 1 && (table->variants & VARIANT_OPEN_CARDS))
        hands_pass_on(table->seats, position->hand, hand);
    else
        deal_hands(board, table->seats, position->seed, round, hand);
    const unsigned first =
        round == 1 ? deal_first(table->seats, position->seed) : table_next_first(table);
    position_begin_round(position, board, hand, first);
}

unsigned position_connected(const struct position *position, const struct table *table)
{
    unsigned connected = 0;
    for (unsigned seat = 0; seat < table->seats; seat++) {
        connected |= (unsigned)table_covers(table, seat, &position->wanted[seat]) << seat;
    }
    return connected;
}

bool position_ends(const struct position *position, const struct table *table)
{
    return table->supply == 0 ||                     /* R5 */
           table->passes == table->seats ||          /* R7 */
           position_connected(position, table) != 0; /* R2, R4 */
}

bool position_turn_over(struct position *position, bool passed)
{
    struct table *table = &position->table;
    table_count_turn(table, passed);
    if (position_ends(position, table))
        return true;
    table_hand_on(table);
    return false;
}

void position_end_turn(struct position *position, const struct board *board, bool passed)
{
    if (position_turn_over(position, passed)) {
        position->table.connected = (uint8_t)position_connected(position, &position->table);
        scoring_close_round(&position->table, board, position->hand);
    }
}

/* V2: true if the tracks of this draft end the round, so that its marker may not move. */
static bool moves_marker_after_end(const struct position *position, const struct draft *draft)
{
    return draft->turn.kind == TURN_LAY && draft->turn.marker != JUNCTION_NONE &&
           position_ends(position, &draft->table);
}

void position_settle(const struct position *position, const struct board *board, struct turn *turn)
{
    struct draft draft;
    if (turn->kind != TURN_LAY || turn->marker == JUNCTION_NONE)
        return;
    draft_begin(&draft, &position->table, &position->hand[position->table.to_move]);
    if (draft_turn(&draft, board, turn) == ACCEPTED && moves_marker_after_end(position, &draft))
        turn->marker = JUNCTION_NONE;
}

enum refusal position_play(struct position *position, const struct board *board,
                           const struct turn *turn)
{
    struct draft draft;
    draft_begin(&draft, &position->table, &position->hand[position->table.to_move]);
    const enum refusal refusal = draft_turn(&draft, board, turn);
    if (refusal != ACCEPTED)
        return refusal;
    if (moves_marker_after_end(position, &draft))
        return REFUSED_MARKER_AFTER_END;
    position->table = draft.table;
    position_end_turn(position, board, draft.turn.kind == TURN_PASS);
    return ACCEPTED;
}
