/* The public state of a match: which event can come next, and what each changes. */
#include "match/state.h"

#include <string.h>

#include "base/check.h"

enum {
    BANK_AFTER_RETURN_MS = 10 * 1000,
    WAITED_LONG_MS = 2 * 60 * 1000,
    TAKEBACK_PAUSE_MS = 30 * 1000,
};

/* The bot that plays for an absent person. */
static const char stand_in[] = "hard";

static void free_seat(struct match_state *state, unsigned seat)
{
    const struct seat_plan *plan = &state->settings.plan[seat];
    struct match_seat *freed = &state->seat[seat];
    memset(freed, 0, sizeof *freed);
    freed->kind = plan->kind == SEAT_PERSON ? SEAT_OPEN : plan->kind;
    memcpy(freed->bot, plan->bot, sizeof freed->bot);
}

void match_state_init(struct match_state *state, const struct match_settings *settings,
                      const char *host, int64_t now)
{
    CHECK(settings->seats >= SEATS_MIN && settings->seats <= SEATS_MAX);
    CHECK(strlen(host) < PERSON_SIZE);
    memset(state, 0, sizeof *state);
    state->settings = *settings;
    text_copy(state->host, sizeof state->host, host);
    state->phase = MATCH_OPEN;
    state->since = now;
    for (unsigned seat = 0; seat < settings->seats; seat++)
        free_seat(state, seat);
}

void match_state_resume(struct match_state *state, int64_t now)
{
    if (state->settings.clock.kind != CLOCK_SLOW && state->phase != MATCH_OPEN)
        state->since = now;
}

/* ---- Seats ----------------------------------------------------------------------------------- */

unsigned match_state_seat_of(const struct match_state *state, const char *person)
{
    for (unsigned seat = 0; seat < state->settings.seats; seat++)
        if (state->seat[seat].kind == SEAT_PERSON && strcmp(state->seat[seat].person, person) == 0)
            return seat;
    return SEAT_NONE;
}

unsigned match_state_seat_kept_for(const struct match_state *state, const char *person)
{
    for (unsigned seat = 0; seat < state->settings.seats; seat++)
        if (state->seat[seat].kept[0] != '\0' && strcmp(state->seat[seat].kept, person) == 0)
            return seat;
    return SEAT_NONE;
}

unsigned match_state_place_of(const struct match_state *state, const char *person)
{
    const unsigned seat = match_state_seat_of(state, person);
    return seat != SEAT_NONE ? seat : match_state_seat_kept_for(state, person);
}

const char *match_state_person_of(const struct match_state *state, unsigned seat)
{
    const struct match_seat *taken = &state->seat[seat];
    return taken->kind == SEAT_INVITED ? taken->kept : taken->person;
}

bool match_state_person_plays(const struct match_state *state, unsigned seat)
{
    return state->seat[seat].kind == SEAT_PERSON && !state->seat[seat].away;
}

bool match_state_is_full(const struct match_state *state)
{
    for (unsigned seat = 0; seat < state->settings.seats; seat++)
        if (state->seat[seat].kind != SEAT_PERSON && state->seat[seat].kind != SEAT_BOT)
            return false;
    return true;
}

bool match_state_has_person(const struct match_state *state)
{
    for (unsigned seat = 0; seat < state->settings.seats; seat++)
        if (state->seat[seat].kind == SEAT_PERSON)
            return true;
    return false;
}

bool match_state_is_ready(const struct match_state *state)
{
    for (unsigned seat = 0; seat < state->settings.seats; seat++)
        if (match_state_person_plays(state, seat) && !state->seat[seat].ready)
            return false;
    return true;
}

void match_state_record_name(const struct match_state *state, unsigned seat, const char *name,
                             char called[RECORD_NAME_SIZE])
{
    const struct match_seat *taken = &state->seat[seat];
    struct text text;
    if (taken->kind == SEAT_PERSON) {
        record_clean_name(called, RECORD_NAME_SIZE, name, strlen(name));
        return;
    }
    text_init(&text, called, RECORD_NAME_SIZE);
    text_add(&text, "bot ");
    text_add(&text, taken->bot);
}

