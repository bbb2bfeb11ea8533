/* Reads and writes TABLE and summaries. */
#include "protocol/told_table.h"

#include <string.h>

#include "base/check.h"
#include "protocol/shape.h"
#include "protocol/told_event.h"
#include "json/json_text.h"

#define IN_TABLE(member) .at = offsetof(struct told_table, member)
#define SIZE_IN_TABLE(member)                                                                      \
    .at = offsetof(struct told_table, member), .size = sizeof((struct told_table *)0)->member
#define SIZE_IN_SEAT(member)                                                                       \
    .at = offsetof(struct told_seat, member), .size = sizeof((struct told_seat *)0)->member

static const char *const state_names[] = {
    [TOLD_OPEN] = "open",
    [TOLD_RUNNING] = "running",
    [TOLD_FINISHED] = "finished",
    [TOLD_CLOSED] = "closed",
};

static const struct field_table any_table = {.seats = SEATS_MAX};

/* ---- Settings -------------------------------------------------------------------------------- */

static bool read_settings(const struct field *field, const struct field_table *any,
                          struct json_value value, void *record, struct complaint *complaint)
{
    struct told_table *table = record;
    (void)any;
    if (value.kind != TOKEN_OBJECT)
        return field_complain(complaint, field->name, value, TERM_AN_OBJECT);
    return settings_value_read(&table->settings, value, complaint);
}

static void write_settings(const struct field *field, const struct field_table *any,
                           const void *record, struct text *text)
{
    const struct told_table *table = record;
    (void)field, (void)any;
    settings_write(&table->settings, text);
}

/* ---- Seats ----------------------------------------------------------------------------------- */

static const struct field kind_field = {"kind", FIELD_WORD, .at = offsetof(struct told_seat, kind),
                                        .words = seat_kind_names, .word_count = SEAT_KINDS};
static const struct field who_field = {"who", FIELD_TEXT, SIZE_IN_SEAT(person),
                                       .highest = PERSON_SIZE - 1, .letters = LETTERS_ID};
static const struct field name_field = {"name", FIELD_TEXT, SIZE_IN_SEAT(name),
                                        .highest = TOLD_NAME_CHARACTERS};
static const struct field kept_field = {"who", /* if the seat is kept for a person */
                                        FIELD_TEXT,
                                        SIZE_IN_SEAT(person),
                                        .flags = FIELD_OPTIONAL,
                                        .highest = PERSON_SIZE - 1,
                                        .letters = LETTERS_ID};
static const struct field kept_name_field = {"name", FIELD_TEXT, SIZE_IN_SEAT(name),
                                             .flags = FIELD_OPTIONAL,
                                             .highest = TOLD_NAME_CHARACTERS};
static const struct field bot_field = {"bot",
                                       FIELD_TEXT,
                                       SIZE_IN_SEAT(bot),
                                       .lowest = 1,
                                       .highest = BOT_NAME_SIZE - 1,
                                       .letters = LETTERS_ID};
static const struct field program_field = {"program", FIELD_TRUTH,
                                           .at = offsetof(struct told_seat, program),
                                           .flags = FIELD_OPTIONAL | FIELD_WHEN_TRUE};

/* By kind of seat: with names, and as in the store. */
static const struct field *const kind_fields[] = {&kind_field, NULL};
static const struct field *const named_seat[SEAT_KINDS][4] = {
    [SEAT_INVITED] = {&kept_field, &kept_name_field},
    [SEAT_PERSON] = {&who_field, &name_field, &program_field},
    [SEAT_BOT] = {&bot_field},
};
static const struct field *const kept_seat[SEAT_KINDS][3] = {
    [SEAT_INVITED] = {&kept_field},
    [SEAT_PERSON] = {&who_field, &program_field},
    [SEAT_BOT] = {&bot_field},
};

static const struct field *const *seat_fields(enum seat_kind kind, bool named)
{
    return named ? named_seat[kind] : kept_seat[kind];
}

