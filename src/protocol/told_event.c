/* Events: the fields of each kind and their limits, for reading and writing. */
#include "protocol/told_event.h"

#include <string.h>

#include "base/check.h"
#include "protocol/shape.h"
#include "rules/notation.h"
#include "json/json_text.h"

const char event_body_deleted[] = "{\"kind\":\"chat\",\"who\":\"\"}";

#define IN_EVENT(member) .at = offsetof(struct told_event, member)
#define SIZE_IN_EVENT(member)                                                                      \
    .at = offsetof(struct told_event, member), .size = sizeof((struct told_event *)0)->member

/* `as` and `bot` of an event have the same layout as a seat plan. */
_Static_assert(offsetof(struct event, bot) - offsetof(struct event, as) ==
                       offsetof(struct seat_plan, bot) &&
                   sizeof((struct event *)0)->bot == sizeof((struct seat_plan *)0)->bot,
               "an event's `as` and `bot` are a seat_plan");

/* ---- Turns ----------------------------------------------------------------------------------- */

static bool read_turn(const struct field *field, const struct field_table *table,
                      struct json_value value, void *record, struct complaint *complaint)
{
    struct told_event *told = record;
    char spelled[TURN_TEXT_SIZE];
    struct words words;
    if (!json_text(value, spelled, sizeof spelled))
        return field_complain(complaint, field->name, value, TERM_TURN_WANTED);
    words_init(&words, spelled, strlen(spelled));
    return notation_read_turn(table->board, &words, &told->event.turn,
                              complain(complaint, CODE_FIELD));
}

static void write_turn(const struct field *field, const struct field_table *table,
                       const void *record, struct text *text)
{
    const struct told_event *told = record;
    char spelled[TURN_TEXT_SIZE];
    (void)field;
    notation_turn(spelled, table->board, &told->event.turn);
    json_add_string(text, spelled);
}

/* ---- Seats ----------------------------------------------------------------------------------- */

bool seats_value_read(struct json_value list, unsigned seats, unsigned *bits)
{
    struct json_list rest = json_list_of(list);
    struct json_value value;
    int64_t seat;
    *bits = 0;
    if (list.kind != TOKEN_LIST)
        return false;
    while (json_next(&rest, &value)) {
        if (!json_whole(value, &seat) || seat < 1 || seat > seats)
            return false;
        *bits |= 1U << (seat - 1);
    }
    return true;
}

void seats_value_write(unsigned bits, unsigned seats, struct text *text)
{
    json_open(text, '[');
    for (unsigned seat = 0; seat < seats; seat++)
        if (bits >> seat & 1)
            json_add_number(text, (int64_t)seat + 1);
    json_close(text, ']');
}

static bool read_seats(const struct field *field, const struct field_table *table,
                       struct json_value value, void *record, struct complaint *complaint)
{
    unsigned bits;
    if (!seats_value_read(value, table->seats, &bits))
        return field_complain(complaint, field->name, value, TERM_A_LIST_OF_SEATS);
    memcpy((char *)record + field->at, &bits, sizeof bits);
    return true;
}

static void write_seats(const struct field *field, const struct field_table *table,
                        const void *record, struct text *text)
{
    unsigned bits;
    memcpy(&bits, (const char *)record + field->at, sizeof bits);
    seats_value_write(bits, table->seats, text);
}

/* ---- A number for each seat ------------------------------------------------------------------ */

static bool small_number(struct json_value value, int16_t *number)
{
    int64_t read;
    if (!json_whole(value, &read) || read < INT16_MIN || read > INT16_MAX)
        return false;
    *number = (int16_t)read;
    return true;
}

static bool read_numbers(const struct field *field, const struct field_table *table,
                         struct json_value value, void *record, struct complaint *complaint)
{
    struct json_list list = json_list_of(value);
    struct json_value element;
    int16_t number[SEATS_MAX] = {0};
    unsigned count = 0;
    while (count < table->seats && json_next(&list, &element) &&
           small_number(element, &number[count]))
        count++;
    if (count < table->seats || json_next(&list, &element))
        return field_complain(complaint, field->name, value, TERM_NUMBER_FOR_EACH_SEAT);
    memcpy((char *)record + field->at, number, sizeof number);
    return true;
}

