/* Tables, hands and events, applied by the rules. */
#include "terminal/remote_state.h"

#include <stdio.h>
#include <string.h>

#include "board/boards.h"
#include "core/harmless.h"
#include "core/notation.h"
#include "core/scoring.h"
#include "match/match.h"
#include "remote/remote_find.h"
#include "words/language.h"

#define DAY_MS      ((int64_t)24 * 60 * 60 * 1000)
#define LEFT_MAX_MS (100 * DAY_MS) /* no bank ever holds more */

static const uint8_t no_seed[SEED_SIZE];

void remote_state_init(struct remote_state *state, struct source *source)
{
    memset(state, 0, sizeof *state);
    state->source = source;
    state->mine = SEAT_NONE;
    state->course = COURSE_OPEN;
    memset(&state->hand, CITY_NONE, sizeof state->hand);
}

/* ---- The table --------------------------------------------------------------------------- */

static void take_clock(struct remote_state *state, const json_t *clock)
{
    const char *kind = remote_text(clock, "kind");
    if (strcmp(kind, "live") == 0) {
        state->clock = LIVE_CLOCK;
        state->whole_ms = 1000 * remote_number(clock, "bank", BANK_MAX_S);
        state->increment_ms = 1000 * remote_number(clock, "increment", INCREMENT_MAX_S);
    } else if (strcmp(kind, "slow") == 0) {
        state->clock = SLOW_CLOCK;
        state->whole_ms = DAY_MS * remote_number(clock, "days", DAYS_MAX);
    }
}

bool remote_variants(const json_t *settings, unsigned *variants)
{
    const json_t *names = json_object_get(settings, "variants");
    bool known = true;
    *variants = 0;
    for (size_t i = 0; i < json_array_size(names); i++) {
        const char *name = json_string_value(json_array_get(names, i));
        const unsigned variant = name != NULL ? variant_find((struct word){name, strlen(name)}) : 0;
        *variants |= variant;
        known = known && variant != 0;
    }
    return known;
}

static void take_settings(struct remote_state *state, const json_t *settings)
{
    const json_t *plan = json_object_get(settings, "seats");
    remote_variants(settings, &state->variants);
    for (unsigned i = 0; i < state->seats; i++)
        harmless_copy(state->seat[i].plan, sizeof state->seat[i].plan,
                      json_string_value(json_array_get(plan, i)));
    state->chats = !json_is_false(json_object_get(settings, "chat"));
    take_clock(state, json_object_get(settings, "clock"));
}

static void describe(struct remote_state *state, const json_t *table)
{
    const json_t *seats = json_object_get(table, "seats");
    state->seats = (unsigned)json_array_size(seats);
    take_settings(state, json_object_get(table, "settings"));
    for (unsigned i = 0; i < state->seats; i++) {
        remote_take_seat(state, i, json_array_get(seats, i));
        state->seat[i].left_ms = state->whole_ms;
        state->source->seat[i].clock_ms = -1;
    }
    position_init(&state->position, state->source->board, state->seats, state->variants, no_seed);
    history_add_deal(&state->source->history, &state->position.table);
    state->known = true;
    state->over = strcmp(remote_text(table, "state"), "closed") == 0;
}

bool remote_take_table(struct remote_state *state, const json_t *message,
                       char why[SOURCE_SENTENCE_SIZE])
{
    const json_t *table = json_object_get(message, "table");
    const char *board = remote_text(json_object_get(table, "settings"), "board");
    if (!remote_judge_table(state, message, why))
        return false;
    snprintf(state->host, sizeof state->host, "%s", remote_id(table, "host"));
    state->resumed_ms = remote_time(message, "since");
    if (remote_id(table, "key")[0] != '\0')
        snprintf(state->key, sizeof state->key, "%s", remote_id(table, "key"));
    if (state->known)
        return true; /* a connection that came back: the events say what is new */
    state->source->board = board_builtin(board, strlen(board));
    if (state->source->board == NULL) {
        snprintf(why, SOURCE_SENTENCE_SIZE, "%s",
                 _("The table is played on a board that this program does not have."));
        return false;
    }
    describe(state, table);
    state->described = (long)remote_number(message, "last", EVENTS_MAX);
    return true;
}

