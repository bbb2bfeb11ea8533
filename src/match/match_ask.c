/* Requests to a match: refused with a fault, or converted to events. */
#include <string.h>

#include "base/check.h"
#include "match/match.h"
#include "match/match_internal.h"

static void refuse(struct answer *answer, enum objection objection, enum fault_id id)
{
    answer->objection = objection;
    fault_say_plain(&answer->fault, id, "");
}

static void begin(struct answer *answer)
{
    memset(answer, 0, sizeof *answer);
}

static void done(struct answer *answer, const struct match *match)
{
    answer->number = match->state.events;
}

static void done_before(struct answer *answer, uint32_t number)
{
    answer->number = number;
    answer->again = true;
}

static struct event event_of(enum event_kind kind, const struct asking *asking)
{
    return (struct event){.kind = kind, .at = asking->now};
}

/* ---- Before the game ------------------------------------------------------------------------- */

static bool is_open(const struct match *match, struct answer *answer)
{
    if (match->state.phase == MATCH_OPEN)
        return true;
    refuse(answer, OBJECTION_STATE,
           match->state.phase == MATCH_CLOSED ? FAULT_TABLE_CLOSED : FAULT_SEATS_FIXED);
    return false;
}

static bool is_host(const struct match *match, const struct asking *asking, struct answer *answer)
{
    if (strcmp(match->state.host, asking->person) == 0)
        return true;
    refuse(answer, OBJECTION_FORBIDDEN, FAULT_HOST_ONLY);
    return false;
}

static bool is_seat(const struct match *match, unsigned seat, struct answer *answer)
{
    if (seat < match->state.settings.seats)
        return true;
    answer->objection = OBJECTION_FIELD;
    return fault_say(NO_SEAT, &answer->fault, "", match->state.settings.seats);
}

static void sit_down(struct match *match, const struct asking *asking, unsigned seat)
{
    struct event event = event_of(EVENT_SIT, asking);
    event.seat = seat;
    event.program = asking->program;
    CHECK(strlen(asking->person) < sizeof event.person);
    text_copy(event.person, sizeof event.person, asking->person);
    match_happen(match, &event, asking->listener);
}

void match_open(struct match *match, int64_t now, struct match_listener listener)
{
    const struct asking host = {match->state.host, now, listener, .program = false};
    for (unsigned seat = 0; seat < match->state.settings.seats; seat++)
        if (match->state.settings.plan[seat].kind == SEAT_PERSON &&
            match_state_seat_of(&match->state, match->state.host) == SEAT_NONE)
            sit_down(match, &host, seat);
}

static void keep_seat(struct match *match, unsigned seat, const char person[PERSON_SIZE],
                      int64_t now, struct match_listener listener)
{
    struct event event = {.kind = EVENT_KEEP, .at = now, .seat = seat};
    memcpy(event.person, person, PERSON_SIZE);
    match_happen(match, &event, listener);
}

static void start(struct match *match, int64_t now, struct match_listener listener)
{
    match_happen(match, &(struct event){.kind = EVENT_START, .at = now}, listener);
    match_begin_round(match, now, listener);
}

void match_open_again(struct match *match, char kept[SEATS_MAX][PERSON_SIZE], int64_t now,
                      struct match_listener listener)
{
    match_open(match, now, listener);
    for (unsigned seat = 0; seat < match->state.settings.seats; seat++)
        if (kept[seat][0] != '\0')
            keep_seat(match, seat, kept[seat], now, listener);
    if (match_state_is_full(&match->state))
        start(match, now, listener);
}

/* Seats a person on a seat kept for them.  A rematch starts with the last of these people. */
static void sit_again(struct match *match, const struct asking *asking, unsigned seat)
{
    sit_down(match, asking, seat);
    if (match_state_is_full(&match->state))
        start(match, asking->now, asking->listener);
}

