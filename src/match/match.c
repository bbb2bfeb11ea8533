/* Applies events to a match: what each changes, and which may come next. */
#include "match/match.h"

#include <string.h>

#include "base/check.h"
#include "match/match_internal.h"

void match_init(struct match *match, const struct match_settings *settings, const char *host,
                const uint8_t seed[SEED_SIZE], int64_t now)
{
    memset(match, 0, sizeof *match);
    match_state_init(&match->state, settings, host, now);
    position_init(&match->position, settings->board, settings->seats, settings->variants, seed);
}

bool match_hand(const struct match *match, unsigned seat, struct hand *hand)
{
    if (match->state.phase != MATCH_PLAYING || seat >= match->state.settings.seats)
        return false;
    *hand = match->position.hand[seat];
    return true;
}

bool match_is_revealed(const struct match *match)
{
    return match_state_is_revealed(&match->state, &match->position.table);
}

const char *match_bot_to_move(const struct match *match)
{
    return match_state_bot_to_move(&match->state, &match->position.table);
}

/* ---- Events ---------------------------------------------------------------------------------- */

static bool can_follow(const struct match *match, const struct event *event)
{
    return match_state_can_follow(&match->state, &match->position.table, event);
}

/*
 * The table shows the cards of a round that is over (R6).  At a table of a party they stay hidden
 * until all tables of the party are over.
 */
static void show_party_cards(struct match *match)
{
    struct table *table = &match->position.table;
    if (!match->state.settings.party || table->phase == PHASE_PLAYING)
        return;
    memset(table->shown, CITY_NONE, sizeof table->shown);
    if (match_is_revealed(match))
        memcpy(table->shown, match->position.hand, table->seats * sizeof table->shown[0]);
}

/* Only a turn can be refused; then nothing changes. */
static enum refusal apply(struct match *match, const struct event *event)
{
    const struct board *board = match->state.settings.board;
    if (event->kind == EVENT_ROUND)
        position_deal(&match->position, board);
    if (event->kind == EVENT_TURN) {
        const struct table before = match->position.table;
        const enum refusal refusal = position_play(&match->position, board, &event->turn);
        if (refusal != ACCEPTED)
            return refusal;
        match->before[event->seat] = before;
    }
    if (event->kind == EVENT_UNDO)
        match->position.table = match->before[event->seat];
    match_state_apply(&match->state, &match->position.table, event);
    show_party_cards(match);
    return ACCEPTED;
}

enum refusal match_happen(struct match *match, const struct event *event,
                          struct match_listener listener)
{
    CHECK(can_follow(match, event));
    enum refusal refusal = apply(match, event);
    if (refusal != ACCEPTED)
        return refusal;
    listener.happened(listener.context, match, event);
    return ACCEPTED;
}

bool match_replay(struct match *match, const struct event *event, struct fault *fault)
{
    enum refusal refusal = REFUSED_NOT_PLAYING;
    bool possible = can_follow(match, event);
    if (possible)
        refusal = apply(match, event);
    if (refusal == ACCEPTED)
        return true;
    const int64_t number = (int64_t)match->state.events + 1;
    const char *kind = event_kind_names[event->kind];
    if (!possible)
        return fault_say(EVENT_CANNOT_FOLLOW, fault, "", number, kind);
    return fault_say(EVENT_REFUSED, fault, refusal_rule(refusal), number, kind,
                     refusal_id(refusal));
}

/* ---- Automatic consequences ------------------------------------------------------------------ */

void match_begin_round(struct match *match, int64_t now, struct match_listener listener)
{
    match_happen(match, &(struct event){.kind = EVENT_ROUND, .at = now}, listener);
}

void match_go_on(struct match *match, int64_t now, struct match_listener listener)
{
    if (match->state.phase != MATCH_PAUSE || match->position.table.phase == PHASE_GAME_OVER)
        return;
    if (match_state_is_ready(&match->state))
        match_begin_round(match, now, listener);
}

void match_settle_takeback(struct match *match, int64_t now, struct match_listener listener)
{
    struct event event = {.kind = EVENT_UNDO, .at = now, .seat = match->state.takeback.seat};
    if (!match_state_is_agreed(&match->state))
        return;
    event.turns = match_state_turns_since(&match->state, &match->position.table, event.seat);
    match_happen(match, &event, listener);
}

void match_reveal(struct match *match, int64_t now, struct match_listener listener)
{
    const struct event event = {.kind = EVENT_REVEAL, .at = now};
    for (unsigned i = 0; i < REVEALS_AT_ONCE && !match_is_revealed(match); i++)
        match_happen(match, &event, listener);
}

enum refusal match_play(struct match *match, const struct event *event,
                        struct match_listener listener)
{
    enum refusal refusal = match_happen(match, event, listener);
    if (refusal != ACCEPTED)
        return refusal;
    enum phase phase = match->position.table.phase;
    if (phase != PHASE_PLAYING)
        match_happen(match, &(struct event){.kind = EVENT_END, .at = event->at}, listener);
    if (phase == PHASE_GAME_OVER)
        match_happen(match, &(struct event){.kind = EVENT_RESULT, .at = event->at}, listener);
    else if (phase == PHASE_ROUND_OVER)
        match_go_on(match, event->at, listener);
    return ACCEPTED;
}