/* Somebody else than before must not play on unawares. */
void remote_take_hello(struct remote_state *state, const json_t *message, int64_t now_ms)
{
    const char *id = remote_id(json_object_get(message, "you"), "id");
    if (id[0] == '\0')
        harmless_copy(state->failure, sizeof state->failure, remote_signed_out());
    else if (state->me[0] != '\0' && strcmp(state->me, id) != 0)
        harmless_copy(state->failure, sizeof state->failure,
                      _("Your account was signed out here: start again to go on as somebody new."));
    snprintf(state->me, sizeof state->me, "%s", id);
    if (json_is_integer(json_object_get(message, "now")))
        state->ahead_ms = remote_time(message, "now") - now_ms;
}

/* ---- Rounds ------------------------------------------------------------------------------ */

static void show_hand(struct remote_state *state)
{
    if (state->hand_round == state->position.table.round)
        state->source->hand = state->hand;
    else
        memset(&state->source->hand, CITY_NONE, sizeof state->source->hand);
}

static bool is_same_hand(const struct hand *one, const struct hand *other)
{
    return memcmp(one, other, sizeof *one) == 0;
}

/* The cards of a round that begins, as far as they are known to the person here. */
static bool read_deal(const struct remote_state *state, const json_t *event,
                      struct hand hand[SEATS_MAX])
{
    const bool open = (state->variants & VARIANT_OPEN_CARDS) != 0;
    memset(hand, CITY_NONE, SEATS_MAX * sizeof hand[0]);
    if (open && !remote_read_hands(state, json_object_get(event, "hands"), hand))
        return false;
    if (state->mine == SEAT_NONE || state->hand_round != state->position.table.round + 1U)
        return true;
    if (open && !is_same_hand(&hand[state->mine], &state->hand))
        return false;
    hand[state->mine] = state->hand;
    return true;
}

/* S5, B6: anybody may begin the first round, and then everybody in turn. */
static bool may_begin(const struct remote_state *state, int64_t first)
{
    if (first < 1 || first > (int64_t)state->seats)
        return false;
    return state->position.table.round == 0 ||
           first - 1 == (int64_t)table_next_first(&state->position.table);
}

static bool take_round(struct remote_state *state, const json_t *event,
                       char why[SOURCE_SENTENCE_SIZE])
{
    struct hand hand[SEATS_MAX];
    const int64_t first = remote_number(event, "first", SEAT_NONE);
    if (!read_deal(state, event, hand))
        return remote_refuse(why, _("cards that cannot have been dealt"));
    if (!may_begin(state, first))
        return remote_refuse(why, _("a starting player whose turn it is not"));
    position_begin_round(&state->position, state->source->board, hand, (unsigned)first - 1);
    show_hand(state);
    state->course = COURSE_ROUND;
    state->since_ms = remote_time(event, "at");
    for (unsigned i = 0; i < state->seats; i++)
        state->source->seat[i].is_ready = false;
    if (state->position.table.round == 1) { /* in place of the table that waited */
        state->source->history.moments = 0;
        state->source->changes++;
    }
    history_add_deal(&state->source->history, &state->position.table);
    return true;
}

/* The cards came after the deal: the position knows them from now on. */
static bool take_late_hand(struct remote_state *state, const struct hand *hand)
{
    struct position position = state->position;
    const struct hand *before = &state->position.hand[state->mine];
    if (hand_is_known(before))
        return is_same_hand(before, hand);
    position.hand[state->mine] = *hand;
    hand_junctions(hand, state->source->board, &position.wanted[state->mine]);
    if (position_ends(&position, &position.table))
        return false; /* they would have ended the round already */
    state->position = position;
    return true;
}