static bool read_seat(struct told_seat *seat, struct json_value value, bool named,
                      struct complaint *complaint)
{
    *seat = (struct told_seat){0};
    return fields_read(kind_fields, &any_table, value, seat, complaint) &&
           fields_read(seat_fields(seat->kind, named), &any_table, value, seat, complaint);
}

/* If there are settings, the number of seats must match them. */
static bool read_seat_list(struct told_table *table, struct json_value value, bool named,
                           struct complaint *complaint)
{
    struct json_list list = json_list_of(value);
    struct json_value element;
    const size_t count = json_count(value);
    if (count < SEATS_MIN || count > SEATS_MAX || (named && count != table->settings.seats))
        return field_complain(complaint, "seats", value, TERM_A_LIST_OF_SEATS);
    table->settings.seats = 0;
    while (json_next(&list, &element))
        if (!read_seat(&table->seat[table->settings.seats++], element, named, complaint))
            return false;
    return true;
}

static void write_seat_list(const struct told_table *table, bool named, struct text *text)
{
    json_open(text, '[');
    for (unsigned i = 0; i < table->settings.seats; i++) {
        const struct told_seat *seat = &table->seat[i];
        json_open(text, '{');
        fields_write(kind_fields, &any_table, seat, text);
        fields_write(seat_fields(seat->kind, named), &any_table, seat, text);
        json_close(text, '}');
    }
    json_close(text, ']');
}

static bool read_named(const struct field *field, const struct field_table *any,
                       struct json_value value, void *record, struct complaint *complaint)
{
    (void)field, (void)any;
    return read_seat_list(record, value, true, complaint);
}

static void write_named(const struct field *field, const struct field_table *any,
                        const void *record, struct text *text)
{
    (void)field, (void)any;
    write_seat_list(record, true, text);
}

static bool read_kept(const struct field *field, const struct field_table *any,
                      struct json_value value, void *record, struct complaint *complaint)
{
    (void)field, (void)any;
    return read_seat_list(record, value, false, complaint);
}

static void write_kept(const struct field *field, const struct field_table *any, const void *record,
                       struct text *text)
{
    (void)field, (void)any;
    write_seat_list(record, false, text);
}

/* ---- State of the game ----------------------------------------------------------------------- */

/* One number per seat, or none before the game. */
static bool read_points(const struct field *field, const struct field_table *any,
                        struct json_value value, void *record, struct complaint *complaint)
{
    struct told_table *table = record;
    struct json_list list = json_list_of(value);
    struct json_value element;
    const size_t count = json_count(value);
    int64_t points;
    (void)any;
    if (value.kind != TOKEN_LIST || (count != 0 && count != table->settings.seats))
        return field_complain(complaint, field->name, value, TERM_NUMBER_FOR_EACH_SEAT);
    table->has_points = count > 0;
    for (unsigned seat = 0; json_next(&list, &element); seat++) {
        if (!json_whole(element, &points) || points < INT16_MIN || points > INT16_MAX)
            return field_complain(complaint, field->name, value, TERM_NUMBER_FOR_EACH_SEAT);
        table->points[seat] = (int)points;
    }
    return true;
}

static void write_points(const struct field *field, const struct field_table *any,
                         const void *record, struct text *text)
{
    const struct told_table *table = record;
    (void)field, (void)any;
    json_open(text, '[');
    for (unsigned seat = 0; table->has_points && seat < table->settings.seats; seat++)
        json_add_number(text, table->points[seat]);
    json_close(text, ']');
}

static bool read_winners(const struct field *field, const struct field_table *any,
                         struct json_value value, void *record, struct complaint *complaint)
{
    struct told_table *table = record;
    (void)any;
    return seats_value_read(value, table->settings.seats, &table->winners) ||
           field_complain(complaint, field->name, value, TERM_A_LIST_OF_SEATS);
}

