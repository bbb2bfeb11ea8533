/* Messages of a server: the fields of each kind and their limits. */
#include "protocol/told_message.h"

#include <string.h>

#include "base/check.h"
#include "protocol/shape.h"
#include "json/fault_json.h"
#include "json/json_text.h"

#define IN(structure, member) .at = offsetof(struct structure, member)
#define SIZE_IN(structure, member)                                                                 \
    .at = offsetof(struct structure, member), .size = sizeof((struct structure *)0)->member
#define RE_FIELD(structure)                                                                        \
    {                                                                                              \
        "re", FIELD_NUMBER64, IN(structure, re), .has = offsetof(struct structure, has_re),        \
                                                 .lowest = -NUMBER_EXACT_MAX,                      \
                                                 .highest = NUMBER_EXACT_MAX                       \
    }
#define TIME_FIELD(structure, name, member)                                                        \
    {                                                                                              \
        name, FIELD_NUMBER64, IN(structure, member), .highest = NUMBER_EXACT_MAX                   \
    }

/* ---- hello ----------------------------------------------------------------------------------- */

static const struct field version_field = {"version", FIELD_NUMBER, IN(told_hello, version),
                                           .flags = FIELD_OPTIONAL, .highest = INT16_MAX};
static const struct field server_field = {"server", FIELD_TEXT, SIZE_IN(told_hello, server),
                                          .flags = FIELD_OPTIONAL,
                                          .highest = TOLD_VERSION_SIZE - 1};
static const struct field hello_now_field = TIME_FIELD(told_hello, "now", now);
static const struct field my_id_field = {"id", FIELD_TEXT, SIZE_IN(told_hello, id),
                                         .highest = PERSON_SIZE - 1, .letters = LETTERS_ID};
static const struct field my_name_field = {"name", FIELD_TEXT, SIZE_IN(told_hello, name),
                                           .highest = TOLD_NAME_CHARACTERS};
static const struct field *const you_fields[] = {&my_id_field, &my_name_field, NULL};
static const struct field you_field = {"you", FIELD_OBJECT, .inside = you_fields};

/* ---- table ----------------------------------------------------------------------------------- */

static bool read_table(const struct field *field, const struct field_table *table,
                       struct json_value value, void *record, struct complaint *complaint)
{
    struct told_following *following = record;
    (void)table;
    if (value.kind != TOKEN_OBJECT)
        return field_complain(complaint, field->name, value, TERM_AN_OBJECT);
    return told_table_read(&following->table, value, complaint);
}

static void write_table(const struct field *field, const struct field_table *table,
                        const void *record, struct text *text)
{
    const struct told_following *following = record;
    (void)field, (void)table;
    told_table_write(&following->table, text);
}

static const struct field table_field = {"table", FIELD_OTHER, .read = read_table,
                                         .write = write_table, .shape = "Table"};
static const struct field my_seat_field = {"seat", FIELD_SEAT_OR_NONE, IN(told_following, seat)};
static const struct field last_field = {"last", FIELD_NUMBER, IN(told_following, last),
                                        .highest = UINT32_MAX};
static const struct field since_field = TIME_FIELD(told_following, "since", since);
static const struct field table_re_field = RE_FIELD(told_following);

/* ---- hand ------------------------------------------------------------------------------------ */

static bool read_cities(const struct field *field, const struct field_table *table,
                        struct json_value value, void *record, struct complaint *complaint)
{
    struct told_hand *hand = record;
    return hand_value_read(value, table->board, &hand->hand) ||
           field_complain(complaint, field->name, value, TERM_FIVE_CITIES);
}

static void write_cities(const struct field *field, const struct field_table *table,
                         const void *record, struct text *text)
{
    const struct told_hand *hand = record;
    (void)field;
    hand_value_write(&hand->hand, table->board, text);
}

static const struct field hand_round_field = {"round", FIELD_NUMBER, IN(told_hand, round),
                                              .lowest = 1, .highest = INT16_MAX};
