/* Clocks, and the requests that are possible at a moment. */
#include <string.h>

#include "follow/follow_internal.h"

int64_t follow_server_time(const struct follow *follow, int64_t now)
{
    return now + follow->ahead;
}

int64_t follow_since(const struct follow *follow)
{
    return follow->state.since - follow->ahead;
}

void follow_clock(const struct follow *follow, unsigned seat, int64_t now,
                  struct follow_clock *clock)
{
    const struct match_state *state = &follow->state;
    const struct table *table = &follow->view.table;
    memset(clock, 0, sizeof *clock);
    if (!follow->known || seat >= state->settings.seats || !match_state_is_running(state) ||
        state->seat[seat].kind != SEAT_PERSON)
        return;
    clock->runs = match_state_clock_runs(state, table, seat);
    clock->shown = state->settings.clock.kind == CLOCK_LIVE || clock->runs;
    if (clock->shown)
        clock->left = match_state_time_left(state, table, seat, follow_server_time(follow, now));
}

int64_t follow_patience_ends(const struct follow *follow)
{
    const int64_t ends = match_state_patience_ends(&follow->state, &follow->view.table);
    return ends == MATCH_NEVER ? MATCH_NEVER : ends - follow->ahead;
}

int64_t follow_takeback_pause_ends(const struct follow *follow)
{
    const unsigned mine = follow->view.seat;
    const int64_t ends =
        mine == SEAT_NONE ? 0 : match_state_takeback_pause_ends(&follow->state, mine);
    return ends == 0 ? 0 : ends - follow->ahead;
}

/* ---- Possible requests ----------------------------------------------------------------------- */

static unsigned may(enum follow_may what, bool makes_sense)
{
    return makes_sense ? (unsigned)what : 0;
}

bool follow_may_sit(const struct follow *follow, unsigned seat)
{
    const struct match_state *state = &follow->state;
    if (!follow_is_current(follow) || state->phase != MATCH_OPEN || follow->me[0] == '\0' ||
        follow->view.seat != SEAT_NONE || seat >= state->settings.seats)
        return false;
    const struct match_seat *wanted = &state->seat[seat];
    if (wanted->kept[0] != '\0')
        return strcmp(wanted->kept, follow->me) == 0;
    return wanted->kind == SEAT_OPEN || (wanted->kind == SEAT_INVITED && follow->key[0] != '\0');
}

unsigned follow_free_seat(const struct follow *follow)
{
    const unsigned kept = match_state_seat_kept_for(&follow->state, follow->me);
    if (kept != SEAT_NONE)
        return kept;
    unsigned found = SEAT_NONE;
    for (unsigned seat = follow->state.settings.seats; seat-- > 0;) {
        const bool better = found == SEAT_NONE || follow->state.seat[found].kind == SEAT_OPEN ||
                            follow->state.seat[seat].kind == SEAT_INVITED;
        if (follow_may_sit(follow, seat) && better)
            found = seat;
    }
    return found;
}

static unsigned may_before(const struct follow *follow)
{
    const struct match_state *state = &follow->state;
    const bool host = follow_is_host(follow), full = match_state_is_full(state);
    bool sit = false;
    for (unsigned seat = 0; seat < state->settings.seats; seat++)
        sit |= follow_may_sit(follow, seat);
    return may(MAY_SIT, sit) | may(MAY_STAND, follow->view.seat != SEAT_NONE) |
           may(MAY_SEAT | MAY_CLOSE, host) | may(MAY_FILL, host && !full) |
           may(MAY_START, host && full && match_state_has_person(state));
}

/* Requests about taking back a turn. */
static unsigned may_take_back(const struct follow *follow, int64_t now)
{
    const struct match_state *state = &follow->state;
    const struct takeback *takeback = &state->takeback;
    const unsigned mine = follow->view.seat;
    if (takeback->number == 0)
        return may(MAY_TAKEBACK, match_state_has_takeback(state, &follow->view.table, mine) &&
                                     state->seat[mine].takebacks < TAKEBACKS_MAX &&
                                     follow_takeback_pause_ends(follow) <= now);
    const bool asked = match_state_is_asked(state, mine);
    return may(MAY_AGREE, asked && !(takeback->agreed >> mine & 1)) |
           may(MAY_REFUSE, asked || mine == takeback->seat);
}

bool follow_has_opponent(const struct follow *follow)
{
    const struct match_state *state = &follow->state;
    for (unsigned seat = 0; seat < state->settings.seats; seat++) {
        if (seat != follow->view.seat && state->seat[seat].kind == SEAT_PERSON)
            return true;
    }
    return false;
}

bool follow_awaits(const struct follow *follow, unsigned seat)
{
    const struct match_seat *awaited = &follow->state.seat[seat];
    return match_state_is_running(&follow->state) && follow->view.table.phase == PHASE_ROUND_OVER &&
           awaited->kind == SEAT_PERSON && !awaited->ready && !awaited->away;
}

static unsigned may_during(const struct follow *follow, int64_t now)
{
    const struct match_state *state = &follow->state;
    const struct table *table = &follow->view.table;
    const unsigned mine = follow->view.seat;
    if (mine == SEAT_NONE)
        return 0;
    const struct match_seat *me = &state->seat[mine];
    const bool waited = match_state_waited_long(state, table, follow_server_time(follow, now));
    const bool over =
        table->phase == PHASE_PLAYING && /* over, but its end has not been received */
        spectator_is_over(table, state->settings.board, follow->round[table->round - 1].hand);
    const bool plays = state->phase == MATCH_PLAYING && table->phase == PHASE_PLAYING && !over;
    return may(MAY_TURN, plays && table->to_move == mine && !me->away) |
           may(MAY_PLAN, plays && table->to_move != mine && !me->away) |
           may(MAY_READY, follow_awaits(follow, mine)) |
           may(MAY_ADVICE, !follow_has_opponent(follow)) | may(MAY_LEAVE, !me->away) |
           may(MAY_BACK, me->away) | may(MAY_AWAY, plays && waited && table->to_move != mine) |
           (plays ? may_take_back(follow, now) : 0);
}

static unsigned may_after(const struct follow *follow)
{
    const bool played = follow->view.seat != SEAT_NONE;
    const bool again = follow->state.rematch[0] != '\0';
    return may(MAY_REMATCH, played && !again) | may(MAY_JOIN, played && again);
}

unsigned follow_may(const struct follow *follow, int64_t now)
{
    const struct match_state *state = &follow->state;
    if (!follow_is_current(follow) || follow->me[0] == '\0')
        return 0;
    unsigned all = may(MAY_CHAT, state->settings.chat && !match_state_is_muted(state, follow->me)) |
                   may(MAY_MUTE, follow_is_host(follow));
    if (state->phase == MATCH_OPEN)
        all |= may_before(follow);
    else if (match_state_is_running(state))
        all |= may_during(follow, now);
    else if (state->phase == MATCH_FINISHED)
        all |= may_after(follow);
    return all;
}
