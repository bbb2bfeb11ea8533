/* Writing events; server/event_read.c reads them. */
#include "server/event_json.h"

#include <string.h>

#include "core/check.h"
#include "core/record.h"
#include "core/scoring.h"
#include "match/seed.h"
#include "json/json_text.h"

const char event_body_deleted[] = "{\"kind\":\"chat\",\"who\":\"\"}";

static void add_seat(struct text *text, unsigned seat)
{
    json_add_number_field(text, "seat", (long)seat + 1);
}

/* ---- Lists by seat --------------------------------------------------------------------------- */

static void add_seats(struct text *text, const char *key, const struct table *table, unsigned seats)
{
    json_add_key(text, key);
    text_add_char(text, '[');
    for (unsigned seat = 0; seat < table->seats; seat++) {
        if (seats >> seat & 1) {
            json_add_number(text, (long)seat + 1);
        }
    }
    text_add_char(text, ']');
}

static void add_numbers(struct text *text, const char *key, const struct table *table,
                        const int16_t number[SEATS_MAX])
{
    json_add_key(text, key);
    text_add_char(text, '[');
    for (unsigned seat = 0; seat < table->seats; seat++) {
        json_add_number(text, number[seat]);
    }
    text_add_char(text, ']');
}

static void add_hands(struct text *text, const struct board *board, const struct position *position)
{
    json_add_key(text, "hands");
    text_add_char(text, '[');
    for (unsigned seat = 0; seat < position->table.seats; seat++) {
        json_open(text, '[');
        for (unsigned group = 0; group < GROUPS; group++) {
            json_add_string(text, board->city[position->hand[seat].city[group]].id);
        }
        text_add_char(text, ']');
    }
    text_add_char(text, ']');
}

/* What seats miss.  Those that miss the same on every line share the distances. */
struct survey {
    struct distances distances;
    uint8_t cost[LINES_MAX]; /* which the distances were made from */
    bool made;
};

static unsigned survey_seat(struct survey *survey, const struct board *board,
                            const struct position *position, unsigned seat,
                            struct line_set *missing)
{
    const struct table *table = &position->table;
    uint8_t cost[LINES_MAX], terminal[TERMINALS_MAX];
    if (table->connected >> seat & 1) {
        *missing = (struct line_set){{0}};
        return 0;
    }
    table_missing_all(table, board, seat, cost);
    if (!survey->made || memcmp(cost, survey->cost, board->lines) != 0) {
        distances_init_costs(&survey->distances, board, cost);
        memcpy(survey->cost, cost, board->lines);
        survey->made = true;
    }
    const unsigned count =
        hand_terminals(board, &position->hand[seat], table->marker[seat], terminal);
    return steiner_plan(&survey->distances, board, cost, terminal, count, NULL, missing);
}

/* `{"lines":["K7-L7"],"cost":1}` */
static void add_missing(struct text *text, const struct board *board,
                        const struct line_set *missing, unsigned cost)
{
    json_open(text, '{');
    json_add_key(text, "lines");
    json_open(text, '[');
    for (unsigned line = line_set_next(missing, 0); line != LINE_NONE;
         line = line_set_next(missing, line + 1)) {
        char name[TURN_TEXT_SIZE];
        struct text words;
        text_init(&words, name, sizeof name);
        notation_add_line(&words, board, line);
        json_add_string(text, name);
    }
    text_add_char(text, ']');
    json_add_number_field(text, "cost", (long)cost);
    text_add_char(text, '}');
}

/* ---- Kinds ----------------------------------------------------------------------------------- */

static void add_start(struct text *text, const struct match *after)
{
    char commitment[SEED_TEXT_SIZE];
    seed_commitment(after->position.seed, commitment);
    json_add_string_field(text, "commitment", commitment);
}

static void add_round(struct text *text, const struct match *after)
{
    const struct table *table = &after->position.table;
    json_add_number_field(text, "round", table->round);
    json_add_number_field(text, "first", table->first + 1);
    if (table->variants & VARIANT_OPEN_CARDS)
        add_hands(text, after->state.settings.board, &after->position);
}

static void add_turn(struct text *text, const struct match *after, const struct event *event)
{
    add_seat(text, event->seat);
    text_add(text, ",\"turn\":\"");
    notation_add_turn(text, after->state.settings.board, &event->turn);
    text_add(text, "\"");
    json_add_number_field(text, "after", event->after);
    if (event->stand_in)
        text_add(text, ",\"by\":\"bot\"");
    const bool on_the_clock = after->state.settings.clock.kind == CLOCK_LIVE && !event->stand_in &&
                              after->state.seat[event->seat].kind == SEAT_PERSON;
    if (on_the_clock || event->left != 0)
        json_add_number_field(text, "left", (long)event->left);
}

