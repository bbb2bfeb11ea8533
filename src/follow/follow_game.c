/* Checks rounds, turns and hands against the rules, and applies them. */
#include <string.h>

#include "follow/follow_internal.h"
#include "rules/record_write.h"

static const struct board *board_of(const struct follow *follow)
{
    return follow->state.settings.board;
}

/* Returns the current round, or the last one. */
static struct follow_round *round_of(struct follow *follow)
{
    return &follow->round[follow->view.table.round - 1];
}

void follow_show_hand(struct follow *follow)
{
    memset(&follow->view.hand, CITY_NONE, sizeof follow->view.hand);
    if (follow->view.seat != SEAT_NONE && follow->view.table.round > 0)
        follow->view.hand = round_of(follow)->hand[follow->view.seat];
}

/* ---- Dealing --------------------------------------------------------------------------------- */

/* Gets the cards of a new round, as far as they are visible to us. */
static enum misfit hands_of_deal(const struct follow *follow, const struct told_event *told,
                                 struct hand hand[SEATS_MAX])
{
    const struct told_hand *coming = &follow->coming;
    memset(hand, CITY_NONE, SEATS_MAX * sizeof hand[0]);
    const bool open = (follow->view.table.variants & VARIANT_OPEN_CARDS) != 0;
    if (told->has_hands != open)
        return MISFIT_HANDS; /* V1 */
    if (open)
        memcpy(hand, told->hand, follow->state.settings.seats * sizeof hand[0]);
    if (coming->round != told->round || coming->seat != follow->view.seat)
        return FITS;
    if (open && memcmp(&hand[coming->seat], &coming->hand, sizeof coming->hand) != 0)
        return MISFIT_HANDS;
    hand[coming->seat] = coming->hand;
    return FITS;
}

enum misfit follow_take_round(struct follow *follow, const struct told_event *told)
{
    struct table table = follow->view.table;
    struct hand hand[SEATS_MAX];
    if (told->round != table.round + 1U)
        return MISFIT_ORDER;
    if (told->round > FOLLOW_ROUNDS_MAX)
        return MISFIT_TOO_LONG;
    enum misfit misfit = hands_of_deal(follow, told, hand);
    if (misfit == FITS)
        misfit = spectator_begin(&table, board_of(follow), hand, told->first);
    if (misfit != FITS)
        return misfit;
    follow->view.table = table;
    struct follow_round *begun = round_of(follow);
    memcpy(begun->hand, hand, sizeof begun->hand);
    begun->first = (uint8_t)told->first;
    begun->turn = (uint16_t)follow->turns;
    follow_show_hand(follow);
    if (follow->coming.round <= told->round)
        memset(&follow->coming, 0, sizeof follow->coming);
    return FITS;
}

/* Applies cards received after the deal: every turn so far must be possible with them. */
static enum misfit take_late_hand(struct follow *follow, const struct hand *mine)
{
    struct follow_round *round = round_of(follow);
    const unsigned number = follow->view.table.round - 1U;
    struct hand hand[SEATS_MAX];
    struct table table;
    memcpy(hand, round->hand, sizeof hand);
    if (hand_is_known(&hand[follow->view.seat]))
        return memcmp(&hand[follow->view.seat], mine, sizeof *mine) == 0 ? FITS : MISFIT_HANDS;
    hand[follow->view.seat] = *mine;
    if (follow_replay(follow, number, round->turns, hand, &table) != FITS)
        return MISFIT_HANDS;
    follow->view.table = table;
    memcpy(round->hand, hand, sizeof hand);
    follow_show_hand(follow);
    return FITS;
}

enum misfit follow_take_hand(struct follow *follow, const struct told_hand *told)
{
    const struct table *table = &follow->view.table;
    if (!follow->known)
        return MISFIT_UNKNOWN_TABLE;
    if (told->seat >= follow->state.settings.seats)
        return MISFIT_SEAT;
    if (told->round == 0 || !spectator_hand_can_be(board_of(follow), table->seats, &told->hand))
        return MISFIT_HANDS;
    if (told->round > FOLLOW_ROUNDS_MAX)
        return MISFIT_TOO_LONG;
    if (told->round > table->round) { /* its round has not begun yet */
        if (follow->coming.round == told->round &&
            memcmp(&follow->coming.hand, &told->hand, sizeof told->hand) != 0)
            return MISFIT_HANDS;
        follow->coming = *told;
        return FITS;
    }
    if (told->round < table->round || follow->state.phase != MATCH_PLAYING)
        return FITS; /* outdated */
    if (told->seat != follow->view.seat)
        return MISFIT_SEAT;
    return take_late_hand(follow, &told->hand);
}

/* ---- Turns ----------------------------------------------------------------------------------- */

enum misfit follow_take_turn(struct follow *follow, const struct told_event *told)
{
    struct follow_round *round = round_of(follow);
    if (follow->turns == FOLLOW_TURNS_MAX)
        return MISFIT_TOO_LONG;
    const enum misfit misfit =
        spectator_play(&follow->view.table, board_of(follow), round->hand, &told->event.turn);
    if (misfit != FITS)
        return misfit;
    follow->turn[follow->turns++] = told->event.turn;
    round->turns++;
    return FITS;
}