static void write_numbers(const struct field *field, const struct field_table *table,
                          const void *record, struct text *text)
{
    int16_t number[SEATS_MAX];
    memcpy(number, (const char *)record + field->at, sizeof number);
    json_open(text, '[');
    for (unsigned seat = 0; seat < table->seats; seat++)
        json_add_number(text, number[seat]);
    json_close(text, ']');
}

static bool read_barrier(const struct field *field, const struct field_table *table,
                         struct json_value value, void *record, struct complaint *complaint)
{
    struct told_event *told = record;
    (void)table;
    return small_number(value, &told->barrier) ||
           field_complain(complaint, field->name, value, TERM_A_WHOLE_NUMBER);
}

static void write_barrier(const struct field *field, const struct field_table *table,
                          const void *record, struct text *text)
{
    const struct told_event *told = record;
    (void)field, (void)table;
    json_add_number(text, told->barrier);
}

/* ---- Cards ----------------------------------------------------------------------------------- */

static unsigned read_city(struct json_value value, const struct board *board)
{
    char id[64];
    return json_text(value, id, sizeof id) ? board_find_city(board, id, strlen(id)) : CITY_NONE;
}

bool hand_value_read(struct json_value cities, const struct board *board, struct hand *hand)
{
    struct json_list list = json_list_of(cities);
    struct json_value value;
    unsigned count = 0;
    memset(hand, CITY_NONE, sizeof *hand);
    for (; json_next(&list, &value); count++) {
        const unsigned city = count < GROUPS ? read_city(value, board) : CITY_NONE;
        if (city == CITY_NONE || board->city[city].group >= GROUPS ||
            hand->city[board->city[city].group] != CITY_NONE)
            return false;
        hand->city[board->city[city].group] = (uint8_t)city;
    }
    return count == GROUPS;
}

void hand_value_write(const struct hand *hand, const struct board *board, struct text *text)
{
    json_open(text, '[');
    for (unsigned group = 0; group < GROUPS; group++)
        json_add_string(text, board->city[hand->city[group]].id);
    json_close(text, ']');
}

static bool read_hands(const struct field *field, const struct field_table *table,
                       struct json_value value, void *record, struct complaint *complaint)
{
    struct told_event *told = record;
    struct json_list list = json_list_of(value);
    struct json_value cities;
    unsigned count = 0;
    while (count < table->seats && json_next(&list, &cities) &&
           hand_value_read(cities, table->board, &told->hand[count]))
        count++;
    return (count == table->seats && !json_next(&list, &cities)) ||
           field_complain(complaint, field->name, value, TERM_CITIES_FOR_EACH_SEAT);
}

static void write_hands(const struct field *field, const struct field_table *table,
                        const void *record, struct text *text)
{
    const struct told_event *told = record;
    (void)field;
    json_open(text, '[');
    for (unsigned seat = 0; seat < table->seats; seat++)
        hand_value_write(&told->hand[seat], table->board, text);
    json_close(text, ']');
}

/* ---- Missing lines --------------------------------------------------------------------------- */

static bool read_lines(struct json_value list, const struct board *board, struct line_set *lines)
{
    struct json_list rest = json_list_of(list);
    struct json_value value;
    struct fault fault;
    unsigned line;
    *lines = (struct line_set){{0}};
    if (list.kind != TOKEN_LIST)
        return false;
    while (json_next(&rest, &value)) {
        char name[TURN_TEXT_SIZE];
        if (!json_text(value, name, sizeof name) ||
            !notation_read_line(board, (struct word){name, strlen(name)}, &line, &fault))
            return false;
        line_set_add(lines, line);
    }
    return true;
}

