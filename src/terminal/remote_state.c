/* Tables, hands and events, applied by the rules. */
#include "terminal/remote_state.h"
#include "terminal/language.h"

#include <stdio.h>
#include <string.h>

#include "board/boards.h"
#include "core/notation.h"
#include "core/scoring.h"

static const uint8_t no_seed[SEED_SIZE];

void remote_state_init(struct remote_state *state, struct source *source)
{
    memset(state, 0, sizeof *state);
    state->source = source;
    state->mine = SEAT_NONE;
    state->bank_ms = -1;
    memset(&state->hand, CITY_NONE, sizeof state->hand);
}

const char *remote_text(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text != NULL ? text : "";
}

static long number_of(const json_t *object, const char *key)
{
    return (long)json_integer_value(json_object_get(object, key));
}

static bool refuse(char why[SOURCE_SENTENCE_SIZE], const char *sentence)
{
    snprintf(why, SOURCE_SENTENCE_SIZE, "%s", sentence);
    return false;
}

/* ---- Seats ------------------------------------------------------------------------------- */

static void name_seat(struct remote_state *state, unsigned seat, const char *name)
{
    snprintf(state->source->seat[seat].name, sizeof state->source->seat[seat].name, "%.60s", name);
}

static void set_seat(struct remote_state *state, unsigned number, enum remote_seat_kind kind,
                     const char *who, const char *name)
{
    struct remote_seat *seat = &state->seat[number];
    seat->kind = kind;
    snprintf(seat->who, sizeof seat->who, "%s", kind == REMOTE_PERSON ? who : "");
    name_seat(state, number, name);
    state->source->seat[number].is_bot = kind == REMOTE_BOT;
    if (kind == REMOTE_PERSON && strcmp(who, state->me) == 0)
        state->mine = number;
    else if (state->mine == number)
        state->mine = SEAT_NONE;
    if (state->mine == number && name[0] == '\0')
        name_seat(state, number, _("you"));
    state->source->seat[number].is_person_here = state->mine == number;
    state->source->keyboard = state->mine;
}

static void take_seat(struct remote_state *state, unsigned number, const json_t *seat)
{
    const char *kind = remote_text(seat, "kind");
    if (strcmp(kind, "person") == 0)
        set_seat(state, number, REMOTE_PERSON, remote_text(seat, "who"), remote_text(seat, "name"));
    else if (strcmp(kind, "bot") == 0)
        set_seat(state, number, REMOTE_BOT, "", remote_text(seat, "bot"));
    else if (strcmp(kind, "invited") == 0)
        set_seat(state, number, REMOTE_INVITED, "", _("(invited)"));
    else
        set_seat(state, number, REMOTE_OPEN, "", _("(free)"));
}

void remote_take_people(struct remote_state *state, const json_t *message)
{
    const json_t *people = json_object_get(message, "people");
    for (size_t i = 0; i < json_array_size(people); i++) {
        const json_t *person = json_array_get(people, i);
        for (unsigned seat = 0; seat < state->seats; seat++) {
            if (state->seat[seat].kind == REMOTE_PERSON &&
                strcmp(state->seat[seat].who, remote_text(person, "id")) == 0 &&
                remote_text(person, "name")[0] != '\0')
                name_seat(state, seat, remote_text(person, "name"));
        }
    }
}

/* ---- The table --------------------------------------------------------------------------- */

static bool take_settings(struct remote_state *state, const json_t *settings,
                          char why[SOURCE_SENTENCE_SIZE])
{
    const char *id = remote_text(settings, "board");
    const json_t *variants = json_object_get(settings, "variants");
    const json_t *clock = json_object_get(settings, "clock");
    state->source->board = board_builtin(id, strlen(id));
    if (state->source->board == NULL)
        return refuse(why, _("The table is played on a board that this program does not have."));
    for (size_t i = 0; i < json_array_size(variants); i++) {
        const char *name = json_string_value(json_array_get(variants, i));
        for (unsigned v = 0; v < 3; v++) {
            if (name != NULL && strcmp(name, variant_names[v]) == 0)
                state->variants |= 1U << v;
        }
    }
    if (strcmp(remote_text(clock, "kind"), "live") == 0)
        state->bank_ms = 1000 * number_of(clock, "bank");
    return true;
}