static const struct field hand_seat_field = {"seat", FIELD_SEAT, IN(told_hand, seat)};
static const struct field cities_field = {"cities", FIELD_OTHER, .read = read_cities,
                                          .write = write_cities, .shape = "Hand"};

/* ---- people ---------------------------------------------------------------------------------- */

static const struct field person_id_field = {"id",
                                             FIELD_TEXT,
                                             SIZE_IN(told_person, id),
                                             .lowest = 1,
                                             .highest = PERSON_SIZE - 1,
                                             .letters = LETTERS_ID};
static const struct field person_name_field = {"name", FIELD_TEXT, SIZE_IN(told_person, name),
                                               .highest = TOLD_NAME_CHARACTERS};
static const struct field here_field = {"here", FIELD_TRUTH, IN(told_person, here)};
static const struct field seated_field = {"seated", FIELD_TRUTH, IN(told_person, seated)};
static const struct field *const person_fields[] = {&person_id_field, &person_name_field,
                                                    &here_field, &seated_field, NULL};
static const struct field people_field = {"people",
                                          FIELD_LIST,
                                          IN(told_people, person),
                                          .has = offsetof(struct told_people, people),
                                          .size = sizeof(struct told_person),
                                          .highest = TOLD_PEOPLE_MAX,
                                          .inside = person_fields};
static const struct field watching_field = {"watching", FIELD_NUMBER, IN(told_people, watching),
                                            .highest = INT32_MAX};

/* ---- Faults ---------------------------------------------------------------------------------- */

/* The same rows are used for every message that contains a fault. */
_Static_assert(offsetof(struct told_error, why) == 0 && offsetof(struct told_bye, why) == 0,
               "a fault lies first in its message");

/* Must follow the code, which determines the types of the arguments. */
static bool read_args(const struct field *field, const struct field_table *table,
                      struct json_value value, void *record, struct complaint *complaint)
{
    struct told_fault *told = record;
    (void)field, (void)table, (void)complaint;
    fault_json_read_args(&told->fault, fault_find(told->code, strlen(told->code)), value);
    return true;
}

static void write_args(const struct field *field, const struct field_table *table,
                       const void *record, struct text *text)
{
    const struct told_fault *told = record;
    (void)field, (void)table;
    fault_json_add_args(text, &told->fault);
}

static const struct field line_field = {"line", FIELD_NUMBER, IN(told_fault, fault.line),
                                        .flags = FIELD_OPTIONAL, .highest = INT32_MAX};
static const struct field rule_field = {"rule",
                                        FIELD_TEXT,
                                        SIZE_IN(told_fault, rule),
                                        .flags = FIELD_OPTIONAL,
                                        .lowest = 1,
                                        .highest = TOLD_CODE_SIZE - 1,
                                        .letters = LETTERS_ID};
static const struct field code_field = {"code",
                                        FIELD_TEXT,
                                        SIZE_IN(told_fault, code),
                                        .flags = FIELD_OPTIONAL,
                                        .lowest = 1,
                                        .highest = TOLD_FAULT_SIZE - 1,
                                        .letters = LETTERS_ID};
static const struct field args_field = {
    "args",         FIELD_OTHER, .flags = FIELD_OPTIONAL, .read = read_args, .write = write_args,
    .shape = "Args"};
static const struct field sentence_field = {"text", FIELD_TEXT, SIZE_IN(told_fault, text),
                                            .highest = TOLD_SENTENCE_SIZE - 1};

#define FAULT_FIELDS &code_field, &args_field, &sentence_field

/* ---- Responses ------------------------------------------------------------------------------- */

static const struct field done_re_field = RE_FIELD(told_done);
static const struct field number_field = {"n", FIELD_NUMBER, IN(told_done, number),
                                          .highest = UINT32_MAX};