/* Removes the last turns of the round. */
enum misfit follow_take_undo(struct follow *follow, const struct told_event *told)
{
    struct follow_round *round = round_of(follow);
    const unsigned turns = told->event.turns;
    struct table table;
    if (turns > round->turns)
        return MISFIT_ORDER;
    const unsigned left = round->turns - turns;
    const enum misfit misfit =
        follow_replay(follow, follow->view.table.round - 1U, left, round->hand, &table);
    if (misfit != FITS)
        return misfit;
    follow->view.table = table;
    round->turns = (uint16_t)left;
    follow->turns -= turns;
    return FITS;
}

/* ---- The end --------------------------------------------------------------------------------- */

/* Gets all hands of a round from an event.  They must include the hands known before. */
static enum misfit hands_shown(const struct follow *follow, const struct told_event *told,
                               const struct hand known[SEATS_MAX], struct hand hand[SEATS_MAX])
{
    const unsigned seats = follow->state.settings.seats;
    memset(hand, CITY_NONE, SEATS_MAX * sizeof hand[0]);
    memcpy(hand, told->hand, seats * sizeof hand[0]);
    for (unsigned seat = 0; seat < seats; seat++) {
        if (!hand_is_known(&hand[seat]))
            return MISFIT_HANDS;
    }
    return spectator_hands_can_be(board_of(follow), seats, hand) &&
                   spectator_hands_agree(seats, known, hand)
               ? FITS
               : MISFIT_HANDS;
}

/* Checks the end of a round with these hands; `table` receives the result. */
static enum misfit judge_end(const struct follow *follow, unsigned round,
                             const struct hand hand[SEATS_MAX], const struct closing *closing,
                             struct table *table)
{
    const struct follow_round *played = &follow->round[round];
    if (played->turns == 0)
        return MISFIT_NOT_OVER;
    const unsigned last = played->turns - 1U;
    if (follow_replay(follow, round, last, hand, table) != FITS)
        return MISFIT_NOT_OVER; /* it was over earlier, or a turn was illegal */
    return spectator_end(table, board_of(follow), hand, &follow->turn[played->turn + last],
                         closing);
}

static bool read_closing(const struct told_event *told, unsigned seats, struct closing *closing)
{
    memset(closing, 0, sizeof *closing);
    memcpy(closing->lost, told->lost, seats * sizeof closing->lost[0]);
    memcpy(closing->points, told->points, seats * sizeof closing->points[0]);
    closing->connected = (uint8_t)told->connected;
    closing->has_barrier = told->has_barrier;
    closing->barrier = told->has_barrier ? told->barrier : (int16_t)0;
    return told->connected >> seats == 0;
}

enum misfit follow_take_end(struct follow *follow, const struct told_event *told)
{
    struct closing closing;
    struct hand hand[SEATS_MAX];
    struct table table;
    enum misfit misfit = FITS;
    if (told->round != follow->view.table.round)
        return MISFIT_ORDER;
    struct follow_round *round = round_of(follow);
    if (!read_closing(told, follow->state.settings.seats, &closing))
        return MISFIT_CONNECTED;
    if (told->has_hands == follow->state.settings.party)
        return MISFIT_HANDS; /* R6, but at a table of a party they stay hidden */
    memcpy(hand, round->hand, sizeof hand);
    if (told->has_hands)
        misfit = hands_shown(follow, told, round->hand, hand);
    if (misfit == FITS)
        misfit = judge_end(follow, told->round - 1, hand, &closing, &table);
    if (misfit != FITS)
        return misfit;
    follow->view.table = table;
    memcpy(round->hand, hand, sizeof hand);
    round->closing = closing;
    round->over = true;
    follow_show_hand(follow);
    return FITS;
}

static void keep_seed(struct follow *follow, const struct told_event *told)
{
    memset(follow->seed, 0, sizeof follow->seed);
    memcpy(follow->seed, told->seed, strlen(told->seed));
}

enum misfit follow_take_result(struct follow *follow, const struct told_event *told)
{
    if (told->winners != follow->view.table.winners)
        return MISFIT_WINNERS;
    keep_seed(follow, told);
    return FITS;
}

/* Applies the hands of a party's round, which are revealed when all its tables are over. */
enum misfit follow_take_reveal(struct follow *follow, const struct told_event *told)
{
    struct hand hand[SEATS_MAX];
    struct table table;
    if (follow->view.table.round == 0) { /* a table without a game reveals only the seed */
        if (told->has_hands)
            return MISFIT_HANDS;
        keep_seed(follow, told);
        return FITS;
    }
    if (told->round != follow->state.revealed + 1)
        return MISFIT_ORDER;
    struct follow_round *round = &follow->round[told->round - 1];
    if (!told->has_hands || hands_shown(follow, told, round->hand, hand) != FITS)
        return MISFIT_HANDS;
    const enum misfit misfit = judge_end(follow, told->round - 1, hand, &round->closing, &table);
    if (misfit != FITS)
        return misfit;
    memcpy(round->hand, hand, sizeof hand);
    if (told->round == follow->view.table.round) {
        follow->view.table = table;
        follow_show_hand(follow);
        keep_seed(follow, told);
    }
    return FITS;
}
