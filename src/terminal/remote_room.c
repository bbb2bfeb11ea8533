/* The people of a table at a server: seats, names, talk, clocks, and what may be asked of it. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/harmless.h"
#include "terminal/remote_state.h"
#include "words/language.h"

enum {
    PATIENCE_MS = 2 * 60 * 1000,      /* after which a bot may play for somebody: the protocol */
    BANK_AFTER_RETURN_MS = 10 * 1000, /* as it says too */
};

/* ---- People ------------------------------------------------------------------------------ */

/* Nobody is without an id, but a server may not have told it. */
static bool is_me(const struct remote_state *state, const char *who)
{
    return who[0] != '\0' && strcmp(who, state->me) == 0;
}

static unsigned seat_of(const struct remote_state *state, const char *who)
{
    for (unsigned seat = 0; seat < state->seats; seat++) {
        if (state->source->seat[seat].kind == SOURCE_PERSON &&
            strcmp(state->seat[seat].who, who) == 0)
            return seat;
    }
    return SEAT_NONE;
}

/* Not everybody has a name: then what is known. */
static void name_person(struct remote_state *state, struct remote_person *person, const char *name)
{
    const unsigned seat = seat_of(state, person->who);
    if (name[0] != '\0')
        harmless_copy(person->name, sizeof person->name, name);
    else if (is_me(state, person->who))
        snprintf(person->name, sizeof person->name, "%s", _("you"));
    else if (seat != SEAT_NONE)
        snprintf(person->name, sizeof person->name, _("player %u"), seat + 1);
    else
        snprintf(person->name, sizeof person->name, "%s", _("a spectator"));
}

/* The person of an id; a new one takes the place of the last where there are very many. */
static struct remote_person *person_of(struct remote_state *state, const char *who)
{
    for (unsigned i = 0; i < state->people; i++) {
        if (strcmp(state->person[i].who, who) == 0)
            return &state->person[i];
    }
    if (state->people < PEOPLE_MAX)
        state->people++;
    struct remote_person *person = &state->person[state->people - 1];
    memset(person, 0, sizeof *person);
    snprintf(person->who, sizeof person->who, "%s", who);
    name_person(state, person, "");
    return person;
}

const struct remote_person *remote_find_person(const struct remote_state *state, const char *name)
{
    for (unsigned i = state->people; i-- > 0;) {
        if (strcmp(state->person[i].name, name) == 0)
            return &state->person[i];
    }
    return NULL;
}

/* ---- Seats ------------------------------------------------------------------------------- */

static void name_seat(struct remote_state *state, unsigned seat, const char *name)
{
    harmless_copy(state->source->seat[seat].name, sizeof state->source->seat[seat].name, name);
}

static void set_seat(struct remote_state *state, unsigned number, enum source_seat_kind kind,
                     const char *who, const char *name)
{
    struct source_seat *seat = &state->source->seat[number];
    seat->kind = kind;
    seat->is_away = seat->is_gone = false;
    snprintf(state->seat[number].who, sizeof state->seat[number].who, "%s", who);
    name_seat(state, number, name);
    if (kind == SOURCE_PERSON && is_me(state, who))
        state->mine = number;
    else if (state->mine == number)
        state->mine = SEAT_NONE;
    seat->is_person_here = state->mine == number;
    state->source->keyboard = state->mine;
}

static void seat_person(struct remote_state *state, unsigned number, const char *who,
                        const char *name)
{
    set_seat(state, number, SOURCE_PERSON, who, "");
    struct remote_person *person = person_of(state, who);
    name_person(state, person, name);
    name_seat(state, number, person->name);
}

/* "open", "invited" or the name of a bot, in settings and in events. */
static void plan_seat(struct remote_state *state, unsigned number, const char *as)
{
    if (strcmp(as, "open") == 0 || strcmp(as, "me") == 0)
        set_seat(state, number, SOURCE_OPEN, "", _("(free)"));
    else if (strcmp(as, "invited") == 0)
        set_seat(state, number, SOURCE_INVITED, "", _("(invited)"));
    else
        set_seat(state, number, SOURCE_BOT, "", as);
}

void remote_take_seat(struct remote_state *state, unsigned number, const json_t *seat)
{
    const char *kind = remote_text(seat, "kind"), *who = remote_id(seat, "who");
    if (strcmp(kind, "person") == 0)
        seat_person(state, number, who, remote_text(seat, "name"));
    else
        plan_seat(state, number, strcmp(kind, "bot") == 0 ? remote_text(seat, "bot") : kind);
}

bool remote_is_full(const struct remote_state *state)
{
    for (unsigned seat = 0; seat < state->seats; seat++) {
        const enum source_seat_kind kind = state->source->seat[seat].kind;
        if (kind == SOURCE_OPEN || kind == SOURCE_INVITED)
            return false;
    }
    return true;
}

/* ---- News -------------------------------------------------------------------------------- */

/* What happened before this client came is no news. */
static bool is_news(const struct remote_state *state)
{
    return state->last > state->described;
}