bool remote_take_hand(struct remote_state *state, const json_t *message,
                      char why[SOURCE_SENTENCE_SIZE])
{
    struct hand hand;
    const struct table *table = &state->position.table;
    const unsigned round = (unsigned)remote_number(message, "round", ROUNDS_MAX + 1);
    if (!state->known || round < table->round)
        return true;
    if (round > ROUNDS_MAX || !remote_read_hand(state, json_object_get(message, "cities"), &hand) ||
        (state->hand_round == round && !is_same_hand(&state->hand, &hand)))
        return remote_refuse(why, _("cards that cannot have been dealt"));
    const bool late =
        round == table->round && table->phase == PHASE_PLAYING && state->mine != SEAT_NONE;
    if (late && !take_late_hand(state, &hand))
        return remote_refuse(why, _("cards that cannot have been dealt"));
    state->hand = hand;
    state->hand_round = round;
    if (late) {
        show_hand(state);
        state->source->changes++;
    }
    return true;
}

static bool take_turn(struct remote_state *state, const json_t *event,
                      char why[SOURCE_SENTENCE_SIZE])
{
    const char *text = remote_text(event, "turn");
    const unsigned seat = (unsigned)remote_number(event, "seat", SEATS_MAX) - 1;
    struct words words;
    struct turn turn;
    struct fault fault;
    words_init(&words, text, strlen(text));
    if (state->position.table.phase != PHASE_PLAYING || state->position.table.to_move != seat ||
        !notation_read_turn(state->source->board, &words, &turn, &fault) ||
        position_play(&state->position, state->source->board, &turn) != ACCEPTED)
        return remote_refuse(why, _("a turn that the rules do not allow"));
    if (json_is_integer(json_object_get(event, "left")))
        state->seat[seat].left_ms = remote_number(event, "left", LEFT_MAX_MS);
    state->since_ms = remote_time(event, "at");
    /* The server alone knows whether the round is over: until it says so, it is not. */
    struct table table = state->position.table;
    if (table.phase != PHASE_PLAYING)
        table.phase = PHASE_PLAYING;
    history_add_turn(&state->source->history, &table, seat, &turn);
    return true;
}

/* ---- The end of a round ------------------------------------------------------------------ */

static bool all_hands_known(const struct remote_state *state)
{
    for (unsigned i = 0; i < state->seats; i++) {
        if (!hand_is_known(&state->position.hand[i]))
            return false;
    }
    return true;
}

/* All hands in place of those that were known.  False when one of these was another. */
static bool open_hands(struct position *position, const struct board *board,
                       const struct hand hand[SEATS_MAX])
{
    for (unsigned i = 0; i < position->table.seats; i++) {
        if (hand_is_known(&position->hand[i]) && !is_same_hand(&position->hand[i], &hand[i]))
            return false;
        position->hand[i] = hand[i];
        hand_junctions(&hand[i], board, &position->wanted[i]);
    }
    return true;
}

static unsigned read_connected(const json_t *connected)
{
    unsigned seats = 0;
    for (size_t i = 0; i < json_array_size(connected); i++) {
        const int64_t seat = json_integer_value(json_array_get(connected, i));
        seats |= seat >= 1 && seat <= SEATS_MAX ? 1U << (seat - 1) : 1U << SEATS_MAX;
    }
    return seats;
}