void match_state_rematch(const struct match_state *state, unsigned asker,
                         struct match_settings *settings, char kept[SEATS_MAX][PERSON_SIZE])
{
    const unsigned seats = state->settings.seats;
    *settings = state->settings;
    settings->party = false;
    memset(settings->plan, 0, sizeof settings->plan);
    memset(kept, 0, SEATS_MAX * sizeof kept[0]);
    for (unsigned seat = 0; seat < seats; seat++) {
        const struct match_seat *sat = &state->seat[seat];
        const unsigned next = (seat + 1) % seats;
        struct seat_plan *plan = &settings->plan[next];
        plan->kind = sat->kind == SEAT_BOT ? SEAT_BOT : seat == asker ? SEAT_PERSON : SEAT_INVITED;
        memcpy(plan->bot, sat->bot, sizeof plan->bot);
        if (plan->kind == SEAT_INVITED)
            memcpy(kept[next], sat->person, PERSON_SIZE);
    }
}

/* Returns true if a seat is to move in a round that is not over. */
static bool is_played(const struct match_state *state, const struct table *table)
{
    return state->phase == MATCH_PLAYING && table->phase == PHASE_PLAYING;
}

const char *match_state_bot_to_move(const struct match_state *state, const struct table *table)
{
    if (!is_played(state, table))
        return NULL;
    const struct match_seat *seat = &state->seat[table->to_move];
    if (seat->kind == SEAT_BOT)
        return seat->bot;
    return seat->away ? stand_in : NULL;
}

/* Returns the index of a person in the list of muted people, or muted_count. */
static unsigned place_of_muted(const struct match_state *state, const char *person)
{
    unsigned place = 0;
    while (place < state->muted_count && strcmp(state->muted[place], person) != 0)
        place++;
    return place;
}

bool match_state_is_muted(const struct match_state *state, const char *person)
{
    return place_of_muted(state, person) < state->muted_count;
}

/* ---- Progress of the game -------------------------------------------------------------------- */

bool match_state_is_running(const struct match_state *state)
{
    return state->phase == MATCH_PLAYING || state->phase == MATCH_PAUSE;
}

bool match_state_is_over(const struct match_state *state)
{
    return state->phase == MATCH_FINISHED || state->phase == MATCH_CLOSED;
}

unsigned match_state_reveals(const struct match_state *state, const struct table *table)
{
    (void)state;
    return table->round > 0 ? table->round : 1;
}

bool match_state_is_revealed(const struct match_state *state, const struct table *table)
{
    return match_state_is_over(state) &&
           (!state->settings.party || state->revealed == match_state_reveals(state, table));
}

/* ---- Taking back ----------------------------------------------------------------------------- */

bool match_state_has_takeback(const struct match_state *state, const struct table *table,
                              unsigned seat)
{
    const struct match_seat *asks = &state->seat[seat];
    return is_played(state, table) && match_state_person_plays(state, seat) &&
           asks->turn_number > state->dealt && !asks->stood_in;
}

int64_t match_state_takeback_pause_ends(const struct match_state *state, unsigned seat)
{
    const int64_t refused = state->seat[seat].refused_at;
    return refused == 0 ? 0 : refused + TAKEBACK_PAUSE_MS;
}

/* Bots agree, including those that play for absent people. */
bool match_state_is_asked(const struct match_state *state, unsigned seat)
{
    return state->takeback.number != 0 && match_state_person_plays(state, seat) &&
           seat != state->takeback.seat;
}

bool match_state_is_agreed(const struct match_state *state)
{
    for (unsigned seat = 0; seat < state->settings.seats; seat++)
        if (match_state_is_asked(state, seat) && !(state->takeback.agreed >> seat & 1))
            return false;
    return state->takeback.number != 0;
}

unsigned match_state_turns_since(const struct match_state *state, const struct table *table,
                                 unsigned seat)
{
    const unsigned seats = state->settings.seats;
    const unsigned others = (table->to_move + seats - seat) % seats;
    return others == 0 ? seats : others; /* T1 */
}

/* ---- Clocks ---------------------------------------------------------------------------------- */

bool match_state_clock_runs(const struct match_state *state, const struct table *table,
                            unsigned seat)
{
    return state->settings.clock.kind != CLOCK_NONE && is_played(state, table) &&
           table->to_move == seat && match_state_person_plays(state, seat);
}

/* The time of a seat at the beginning of its turn. */
static int64_t time_of_turn(const struct match_state *state, unsigned seat)
{
    switch (state->settings.clock.kind) {
    case CLOCK_LIVE:
        return state->seat[seat].bank;
    case CLOCK_SLOW:
        return state->settings.clock.turn;
    case CLOCK_NONE:
        break;
    }
    return 0;
}

int64_t match_state_time_left(const struct match_state *state, const struct table *table,
                              unsigned seat, int64_t now)
{
    int64_t left = time_of_turn(state, seat);
    /* the system clock may be set back */
    if (match_state_clock_runs(state, table, seat) && now > state->since)
        left -= now - state->since;
    return left > 0 ? left : 0;
}

