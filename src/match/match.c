/*
 * The state of a match as its events decide it: what each event changes, and which can follow.
 */
#include "match/match.h"

#include <string.h>

#include "core/check.h"
#include "match/match_internal.h"

const char *const event_kind_names[EVENT_KINDS] = {
    [EVENT_SIT] = "sit",     [EVENT_STAND] = "stand",   [EVENT_SEAT] = "seat",
    [EVENT_START] = "start", [EVENT_ROUND] = "round",   [EVENT_TURN] = "turn",
    [EVENT_END] = "end",     [EVENT_READY] = "ready",   [EVENT_AWAY] = "away",
    [EVENT_BACK] = "back",   [EVENT_RESULT] = "result", [EVENT_CLOSE] = "close",
    [EVENT_CHAT] = "chat",   [EVENT_MUTE] = "mute",     [EVENT_REVEAL] = "reveal",
};
const char *const away_reason_names[AWAY_REASONS] = {"time", "left", "gone"};
const char *const close_reason_names[CLOSE_REASONS] = {"host", "old"};

const char *const objection_names[OBJECTIONS] = {
    [OBJECTION_NONE] = "",
    [OBJECTION_FIELD] = "field",
    [OBJECTION_FORBIDDEN] = "forbidden",
    [OBJECTION_TAKEN] = "taken",
    [OBJECTION_STATE] = "state",
    [OBJECTION_STALE] = "stale",
    [OBJECTION_ILLEGAL] = "illegal",
    [OBJECTION_SLOW] = "slow",
};

enum { BANK_AFTER_RETURN_MS = 10000 };

static void free_seat(struct match *match, unsigned seat)
{
    const struct seat_plan *plan = &match->settings.plan[seat];
    struct match_seat *freed = &match->seat[seat];
    memset(freed, 0, sizeof *freed);
    freed->kind = plan->kind == SEAT_PERSON ? SEAT_OPEN : plan->kind;
    memcpy(freed->bot, plan->bot, sizeof freed->bot);
}

void match_init(struct match *match, const struct match_settings *settings, const char *host,
                const uint8_t seed[SEED_SIZE], int64_t now)
{
    CHECK(settings->seats >= SEATS_MIN && settings->seats <= SEATS_MAX);
    CHECK(strlen(host) < PERSON_SIZE);
    memset(match, 0, sizeof *match);
    match->settings = *settings;
    memcpy(match->host, host, strlen(host) + 1);
    match->phase = MATCH_OPEN;
    match->since = now;
    for (unsigned seat = 0; seat < settings->seats; seat++)
        free_seat(match, seat);
    position_init(&match->position, settings->board, settings->seats, settings->variants, seed);
}

unsigned match_seat_of(const struct match *match, const char *person)
{
    for (unsigned seat = 0; seat < match->settings.seats; seat++)
        if (match->seat[seat].kind == SEAT_PERSON && strcmp(match->seat[seat].person, person) == 0)
            return seat;
    return SEAT_NONE;
}

bool match_person_plays(const struct match *match, unsigned seat)
{
    return match->seat[seat].kind == SEAT_PERSON && !match->seat[seat].away;
}

bool match_hand(const struct match *match, unsigned seat, struct hand *hand)
{
    if (match->phase != MATCH_PLAYING || seat >= match->settings.seats)
        return false;
    *hand = match->position.hand[seat];
    return true;
}

bool match_is_over(const struct match *match)
{
    return match->phase == MATCH_FINISHED || match->phase == MATCH_CLOSED;
}

unsigned match_reveals(const struct match *match)
{
    const unsigned rounds = match->position.table.round;
    return rounds > 0 ? rounds : 1;
}

bool match_is_revealed(const struct match *match)
{
    return match_is_over(match) &&
           (!match->settings.party || match->revealed == match_reveals(match));
}

int64_t match_bank_left(const struct match *match, int64_t now)
{
    unsigned seat = match->position.table.to_move;
    if (match->phase != MATCH_PLAYING || match->settings.clock.kind != CLOCK_LIVE)
        return 0;
    int64_t left = match->seat[seat].bank;
    if (match_person_plays(match, seat) && now > match->since) /* a clock may be set back */
        left -= now - match->since;
    return left > 0 ? left : 0;
}

/* ---- What an event changes ------------------------------------------------------------------- */

bool match_is_muted(const struct match *match, const char *person, unsigned *place)
{
    for (unsigned i = 0; i < match->muted_count; i++)
        if (strcmp(match->muted[i], person) == 0) {
            *place = i;
            return true;
        }
    return false;
}

static void apply_mute(struct match *match, const struct event *event)
{
    unsigned place;
    bool muted = match_is_muted(match, event->person, &place);
    if (event->on && !muted) {
        memcpy(match->muted[match->muted_count++], event->person, PERSON_SIZE);
    } else if (!event->on && muted) {
        match->muted_count--;
        memmove(match->muted[place], match->muted[match->muted_count], PERSON_SIZE);
    }
}

static void apply_start(struct match *match)
{
    match->phase = MATCH_PAUSE;
    for (unsigned seat = 0; seat < match->settings.seats; seat++)
        match->seat[seat].bank = match->settings.clock.bank;
}