static const struct field error_re_field = RE_FIELD(told_error);
static const struct field error_field = {"error",
                                         FIELD_TEXT,
                                         SIZE_IN(told_error, error),
                                         .lowest = 1,
                                         .highest = TOLD_CODE_SIZE - 1,
                                         .letters = LETTERS_ID};
static const struct field pong_now_field = TIME_FIELD(told_pong, "now", now);
static const struct field pong_re_field = RE_FIELD(told_pong);

/* ---- Kinds ----------------------------------------------------------------------------------- */

enum { TOLD_FIELDS_MAX = 7 };

/* Events and lobbies have separate rows or parts. */
static const struct {
    const char *word;
    const struct field *field[TOLD_FIELDS_MAX + 1];
} kinds[TOLD_KINDS] = {
    [TOLD_HELLO] = {"hello", {&version_field, &server_field, &hello_now_field, &you_field}},
    [TOLD_TABLE] = {"table",
                    {&table_field, &my_seat_field, &last_field, &since_field, &table_re_field}},
    [TOLD_EVENT] = {"event", {NULL}},
    [TOLD_HAND] = {"hand", {&hand_round_field, &hand_seat_field, &cities_field}},
    [TOLD_PEOPLE] = {"people", {&people_field, &watching_field}},
    [TOLD_LOBBY] = {"lobby", {NULL}},
    [TOLD_DONE] = {"done", {&done_re_field, &number_field}},
    [TOLD_ERROR] = {"error",
                    {&error_re_field, &error_field, &line_field, &rule_field, FAULT_FIELDS}},
    [TOLD_PONG] = {"pong", {&pong_now_field, &pong_re_field}},
    [TOLD_BYE] = {"bye", {FAULT_FIELDS}},
};

static const struct field_table any_table = {.seats = SEATS_MAX};

const char *told_word(enum told_kind kind)
{
    CHECK(kind < TOLD_KINDS);
    return kinds[kind].word;
}

void told_list(enum told_kind kind, struct text *text)
{
    CHECK(kind < TOLD_KINDS);
    fields_list(kinds[kind].field, text);
}

/* ---- Writing --------------------------------------------------------------------------------- */

static void write_body(enum told_kind kind, const void *record, struct text *text)
{
    json_open(text, '{');
    fields_write(kinds[kind].field, &any_table, record, text);
    json_close(text, '}');
    CHECK(!text->cut);
}

static void write_message(enum told_kind kind, const struct field_table *table, const void *record,
                          struct text *text)
{
    json_open(text, '{');
    json_add_string_field(text, "is", kinds[kind].word);
    fields_write(kinds[kind].field, table, record, text);
    json_close(text, '}');
    CHECK(!text->cut);
}

void told_hello_write(const struct told_hello *hello, struct text *text)
{
    write_message(TOLD_HELLO, &any_table, hello, text);
}

void told_following_write(const struct told_following *following, struct text *text)
{
    write_message(TOLD_TABLE, &any_table, following, text);
}

void told_hand_write(const struct told_hand *hand, const struct match_settings *settings,
                     struct text *text)
{
    const struct field_table table = {.board = settings->board, .seats = settings->seats};
    write_message(TOLD_HAND, &table, hand, text);
}

void told_people_write(const struct told_people *people, struct text *text)
{
    write_message(TOLD_PEOPLE, &any_table, people, text);
}

void told_done_write(const struct told_done *done, struct text *text)
{
    write_message(TOLD_DONE, &any_table, done, text);
}

void told_error_write(const struct told_error *error, struct text *text)
{
    write_message(TOLD_ERROR, &any_table, error, text);
}

void told_pong_write(const struct told_pong *pong, struct text *text)
{
    write_message(TOLD_PONG, &any_table, pong, text);
}

void told_bye_write(const struct told_bye *bye, struct text *text)
{
    write_message(TOLD_BYE, &any_table, bye, text);
}