static void write_winners(const struct field *field, const struct field_table *any,
                          const void *record, struct text *text)
{
    const struct told_table *table = record;
    (void)field, (void)any;
    seats_value_write(table->winners, table->settings.seats, text);
}

/* ---- The party ------------------------------------------------------------------------------- */

static const struct field member_field = {"party",
                                          FIELD_TEXT,
                                          .size = TOLD_TABLE_ID_SIZE,
                                          .lowest = 1,
                                          .highest = TOLD_TABLE_ID_SIZE - 1,
                                          .letters = LETTERS_ID};

static bool read_party(const struct field *field, const struct field_table *any,
                       struct json_value value, void *record, struct complaint *complaint)
{
    struct told_table *table = record;
    struct json_list list = json_list_of(value);
    struct json_value element;
    (void)any;
    if (value.kind != TOKEN_LIST || json_count(value) > PARTY_TABLES_MAX)
        return field_complain(complaint, field->name, value, TERM_A_LIST_OF_TABLES);
    for (table->party = 0; json_next(&list, &element); table->party++)
        if (!field_text_read(&member_field, element, table->party_table[table->party], complaint))
            return false;
    return true;
}

static void write_party(const struct field *field, const struct field_table *any,
                        const void *record, struct text *text)
{
    const struct told_table *table = record;
    (void)field, (void)any;
    json_open(text, '[');
    for (unsigned i = 0; i < table->party; i++)
        json_add_string(text, table->party_table[i]);
    json_close(text, ']');
}

/* ---- TABLE ----------------------------------------------------------------------------------- */

static const struct field id_field = {"id",
                                      FIELD_TEXT,
                                      SIZE_IN_TABLE(id),
                                      .lowest = 1,
                                      .highest = TOLD_TABLE_ID_SIZE - 1,
                                      .letters = LETTERS_ID};
static const struct field state_field = {"state", FIELD_WORD, IN_TABLE(state), .words = state_names,
                                         .word_count = 4};
static const struct field settings_field = {"settings", FIELD_OTHER, .read = read_settings,
                                            .write = write_settings, .shape = "Settings"};
static const struct field opened_field = {"opened", FIELD_NUMBER64, IN_TABLE(opened),
                                          .highest = NUMBER_EXACT_MAX};
static const struct field changed_field = {"changed", FIELD_NUMBER64, IN_TABLE(changed),
                                           .highest = NUMBER_EXACT_MAX};
static const struct field host_field = {"host", FIELD_TEXT, SIZE_IN_TABLE(host),
                                        .highest = PERSON_SIZE - 1, .letters = LETTERS_ID};
static const struct field named_seats_field = {"seats", FIELD_OTHER, .read = read_named,
                                               .write = write_named, .shape = "TableSeats"};
static const struct field kept_seats_field = {"seats", FIELD_OTHER, .read = read_kept,
                                              .write = write_kept};
static const struct field round_field = {"round", FIELD_NUMBER, IN_TABLE(round),
                                         .highest = INT16_MAX};
static const struct field points_field = {"points", FIELD_OTHER, .read = read_points,
                                          .write = write_points, .shape = "Points"};
static const struct field winners_field = {"winners", FIELD_OTHER, .read = read_winners,
                                           .write = write_winners, .shape = "Seats"};
static const struct field mover_field = {"mover", FIELD_SEAT, IN_TABLE(mover),
                                         .has = offsetof(struct told_table, has_mover)};
static const struct field party_field = {"party",
                                         FIELD_OTHER,
                                         .has = offsetof(struct told_table, party),
                                         .flags = FIELD_COUNTED,
                                         .read = read_party,
                                         .write = write_party,
                                         .shape = "Party"};
static const struct field key_field = {"key",
                                       FIELD_TEXT,
                                       SIZE_IN_TABLE(key),
                                       .flags = FIELD_OPTIONAL,
                                       .lowest = 1,
                                       .highest = TOLD_KEY_SIZE - 1,
                                       .letters = LETTERS_ID};

