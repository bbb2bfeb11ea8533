/* Checks reports about a game against what is visible. */
#include "rules/spectator.h"

#include <string.h>

#include "rules/deal.h"
#include "rules/draft.h"
#include "rules/record_write.h"
#include "rules/scoring.h"

/* More than any hand can miss; points cannot overflow. */
enum { LOST_MAX = 999 };

/* ---- Hands ----------------------------------------------------------------------------------- */

static bool is_hidden(const struct hand *hand)
{
    for (unsigned group = 0; group < GROUPS; group++) {
        if (hand->city[group] != CITY_NONE)
            return false;
    }
    return true;
}

static bool city_can_be_dealt(const struct board *board, unsigned seats, unsigned group,
                              unsigned city)
{
    return city < board->cities && board->city[city].group == group &&
           !(board->city[city].dashed && seats <= SMALL_GAME_SEATS); /* S3 */
}

bool spectator_hand_can_be(const struct board *board, unsigned seats, const struct hand *hand)
{
    for (unsigned group = 0; group < GROUPS; group++) {
        if (!city_can_be_dealt(board, seats, group, hand->city[group]))
            return false;
    }
    return true;
}

static bool share_a_card(const struct hand *one, const struct hand *other)
{
    for (unsigned group = 0; group < GROUPS; group++) {
        if (one->city[group] == other->city[group] && one->city[group] != CITY_NONE)
            return true;
    }
    return false;
}

bool spectator_hands_can_be(const struct board *board, unsigned seats,
                            const struct hand hand[SEATS_MAX])
{
    for (unsigned seat = 0; seat < seats; seat++) {
        if (!is_hidden(&hand[seat]) && !spectator_hand_can_be(board, seats, &hand[seat]))
            return false;
        for (unsigned other = 0; other < seat; other++) {
            if (share_a_card(&hand[seat], &hand[other]))
                return false;
        }
    }
    return true;
}

bool spectator_hands_agree(unsigned seats, const struct hand known[SEATS_MAX],
                           const struct hand hand[SEATS_MAX])
{
    for (unsigned seat = 0; seat < seats; seat++) {
        if (!is_hidden(&known[seat]) && memcmp(&known[seat], &hand[seat], sizeof hand[0]) != 0)
            return false;
    }
    return true;
}

static bool all_are_known(unsigned seats, const struct hand hand[SEATS_MAX])
{
    for (unsigned seat = 0; seat < seats; seat++) {
        if (!hand_is_known(&hand[seat]))
            return false;
    }
    return true;
}

/* ---- The beginning of a round ---------------------------------------------------------------- */

/* V1: all hands are known, and after the first round they are those of the neighbours. */
static bool open_hands_can_follow(const struct table *table, const struct hand hand[SEATS_MAX])
{
    struct hand passed[SEATS_MAX];
    if (!all_are_known(table->seats, hand))
        return false;
    if (table->round == 0)
        return true;
    hands_pass_on(table->seats, table->shown, passed);
    return memcmp(passed, hand, table->seats * sizeof hand[0]) == 0;
}

enum misfit spectator_begin(struct table *table, const struct board *board,
                            const struct hand hand[SEATS_MAX], unsigned first)
{
    const bool open = (table->variants & VARIANT_OPEN_CARDS) != 0;
    if (table->phase != PHASE_DEALING && table->phase != PHASE_ROUND_OVER)
        return MISFIT_ORDER;
    if (!spectator_hands_can_be(board, table->seats, hand) ||
        (open && !open_hands_can_follow(table, hand)))
        return MISFIT_HANDS;
    if (first >= table->seats || (table->round > 0 && first != table_next_first(table)))
        return MISFIT_FIRST;
    table_begin_round(table, board, first);
    if (open)
        memcpy(table->shown, hand, table->seats * sizeof hand[0]);
    return FITS;
}

/* ---- Turns ----------------------------------------------------------------------------------- */

bool spectator_is_over(const struct table *table, const struct board *board,
                       const struct hand hand[SEATS_MAX])
{
    if (table->supply == 0 || table->passes == table->seats) /* R5, R7 */
        return true;
    for (unsigned seat = 0; seat < table->seats; seat++) {
        if (table_connects(table, board, seat, &hand[seat])) /* R2, R4 */
            return true;
    }
    return false;
}

/*
 * Returns true if the turn refers only to lines and junctions of the board, so that the rules can
 * be applied.
 */
static bool is_of_board(const struct board *board, const struct turn *turn)
{
    if (turn->kind == TURN_PLACE)
        return turn->marker < board->junctions;
    if (turn->tracks > TURN_TRACKS_MAX ||
        (turn->marker >= board->junctions && turn->marker != JUNCTION_NONE))
        return false;
    for (unsigned i = 0; i < turn->tracks; i++) {
        if (turn->track[i].line >= board->lines)
            return false;
    }
    return turn->kind == TURN_LAY || turn->kind == TURN_PASS;
}