__attribute__((format(printf, 3, 4))) static void tell(struct remote_state *state, unsigned seat,
                                                       const char *format, ...)
{
    char words[SOURCE_SENTENCE_SIZE];
    va_list arguments;
    if (!is_news(state))
        return;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    source_talk_add(&state->source->talk, TALK_NEWS, seat, "", words);
}

/* In one's own words about oneself. */
static void tell_of(struct remote_state *state, unsigned seat, const char *mine, const char *others)
{
    if (seat == state->mine)
        tell(state, seat, "%s", _(mine));
    else
        tell(state, seat, _(others), state->source->seat[seat].name);
}

void remote_take_people(struct remote_state *state, const json_t *message)
{
    const json_t *people = json_object_get(message, "people");
    for (size_t i = 0; i < json_array_size(people); i++) {
        const json_t *told = json_array_get(people, i);
        struct remote_person *person = person_of(state, remote_id(told, "id"));
        name_person(state, person, remote_text(told, "name"));
        const unsigned seat = seat_of(state, person->who);
        if (seat == SEAT_NONE)
            continue;
        name_seat(state, seat, person->name);
        state->source->seat[seat].is_gone = json_is_false(json_object_get(told, "here"));
        if (state->seat[seat].is_new && seat != state->mine)
            tell(state, seat, _("%s sits down on seat %u."), person->name, seat + 1);
        state->seat[seat].is_new = false;
    }
    state->source->room.watching = (unsigned)remote_number(message, "watching", WATCHING_MAX);
}

/* ---- Events ------------------------------------------------------------------------------ */

/* Whoever comes back with nothing left gets a little, and a turn of his begins anew. */
static void give_time(struct remote_state *state, unsigned seat, int64_t at_ms)
{
    struct remote_seat *player = &state->seat[seat];
    if (state->clock == LIVE_CLOCK) {
        if (player->left_ms > 0)
            return;
        player->left_ms =
            state->increment_ms > BANK_AFTER_RETURN_MS ? state->increment_ms : BANK_AFTER_RETURN_MS;
    } else if (state->clock == SLOW_CLOCK && at_ms - state->since_ms < state->whole_ms) {
        return;
    }
    player->returned_ms = at_ms;
}

static void take_away(struct remote_state *state, unsigned seat, const char *why)
{
    static const struct {
        const char *why, *mine, *others;
    } reasons[] = {
        {"time", N_("Your time is up: a bot takes over."),
         N_("%s has run out of time: a bot takes over.")},
        {"gone", N_("You have been away for a while: a bot takes over."),
         N_("%s has been away for a while: a bot takes over.")},
        {"left", N_("You have left: a bot takes over."), N_("%s has left: a bot takes over.")},
    };
    enum { REASONS = sizeof reasons / sizeof reasons[0] };
    unsigned i = 0;
    while (i < REASONS - 1 && strcmp(why, reasons[i].why) != 0)
        i++;
    state->source->seat[seat].is_away = true;
    if (strcmp(why, "time") == 0)
        state->seat[seat].left_ms = 0;
    tell_of(state, seat, reasons[i].mine, reasons[i].others);
}

static void take_seat_event(struct remote_state *state, const json_t *event, unsigned seat)
{
    const char *kind = remote_text(event, "kind");
    const bool was_mine = state->mine == seat;
    char name[SOURCE_NAME_SIZE];
    harmless_copy(name, sizeof name, state->source->seat[seat].name);
    if (strcmp(kind, "sit") == 0) {
        seat_person(state, seat, remote_id(event, "who"), "");
        state->seat[seat].is_new = true;
    } else if (strcmp(kind, "stand") == 0) {
        plan_seat(state, seat, state->seat[seat].plan);
        tell(state, seat, _("%s gets up from seat %u."), name, seat + 1);
    } else if (strcmp(kind, "seat") == 0) {
        plan_seat(state, seat, remote_text(event, "as"));
        if (was_mine)
            tell(state, seat, _("The host has given your seat away."));
    } else if (strcmp(kind, "ready") == 0) {
        state->source->seat[seat].is_ready = true;
    } else if (strcmp(kind, "away") == 0) {
        take_away(state, seat, remote_text(event, "why"));
    } else if (strcmp(kind, "back") == 0) {
        state->source->seat[seat].is_away = false;
        give_time(state, seat, remote_time(event, "at"));
        tell_of(state, seat, N_("You are back."), N_("%s is back."));
    }
    if ((was_mine || state->mine == seat) && strcmp(kind, "ready") != 0)
        state->source->changes++; /* who enters turns here may be another */
}

static void take_chat(struct remote_state *state, const json_t *event)
{
    struct remote_person *person = person_of(state, remote_id(event, "who"));
    const char *words = remote_text(event, "text");
    if (words[0] != '\0')
        source_talk_add(&state->source->talk, TALK_CHAT, seat_of(state, person->who), person->name,
                        words);
}