void match_sit(struct match *match, const struct asking *asking, unsigned seat, bool invited,
               struct answer *answer)
{
    begin(answer);
    if (!is_open(match, answer) || !is_seat(match, seat, answer))
        return;
    unsigned sits = match_state_seat_of(&match->state, asking->person);
    const struct match_seat *wanted = &match->state.seat[seat];
    if (sits == seat)
        done_before(answer, match->state.events);
    else if (sits != SEAT_NONE)
        refuse(answer, OBJECTION_TAKEN, FAULT_SEATED_ALREADY);
    else if (wanted->kind == SEAT_PERSON)
        refuse(answer, OBJECTION_TAKEN, FAULT_SEAT_TAKEN);
    else if (wanted->kind == SEAT_BOT)
        refuse(answer, OBJECTION_TAKEN, FAULT_SEAT_IS_BOTS);
    else if (wanted->kept[0] != '\0' && strcmp(wanted->kept, asking->person) != 0)
        refuse(answer, OBJECTION_TAKEN, FAULT_SEAT_KEPT);
    else if (wanted->kept[0] != '\0') {
        sit_again(match, asking, seat);
        done(answer, match);
    } else if (wanted->kind == SEAT_INVITED && !invited)
        refuse(answer, OBJECTION_FORBIDDEN, FAULT_SEAT_IS_INVITED);
    else {
        sit_down(match, asking, seat);
        done(answer, match);
    }
}

void match_stand(struct match *match, const struct asking *asking, struct answer *answer)
{
    begin(answer);
    if (!is_open(match, answer))
        return;
    struct event event = event_of(EVENT_STAND, asking);
    event.seat = match_state_seat_of(&match->state, asking->person);
    if (event.seat == SEAT_NONE) {
        done_before(answer, match->state.events);
        return;
    }
    match_happen(match, &event, asking->listener);
    done(answer, match);
}

static void seat_becomes(struct match *match, const struct asking *asking, unsigned seat,
                         enum seat_kind kind, const char *bot)
{
    struct event event = event_of(EVENT_SEAT, asking);
    CHECK(strlen(bot) < sizeof event.bot);
    event.seat = seat;
    event.as = kind;
    text_copy(event.bot, sizeof event.bot, bot);
    match_happen(match, &event, asking->listener);
}

void match_seat(struct match *match, const struct asking *asking, unsigned seat,
                enum seat_kind kind, const char *bot, struct answer *answer)
{
    begin(answer);
    if (!is_open(match, answer) || !is_host(match, asking, answer) || !is_seat(match, seat, answer))
        return;
    if (match->state.seat[seat].kind == kind && strcmp(match->state.seat[seat].bot, bot) == 0) {
        done_before(answer, match->state.events);
        return;
    }
    seat_becomes(match, asking, seat, kind, bot);
    done(answer, match);
}

void match_fill(struct match *match, const struct asking *asking, const char *bot,
                struct answer *answer)
{
    begin(answer);
    if (!is_open(match, answer) || !is_host(match, asking, answer))
        return;
    const uint32_t events = match->state.events;
    for (unsigned seat = 0; seat < match->state.settings.seats; seat++)
        if (match->state.seat[seat].kind == SEAT_OPEN ||
            match->state.seat[seat].kind == SEAT_INVITED)
            seat_becomes(match, asking, seat, SEAT_BOT, bot);
    if (match->state.events > events)
        done(answer, match);
    else
        done_before(answer, match->state.events);
}

void match_start(struct match *match, const struct asking *asking, struct answer *answer)
{
    begin(answer);
    if (!is_open(match, answer) || !is_host(match, asking, answer))
        return;
    if (!match_state_is_full(&match->state)) {
        refuse(answer, OBJECTION_STATE, FAULT_SEATS_FREE);
        return;
    }
    if (!match_state_has_person(&match->state)) {
        refuse(answer, OBJECTION_STATE, FAULT_ONLY_BOTS);
        return;
    }
    start(match, asking->now, asking->listener);
    done(answer, match);
}

void match_close(struct match *match, const struct asking *asking, struct answer *answer)
{
    begin(answer);
    if (!is_open(match, answer) || !is_host(match, asking, answer))
        return;
    struct event event = event_of(EVENT_CLOSE, asking);
    event.close = CLOSE_HOST;
    match_happen(match, &event, asking->listener);
    done(answer, match);
}

/* ---- During the game ------------------------------------------------------------------------- */

static bool is_running(const struct match *match, struct answer *answer)
{
    if (match_state_is_running(&match->state))
        return true;
    refuse(answer, OBJECTION_STATE,
           match->state.phase == MATCH_OPEN ? FAULT_GAME_NOT_STARTED : FAULT_GAME_OVER);
    return false;
}