/* The hands of a round that is over, and what each seat misses. */
static void add_cards(struct text *text, const struct board *board, const struct position *position)
{
    const struct table *table = &position->table;
    add_hands(text, board, position);
    json_add_key(text, "missing");
    text_add_char(text, '[');
    struct survey survey;
    survey.made = false; /* the rest is large and need not be cleared */
    for (unsigned seat = 0; seat < table->seats; seat++) {
        struct line_set missing;
        const unsigned cost = survey_seat(&survey, board, position, seat, &missing);
        CHECK((int)cost == table->lost[seat]);
        add_missing(text, board, &missing, cost);
    }
    text_add_char(text, ']');
}

static void add_end(struct text *text, const struct match *after)
{
    const struct board *board = after->state.settings.board;
    const struct table *table = &after->position.table;
    CHECK(table->phase == PHASE_ROUND_OVER || table->phase == PHASE_GAME_OVER);
    json_add_number_field(text, "round", table->round);
    add_seats(text, "connected", table, table->connected);
    if (!after->state.settings.party)
        add_cards(text, board, &after->position);
    add_numbers(text, "score", table, table->lost);
    add_numbers(text, "points", table, table->points);
    if (record_has_barrier(board, table))
        json_add_number_field(text, "barrier", table->barrier);
}

static void add_seed(struct text *text, const struct match *after)
{
    char seed[SEED_TEXT_SIZE];
    seed_text(after->position.seed, seed);
    json_add_string_field(text, "seed", seed);
}

static void add_result(struct text *text, const struct match *after)
{
    const struct position *position = &after->position;
    CHECK(position->table.phase == PHASE_GAME_OVER);
    add_seats(text, "winners", &position->table, position->table.winners);
    if (!after->state.settings.party)
        add_seed(text, after);
}

static const char *seat_word(const struct event *event)
{
    CHECK(event->as != SEAT_PERSON);
    return event->as == SEAT_OPEN ? "open" : event->as == SEAT_INVITED ? "invited" : event->bot;
}

static void add_fields(struct text *text, const struct match *after, const struct event *event)
{
    switch (event->kind) {
    case EVENT_SIT:
        add_seat(text, event->seat);
        json_add_string_field(text, "who", event->person);
        break;
    case EVENT_SEAT:
        add_seat(text, event->seat);
        json_add_string_field(text, "as", seat_word(event));
        break;
    case EVENT_STAND:
    case EVENT_READY:
    case EVENT_BACK:
        add_seat(text, event->seat);
        break;
    case EVENT_START:
        add_start(text, after);
        break;
    case EVENT_ROUND:
        add_round(text, after);
        break;
    case EVENT_TURN:
        add_turn(text, after, event);
        break;
    case EVENT_END:
        add_end(text, after);
        break;
    case EVENT_AWAY:
        add_seat(text, event->seat);
        json_add_string_field(text, "why", away_reason_names[event->away]);
        break;
    case EVENT_RESULT:
        add_result(text, after);
        break;
    case EVENT_CLOSE:
        json_add_string_field(text, "why", close_reason_names[event->close]);
        break;
    case EVENT_CHAT:
        json_add_string_field(text, "who", event->person);
        if (event->text[0] != '\0')
            json_add_string_field(text, "text", event->text);
        break;
    case EVENT_MUTE:
        json_add_string_field(text, "who", event->person);
        json_add_bool_field(text, "on", event->on);
        break;
    case EVENT_REVEAL:
        CHECK(!"a reveal has a function of its own");
        break;
    case EVENT_KINDS:
        CHECK(!"an event has a kind");
    }
}

static void add_kind(struct text *text, enum event_kind kind)
{
    CHECK(kind < EVENT_KINDS);
    text_add(text, "{\"kind\":\"");
    text_add(text, event_kind_names[kind]);
    text_add_char(text, '"');
}

void event_body_write(struct text *text, const struct match *after, const struct event *event)
{
    add_kind(text, event->kind);
    add_fields(text, after, event);
    text_add_char(text, '}');
    CHECK(!text->cut);
}

void reveal_body_write(struct text *text, const struct match *after, const struct position *ended)
{
    add_kind(text, EVENT_REVEAL);
    if (ended) {
        CHECK(ended->table.round == after->state.revealed);
        json_add_number_field(text, "round", ended->table.round);
        add_cards(text, after->state.settings.board, ended);
    }
    if (match_is_revealed(after))
        add_seed(text, after);
    text_add_char(text, '}');
    CHECK(!text->cut);
}

void event_message_write(struct text *text, uint32_t number, int64_t at, const char *body,
                         size_t length)
{
    CHECK(length > 1 && body[0] == '{');
    text_add(text, "{\"is\":\"event\",\"n\":");
    text_add_number(text, number);
    text_add(text, ",\"at\":");
    text_add_number(text, (long)at);
    text_add_char(text, ',');
    text_add_part(text, body + 1, length - 1);
    CHECK(!text->cut);
}
