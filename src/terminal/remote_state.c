/* Tables, hands and events, applied by the rules. */
#include "terminal/remote_state.h"
#include "terminal/language.h"

#include <stdio.h>
#include <string.h>

#include "board/boards.h"
#include "core/notation.h"
#include "core/scoring.h"

#define DAY_MS ((int64_t)24 * 60 * 60 * 1000)

static const uint8_t no_seed[SEED_SIZE];

void remote_state_init(struct remote_state *state, struct source *source)
{
    memset(state, 0, sizeof *state);
    state->source = source;
    state->mine = SEAT_NONE;
    memset(&state->hand, CITY_NONE, sizeof state->hand);
}

const char *remote_text(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text != NULL ? text : "";
}

int64_t remote_number(const json_t *object, const char *key)
{
    return json_integer_value(json_object_get(object, key));
}

static bool refuse(char why[SOURCE_SENTENCE_SIZE], const char *sentence)
{
    snprintf(why, SOURCE_SENTENCE_SIZE, "%s", sentence);
    return false;
}

/* ---- The table --------------------------------------------------------------------------- */

static void take_clock(struct remote_state *state, const json_t *clock)
{
    const char *kind = remote_text(clock, "kind");
    if (strcmp(kind, "live") == 0) {
        state->clock = LIVE_CLOCK;
        state->whole_ms = 1000 * remote_number(clock, "bank");
        state->increment_ms = 1000 * remote_number(clock, "increment");
    } else if (strcmp(kind, "slow") == 0) {
        state->clock = SLOW_CLOCK;
        state->whole_ms = DAY_MS * remote_number(clock, "days");
    }
}

unsigned remote_variants(const json_t *settings)
{
    const json_t *names = json_object_get(settings, "variants");
    unsigned variants = 0;
    for (size_t i = 0; i < json_array_size(names); i++) {
        const char *name = json_string_value(json_array_get(names, i));
        for (unsigned v = 0; v < 3; v++) {
            if (name != NULL && strcmp(name, variant_names[v]) == 0)
                variants |= 1U << v;
        }
    }
    return variants;
}

static bool take_settings(struct remote_state *state, const json_t *settings,
                          char why[SOURCE_SENTENCE_SIZE])
{
    const char *id = remote_text(settings, "board");
    const json_t *plan = json_object_get(settings, "seats");
    state->source->board = board_builtin(id, strlen(id));
    if (state->source->board == NULL)
        return refuse(why, _("The table is played on a board that this program does not have."));
    state->variants = remote_variants(settings);
    for (unsigned i = 0; i < state->seats; i++) {
        const char *word = json_string_value(json_array_get(plan, i));
        snprintf(state->seat[i].plan, sizeof state->seat[i].plan, "%.15s",
                 word != NULL ? word : "open");
    }
    state->chats = !json_is_false(json_object_get(settings, "chat"));
    take_clock(state, json_object_get(settings, "clock"));
    return true;
}

bool remote_take_table(struct remote_state *state, const json_t *message,
                       char why[SOURCE_SENTENCE_SIZE])
{
    const json_t *table = json_object_get(message, "table");
    const json_t *seats = json_object_get(table, "seats");
    snprintf(state->host, sizeof state->host, "%s", remote_text(table, "host"));
    state->resumed_ms = remote_number(message, "since");
    if (remote_text(table, "key")[0] != '\0')
        snprintf(state->key, sizeof state->key, "%s", remote_text(table, "key"));
    if (state->known)
        return true; /* a connection that came back: the events say what is new */
    if (json_array_size(seats) < SEATS_MIN || json_array_size(seats) > SEATS_MAX)
        return refuse(why, _("The server's table has no seats that make sense."));
    state->seats = (unsigned)json_array_size(seats);
    if (!take_settings(state, json_object_get(table, "settings"), why))
        return false;
    for (unsigned i = 0; i < state->seats; i++) {
        remote_take_seat(state, i, json_array_get(seats, i));
        state->seat[i].left_ms = state->whole_ms;
        state->source->seat[i].clock_ms = -1;
    }
    position_init(&state->position, state->source->board, state->seats, state->variants, no_seed);
    chronicle_deal(&state->source->chronicle, &state->position.table);
    state->known = true;
    state->described = (long)remote_number(message, "last");
    state->over = strcmp(remote_text(table, "state"), "closed") == 0;
    return true;
}

void remote_take_hello(struct remote_state *state, const json_t *message, int64_t now_ms)
{
    const json_t *now = json_object_get(message, "now");
    snprintf(state->me, sizeof state->me, "%s", remote_text(json_object_get(message, "you"), "id"));
    if (json_is_integer(now))
        state->ahead_ms = json_integer_value(now) - now_ms;
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
    const int64_t first = remote_number(event, "first");
    memset(hand, CITY_NONE, sizeof hand);
    for (unsigned i = 0; i < state->seats && json_is_array(hands); i++) {
        if (!read_hand(state->source->board, json_array_get(hands, i), &hand[i]))
            return refuse(why, _("The server dealt cards that this board does not have."));
    }
    if (first < 1 || first > (int64_t)state->seats)
        return refuse(why, _("The server named a starting player who does not sit there."));
    begin_round(state, hand, (unsigned)first - 1);
    state->since_ms = remote_number(event, "at");
    for (unsigned i = 0; i < state->seats; i++)
        state->source->seat[i].is_ready = false;
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
    state->hand_round = (unsigned)remote_number(message, "round");
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

static bool take_turn(struct remote_state *state, const json_t *event,
                      char why[SOURCE_SENTENCE_SIZE])
{
    const char *text = remote_text(event, "turn");
    const unsigned seat = (unsigned)remote_number(event, "seat") - 1;
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
        state->seat[seat].left_ms = remote_number(event, "left");
    state->since_ms = remote_number(event, "at");
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

bool remote_take_event(struct remote_state *state, const json_t *event,
                       char why[SOURCE_SENTENCE_SIZE])
{
    const char *kind = remote_text(event, "kind");
    const long number = (long)remote_number(event, "n");
    if (number <= state->last || !state->known)
        return true;
    state->last = number;
    if (strcmp(kind, "start") == 0)
        state->started = true;
    else if (strcmp(kind, "round") == 0)
        return take_round(state, event, why);
    else if (strcmp(kind, "turn") == 0)
        return take_turn(state, event, why);
    else if (strcmp(kind, "end") == 0)
        return take_end(state, event, why);
    else if (strcmp(kind, "result") == 0 || strcmp(kind, "close") == 0)
        state->over = true;
    else
        remote_take_room_event(state, event);
    return true;
}