/* Reads `{"lines":["K7-L7"],"cost":1}`. */
static bool read_seat_missing(struct json_value value, const struct board *board,
                              struct line_set *lines, unsigned *cost)
{
    int64_t number;
    if (!read_lines(json_find(value, "lines"), board, lines) ||
        !json_whole(json_find(value, "cost"), &number) || number < 0 || number > INT16_MAX)
        return false;
    *cost = (unsigned)number;
    return true;
}

static bool read_missing(const struct field *field, const struct field_table *table,
                         struct json_value value, void *record, struct complaint *complaint)
{
    struct told_event *told = record;
    struct json_list list = json_list_of(value);
    struct json_value element;
    unsigned count = 0;
    while (count < table->seats && json_next(&list, &element) &&
           read_seat_missing(element, table->board, &told->missing[count], &told->cost[count]))
        count++;
    return (count == table->seats && !json_next(&list, &element)) ||
           field_complain(complaint, field->name, value, TERM_LINES_FOR_EACH_SEAT);
}

static void write_lines(const struct line_set *lines, const struct board *board, struct text *text)
{
    json_open(text, '[');
    for (unsigned line = line_set_next(lines, 0); line != LINE_NONE;
         line = line_set_next(lines, line + 1)) {
        char name[TURN_TEXT_SIZE];
        struct text words;
        text_init(&words, name, sizeof name);
        notation_add_line(&words, board, line);
        json_add_string(text, name);
    }
    json_close(text, ']');
}

static void write_missing(const struct field *field, const struct field_table *table,
                          const void *record, struct text *text)
{
    const struct told_event *told = record;
    (void)field;
    json_open(text, '[');
    for (unsigned seat = 0; seat < table->seats; seat++) {
        json_open(text, '{');
        json_add_key(text, "lines");
        write_lines(&told->missing[seat], table->board, text);
        json_add_number_field(text, "cost", told->cost[seat]);
        json_close(text, '}');
    }
    json_close(text, ']');
}

/* ---- Fields ---------------------------------------------------------------------------------- */

static const char *const by_names[] = {"bot"};

static const struct field seat_field = {"seat", FIELD_SEAT, IN_EVENT(event.seat)};
static const struct field who_field = {"who",
                                       FIELD_TEXT,
                                       SIZE_IN_EVENT(event.person),
                                       .lowest = 1,
                                       .highest = PERSON_SIZE - 1,
                                       .letters = LETTERS_ID};
static const struct field program_field = {"program", FIELD_TRUTH, IN_EVENT(event.program),
                                           .flags = FIELD_OPTIONAL | FIELD_WHEN_TRUE};
static const struct field author_field = {"who", /* "" if deleted */
                                          FIELD_TEXT, SIZE_IN_EVENT(event.person),
                                          .highest = PERSON_SIZE - 1, .letters = LETTERS_ID};
static const struct field as_field = {"as",
                                      FIELD_OTHER,
                                      IN_EVENT(event.as),
                                      .read = seat_plan_field_read,
                                      .write = seat_plan_field_write,
                                      .shape = "SeatPlan",
                                      .wanted = TERM_SEAT_KEPT_WANTED};
static const struct field commitment_field = {
    "commitment",           FIELD_TEXT,  SIZE_IN_EVENT(commitment),
    .flags = FIELD_FOLLOWS, .lowest = 1, .highest = TOLD_SEED_SIZE - 1,
    .letters = LETTERS_ID};
static const struct field round_field = {"round",         FIELD_NUMBER,
                                         IN_EVENT(round), .flags = FIELD_FOLLOWS,
                                         .lowest = 1,     .highest = INT16_MAX};
static const struct field reveal_round_field = {
    "round", /* if a round was played */
    FIELD_NUMBER, IN_EVENT(round),     .flags = FIELD_FOLLOWS | FIELD_OPTIONAL,
    .lowest = 1,  .highest = INT16_MAX};
static const struct field first_field = {"first", FIELD_SEAT, IN_EVENT(first),
                                         .flags = FIELD_FOLLOWS};