static bool is_player(const struct match *match, const struct asking *asking, unsigned *seat,
                      struct answer *answer)
{
    *seat = match_state_seat_of(&match->state, asking->person);
    if (*seat != SEAT_NONE)
        return true;
    refuse(answer, OBJECTION_FORBIDDEN, FAULT_NO_PLAYER);
    return false;
}

/* Checks that a request is based on the current state of the game. */
static bool is_current(const struct match *match, uint32_t after, struct answer *answer)
{
    if (after > match->state.events) {
        refuse(answer, OBJECTION_FIELD, FAULT_AFTER_UNKNOWN);
        return false;
    }
    if (after < match->state.changed) {
        refuse(answer, OBJECTION_STALE, FAULT_STALE);
        return false;
    }
    return true;
}

/* A turn is the same even if position_settle() removed its marker move. */
static bool is_same_turn(const struct turn *sent, const struct turn *played)
{
    struct turn settled = *sent;
    if (played->marker == JUNCTION_NONE)
        settled.marker = JUNCTION_NONE;
    return memcmp(&settled, played, sizeof settled) == 0;
}

static void play_turn(struct match *match, const struct asking *asking, struct event *event,
                      struct answer *answer)
{
    const struct clock *clock = &match->state.settings.clock;
    position_settle(&match->position, match->state.settings.board, &event->turn);
    if (clock->kind == CLOCK_LIVE)
        event->left =
            match_state_time_left(&match->state, &match->position.table, event->seat, asking->now) +
            clock->increment;
    enum refusal refusal = match_play(match, event, asking->listener);
    if (refusal == ACCEPTED) {
        done(answer, match);
    } else {
        answer->objection = OBJECTION_ILLEGAL;
        refusal_say(refusal, &answer->fault);
    }
}

void match_turn(struct match *match, const struct asking *asking, uint32_t after, const char *text,
                size_t length, struct answer *answer)
{
    begin(answer);
    struct event event = event_of(EVENT_TURN, asking);
    struct words words;
    if (!is_player(match, asking, &event.seat, answer))
        return;
    words_init(&words, text, length);
    if (!notation_read_turn(match->state.settings.board, &words, &event.turn, &answer->fault)) {
        answer->objection = OBJECTION_ILLEGAL;
        return;
    }
    const struct match_seat *seat = &match->state.seat[event.seat];
    if (seat->turn_number != 0 && seat->turn_after == after &&
        is_same_turn(&event.turn, &seat->turn)) {
        done_before(answer, seat->turn_number);
        return;
    }
    if (!is_running(match, answer) || !is_current(match, after, answer))
        return;
    event.after = after;
    if (seat->away)
        refuse(answer, OBJECTION_STATE, FAULT_BOT_PLAYS);
    else if (match->position.table.phase != PHASE_PLAYING)
        refuse(answer, OBJECTION_STATE, FAULT_ROUND_OVER);
    else if (match->position.table.to_move != event.seat)
        refuse(answer, OBJECTION_STATE, FAULT_NOT_YOUR_TURN_NOW);
    else
        play_turn(match, asking, &event, answer);
}

void match_ready(struct match *match, const struct asking *asking, uint32_t after,
                 struct answer *answer)
{
    begin(answer);
    struct event event = event_of(EVENT_READY, asking);
    if (!is_player(match, asking, &event.seat, answer) || !is_running(match, answer) ||
        !is_current(match, after, answer))
        return;
    if (match->state.phase != MATCH_PAUSE) {
        refuse(answer, OBJECTION_STATE, FAULT_ROUND_NOT_OVER);
    } else if (match->state.seat[event.seat].away) {
        refuse(answer, OBJECTION_STATE, FAULT_BOT_PLAYS);
    } else if (match->state.seat[event.seat].ready) {
        done_before(answer, match->state.events);
    } else {
        match_happen(match, &event, asking->listener);
        match_go_on(match, asking->now, asking->listener);
        done(answer, match);
    }
}

void match_leave(struct match *match, const struct asking *asking, struct answer *answer)
{
    begin(answer);
    struct event event = event_of(EVENT_AWAY, asking);
    if (!is_player(match, asking, &event.seat, answer) || !is_running(match, answer))
        return;
    if (match->state.seat[event.seat].away) {
        done_before(answer, match->state.events);
        return;
    }
    event.away = AWAY_LEFT;
    match_happen(match, &event, asking->listener);
    match_settle_takeback(match, asking->now, asking->listener);
    match_go_on(match, asking->now, asking->listener);
    done(answer, match);
}