void told_fault_say(struct told_fault *told, const struct fault *fault)
{
    struct text text;
    told->fault = *fault;
    text_copy(told->rule, sizeof told->rule, fault->rule);
    text_copy(told->code, sizeof told->code, fault_code(fault->id));
    text_init(&text, told->text, sizeof told->text);
    if (fault->line > 0) {
        text_add(&text, "line ");
        text_add_number(&text, fault->line);
        text_add(&text, ": ");
    }
    fault_write(fault, NULL, &text);
    if (fault->line > 0) {
        text_add(&text, " (");
        text_add(&text, fault->rule);
        text_add_char(&text, ')');
    }
}

void told_error_say(struct told_error *error, enum error_code code, const struct fault *fault)
{
    text_copy(error->error, sizeof error->error, error_code_word(code));
    told_fault_say(&error->why, fault);
}

void done_body_write(const struct told_done *done, struct text *text)
{
    const struct told_done body = {.number = done->number};
    write_body(TOLD_DONE, &body, text);
}

void error_body_write(const struct told_error *error, struct text *text)
{
    struct told_error body = *error;
    body.has_re = false;
    write_body(TOLD_ERROR, &body, text);
}

/* ---- Lists ----------------------------------------------------------------------------------- */

static const char *const list_names[] = {
    [LIST_TABLES] = "tables",
    [LIST_GAMES] = "games",
    [LIST_EVENTS] = "events",
    [LIST_SESSIONS] = "sessions",
};

void list_begin(enum list_kind kind, struct text *text)
{
    json_open(text, '{');
    json_add_key(text, list_names[kind]);
    json_open(text, '[');
}

void lobby_begin(const int64_t *re, struct text *text)
{
    json_open(text, '{');
    json_add_string_field(text, "is", kinds[TOLD_LOBBY].word);
    if (re != NULL)
        json_add_number_field(text, "re", *re);
    json_add_key(text, list_names[LIST_TABLES]);
    json_open(text, '[');
}

void list_end(struct text *text)
{
    json_close(text, ']');
    json_close(text, '}');
}

struct json_list list_read(enum list_kind kind, struct json_value object)
{
    return json_list_of(json_find(object, list_names[kind]));
}

bool told_next_table(struct json_list *tables, struct told_table *table)
{
    struct json_value value;
    struct complaint complaint;
    while (json_next(tables, &value))
        if (told_table_read(table, value, &complaint))
            return true;
    return false;
}

/* ---- Reading --------------------------------------------------------------------------------- */

static enum told_kind find_kind(struct json_value word)
{
    unsigned kind = 0;
    while (kind < TOLD_KINDS && !json_is(word, kinds[kind].word))
        kind++;
    return (enum told_kind)kind;
}

static bool read_kind(struct told *told, const struct match_settings *settings,
                      struct json_value object, struct complaint *complaint)
{
    struct field_table table = any_table;
    if (settings != NULL)
        table = (struct field_table){.board = settings->board, .seats = settings->seats};
    switch (told->kind) {
    case TOLD_EVENT:
        return settings != NULL ? told_event_read(&told->as.event, settings, object, complaint)
                                : fault_say(EVENT_OF_NO_TABLE, complain(complaint, CODE_STATE), "");
    case TOLD_HAND:
        if (settings == NULL)
            return fault_say(HAND_AT_NO_TABLE, complain(complaint, CODE_STATE), "");
        break;
    case TOLD_LOBBY:
        told->as.lobby = list_read(LIST_TABLES, object);
        return told->as.lobby.at != NULL ||
               field_complain(complaint, "tables", json_find(object, "tables"),
                              TERM_A_LIST_OF_TABLES);
    case TOLD_TABLE:
        table = any_table;
        break;
    default:
        break;
    }
    return fields_read(kinds[told->kind].field, &table, object, &told->as, complaint);
}

bool error_body_read(struct told_error *error, struct json_value object,
                     struct complaint *complaint)
{
    *error = (struct told_error){.error = ""};
    return fields_read(kinds[TOLD_ERROR].field, &any_table, object, error, complaint);
}