static const struct field hands_field = {"hands",
                                         FIELD_OTHER,
                                         .has = offsetof(struct told_event, has_hands),
                                         .flags = FIELD_FOLLOWS,
                                         .read = read_hands,
                                         .write = write_hands,
                                         .shape = "Hands"};
static const struct field turn_field = {"turn", FIELD_OTHER, .read = read_turn, .write = write_turn,
                                        .shape = "Turn"};
static const struct field after_field = {"after", FIELD_NUMBER, IN_EVENT(event.after),
                                         .highest = UINT32_MAX};
static const struct field by_field = {"by", FIELD_MARK, IN_EVENT(event.stand_in), .words = by_names,
                                      .word_count = 1};
static const struct field left_field = {"left", FIELD_NUMBER64, IN_EVENT(event.left),
                                        .has = offsetof(struct told_event, has_left),
                                        .highest = INT32_MAX};
static const struct field connected_field = {
    "connected",        FIELD_OTHER,          IN_EVENT(connected), .flags = FIELD_FOLLOWS,
    .read = read_seats, .write = write_seats, .shape = "Seats"};
static const struct field missing_field = {"missing",
                                           FIELD_OTHER,
                                           .has = offsetof(struct told_event, has_missing),
                                           .flags = FIELD_FOLLOWS,
                                           .read = read_missing,
                                           .write = write_missing,
                                           .shape = "Missing"};
static const struct field score_field = {"score",
                                         FIELD_OTHER,
                                         IN_EVENT(lost),
                                         .flags = FIELD_FOLLOWS,
                                         .read = read_numbers,
                                         .write = write_numbers,
                                         .shape = "Numbers"};
static const struct field points_field = {"points",
                                          FIELD_OTHER,
                                          IN_EVENT(points),
                                          .flags = FIELD_FOLLOWS,
                                          .read = read_numbers,
                                          .write = write_numbers,
                                          .shape = "Numbers"};
static const struct field barrier_field = {"barrier",
                                           FIELD_OTHER,
                                           .has = offsetof(struct told_event, has_barrier),
                                           .flags = FIELD_FOLLOWS,
                                           .read = read_barrier,
                                           .write = write_barrier,
                                           .shape = "Number"};
static const struct field away_field = {"why", FIELD_WORD, IN_EVENT(event.away),
                                        .words = away_reason_names, .word_count = AWAY_REASONS};
static const struct field close_field = {"why", FIELD_WORD, IN_EVENT(event.close),
                                         .words = close_reason_names, .word_count = CLOSE_REASONS};
static const struct field winners_field = {
    "winners",          FIELD_OTHER,          IN_EVENT(winners), .flags = FIELD_FOLLOWS,
    .read = read_seats, .write = write_seats, .shape = "Seats"};
static const struct field seed_field = {"seed",
                                        FIELD_TEXT,
                                        SIZE_IN_EVENT(seed),
                                        .flags = FIELD_FOLLOWS | FIELD_OPTIONAL,
                                        .lowest = 1,
                                        .highest = TOLD_SEED_SIZE - 1,
                                        .letters = LETTERS_ID};
static const struct field text_field = {"text",
                                        FIELD_TEXT,
                                        SIZE_IN_EVENT(event.text),
                                        .flags = FIELD_OPTIONAL,
                                        .lowest = 1,
                                        .highest = CHAT_CHARACTERS};
static const struct field on_field = {"on", FIELD_TRUTH, IN_EVENT(event.on)};
static const struct field yes_field = {"yes", FIELD_TRUTH, IN_EVENT(event.on)};
static const struct field of_field = {"event", FIELD_NUMBER, IN_EVENT(event.of), .lowest = 1,
                                      .highest = UINT32_MAX};
static const struct field turns_field = {"turns", FIELD_NUMBER, IN_EVENT(event.turns), .lowest = 1,
                                         .highest = SEATS_MAX};