int64_t match_state_time_ends(const struct match_state *state, const struct table *table)
{
    if (!match_state_clock_runs(state, table, table->to_move))
        return MATCH_NEVER;
    return state->since + time_of_turn(state, table->to_move);
}

int64_t match_state_patience_ends(const struct match_state *state, const struct table *table)
{
    if (state->settings.clock.kind != CLOCK_NONE || !is_played(state, table) ||
        !match_state_person_plays(state, table->to_move))
        return MATCH_NEVER;
    return state->since + WAITED_LONG_MS;
}

bool match_state_waited_long(const struct match_state *state, const struct table *table,
                             int64_t now)
{
    return now >= match_state_patience_ends(state, table);
}

/* Returns true if a returning player has no time left and must be given some. */
static bool time_is_used_up(const struct match_state *state, const struct event *event)
{
    const struct clock *clock = &state->settings.clock;
    switch (clock->kind) {
    case CLOCK_LIVE:
        return state->seat[event->seat].bank == 0;
    case CLOCK_SLOW:
        return event->at - state->since >= clock->turn;
    case CLOCK_NONE:
        break;
    }
    return true;
}

/* ---- What an event changes ------------------------------------------------------------------- */

static void apply_sit(struct match_state *state, const struct event *event)
{
    struct match_seat *seat = &state->seat[event->seat];
    const unsigned kept = match_state_seat_kept_for(state, event->person);
    if (kept != SEAT_NONE) /* a seated person needs no other seat */
        memset(state->seat[kept].kept, 0, PERSON_SIZE);
    memset(seat, 0, sizeof *seat);
    seat->kind = SEAT_PERSON;
    seat->program = event->program;
    memcpy(seat->person, event->person, PERSON_SIZE);
}

static void apply_seat(struct match_state *state, const struct event *event)
{
    struct match_seat *seat = &state->seat[event->seat];
    memset(seat, 0, sizeof *seat);
    seat->kind = event->as;
    memcpy(seat->bot, event->bot, sizeof seat->bot);
}

static void apply_start(struct match_state *state)
{
    state->phase = MATCH_PAUSE;
    for (unsigned seat = 0; seat < state->settings.seats; seat++)
        state->seat[seat].bank = state->settings.clock.bank;
}

static void end_takeback(struct match_state *state)
{
    memset(&state->takeback, 0, sizeof state->takeback);
}

static void apply_round(struct match_state *state, const struct event *event)
{
    state->phase = MATCH_PLAYING;
    state->since = event->at;
    state->dealt = state->events + 1;
    for (unsigned seat = 0; seat < state->settings.seats; seat++) {
        state->seat[seat].ready = false;
        state->seat[seat].takebacks = 0;
    }
}

static void apply_turn(struct match_state *state, const struct event *event)
{
    struct match_seat *seat = &state->seat[event->seat];
    seat->turn_after = event->after;
    seat->turn_number = state->events + 1;
    seat->turn = event->turn;
    seat->stood_in = event->stand_in;
    if (event->seat == state->takeback.seat)
        end_takeback(state);
    if (state->settings.clock.kind == CLOCK_LIVE && match_state_person_plays(state, event->seat))
        seat->bank = event->left;
    state->since = event->at;
}

static void apply_away(struct match_state *state, const struct event *event)
{
    struct match_seat *seat = &state->seat[event->seat];
    seat->away = true;
    if (event->seat == state->takeback.seat)
        end_takeback(state);
    if (state->settings.clock.kind == CLOCK_LIVE && event->away == AWAY_TIME)
        seat->bank = 0;
}

/* Leaving gains no time: while time is left, the clock of the turn has kept running. */
static void apply_back(struct match_state *state, const struct table *table,
                       const struct event *event)
{
    struct match_seat *seat = &state->seat[event->seat];
    const struct clock *clock = &state->settings.clock;
    seat->away = false;
    if (!time_is_used_up(state, event))
        return;
    if (clock->kind == CLOCK_LIVE)
        seat->bank =
            clock->increment > BANK_AFTER_RETURN_MS ? clock->increment : BANK_AFTER_RETURN_MS;
    if (state->phase == MATCH_PLAYING && table->to_move == event->seat)
        state->since = event->at;
}

static void apply_mute(struct match_state *state, const struct event *event)
{
    const unsigned place = place_of_muted(state, event->person);
    if (event->on) {
        memcpy(state->muted[state->muted_count++], event->person, PERSON_SIZE);
    } else {
        state->muted_count--;
        memmove(state->muted[place], state->muted[state->muted_count], PERSON_SIZE);
    }
}