static void apply_round(struct match *match, const struct event *event)
{
    position_deal(&match->position, match->settings.board);
    match->phase = MATCH_PLAYING;
    match->since = event->at;
    for (unsigned seat = 0; seat < match->settings.seats; seat++)
        match->seat[seat].ready = false;
}

static enum refusal apply_turn(struct match *match, const struct event *event)
{
    enum refusal refusal = position_play(&match->position, match->settings.board, &event->turn);
    if (refusal != ACCEPTED)
        return refusal;
    struct match_seat *seat = &match->seat[event->seat];
    seat->turn_after = event->after;
    seat->turn_number = match->events + 1;
    seat->turn = event->turn;
    if (match->settings.clock.kind == CLOCK_LIVE && match_person_plays(match, event->seat))
        seat->bank = event->left;
    match->since = event->at;
    return ACCEPTED;
}

static void apply_away(struct match *match, const struct event *event)
{
    struct match_seat *seat = &match->seat[event->seat];
    seat->away = true;
    if (match->settings.clock.kind == CLOCK_LIVE && event->away == AWAY_TIME)
        seat->bank = 0;
}

/* Whether the time of a person who comes back is over, so that he needs some more. */
static bool time_is_used_up(const struct match *match, const struct event *event)
{
    const struct clock *clock = &match->settings.clock;
    switch (clock->kind) {
    case CLOCK_LIVE:
        return match->seat[event->seat].bank == 0;
    case CLOCK_SLOW:
        return event->at - match->since >= clock->turn;
    case CLOCK_NONE:
        break;
    }
    return true;
}

/* Nobody gains time by leaving: while some is left, the clock of the turn has gone on. */
static void apply_back(struct match *match, const struct event *event)
{
    struct match_seat *seat = &match->seat[event->seat];
    const struct clock *clock = &match->settings.clock;
    seat->away = false;
    if (!time_is_used_up(match, event))
        return;
    if (clock->kind == CLOCK_LIVE)
        seat->bank =
            clock->increment > BANK_AFTER_RETURN_MS ? clock->increment : BANK_AFTER_RETURN_MS;
    if (match->phase == MATCH_PLAYING && match->position.table.to_move == event->seat)
        match->since = event->at;
}

static void apply_sit(struct match *match, const struct event *event)
{
    struct match_seat *seat = &match->seat[event->seat];
    memset(seat, 0, sizeof *seat);
    seat->kind = SEAT_PERSON;
    memcpy(seat->person, event->person, PERSON_SIZE);
}

static void apply_seat(struct match *match, const struct event *event)
{
    struct match_seat *seat = &match->seat[event->seat];
    memset(seat, 0, sizeof *seat);
    seat->kind = event->as;
    memcpy(seat->bot, event->bot, sizeof seat->bot);
}

static enum refusal apply(struct match *match, const struct event *event)
{
    enum refusal refusal = ACCEPTED;
    switch (event->kind) {
    case EVENT_SIT:
        apply_sit(match, event);
        break;
    case EVENT_STAND:
        free_seat(match, event->seat);
        break;
    case EVENT_SEAT:
        apply_seat(match, event);
        break;
    case EVENT_START:
        apply_start(match);
        break;
    case EVENT_ROUND:
        apply_round(match, event);
        break;
    case EVENT_TURN:
        refusal = apply_turn(match, event);
        break;
    case EVENT_END:
        match->phase = MATCH_PAUSE;
        match->since = event->at;
        break;
    case EVENT_READY:
        match->seat[event->seat].ready = true;
        break;
    case EVENT_AWAY:
        apply_away(match, event);
        break;
    case EVENT_BACK:
        apply_back(match, event);
        break;
    case EVENT_RESULT:
        match->phase = MATCH_FINISHED;
        break;
    case EVENT_CLOSE:
        match->phase = MATCH_CLOSED;
        break;
    case EVENT_CHAT:
        break;
    case EVENT_MUTE:
        apply_mute(match, event);
        break;
    case EVENT_REVEAL:
        match->revealed++;
        break;
    case EVENT_KINDS:
        CHECK(!"an event has a kind");
    }
    if (refusal == ACCEPTED)
        match->events++;
    return refusal;
}

/* Whether a turn that was entered before this event is for an older state of the game. */
static bool makes_stale(enum event_kind kind)
{
    return kind == EVENT_START || kind == EVENT_ROUND || kind == EVENT_TURN || kind == EVENT_END ||
           kind == EVENT_RESULT;
}

/* ---- Which event can follow ------------------------------------------------------------------ */

static bool names_a_seat(enum event_kind kind)
{
    return kind == EVENT_SIT || kind == EVENT_STAND || kind == EVENT_SEAT || kind == EVENT_TURN ||
           kind == EVENT_READY || kind == EVENT_AWAY || kind == EVENT_BACK;
}

static bool every_seat_is_taken(const struct match *match)
{
    for (unsigned seat = 0; seat < match->settings.seats; seat++)
        if (match->seat[seat].kind != SEAT_PERSON && match->seat[seat].kind != SEAT_BOT)
            return false;
    return true;
}