static const struct field table_field = {"table",
                                         FIELD_TEXT,
                                         SIZE_IN_EVENT(event.table),
                                         .lowest = 1,
                                         .highest = REMATCH_SIZE - 1,
                                         .letters = LETTERS_ID};

/* ---- Kinds ----------------------------------------------------------------------------------- */

enum { EVENT_FIELDS_MAX = 7 };

static const struct field *const kinds[EVENT_KINDS][EVENT_FIELDS_MAX + 1] = {
    [EVENT_SIT] = {&seat_field, &who_field, &program_field},
    [EVENT_STAND] = {&seat_field},
    [EVENT_SEAT] = {&seat_field, &as_field},
    [EVENT_START] = {&commitment_field},
    [EVENT_ROUND] = {&round_field, &first_field, &hands_field},
    [EVENT_TURN] = {&seat_field, &turn_field, &after_field, &by_field, &left_field},
    [EVENT_END] = {&round_field, &connected_field, &hands_field, &missing_field, &score_field,
                   &points_field, &barrier_field},
    [EVENT_READY] = {&seat_field},
    [EVENT_AWAY] = {&seat_field, &away_field},
    [EVENT_BACK] = {&seat_field},
    [EVENT_RESULT] = {&winners_field, &seed_field},
    [EVENT_CLOSE] = {&close_field},
    [EVENT_CHAT] = {&author_field, &text_field},
    [EVENT_MUTE] = {&who_field, &on_field},
    [EVENT_REVEAL] = {&reveal_round_field, &hands_field, &missing_field, &seed_field},
    [EVENT_KEEP] = {&seat_field, &who_field},
    [EVENT_REMATCH] = {&who_field, &table_field},
    [EVENT_TAKEBACK] = {&seat_field, &of_field},
    [EVENT_ANSWER] = {&seat_field, &yes_field},
    [EVENT_UNDO] = {&seat_field, &turns_field},
};

/* The fields before the body in a message. */
static const struct field number_field = {"n", FIELD_NUMBER, IN_EVENT(number), .lowest = 1,
                                          .highest = UINT32_MAX};
static const struct field time_field = {"at", FIELD_NUMBER64, IN_EVENT(event.at),
                                        .highest = NUMBER_EXACT_MAX};
static const struct field *const head_fields[] = {&number_field, &time_field, NULL};

void event_list(enum event_kind kind, struct text *text)
{
    CHECK(kind < EVENT_KINDS);
    fields_list(kinds[kind], text);
}

/* ---- Writing --------------------------------------------------------------------------------- */

void event_body_write(const struct told_event *told, const struct match_settings *settings,
                      struct text *text)
{
    const struct field_table table = {.board = settings->board, .seats = settings->seats};
    CHECK(told->event.kind < EVENT_KINDS);
    json_open(text, '{');
    json_add_string_field(text, "kind", event_kind_names[told->event.kind]);
    fields_write(kinds[told->event.kind], &table, told, text);
    json_close(text, '}');
    CHECK(!text->cut);
}

void event_message_write(uint32_t number, int64_t at, const char *body, size_t length,
                         struct text *text)
{
    CHECK(length > 1 && body[0] == '{');
    json_open(text, '{');
    json_add_string_field(text, "is", "event");
    json_add_number_field(text, number_field.name, number);
    json_add_number_field(text, time_field.name, at);
    text_add_char(text, ',');
    text_add_part(text, body + 1, length - 1);
    CHECK(!text->cut);
}

/* ---- Reading --------------------------------------------------------------------------------- */

/* A chat message that was deleted has neither text nor author; any other must have both. */
static bool check_author(struct event *event, struct complaint *complaint)
{
    const struct json_value none = {.kind = TOKEN_TEXT};
    if (event->text[0] == '\0')
        memset(event->person, 0, sizeof event->person);
    return event->text[0] == '\0' || event->person[0] != '\0' ||
           field_complain(complaint, "who", none, TERM_ITS_AUTHOR);
}