void match_back(struct match *match, const struct asking *asking, struct answer *answer)
{
    begin(answer);
    struct event event = event_of(EVENT_BACK, asking);
    if (!is_player(match, asking, &event.seat, answer) || !is_running(match, answer))
        return;
    if (!match->state.seat[event.seat].away) {
        done_before(answer, match->state.events);
        return;
    }
    match_happen(match, &event, asking->listener);
    done(answer, match);
}

void match_send_away(struct match *match, const struct asking *asking, unsigned seat,
                     struct answer *answer)
{
    unsigned own;
    begin(answer);
    if (!is_player(match, asking, &own, answer) || !is_running(match, answer) ||
        !is_seat(match, seat, answer))
        return;
    if (seat == own) {
        refuse(answer, OBJECTION_FIELD, FAULT_AWAY_YOURSELF);
    } else if (match->state.settings.clock.kind != CLOCK_NONE) {
        refuse(answer, OBJECTION_STATE, FAULT_AWAY_BY_CLOCK);
    } else if (match->state.phase != MATCH_PLAYING || match->position.table.to_move != seat ||
               !match_state_person_plays(&match->state, seat)) {
        refuse(answer, OBJECTION_STATE, FAULT_AWAY_NOT_TO_MOVE);
    } else if (!match_state_waited_long(&match->state, &match->position.table, asking->now)) {
        refuse(answer, OBJECTION_STATE, FAULT_AWAY_TOO_SOON);
    } else {
        struct event event = event_of(EVENT_AWAY, asking);
        event.seat = seat;
        event.away = AWAY_TIME;
        match_happen(match, &event, asking->listener);
        match_settle_takeback(match, asking->now, asking->listener);
        done(answer, match);
    }
}

/* ---- Taking back ----------------------------------------------------------------------------- */

/* Checks that this turn can be taken back; otherwise refuses with the reason. */
static bool has_takeback(const struct match *match, unsigned seat, uint32_t number,
                         struct answer *answer)
{
    const struct match_state *state = &match->state;
    if (match->position.table.phase != PHASE_PLAYING || state->phase != MATCH_PLAYING)
        refuse(answer, OBJECTION_STATE, FAULT_ROUND_OVER);
    else if (state->seat[seat].away)
        refuse(answer, OBJECTION_STATE, FAULT_BOT_PLAYS);
    else if (!match_state_has_takeback(state, &match->position.table, seat))
        refuse(answer, OBJECTION_STATE, FAULT_TAKEBACK_NOTHING);
    else if (number != state->seat[seat].turn_number)
        refuse(answer, OBJECTION_STALE, FAULT_STALE);
    return answer->objection == OBJECTION_NONE;
}

/* Only one request may be open, and their number and frequency are limited. */
static bool may_ask_again(const struct match *match, const struct asking *asking, unsigned seat,
                          struct answer *answer)
{
    const struct match_state *state = &match->state;
    const int64_t pause = match_state_takeback_pause_ends(state, seat) - asking->now;
    if (state->takeback.number != 0) {
        refuse(answer, OBJECTION_STATE, FAULT_TAKEBACK_OPEN);
    } else if (state->seat[seat].takebacks == TAKEBACKS_MAX) {
        refuse(answer, OBJECTION_STATE, FAULT_TAKEBACK_TOO_OFTEN);
    } else if (pause > 0) {
        answer->objection = OBJECTION_SLOW;
        fault_say(TAKEBACK_PAUSE, &answer->fault, "", (pause + 999) / 1000);
    }
    return answer->objection == OBJECTION_NONE;
}

void match_takeback(struct match *match, const struct asking *asking, uint32_t number,
                    struct answer *answer)
{
    begin(answer);
    struct event event = event_of(EVENT_TAKEBACK, asking);
    event.of = number;
    if (!is_player(match, asking, &event.seat, answer) || !is_running(match, answer) ||
        !has_takeback(match, event.seat, number, answer))
        return;
    if (match->state.takeback.number != 0 && match->state.takeback.seat == event.seat) {
        done_before(answer, match->state.takeback.number);
        return;
    }
    if (!may_ask_again(match, asking, event.seat, answer))
        return;
    match_happen(match, &event, asking->listener);
    match_settle_takeback(match, asking->now, asking->listener);
    done(answer, match);
}