enum misfit spectator_play(struct table *table, const struct board *board,
                           const struct hand hand[SEATS_MAX], const struct turn *turn)
{
    struct draft draft;
    if (table->phase != PHASE_PLAYING || !is_of_board(board, turn) ||
        spectator_is_over(table, board, hand))
        return MISFIT_TURN;
    draft_begin(&draft, table, &hand[table->to_move]);
    if (draft_turn(&draft, board, turn) != ACCEPTED ||
        memcmp(&draft.turn, turn, sizeof *turn) != 0) /* unused bytes must be zero */
        return MISFIT_TURN;
    const bool moved = turn->kind == TURN_LAY && turn->marker != JUNCTION_NONE;
    table_count_turn(&draft.table, turn->kind == TURN_PASS);
    if (!spectator_is_over(&draft.table, board, hand))
        table_hand_on(&draft.table);
    else if (moved)
        return MISFIT_TURN; /* V2 */
    *table = draft.table;
    return FITS;
}

/* ---- The end of a round ---------------------------------------------------------------------- */

/* Returns true if a hidden hand may be connected: the network contains a city of each group. */
static bool can_be_connected(const struct table *table, const struct board *board, unsigned seat)
{
    unsigned groups = 0;
    for (unsigned city = 0; city < board->cities; city++) {
        const unsigned group = board->city[city].group;
        if (city_can_be_dealt(board, table->seats, group, city) &&
            junction_set_has(table_reach(table, seat), board->city[city].junction))
            groups |= 1U << group;
    }
    return groups == (1U << GROUPS) - 1;
}

static bool is_connected(const struct closing *closing, unsigned seat)
{
    return closing->connected >> seat & 1;
}

/*
 * R1: checks the reported connections: exactly for known hands; for hidden ones, whether they are
 * possible.
 */
static bool can_be_connected_so(const struct table *table, const struct board *board,
                                const struct hand hand[SEATS_MAX], const struct closing *closing)
{
    for (unsigned seat = 0; seat < table->seats; seat++) {
        const bool connected = is_connected(closing, seat);
        if (hand_is_known(&hand[seat])
                ? connected != table_connects(table, board, seat, &hand[seat])
                : connected && !can_be_connected(table, board, seat))
            return false;
    }
    return closing->connected >> table->seats == 0;
}

/*
 * P1: checks the reported losses against `closed`, which has those of the known hands, and copies
 * the others to it.
 */
static bool take_lost(struct table *closed, const struct hand hand[SEATS_MAX],
                      const struct closing *closing)
{
    for (unsigned seat = 0; seat < closed->seats; seat++) {
        const int lost = closing->lost[seat];
        const bool known = is_connected(closing, seat) || hand_is_known(&hand[seat]); /* R6 */
        if (known ? lost != closed->lost[seat] : lost < 1 || lost > LOST_MAX)
            return false;
        closed->lost[seat] = (int16_t)lost;
    }
    return true;
}

/* B1, B3: checks that the reported points and barrier follow from the minus points. */
static enum misfit judge_points(const struct table *closed, const struct board *board,
                                const struct closing *closing)
{
    if (memcmp(closed->points, closing->points, closed->seats * sizeof closed->points[0]) != 0)
        return MISFIT_POINTS;
    if (closing->has_barrier != record_has_barrier(board, closed) ||
        (closing->has_barrier && closing->barrier != closed->barrier))
        return MISFIT_BARRIER;
    return FITS;
}

enum misfit spectator_end(struct table *table, const struct board *board,
                          const struct hand hand[SEATS_MAX], const struct turn *last,
                          const struct closing *closing)
{
    struct table closed = *table;
    if (spectator_play(&closed, board, hand, last) != FITS)
        return MISFIT_NOT_OVER;
    const bool moved = last->kind == TURN_LAY && last->marker != JUNCTION_NONE;
    if (moved || (closing->connected == 0 && !spectator_is_over(&closed, board, hand)))
        return MISFIT_NOT_OVER;
    if (!can_be_connected_so(&closed, board, hand, closing))
        return MISFIT_CONNECTED;
    closed.connected = closing->connected;
    scoring_count_lost(&closed, board, hand);
    if (!take_lost(&closed, hand, closing))
        return MISFIT_SCORE;
    closed.to_move = table->to_move;
    if (all_are_known(table->seats, hand))
        memcpy(closed.shown, hand, table->seats * sizeof hand[0]); /* R6 */
    scoring_take_points(&closed, board);
    const enum misfit misfit = judge_points(&closed, board, closing);
    if (misfit == FITS)
        *table = closed;
    return misfit;
}