static bool read_fields(struct told_event *told, const struct field_table *table,
                        struct json_value object, struct complaint *complaint)
{
    return fields_read(kinds[told->event.kind], table, object, told, complaint) &&
           (told->event.kind != EVENT_CHAT || check_author(&told->event, complaint));
}

bool event_body_read(struct event *event, const struct match_settings *settings, int64_t at,
                     const char *body, size_t length, struct complaint *complaint)
{
    const struct field_table table = {
        .board = settings->board, .seats = settings->seats, .decided_only = true};
    struct told_event told = {.event = {.at = at}};
    struct json_value object;
    if (!object_read(body, length, EVENT_BODY_SIZE, &object, complaint))
        return false;
    const struct json_value word = json_find(object, "kind");
    const unsigned kind = word_find(word, event_kind_names, EVENT_KINDS);
    if (kind == EVENT_KINDS)
        return field_complain(complaint, "kind", word, TERM_WORD_WANTED);
    told.event.kind = (enum event_kind)kind;
    if (!read_fields(&told, &table, object, complaint))
        return false;
    *event = told.event;
    return true;
}

bool told_event_read(struct told_event *told, const struct match_settings *settings,
                     struct json_value object, struct complaint *complaint)
{
    const struct field_table table = {.board = settings->board, .seats = settings->seats};
    const struct json_value word = json_find(object, "kind");
    *told = (struct told_event){0};
    if (!fields_read(head_fields, &table, object, told, complaint))
        return false;
    if (word.kind != TOKEN_TEXT)
        return field_complain(complaint, "kind", word, TERM_KIND_WANTED);
    told->event.kind = (enum event_kind)word_find(word, event_kind_names, EVENT_KINDS);
    return told->event.kind == EVENT_KINDS || read_fields(told, &table, object, complaint);
}

/* ---- Schemas --------------------------------------------------------------------------------- */

static void text_shape(struct text *text, const char *name, int64_t highest)
{
    json_add_key(text, name);
    shape_text(text, 1, highest, LETTERS_ANY);
}

static void number_shape(struct text *text, const char *name, int64_t lowest, int64_t highest)
{
    json_add_key(text, name);
    shape_number(text, lowest, highest);
}

/* Must match read_seat_missing(), which has no rows. */
static void missing_shape(struct text *text)
{
    static const struct field lines = {"lines", FIELD_OTHER, .shape = "Lines"};
    static const struct field cost = {"cost", FIELD_NUMBER, .highest = INT16_MAX};
    static const struct field *const fields[] = {&lines, &cost, NULL};
    shape_add(text, "SeatMissing", &(struct shape){.fields = fields});
    shape_add_list(text, "Missing", SEATS_MIN, SEATS_MAX, "SeatMissing");
}

void told_event_shapes(struct text *text)
{
    text_shape(text, "Turn", TURN_TEXT_SIZE - 1);
    text_shape(text, "Line", TURN_TEXT_SIZE - 1);
    text_shape(text, "City", CITY_ID_SIZE - 1);
    number_shape(text, "Seat", 1, SEATS_MAX);
    number_shape(text, "Number", INT16_MIN, INT16_MAX);
    shape_add_list(text, "Lines", 0, 0, "Line");
    shape_add_list(text, "Seats", 0, SEATS_MAX, "Seat");
    shape_add_list(text, "Numbers", SEATS_MIN, SEATS_MAX, "Number");
    shape_add_list(text, "Hand", GROUPS, GROUPS, "City");
    shape_add_list(text, "Hands", SEATS_MIN, SEATS_MAX, "Hand");
    missing_shape(text);
    for (unsigned kind = 0; kind < EVENT_KINDS; kind++) {
        const struct shape_mark marks[] = {
            {"is", "event"}, {"kind", event_kind_names[kind]}, {NULL, NULL}};
        shape_add_kind(text, "Event", event_kind_names[kind],
                       &(struct shape){marks, head_fields, kinds[kind]});
    }
}
