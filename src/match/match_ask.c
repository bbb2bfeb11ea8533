/*
 * What people ask of a match: refused with a sentence, or turned into events.
 */
#include <string.h>

#include "core/check.h"
#include "match/match.h"
#include "match/match_internal.h"

enum { SEND_AWAY_AFTER_MS = 2 * 60 * 1000 };

static void refuse(struct answer *answer, enum objection objection, const char *sentence)
{
    struct text text;
    answer->objection = objection;
    text_init(&text, answer->text, sizeof answer->text);
    text_add(&text, sentence);
}

static void begin(struct answer *answer)
{
    memset(answer, 0, sizeof *answer);
    answer->rule = "";
}

static void done(struct answer *answer, const struct match *match)
{
    answer->number = match->events;
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
    if (match->phase == MATCH_OPEN)
        return true;
    refuse(answer, OBJECTION_STATE,
           match->phase == MATCH_CLOSED ? "this table has been closed"
                                        : "the game has started: seats are fixed now");
    return false;
}

static bool is_host(const struct match *match, const struct asking *asking, struct answer *answer)
{
    if (strcmp(match->host, asking->person) == 0)
        return true;
    refuse(answer, OBJECTION_FORBIDDEN, "only whoever opened the table may do that");
    return false;
}

static bool is_seat(const struct match *match, unsigned seat, struct answer *answer)
{
    if (seat < match->settings.seats)
        return true;
    struct text text;
    answer->objection = OBJECTION_FIELD;
    text_init(&text, answer->text, sizeof answer->text);
    text_add(&text, "seat: this table has seats 1 to ");
    text_add_number(&text, (long)match->settings.seats);
    return false;
}

static void sit_down(struct match *match, const char *person, unsigned seat, int64_t now,
                     struct match_listener listener)
{
    struct event event = {.kind = EVENT_SIT, .at = now, .seat = seat};
    CHECK(strlen(person) < sizeof event.person);
    memcpy(event.person, person, strlen(person) + 1);
    match_happen(match, &event, listener);
}

void match_open(struct match *match, int64_t now, struct match_listener listener)
{
    for (unsigned seat = 0; seat < match->settings.seats; seat++)
        if (match->settings.plan[seat].kind == SEAT_PERSON &&
            match_seat_of(match, match->host) == SEAT_NONE)
            sit_down(match, match->host, seat, now, listener);
}

void match_sit(struct match *match, const struct asking *asking, unsigned seat, bool invited,
               struct answer *answer)
{
    begin(answer);
    if (!is_open(match, answer) || !is_seat(match, seat, answer))
        return;
    unsigned sits = match_seat_of(match, asking->person);
    const struct match_seat *wanted = &match->seat[seat];
    if (sits == seat)
        done_before(answer, match->events);
    else if (sits != SEAT_NONE)
        refuse(answer, OBJECTION_TAKEN, "you have a seat at this table: get up first");
    else if (wanted->kind == SEAT_PERSON)
        refuse(answer, OBJECTION_TAKEN, "somebody sits there");
    else if (wanted->kind == SEAT_BOT)
        refuse(answer, OBJECTION_TAKEN, "a bot sits there");
    else if (wanted->kind == SEAT_INVITED && !invited)
        refuse(answer, OBJECTION_FORBIDDEN,
               "key: this seat is for somebody with the table's invitation");
    else {
        sit_down(match, asking->person, seat, asking->now, asking->listener);
        done(answer, match);
    }
}