static void take_mute(struct remote_state *state, const json_t *event)
{
    struct remote_person *person = person_of(state, remote_id(event, "who"));
    const unsigned seat = seat_of(state, person->who);
    person->is_muted = json_is_true(json_object_get(event, "on"));
    if (is_me(state, person->who))
        state->source->room.is_muted = person->is_muted;
    if (person->is_muted)
        tell(state, seat, _("The host has muted %s."), person->name);
    else
        tell(state, seat, _("The host has unmuted %s."), person->name);
}

void remote_take_room_event(struct remote_state *state, const json_t *event)
{
    const char *kind = remote_text(event, "kind");
    const int64_t seat = remote_number(event, "seat", SEAT_NONE);
    if (strcmp(kind, "chat") == 0)
        take_chat(state, event);
    else if (strcmp(kind, "mute") == 0)
        take_mute(state, event);
    else if (seat >= 1 && seat <= (int64_t)state->seats)
        take_seat_event(state, event, (unsigned)seat - 1);
}

/* ---- As it is now ------------------------------------------------------------------------ */

/* How long the seat to move has taken. */
static int64_t taken_ms(const struct remote_state *state, unsigned seat, int64_t now_ms)
{
    int64_t since = state->since_ms;
    if (state->resumed_ms > since)
        since = state->resumed_ms;
    if (state->seat[seat].returned_ms > since)
        since = state->seat[seat].returned_ms;
    const int64_t taken = now_ms + state->ahead_ms - since;
    return taken > 0 ? taken : 0;
}

static void tick_seat(struct remote_state *state, unsigned number, int64_t now_ms)
{
    const struct table *table = source_table(state->source);
    struct source_seat *seat = &state->source->seat[number];
    const bool moves = table->phase == PHASE_PLAYING && table->to_move == number;
    seat->thinks = moves && (seat->kind == SOURCE_BOT || seat->is_away);
    seat->clock_ms = -1;
    if (state->clock == NO_CLOCK || seat->kind != SOURCE_PERSON || seat->is_away)
        return;
    const int64_t left = state->clock == LIVE_CLOCK ? state->seat[number].left_ms : state->whole_ms;
    const int64_t taken = moves ? taken_ms(state, number, now_ms) : 0;
    if (state->clock == LIVE_CLOCK || moves)
        seat->clock_ms = left > taken ? left - taken : 0;
}

static unsigned wish(enum source_wish_kind kind, bool makes_sense)
{
    return makes_sense ? 1U << kind : 0;
}

static unsigned waiting_wishes(const struct remote_state *state)
{
    const bool host = state->source->room.is_host, full = remote_is_full(state);
    bool free = false;
    for (unsigned seat = 0; seat < state->seats; seat++) {
        const enum source_seat_kind kind = state->source->seat[seat].kind;
        free |= kind == SOURCE_OPEN || (kind == SOURCE_INVITED && state->key[0] != '\0');
    }
    return wish(WISH_SIT, free && state->mine == SEAT_NONE) |
           wish(WISH_STAND, state->mine != SEAT_NONE) | wish(WISH_SEAT, host) |
           wish(WISH_FILL, host && !full) | wish(WISH_START, host && full) | wish(WISH_CLOSE, host);
}

static unsigned playing_wishes(const struct remote_state *state, int64_t now_ms)
{
    const struct table *table = source_table(state->source);
    const struct source_seat *mover = &state->source->seat[table->to_move];
    if (state->mine == SEAT_NONE || state->over)
        return 0;
    const struct source_seat *me = &state->source->seat[state->mine];
    const bool waits = table->phase == PHASE_PLAYING && state->clock == NO_CLOCK &&
                       mover->kind == SOURCE_PERSON && !mover->is_away &&
                       table->to_move != state->mine &&
                       taken_ms(state, table->to_move, now_ms) >= PATIENCE_MS;
    return wish(WISH_LEAVE, !me->is_away) | wish(WISH_BACK, me->is_away) | wish(WISH_AWAY, waits) |
           wish(WISH_READY, table->phase == PHASE_ROUND_OVER && !me->is_ready && !me->is_away);
}

void remote_tick(struct remote_state *state, int64_t now_ms)
{
    struct source *source = state->source;
    struct source_room *room = &source->room;
    if (!state->known)
        return;
    room->stage = state->started ? STAGE_PLAYING : state->over ? STAGE_CLOSED : STAGE_WAITING;
    room->is_host = is_me(state, state->host);
    for (unsigned seat = 0; seat < state->seats; seat++)
        tick_seat(state, seat, now_ms);
    source->wishes = wish(WISH_SAY, state->chats && !room->is_muted) |
                     wish(WISH_MUTE, room->is_host) | wish(WISH_HEAR, room->is_host);
    if (room->stage == STAGE_WAITING)
        source->wishes |= waiting_wishes(state);
    else if (room->stage == STAGE_PLAYING)
        source->wishes |= playing_wishes(state, now_ms);
}