/* A seat does not become what it is already. */
static bool changes_seat(const struct match_seat *seat, const struct event *event)
{
    return seat->kind != event->as || strcmp(seat->bot, event->bot) != 0;
}

/* Whether this seat's turn can be made for that state of the game, by a person or a bot. */
static bool turn_can_follow(const struct match *match, const struct event *event)
{
    const struct table *table = &match->position.table;
    const struct match_seat *seat = &match->seat[event->seat];
    if (match->phase != MATCH_PLAYING || table->phase != PHASE_PLAYING ||
        table->to_move != event->seat)
        return false;
    if (event->stand_in != (seat->kind == SEAT_PERSON && seat->away))
        return false;
    if (match_person_plays(match, event->seat))
        return event->after >= match->changed && event->after <= match->events;
    return event->after == match->events;
}

/* All but the legality of a turn, which apply() finds out. */
static bool can_follow(const struct match *match, const struct event *event)
{
    const struct table *table = &match->position.table;
    if (names_a_seat(event->kind) && event->seat >= match->settings.seats)
        return false;
    const struct match_seat *seat = &match->seat[names_a_seat(event->kind) ? event->seat : 0];
    bool open = match->phase == MATCH_OPEN;
    bool runs = match->phase == MATCH_PLAYING || match->phase == MATCH_PAUSE;
    unsigned place;
    switch (event->kind) {
    case EVENT_SIT:
        return open && (seat->kind == SEAT_OPEN || seat->kind == SEAT_INVITED) &&
               event->person[0] != '\0' && match_seat_of(match, event->person) == SEAT_NONE;
    case EVENT_STAND:
        return open && seat->kind == SEAT_PERSON;
    case EVENT_SEAT:
        return open && event->as != SEAT_PERSON && changes_seat(seat, event);
    case EVENT_START:
        return open && every_seat_is_taken(match);
    case EVENT_ROUND:
        return match->phase == MATCH_PAUSE && table->phase != PHASE_GAME_OVER;
    case EVENT_TURN:
        return turn_can_follow(match, event);
    case EVENT_END:
        return match->phase == MATCH_PLAYING && table->phase != PHASE_PLAYING;
    case EVENT_READY:
        return match->phase == MATCH_PAUSE && match_person_plays(match, event->seat) &&
               !seat->ready;
    case EVENT_AWAY:
        return runs && match_person_plays(match, event->seat);
    case EVENT_BACK:
        return runs && seat->kind == SEAT_PERSON && seat->away;
    case EVENT_RESULT:
        return match->phase == MATCH_PAUSE && table->phase == PHASE_GAME_OVER;
    case EVENT_CLOSE:
        return open;
    case EVENT_CHAT:
        return true;
    case EVENT_MUTE:
        return match_is_muted(match, event->person, &place) != event->on &&
               (!event->on || match->muted_count < MUTED_MAX);
    case EVENT_REVEAL:
        return match_is_over(match) && !match_is_revealed(match);
    case EVENT_KINDS:
        break;
    }
    return false;
}

enum refusal match_happen(struct match *match, const struct event *event,
                          struct match_listener listener)
{
    CHECK(can_follow(match, event));
    enum refusal refusal = apply(match, event);
    if (refusal != ACCEPTED)
        return refusal;
    if (makes_stale(event->kind))
        match->changed = match->events;
    listener.happened(listener.context, match, event);
    return ACCEPTED;
}

bool match_replay(struct match *match, const struct event *event, struct fault *fault)
{
    enum refusal refusal = REFUSED_NOT_PLAYING;
    bool possible = can_follow(match, event);
    if (possible)
        refusal = apply(match, event);
    if (refusal == ACCEPTED) {
        if (makes_stale(event->kind))
            match->changed = match->events;
        return true;
    }
    struct text text;
    text_init(&text, fault->reason, sizeof fault->reason);
    text_add(&text, "event ");
    text_add_number(&text, (long)match->events + 1);
    text_add(&text, " (");
    text_add(&text, event_kind_names[event->kind]);
    text_add(&text, ") cannot follow the ones before it");
    if (possible) {
        text_add(&text, ": ");
        text_add(&text, refusal_text(refusal));
    }
    return false;
}

void match_resume(struct match *match, int64_t now)
{
    if (match->settings.clock.kind != CLOCK_SLOW && match->phase != MATCH_OPEN)
        match->since = now;
}

/* ---- What follows by itself ------------------------------------------------------------------ */

void match_begin_round(struct match *match, int64_t now, struct match_listener listener)
{
    match_happen(match, &(struct event){.kind = EVENT_ROUND, .at = now}, listener);
}

void match_go_on(struct match *match, int64_t now, struct match_listener listener)
{
    if (match->phase != MATCH_PAUSE || match->position.table.phase == PHASE_GAME_OVER)
        return;
    for (unsigned seat = 0; seat < match->settings.seats; seat++)
        if (match_person_plays(match, seat) && !match->seat[seat].ready)
            return;
    match_begin_round(match, now, listener);
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