void match_answer(struct match *match, const struct asking *asking, uint32_t number, bool yes,
                  struct answer *answer)
{
    begin(answer);
    struct event event = event_of(EVENT_ANSWER, asking);
    const struct takeback *takeback = &match->state.takeback;
    event.on = yes;
    if (!is_player(match, asking, &event.seat, answer) || !is_running(match, answer))
        return;
    if (takeback->number == 0 || takeback->number != number) {
        refuse(answer, OBJECTION_STALE, FAULT_TAKEBACK_OVER);
    } else if (match->state.seat[event.seat].away) {
        refuse(answer, OBJECTION_STATE, FAULT_BOT_PLAYS);
    } else if (yes && event.seat == takeback->seat) {
        refuse(answer, OBJECTION_FORBIDDEN, FAULT_TAKEBACK_YOURSELF);
    } else if (yes && takeback->agreed >> event.seat & 1) {
        done_before(answer, match->state.events);
    } else {
        match_happen(match, &event, asking->listener);
        match_settle_takeback(match, asking->now, asking->listener);
        done(answer, match);
    }
}

/* ---- After the game -------------------------------------------------------------------------- */

static bool is_finished(const struct match *match, struct answer *answer)
{
    if (match->state.phase == MATCH_FINISHED)
        return true;
    refuse(answer, OBJECTION_STATE,
           match->state.phase == MATCH_OPEN     ? FAULT_GAME_NOT_STARTED
           : match->state.phase == MATCH_CLOSED ? FAULT_TABLE_CLOSED
                                                : FAULT_GAME_NOT_OVER);
    return false;
}

bool match_may_rematch(const struct match *match, const struct asking *asking,
                       struct answer *answer)
{
    unsigned seat;
    begin(answer);
    if (!is_player(match, asking, &seat, answer) || !is_finished(match, answer))
        return false;
    if (match->state.rematch[0] != '\0')
        done_before(answer, match->state.rematch_number);
    return !answer->again;
}

void match_rematch(struct match *match, const struct asking *asking, const char *table,
                   struct answer *answer)
{
    struct event event = event_of(EVENT_REMATCH, asking);
    if (!match_may_rematch(match, asking, answer))
        return;
    CHECK(strlen(asking->person) < sizeof event.person);
    CHECK(strlen(table) < sizeof event.table);
    text_copy(event.person, sizeof event.person, asking->person);
    text_copy(event.table, sizeof event.table, table);
    match_happen(match, &event, asking->listener);
    done(answer, match);
}

/* ---- Chat ------------------------------------------------------------------------------------ */

void match_chat(struct match *match, const struct asking *asking, const char *text,
                struct answer *answer)
{
    begin(answer);
    struct event event = event_of(EVENT_CHAT, asking);
    CHECK(strlen(asking->person) < sizeof event.person);
    CHECK(strlen(text) < sizeof event.text);
    if (!match->state.settings.chat) {
        refuse(answer, OBJECTION_STATE, FAULT_NO_CHAT);
    } else if (match_state_is_muted(&match->state, asking->person)) {
        refuse(answer, OBJECTION_FORBIDDEN, FAULT_MUTED);
    } else {
        text_copy(event.person, sizeof event.person, asking->person);
        text_copy(event.text, sizeof event.text, text);
        match_happen(match, &event, asking->listener);
        done(answer, match);
    }
}

void match_mute(struct match *match, const struct asking *asking, const char *person, bool on,
                struct answer *answer)
{
    begin(answer);
    struct event event = event_of(EVENT_MUTE, asking);
    CHECK(strlen(person) < sizeof event.person);
    if (!is_host(match, asking, answer))
        return;
    if (match_state_is_muted(&match->state, person) == on) {
        done_before(answer, match->state.events);
    } else if (strcmp(person, match->state.host) == 0) {
        refuse(answer, OBJECTION_FIELD, FAULT_MUTE_YOURSELF);
    } else if (on && match->state.muted_count == MUTED_MAX) {
        refuse(answer, OBJECTION_STATE, FAULT_MUTED_TOO_MANY);
    } else {
        text_copy(event.person, sizeof event.person, person);
        event.on = on;
        match_happen(match, &event, asking->listener);
        done(answer, match);
    }
}