/*
 * The seats follow the settings, which contain their number, and precede fields with a value per
 * seat.
 */
static const struct field *const table_fields[] = {
    &id_field,    &state_field,       &settings_field, &opened_field, &changed_field,
    &host_field,  &named_seats_field, &round_field,    &points_field, &winners_field,
    &mover_field, &party_field,       &key_field,      NULL};
static const struct field *const summary_fields[] = {&kept_seats_field, &round_field, &points_field,
                                                     &winners_field,    &mover_field, NULL};

static enum told_state state_of(enum match_phase phase)
{
    switch (phase) {
    case MATCH_OPEN:
        return TOLD_OPEN;
    case MATCH_PLAYING:
    case MATCH_PAUSE:
        return TOLD_RUNNING;
    case MATCH_FINISHED:
        return TOLD_FINISHED;
    case MATCH_CLOSED:
        break;
    }
    return TOLD_CLOSED;
}

void told_table_of(struct told_table *told, const struct match_state *state,
                   const struct table *table)
{
    *told = (struct told_table){
        .state = state_of(state->phase),
        .settings = state->settings,
        .round = table->round,
        .has_points = state->phase != MATCH_OPEN && state->phase != MATCH_CLOSED,
        .winners = state->phase == MATCH_FINISHED ? table->winners : 0,
        .has_mover = state->phase == MATCH_PLAYING,
        .mover = table->to_move,
    };
    memcpy(told->host, state->host, sizeof told->host);
    for (unsigned seat = 0; seat < state->settings.seats; seat++) {
        const struct match_seat *taken = &state->seat[seat];
        struct told_seat *entry = &told->seat[seat];
        entry->kind = taken->kind;
        entry->program = taken->program;
        memcpy(entry->person, match_state_person_of(state, seat), sizeof entry->person);
        memcpy(entry->bot, taken->bot, sizeof entry->bot);
        told->points[seat] = table->points[seat];
    }
}

void told_table_write(const struct told_table *table, struct text *text)
{
    json_open(text, '{');
    fields_write(table_fields, &any_table, table, text);
    json_close(text, '}');
    CHECK(!text->cut);
}

bool told_table_read(struct told_table *table, struct json_value object,
                     struct complaint *complaint)
{
    *table = (struct told_table){0};
    if (!fields_read(table_fields, &any_table, object, table, complaint))
        return false;
    table->settings.party = table->party > 0;
    return true;
}

void summary_write(const struct told_table *table, struct text *text)
{
    json_open(text, '{');
    fields_write(summary_fields, &any_table, table, text);
    json_close(text, '}');
    CHECK(!text->cut);
}

bool summary_read(struct told_table *table, const char *bytes, size_t length,
                  struct complaint *complaint)
{
    struct json_value object;
    *table = (struct told_table){0};
    return object_read(bytes, length, SUMMARY_TEXT_SIZE, &object, complaint) &&
           fields_read(summary_fields, &any_table, object, table, complaint);
}

/* ---- Schemas --------------------------------------------------------------------------------- */

static void seat_shape(struct text *text)
{
    shape_open_choice(text, "TableSeat");
    for (unsigned kind = 0; kind < SEAT_KINDS; kind++) {
        const struct shape_mark marks[] = {{kind_field.name, seat_kind_names[kind]}, {NULL, NULL}};
        shape_object(text, &(struct shape){.marks = marks, .fields = named_seat[kind]});
    }
    shape_close_choice(text);
}

void told_table_shapes(struct text *text)
{
    seat_shape(text);
    shape_add_list(text, "TableSeats", SEATS_MIN, SEATS_MAX, "TableSeat");
    shape_add_list(text, "Points", 0, SEATS_MAX, "Number");
    json_add_key(text, "TableId");
    shape_text(text, member_field.lowest, member_field.highest, member_field.letters);
    shape_add_list(text, "Party", 1, PARTY_TABLES_MAX, "TableId");
    shape_add(text, "Table", &(struct shape){.fields = table_fields});
}