void match_stand(struct match *match, const struct asking *asking, struct answer *answer)
{
    begin(answer);
    if (!is_open(match, answer))
        return;
    struct event event = event_of(EVENT_STAND, asking);
    event.seat = match_seat_of(match, asking->person);
    if (event.seat == SEAT_NONE) {
        done_before(answer, match->events);
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
    memcpy(event.bot, bot, strlen(bot) + 1);
    match_happen(match, &event, asking->listener);
}

void match_seat(struct match *match, const struct asking *asking, unsigned seat,
                enum seat_kind kind, const char *bot, struct answer *answer)
{
    begin(answer);
    if (!is_open(match, answer) || !is_host(match, asking, answer) || !is_seat(match, seat, answer))
        return;
    if (match->seat[seat].kind == kind && strcmp(match->seat[seat].bot, bot) == 0) {
        done_before(answer, match->events);
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
    const uint32_t events = match->events;
    for (unsigned seat = 0; seat < match->settings.seats; seat++)
        if (match->seat[seat].kind == SEAT_OPEN || match->seat[seat].kind == SEAT_INVITED)
            seat_becomes(match, asking, seat, SEAT_BOT, bot);
    if (match->events > events)
        done(answer, match);
    else
        done_before(answer, match->events);
}

void match_start(struct match *match, const struct asking *asking, struct answer *answer)
{
    begin(answer);
    if (!is_open(match, answer) || !is_host(match, asking, answer))
        return;
    unsigned persons = 0;
    for (unsigned seat = 0; seat < match->settings.seats; seat++) {
        if (match->seat[seat].kind == SEAT_OPEN || match->seat[seat].kind == SEAT_INVITED) {
            refuse(answer, OBJECTION_STATE,
                   "there are free seats: wait for people, or fill up with bots");
            return;
        }
        persons += match->seat[seat].kind == SEAT_PERSON;
    }
    if (persons == 0) {
        refuse(answer, OBJECTION_STATE, "nobody but bots sits at this table");
        return;
    }
    struct event event = event_of(EVENT_START, asking);
    match_happen(match, &event, asking->listener);
    match_begin_round(match, asking->now, asking->listener);
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
    if (match->phase == MATCH_PLAYING || match->phase == MATCH_PAUSE)
        return true;
    refuse(answer, OBJECTION_STATE,
           match->phase == MATCH_OPEN ? "the game has not started" : "the game is over");
    return false;
}

static bool is_player(const struct match *match, const struct asking *asking, unsigned *seat,
                      struct answer *answer)
{
    *seat = match_seat_of(match, asking->person);
    if (*seat != SEAT_NONE)
        return true;
    refuse(answer, OBJECTION_FORBIDDEN, "you have no seat at this table");
    return false;
}

/* Not stale, not of the future. */
static bool is_current(const struct match *match, uint32_t after, struct answer *answer)
{
    if (after > match->events) {
        refuse(answer, OBJECTION_FIELD, "after: this table has no event of that number yet");
        return false;
    }
    if (after < match->changed) {
        refuse(answer, OBJECTION_STALE, "the game has gone on since: look again");
        return false;
    }
    return true;
}

/* A marker move that position_settle() took off does not make it another turn. */
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
    const struct clock *clock = &match->settings.clock;
    position_settle(&match->position, match->settings.board, &event->turn);
    if (clock->kind == CLOCK_LIVE)
        event->left = match_bank_left(match, asking->now) + clock->increment;
    enum refusal refusal = match_play(match, event, asking->listener);
    if (refusal == ACCEPTED) {
        done(answer, match);
    } else {
        refuse(answer, OBJECTION_ILLEGAL, refusal_text(refusal));
        answer->rule = refusal_rule(refusal);
    }
}

void match_turn(struct match *match, const struct asking *asking, uint32_t after, const char *text,
                size_t length, struct answer *answer)
{
    begin(answer);
    struct event event = event_of(EVENT_TURN, asking);
    struct fault fault = {0};
    struct words words;
    if (!is_player(match, asking, &event.seat, answer))
        return;
    words_init(&words, text, length);
    if (!notation_read_turn(match->settings.board, &words, &event.turn, &fault)) {
        refuse(answer, OBJECTION_ILLEGAL, fault.reason);
        answer->rule = fault.rule;
        return;
    }
    const struct match_seat *seat = &match->seat[event.seat];
    if (seat->turn_number != 0 && seat->turn_after == after &&
        is_same_turn(&event.turn, &seat->turn)) {
        done_before(answer, seat->turn_number);
        return;
    }
    if (!is_running(match, answer) || !is_current(match, after, answer))
        return;
    event.after = after;
    if (seat->away)
        refuse(answer, OBJECTION_STATE, "a bot plays for you: come back first");
    else if (match->position.table.phase != PHASE_PLAYING)
        refuse(answer, OBJECTION_STATE, "the round is over, the next has not begun");
    else if (match->position.table.to_move != event.seat)
        refuse(answer, OBJECTION_STATE, "it is not your turn");
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
    if (match->phase != MATCH_PAUSE) {
        refuse(answer, OBJECTION_STATE, "the round is not over");
    } else if (match->seat[event.seat].away) {
        refuse(answer, OBJECTION_STATE, "a bot plays for you: come back first");
    } else if (match->seat[event.seat].ready) {
        done_before(answer, match->events);
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
    if (match->seat[event.seat].away) {
        done_before(answer, match->events);
        return;
    }
    event.away = AWAY_LEFT;
    match_happen(match, &event, asking->listener);
    match_go_on(match, asking->now, asking->listener);
    done(answer, match);
}

void match_back(struct match *match, const struct asking *asking, struct answer *answer)
{
    begin(answer);
    struct event event = event_of(EVENT_BACK, asking);
    if (!is_player(match, asking, &event.seat, answer) || !is_running(match, answer))
        return;
    if (!match->seat[event.seat].away) {
        done_before(answer, match->events);
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
        refuse(answer, OBJECTION_FIELD, "seat: that is your own; you can leave");
    } else if (match->settings.clock.kind != CLOCK_NONE) {
        refuse(answer, OBJECTION_STATE, "the clock takes care of that at this table");
    } else if (match->phase != MATCH_PLAYING || match->position.table.to_move != seat ||
               !match_person_plays(match, seat)) {
        refuse(answer, OBJECTION_STATE, "nobody waits for a person on that seat");
    } else if (asking->now - match->since < SEND_AWAY_AFTER_MS) {
        refuse(answer, OBJECTION_STATE, "that turn has not lasted two minutes yet");
    } else {
        struct event event = event_of(EVENT_AWAY, asking);
        event.seat = seat;
        event.away = AWAY_TIME;
        match_happen(match, &event, asking->listener);
        done(answer, match);
    }
}

/* ---- Talking --------------------------------------------------------------------------------- */

void match_chat(struct match *match, const struct asking *asking, const char *text,
                struct answer *answer)
{
    unsigned place;
    begin(answer);
    struct event event = event_of(EVENT_CHAT, asking);
    CHECK(strlen(asking->person) < sizeof event.person);
    CHECK(strlen(text) < sizeof event.text);
    if (!match->settings.chat) {
        refuse(answer, OBJECTION_STATE, "there is no chat at this table");
    } else if (match_is_muted(match, asking->person, &place)) {
        refuse(answer, OBJECTION_FORBIDDEN, "the host has muted you at this table");
    } else {
        memcpy(event.person, asking->person, strlen(asking->person) + 1);
        memcpy(event.text, text, strlen(text) + 1);
        match_happen(match, &event, asking->listener);
        done(answer, match);
    }
}

void match_mute(struct match *match, const struct asking *asking, const char *person, bool on,
                struct answer *answer)
{
    unsigned place;
    begin(answer);
    struct event event = event_of(EVENT_MUTE, asking);
    CHECK(strlen(person) < sizeof event.person);
    if (!is_host(match, asking, answer))
        return;
    if (match_is_muted(match, person, &place) == on) {
        done_before(answer, match->events);
    } else if (strcmp(person, match->host) == 0) {
        refuse(answer, OBJECTION_FIELD, "who: that is you");
    } else if (on && match->muted_count == MUTED_MAX) {
        refuse(answer, OBJECTION_STATE, "as many people as possible are muted: give one the word");
    } else {
        memcpy(event.person, person, strlen(person) + 1);
        event.on = on;
        match_happen(match, &event, asking->listener);
        done(answer, match);
    }
}