bool remote_take_table(struct remote_state *state, const json_t *message,
                       char why[SOURCE_SENTENCE_SIZE])
{
    const json_t *table = json_object_get(message, "table");
    const json_t *seats = json_object_get(table, "seats");
    snprintf(state->host, sizeof state->host, "%s", remote_text(table, "host"));
    if (state->known)
        return true; /* a connection that came back: the events say what is new */
    if (json_array_size(seats) < SEATS_MIN || json_array_size(seats) > SEATS_MAX)
        return refuse(why, _("The server's table has no seats that make sense."));
    state->seats = (unsigned)json_array_size(seats);
    if (!take_settings(state, json_object_get(table, "settings"), why))
        return false;
    for (unsigned i = 0; i < state->seats; i++) {
        take_seat(state, i, json_array_get(seats, i));
        state->seat[i].left_ms = state->bank_ms;
        state->source->seat[i].clock_ms = -1;
    }
    position_init(&state->position, state->source->board, state->seats, state->variants, no_seed);
    chronicle_deal(&state->source->chronicle, &state->position.table);
    state->known = true;
    state->over = strcmp(remote_text(table, "state"), "closed") == 0;
    return true;
}

/* ---- Rounds ------------------------------------------------------------------------------ */

static bool read_hand(const struct board *board, const json_t *cities, struct hand *hand)
{
    if (json_array_size(cities) != GROUPS)
        return false;
    for (unsigned i = 0; i < GROUPS; i++) {
        const char *id = json_string_value(json_array_get(cities, i));
        const unsigned city = id != NULL ? board_find_city(board, id, strlen(id)) : CITY_NONE;
        if (city == CITY_NONE || board->city[city].group >= GROUPS)
            return false;
        hand->city[board->city[city].group] = (uint8_t)city;
    }
    return true;
}

static void show_hand(struct remote_state *state)
{
    if (state->hand_round == state->position.table.round)
        state->source->hand = state->hand;
    else
        memset(&state->source->hand, CITY_NONE, sizeof state->source->hand);
}

static void begin_round(struct remote_state *state, const struct hand hand[SEATS_MAX],
                        unsigned first)
{
    struct hand known[SEATS_MAX];
    memcpy(known, hand, sizeof known);
    if (state->mine != SEAT_NONE && state->hand_round == state->position.table.round + 1U)
        known[state->mine] = state->hand;
    position_begin_round(&state->position, state->source->board, known, first);
    show_hand(state);
}

static bool take_round(struct remote_state *state, const json_t *event,
                       char why[SOURCE_SENTENCE_SIZE])
{
    struct hand hand[SEATS_MAX];
    const json_t *hands = json_object_get(event, "hands");
    const long first = number_of(event, "first");
    memset(hand, CITY_NONE, sizeof hand);
    for (unsigned i = 0; i < state->seats && json_is_array(hands); i++) {
        if (!read_hand(state->source->board, json_array_get(hands, i), &hand[i]))
            return refuse(why, _("The server dealt cards that this board does not have."));
    }
    if (first < 1 || first > (long)state->seats)
        return refuse(why, _("The server named a starting player who does not sit there."));
    begin_round(state, hand, (unsigned)first - 1);
    if (state->position.table.round == 1) { /* in place of the table that waited */
        state->source->chronicle.moments = 0;
        state->source->changes++;
    }
    chronicle_deal(&state->source->chronicle, &state->position.table);
    return true;
}

void remote_take_hand(struct remote_state *state, const json_t *message)
{
    struct hand hand;
    if (!state->known ||
        !read_hand(state->source->board, json_object_get(message, "cities"), &hand))
        return;
    state->hand = hand;
    state->hand_round = (unsigned)number_of(message, "round");
    struct table *table = &state->position.table;
    if (state->hand_round != table->round || table->phase != PHASE_PLAYING ||
        state->mine == SEAT_NONE)
        return;
    /* The cards came after the deal: the position knows them from now on. */
    state->position.hand[state->mine] = hand;
    hand_junctions(&hand, state->source->board, &state->position.wanted[state->mine]);
    show_hand(state);
    state->source->changes++;
}