bool told_read(struct told *told, const struct match_settings *settings, const char *bytes,
               size_t length, struct complaint *complaint)
{
    struct json_value object;
    memset(told, 0, sizeof *told);
    if (!object_read(bytes, length, TOLD_SIZE_MAX, &object, complaint))
        return false;
    const struct json_value word = json_find(object, "is");
    if (word.kind != TOKEN_TEXT)
        return field_complain(complaint, "is", word, TERM_IS_WANTED);
    told->kind = find_kind(word);
    if (told->kind == TOLD_KINDS)
        return true;
    if (!read_kind(told, settings, object, complaint))
        return false;
    const struct told_following *following = &told->as.table;
    return told->kind != TOLD_TABLE || following->seat == SEAT_NONE ||
           following->seat < following->table.settings.seats ||
           field_complain(complaint, "seat", json_find(object, "seat"), TERM_A_SEAT_OF_TABLE);
}

/* ---- Schemas --------------------------------------------------------------------------------- */

/* The arguments by placeholder name: numbers, texts, or other faults. */
static void args_shape(struct text *text)
{
    static const char *const types[] = {"integer", "string", "object"};
    json_add_key(text, "Args");
    json_open(text, '{');
    json_add_string_field(text, "type", "object");
    json_add_key(text, "additionalProperties");
    json_open(text, '{');
    json_add_key(text, "type");
    json_open(text, '[');
    for (unsigned i = 0; i < sizeof types / sizeof types[0]; i++)
        json_add_string(text, types[i]);
    json_close(text, ']');
    json_close(text, '}');
    json_close(text, '}');
}

/* Lists have no rows, because their parts are written one by one. */
static const struct {
    const char *name, *of, *elements;
} list_shapes[] = {
    [LIST_TABLES] = {"TableList", "Tables", "Table"},
    [LIST_GAMES] = {"GameList", "Games", "Table"},
    [LIST_EVENTS] = {"EventList", "Events", "Event"},
    [LIST_SESSIONS] = {"SessionList", "Sessions", "Session"},
};

static void lists_shapes(struct text *text)
{
    for (unsigned kind = LIST_TABLES; kind <= LIST_SESSIONS; kind++) {
        const struct field list = {list_names[kind], FIELD_OTHER, .shape = list_shapes[kind].of};
        const struct field *const fields[] = {&list, NULL};
        shape_add_list(text, list_shapes[kind].of, 0, 0, list_shapes[kind].elements);
        shape_add(text, list_shapes[kind].name, &(struct shape){.fields = fields});
    }
}

static void lobby_shape(struct text *text)
{
    static const struct shape_mark marks[] = {{"is", "lobby"}, {NULL, NULL}};
    const struct field tables = {list_names[LIST_TABLES], FIELD_OTHER, .shape = "Tables"};
    const struct field *const fields[] = {&done_re_field, &tables, NULL};
    shape_add(text, "IsLobby", &(struct shape){.marks = marks, .fields = fields});
}

void told_message_shapes(struct text *text)
{
    args_shape(text);
    lists_shapes(text);
    lobby_shape(text);
    for (unsigned kind = 0; kind < TOLD_KINDS; kind++) {
        const struct shape_mark marks[] = {{"is", kinds[kind].word}, {NULL, NULL}};
        const struct shape shape = {.marks = marks, .fields = kinds[kind].field};
        if (kind != TOLD_EVENT && kind != TOLD_LOBBY)
            shape_add_kind(text, "Is", kinds[kind].word, &shape);
    }
    /* HTTP responses do not contain the kind of message */
    shape_add(text, "Done", &(struct shape){.fields = kinds[TOLD_DONE].field + 1});
    shape_add(text, "Refusal", &(struct shape){.fields = kinds[TOLD_ERROR].field + 1});
}