static void apply_rematch(struct match_state *state, const struct event *event)
{
    memcpy(state->rematch, event->table, sizeof state->rematch);
    memcpy(state->rematch_by, event->person, sizeof state->rematch_by);
    state->rematch_number = state->events + 1;
}

static void apply_takeback(struct match_state *state, const struct event *event)
{
    state->takeback.number = state->events + 1;
    state->takeback.seat = event->seat;
    state->seat[event->seat].takebacks++;
}

static void apply_answer(struct match_state *state, const struct event *event)
{
    if (event->on) {
        state->takeback.agreed |= 1U << event->seat;
        return;
    }
    state->seat[state->takeback.seat].refused_at = event->at;
    end_takeback(state);
}

/*
 * Removes a turn as if it had not been played.  The time spent on it is lost, and so is the
 * increment it earned.
 */
static void forget_turn(struct match_state *state, unsigned number)
{
    struct match_seat *seat = &state->seat[number];
    const int64_t increment = state->settings.clock.increment;
    if (state->settings.clock.kind == CLOCK_LIVE && seat->kind == SEAT_PERSON && !seat->stood_in)
        seat->bank = seat->bank > increment ? seat->bank - increment : 0;
    state->taken_back += seat->kind == SEAT_PERSON && !seat->stood_in;
    seat->turn_after = seat->turn_number = 0;
    seat->stood_in = false;
    memset(&seat->turn, 0, sizeof seat->turn);
}

static void apply_undo(struct match_state *state, const struct event *event)
{
    for (unsigned i = 0; i < event->turns; i++)
        forget_turn(state, (event->seat + i) % state->settings.seats);
    state->since = event->at;
    end_takeback(state);
}

/* Returns true if turns entered before this event are based on an outdated state of the game. */
static bool makes_stale(enum event_kind kind)
{
    return kind == EVENT_START || kind == EVENT_ROUND || kind == EVENT_TURN || kind == EVENT_END ||
           kind == EVENT_RESULT || kind == EVENT_UNDO;
}

void match_state_apply(struct match_state *state, const struct table *table,
                       const struct event *event)
{
    switch (event->kind) {
    case EVENT_SIT:
        apply_sit(state, event);
        break;
    case EVENT_STAND:
        free_seat(state, event->seat);
        break;
    case EVENT_SEAT:
        apply_seat(state, event);
        break;
    case EVENT_START:
        apply_start(state);
        break;
    case EVENT_ROUND:
        apply_round(state, event);
        break;
    case EVENT_TURN:
        apply_turn(state, event);
        break;
    case EVENT_END:
        state->phase = MATCH_PAUSE;
        state->since = event->at;
        end_takeback(state);
        break;
    case EVENT_READY:
        state->seat[event->seat].ready = true;
        break;
    case EVENT_AWAY:
        apply_away(state, event);
        break;
    case EVENT_BACK:
        apply_back(state, table, event);
        break;
    case EVENT_RESULT:
        state->phase = MATCH_FINISHED;
        break;
    case EVENT_CLOSE:
        state->phase = MATCH_CLOSED;
        break;
    case EVENT_CHAT:
        break;
    case EVENT_MUTE:
        apply_mute(state, event);
        break;
    case EVENT_REVEAL:
        state->revealed++;
        break;
    case EVENT_KEEP:
        memcpy(state->seat[event->seat].kept, event->person, PERSON_SIZE);
        break;
    case EVENT_REMATCH:
        apply_rematch(state, event);
        break;
    case EVENT_TAKEBACK:
        apply_takeback(state, event);
        break;
    case EVENT_ANSWER:
        apply_answer(state, event);
        break;
    case EVENT_UNDO:
        apply_undo(state, event);
        break;
    case EVENT_KINDS:
        CHECK(!"an event has a kind");
    }
    state->events++;
    if (makes_stale(event->kind))
        state->changed = state->events;
}

/* ---- Which event can follow ------------------------------------------------------------------ */

/* A seat becomes open, invited or a bot's, and must change. */
static bool can_become(const struct match_seat *seat, const struct event *event)
{
    if (event->as != SEAT_OPEN && event->as != SEAT_INVITED && event->as != SEAT_BOT)
        return false;
    return seat->kind != event->as || strcmp(seat->bot, event->bot) != 0;
}

/*
 * Returns true if a turn of this seat, by a person or a bot, may follow: it is the seat's turn, and
 * the player had seen the current state.
 */