static bool take_turn(struct remote_state *state, const json_t *event, int64_t now_ms,
                      char why[SOURCE_SENTENCE_SIZE])
{
    const char *text = remote_text(event, "turn");
    const unsigned seat = (unsigned)number_of(event, "seat") - 1;
    struct words words;
    struct turn turn;
    struct fault fault;
    words_init(&words, text, strlen(text));
    if (state->position.table.phase != PHASE_PLAYING || state->position.table.to_move != seat ||
        !notation_read_turn(state->source->board, &words, &turn, &fault) ||
        position_play(&state->position, state->source->board, &turn) != ACCEPTED)
        return refuse(why,
                      _("The server told a turn that the rules of this program do not allow."));
    if (json_is_integer(json_object_get(event, "left")))
        state->seat[seat].left_ms = number_of(event, "left");
    state->began_ms = now_ms;
    /* The server alone knows whether the round is over: until it says so, it is not. */
    struct table table = state->position.table;
    if (table.phase != PHASE_PLAYING)
        table.phase = PHASE_PLAYING;
    chronicle_turn(&state->source->chronicle, &table, seat, &turn);
    return true;
}

/* All cards are open, and the points follow from them. */
static bool take_end(struct remote_state *state, const json_t *event,
                     char why[SOURCE_SENTENCE_SIZE])
{
    const json_t *hands = json_object_get(event, "hands");
    const json_t *connected = json_object_get(event, "connected");
    struct position *position = &state->position;
    struct table *table = &position->table;
    struct source *source = state->source;
    const bool hidden = position_connected(position, table) == 0 && table->phase == PHASE_PLAYING;
    bool scored = !hidden && table->phase != PHASE_PLAYING;
    for (unsigned i = 0; i < state->seats; i++)
        scored = scored && hand_is_known(&position->hand[i]);
    for (unsigned i = 0; i < state->seats; i++) {
        if (!read_hand(source->board, json_array_get(hands, i), &position->hand[i]))
            return refuse(why, _("The server showed cards that this board does not have."));
    }
    if (!scored) {
        table->connected = 0;
        for (size_t i = 0; i < json_array_size(connected); i++)
            table->connected |=
                (uint8_t)(1U << (json_integer_value(json_array_get(connected, i)) - 1));
        scoring_close_round(table, source->board, position->hand);
    }
    source->chronicle.moment[source->chronicle.moments - 1].table = *table;
    source->changes++;
    return true;
}

/* ---- Events ------------------------------------------------------------------------------ */

static void take_seat_event(struct remote_state *state, const char *kind, const json_t *event)
{
    const unsigned seat = (unsigned)number_of(event, "seat") - 1;
    const char *as = remote_text(event, "as");
    if (seat >= state->seats)
        return;
    if (strcmp(kind, "sit") == 0)
        set_seat(state, seat, REMOTE_PERSON, remote_text(event, "who"),
                 strcmp(remote_text(event, "who"), state->me) == 0 ? _("you") : _("somebody"));
    else if (strcmp(kind, "stand") == 0 || strcmp(as, "open") == 0)
        set_seat(state, seat, REMOTE_OPEN, "", _("(free)"));
    else if (strcmp(as, "invited") == 0)
        set_seat(state, seat, REMOTE_INVITED, "", _("(invited)"));
    else if (strcmp(kind, "seat") == 0)
        set_seat(state, seat, REMOTE_BOT, "", as);
    else
        state->source->seat[seat].is_away = strcmp(kind, "away") == 0;
}

bool remote_take_event(struct remote_state *state, const json_t *event, int64_t now_ms,
                       char why[SOURCE_SENTENCE_SIZE])
{
    const char *kind = remote_text(event, "kind");
    const long number = number_of(event, "n");
    if (number <= state->last || !state->known)
        return true;
    state->last = number;
    if (strcmp(kind, "start") == 0)
        state->started = true;
    else if (strcmp(kind, "round") == 0)
        return take_round(state, event, why);
    else if (strcmp(kind, "turn") == 0)
        return take_turn(state, event, now_ms, why);
    else if (strcmp(kind, "end") == 0)
        return take_end(state, event, why);
    else if (strcmp(kind, "result") == 0 || strcmp(kind, "close") == 0)
        state->over = true;
    else if (json_is_integer(json_object_get(event, "seat")) && strcmp(kind, "ready") != 0)
        take_seat_event(state, kind, event);
    return true;
}

void remote_tick(struct remote_state *state, int64_t now_ms)
{
    const struct table *table = &state->position.table;
    for (unsigned i = 0; i < state->seats; i++) {
        struct source_seat *seat = &state->source->seat[i];
        const bool moves = table->phase == PHASE_PLAYING && table->to_move == i;
        seat->thinks = seat->is_bot && moves;
        if (state->bank_ms < 0 || seat->is_bot)
            continue;
        const int64_t used = moves ? now_ms - state->began_ms : 0;
        seat->clock_ms = state->seat[i].left_ms > used ? state->seat[i].left_ms - used : 0;
    }
}
