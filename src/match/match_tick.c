/* What happens at a table without a request: time runs out, a pause ends, a bot takes its turn. */
#include "base/check.h"
#include "match/match.h"
#include "match/match_internal.h"

#define SECOND_MS INT64_C(1000)
#define MINUTE_MS (60 * SECOND_MS)
#define HOUR_MS   (60 * MINUTE_MS)

#define GONE_AFTER_MS (3 * MINUTE_MS)
#define OPEN_FOR_MS   (24 * HOUR_MS)

static int64_t pause_of(const struct clock *clock)
{
    switch (clock->kind) {
    case CLOCK_NONE:
        return 2 * MINUTE_MS;
    case CLOCK_LIVE:
        return MINUTE_MS;
    case CLOCK_SLOW:
        break;
    }
    return 12 * HOUR_MS;
}

static bool another_person_is_connected(const struct match *match, const struct presence *presence,
                                        unsigned except)
{
    for (unsigned seat = 0; seat < match->state.settings.seats; seat++)
        if (seat != except && match->state.seat[seat].kind == SEAT_PERSON &&
            presence->gone_since[seat] == 0)
            return true;
    return false;
}

/* Returns when a bot takes over for the person to move. */
static int64_t turn_due(const struct match *match, const struct presence *presence)
{
    unsigned seat = match->position.table.to_move;
    if (!match_state_person_plays(&match->state, seat))
        return MATCH_NEVER;
    if (match->state.settings.clock.kind != CLOCK_NONE)
        return match_state_time_ends(&match->state, &match->position.table);
    /*
     * Without a clock an absent person is replaced only if another person is connected and waiting.
     */
    int64_t gone = presence->gone_since[seat];
    if (gone == 0 || !another_person_is_connected(match, presence, seat))
        return MATCH_NEVER;
    return (gone > match->state.since ? gone : match->state.since) + GONE_AFTER_MS;
}

/*
 * The end of a round and the result normally follow the turn immediately, and an agreed takeback
 * follows the last agreement or departure.  A stored list of events may end in between.
 */
static bool is_incomplete(const struct match *match)
{
    const enum phase phase = match->position.table.phase;
    return match_state_is_agreed(&match->state) ||
           (match->state.phase == MATCH_PLAYING && phase != PHASE_PLAYING) ||
           (match->state.phase == MATCH_PAUSE && phase == PHASE_GAME_OVER);
}

int64_t match_due(const struct match *match, const struct presence *presence)
{
    if (is_incomplete(match))
        return match->state.since;
    switch (match->state.phase) {
    case MATCH_OPEN:
        return match->state.since + OPEN_FOR_MS;
    case MATCH_PLAYING:
        return turn_due(match, presence);
    case MATCH_PAUSE:
        return match->state.since + pause_of(&match->state.settings.clock);
    case MATCH_FINISHED:
    case MATCH_CLOSED:
        break;
    }
    return MATCH_NEVER;
}

void match_tick(struct match *match, const struct presence *presence, int64_t now,
                struct match_listener listener)
{
    if (match_due(match, presence) > now)
        return;
    struct event event = {.at = now};
    if (is_incomplete(match)) {
        if (match_state_is_agreed(&match->state)) {
            match_settle_takeback(match, now, listener);
            return;
        }
        event.kind = match->state.phase == MATCH_PLAYING ? EVENT_END : EVENT_RESULT;
        match_happen(match, &event, listener);
        return;
    }
    switch (match->state.phase) {
    case MATCH_OPEN:
        event.kind = EVENT_CLOSE;
        event.close = CLOSE_OLD;
        break;
    case MATCH_PLAYING:
        event.kind = EVENT_AWAY;
        event.seat = match->position.table.to_move;
        event.away = match->state.settings.clock.kind == CLOCK_NONE ? AWAY_GONE : AWAY_TIME;
        break;
    case MATCH_PAUSE:
        event.kind = EVENT_ROUND;
        break;
    case MATCH_FINISHED:
    case MATCH_CLOSED:
        return;
    }
    match_happen(match, &event, listener);
    match_settle_takeback(match, now, listener);
}

void match_bot_turn(struct match *match, const struct turn *turn, int64_t now,
                    struct match_listener listener)
{
    CHECK(match_bot_to_move(match));
    unsigned seat = match->position.table.to_move;
    struct event event = {
        .kind = EVENT_TURN,
        .at = now,
        .seat = seat,
        .turn = *turn,
        .after = match->state.events,
        .stand_in = match->state.seat[seat].kind == SEAT_PERSON,
        .left = match->state.seat[seat].kind == SEAT_PERSON ? match->state.seat[seat].bank : 0,
    };
    position_settle(&match->position, match->state.settings.board, &event.turn);
    CHECK(match_play(match, &event, listener) == ACCEPTED);
}