static bool turn_can_follow(const struct match_state *state, const struct table *table,
                            const struct event *event)
{
    const struct match_seat *seat = &state->seat[event->seat];
    if (!is_played(state, table) || table->to_move != event->seat)
        return false;
    if (event->stand_in != (seat->kind == SEAT_PERSON && seat->away))
        return false;
    if (match_state_person_plays(state, event->seat))
        return event->after >= state->changed && event->after <= state->events;
    return event->after == state->events;
}

static bool mute_can_follow(const struct match_state *state, const struct event *event)
{
    return match_state_is_muted(state, event->person) != event->on &&
           (!event->on || state->muted_count < MUTED_MAX);
}

/* An expected person has exactly one seat. */
static bool can_keep(const struct match_state *state, const struct event *event)
{
    const struct match_seat *seat = &state->seat[event->seat];
    return seat->kind == SEAT_INVITED && seat->kept[0] == '\0' && event->person[0] != '\0' &&
           match_state_seat_of(state, event->person) == SEAT_NONE &&
           match_state_seat_kept_for(state, event->person) == SEAT_NONE;
}

static bool takeback_can_follow(const struct match_state *state, const struct table *table,
                                const struct event *event)
{
    const struct match_seat *seat = &state->seat[event->seat];
    return state->takeback.number == 0 && match_state_has_takeback(state, table, event->seat) &&
           seat->turn_number == event->of && seat->takebacks < TAKEBACKS_MAX;
}

/* The person who asks can only withdraw the request. */
static bool answer_can_follow(const struct match_state *state, const struct event *event)
{
    const struct takeback *takeback = &state->takeback;
    if (takeback->number == 0 || !match_state_person_plays(state, event->seat))
        return false;
    return !event->on || (event->seat != takeback->seat && !(takeback->agreed >> event->seat & 1));
}

static bool undo_can_follow(const struct match_state *state, const struct table *table,
                            const struct event *event)
{
    return is_played(state, table) && match_state_is_agreed(state) &&
           event->seat == state->takeback.seat &&
           event->turns == match_state_turns_since(state, table, event->seat);
}

static bool rematch_can_follow(const struct match_state *state, const struct event *event)
{
    return state->phase == MATCH_FINISHED && state->rematch[0] == '\0' && event->table[0] != '\0' &&
           match_state_seat_of(state, event->person) != SEAT_NONE;
}

bool match_state_can_follow(const struct match_state *state, const struct table *table,
                            const struct event *event)
{
    if (event_names_seat(event->kind) && event->seat >= state->settings.seats)
        return false;
    const struct match_seat *seat = &state->seat[event_names_seat(event->kind) ? event->seat : 0];
    const bool open = state->phase == MATCH_OPEN, runs = match_state_is_running(state);
    switch (event->kind) {
    case EVENT_SIT:
        return open && (seat->kind == SEAT_OPEN || seat->kind == SEAT_INVITED) &&
               event->person[0] != '\0' && match_state_seat_of(state, event->person) == SEAT_NONE;
    case EVENT_STAND:
        return open && seat->kind == SEAT_PERSON;
    case EVENT_SEAT:
        return open && can_become(seat, event);
    case EVENT_START:
        return open && match_state_is_full(state);
    case EVENT_ROUND:
        return state->phase == MATCH_PAUSE && table->phase != PHASE_GAME_OVER;
    case EVENT_TURN:
        return turn_can_follow(state, table, event);
    case EVENT_END:
        return state->phase == MATCH_PLAYING && table->phase != PHASE_PLAYING;
    case EVENT_READY:
        return state->phase == MATCH_PAUSE && match_state_person_plays(state, event->seat) &&
               !seat->ready;
    case EVENT_AWAY:
        return runs && match_state_person_plays(state, event->seat);
    case EVENT_BACK:
        return runs && seat->kind == SEAT_PERSON && seat->away;
    case EVENT_RESULT:
        return state->phase == MATCH_PAUSE && table->phase == PHASE_GAME_OVER;
    case EVENT_CLOSE:
        return open;
    case EVENT_CHAT:
        return true;
    case EVENT_MUTE:
        return mute_can_follow(state, event);
    case EVENT_REVEAL:
        return match_state_is_over(state) && !match_state_is_revealed(state, table);
    case EVENT_KEEP:
        return open && can_keep(state, event);
    case EVENT_REMATCH:
        return rematch_can_follow(state, event);
    case EVENT_TAKEBACK:
        return takeback_can_follow(state, table, event);
    case EVENT_ANSWER:
        return answer_can_follow(state, event);
    case EVENT_UNDO:
        return undo_can_follow(state, table, event);
    case EVENT_KINDS:
        break;
    }
    return false;
}