/* At a table of a party the cards stay hidden, and what everybody has lost is told. */
static bool take_hidden_end(struct remote_state *state, const json_t *event,
                            char why[SOURCE_SENTENCE_SIZE])
{
    enum { LOST_MAX = 999 };
    struct source *source = state->source;
    struct table table = state->position.table;
    const unsigned connected = read_connected(json_object_get(event, "connected"));
    const json_t *score = json_object_get(event, "score");
    if (connected >> state->seats != 0 || json_array_size(score) != state->seats)
        return remote_refuse(why, _("the end of a round that is not over"));
    table.connected = (uint8_t)connected;
    for (unsigned i = 0; i < state->seats; i++) {
        const json_int_t lost = json_integer_value(json_array_get(score, i));
        if (lost < 0 || lost > LOST_MAX)
            return remote_refuse(why, _("minus points that nobody can have"));
        table.lost[i] = (int16_t)lost;
    }
    scoring_take_points(&table, source->board);
    state->position.table = table;
    state->course = COURSE_PAUSE;
    source->history.moment[source->history.moments - 1].table = table;
    source->changes++;
    return true;
}

/* And are shown later, round by round: the moments at which these ended know them then. */
static bool take_reveal(struct remote_state *state, const json_t *event,
                        char why[SOURCE_SENTENCE_SIZE])
{
    const json_t *hands = json_object_get(event, "hands");
    const unsigned round = (unsigned)remote_number(event, "round", ROUNDS_MAX + 1);
    struct history *history = &state->source->history;
    struct hand hand[SEATS_MAX];
    if (!json_is_array(hands))
        return true;
    if (!remote_read_hands(state, hands, hand))
        return remote_refuse(why, _("cards that cannot have been dealt"));
    for (unsigned i = 0; i < history->moments; i++) {
        struct table *table = &history->moment[i].table;
        if (table->round == round && table->phase >= PHASE_ROUND_OVER)
            memcpy(table->shown, hand, sizeof hand);
    }
    state->source->changes++;
    return true;
}

/* All cards are open, and the points follow from them. */
static bool take_end(struct remote_state *state, const json_t *event,
                     char why[SOURCE_SENTENCE_SIZE])
{
    struct source *source = state->source;
    struct position position = state->position;
    struct table *table = &position.table;
    struct hand hand[SEATS_MAX];
    const bool scored = table->phase != PHASE_PLAYING && all_hands_known(state);
    if (!remote_read_hands(state, json_object_get(event, "hands"), hand) ||
        !open_hands(&position, source->board, hand))
        return remote_refuse(why, _("cards that cannot have been dealt"));
    if (!position_ends(&position, table) ||
        position_connected(&position, table) != read_connected(json_object_get(event, "connected")))
        return remote_refuse(why, _("the end of a round that is not over"));
    if (!scored) {
        table->connected = (uint8_t)position_connected(&position, table);
        scoring_close_round(table, source->board, position.hand);
    }
    state->position = position;
    state->course = COURSE_PAUSE;
    source->history.moment[source->history.moments - 1].table = *table;
    source->changes++;
    return true;
}

/* ---- Events ------------------------------------------------------------------------------ */

static bool apply(struct remote_state *state, const json_t *event, char why[SOURCE_SENTENCE_SIZE])
{
    const char *kind = remote_text(event, "kind");
    if (strcmp(kind, "round") == 0)
        return take_round(state, event, why);
    if (strcmp(kind, "turn") == 0)
        return take_turn(state, event, why);
    if (strcmp(kind, "end") == 0)
        return json_object_get(event, "hands") ? take_end(state, event, why)
                                               : take_hidden_end(state, event, why);
    if (strcmp(kind, "reveal") == 0)
        return take_reveal(state, event, why);
    if (strcmp(kind, "start") == 0) {
        state->started = true;
        state->course = COURSE_PAUSE;
    } else if (strcmp(kind, "result") == 0 || strcmp(kind, "close") == 0) {
        state->over = true;
        state->course = COURSE_OVER;
    } else {
        remote_take_room_event(state, event);
    }
    return true;
}

bool remote_take_event(struct remote_state *state, const json_t *event,
                       char why[SOURCE_SENTENCE_SIZE])
{
    if (!state->known || remote_is_known_event(state, event))
        return true;
    if (!remote_judge_event(state, event, why))
        return false;
    state->last++; /* which what is told of the event looks at */
    if (apply(state, event, why))
        return true;
    state->last--;
    return false;
}
