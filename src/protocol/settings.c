/* Reads and writes settings. */
#include "protocol/settings.h"

#include <string.h>

#include "base/check.h"
#include "board_file/boards.h"
#include "bots/bot.h"
#include "protocol/shape.h"
#include "rules/notation.h"
#include "json/json_text.h"

enum { SECOND_MS = 1000, DAY_MS = 24 * 60 * 60 * 1000 };

#define IN_SETTINGS(member) .at = offsetof(struct match_settings, member)

const char *const seat_kind_names[SEAT_KINDS] = {
    [SEAT_OPEN] = "open",
    [SEAT_INVITED] = "invited",
    [SEAT_PERSON] = "person",
    [SEAT_BOT] = "bot",
};

/* ---- Plans for seats ------------------------------------------------------------------------- */

/* In settings: the seat of the person who opens the table. */
static const char my_seat[] = "me";

bool seat_plan_read(struct seat_plan *plan, const char *word)
{
    for (unsigned kind = SEAT_OPEN; kind <= SEAT_INVITED; kind++) {
        if (strcmp(word, seat_kind_names[kind]) == 0) {
            *plan = (struct seat_plan){.kind = (enum seat_kind)kind};
            return true;
        }
    }
    const size_t length = strlen(word);
    if (level_find(word, length) == NULL)
        return false;
    CHECK(length < sizeof plan->bot);
    *plan = (struct seat_plan){.kind = SEAT_BOT};
    memcpy(plan->bot, word, length + 1);
    return true;
}

static bool read_plan(struct json_value value, struct seat_plan *plan)
{
    char word[BOT_NAME_SIZE];
    return json_text(value, word, sizeof word) && seat_plan_read(plan, word);
}

static const char *plan_word(const struct seat_plan *plan)
{
    return plan->kind == SEAT_BOT      ? plan->bot
           : plan->kind == SEAT_PERSON ? my_seat
                                       : seat_kind_names[plan->kind];
}

bool seat_plan_field_read(const struct field *field, const struct field_table *table,
                          struct json_value value, void *record, struct complaint *complaint)
{
    struct seat_plan plan;
    (void)table;
    if (!read_plan(value, &plan))
        return field_complain(complaint, field->name, value, field->wanted);
    memcpy((char *)record + field->at, &plan, sizeof plan);
    return true;
}

bool bot_plan_field_read(const struct field *field, const struct field_table *table,
                         struct json_value value, void *record, struct complaint *complaint)
{
    struct seat_plan plan;
    if (!read_plan(value, &plan) || plan.kind != SEAT_BOT)
        return field_complain(complaint, field->name, value, field->wanted);
    return seat_plan_field_read(field, table, value, record, complaint);
}

void seat_plan_field_write(const struct field *field, const struct field_table *table,
                           const void *record, struct text *text)
{
    struct seat_plan plan;
    (void)table;
    memcpy(&plan, (const char *)record + field->at, sizeof plan);
    json_add_string(text, plan_word(&plan));
}

/* ---- The board and the variants -------------------------------------------------------------- */

static bool read_board(const struct field *field, const struct field_table *table,
                       struct json_value value, void *record, struct complaint *complaint)
{
    struct match_settings *settings = record;
    char buffer[160];
    struct text allowed;
    (void)table;
    text_init(&allowed, buffer, sizeof buffer);
    for (unsigned i = 0; i < board_builtin_count(); i++) {
        const char *id = board_builtin_at(i)->id;
        if (json_is(value, id)) {
            settings->board = board_builtin_at(i);
            return true;
        }
        text_add(&allowed, i == 0 ? "'" : ", '");
        text_add(&allowed, id);
        text_add_char(&allowed, '\'');
    }
    struct fault *fault = complain(complaint, CODE_FIELD);
    return json_is_there(value) ? fault_say(FIELD_BOARD, fault, "", field->name, buffer)
                                : fault_say(FIELD_BOARD_MISSING, fault, "", field->name, buffer);
}

static void write_board(const struct field *field, const struct field_table *table,
                        const void *record, struct text *text)
{
    const struct match_settings *settings = record;
    (void)field, (void)table;
    json_add_string(text, settings->board->id);
}

/* Returns the bit of a variant, or 0. */
static unsigned read_variant(struct json_value value)
{
    char name[VARIANTS_TEXT_SIZE];
    return json_text(value, name, sizeof name) ? variant_find((struct word){name, strlen(name)})
                                               : 0;
}

static bool read_variants(const struct field *field, const struct field_table *table,
                          struct json_value value, void *record, struct complaint *complaint)
{
    struct match_settings *settings = record;
    struct json_list list = json_list_of(value);
    struct json_value name;
    (void)table;
    if (value.kind != TOKEN_LIST)
        return field_complain(complaint, field->name, value, field->wanted);
    while (json_next(&list, &name)) {
        const unsigned variant = read_variant(name);
        if (variant == 0 || settings->variants & variant)
            return field_complain(complaint, field->name, value, field->wanted);
        settings->variants |= variant;
    }
    return true;
}

static void write_variants(const struct field *field, const struct field_table *table,
                           const void *record, struct text *text)
{
    const struct match_settings *settings = record;
    (void)field, (void)table;
    json_open(text, '[');
    unsigned variants = settings->variants;
    for (const char *word; (word = variants_next(&variants)) != NULL;)
        json_add_string(text, word);
    json_close(text, ']');
}

/* ---- Seats ----------------------------------------------------------------------------------- */

static bool read_seats(const struct field *field, const struct field_table *table,
                       struct json_value value, void *record, struct complaint *complaint)
{
    struct match_settings *settings = record;
    struct json_list list = json_list_of(value);
    struct json_value word;
    bool mine = false;
    const size_t count = json_count(value);
    (void)table;
    if (count < SEATS_MIN || count > SEATS_MAX)
        return field_complain(complaint, field->name, value, field->wanted);
    for (settings->seats = 0; json_next(&list, &word); settings->seats++) {
        struct seat_plan *plan = &settings->plan[settings->seats];
        if (json_is(word, my_seat)) {
            if (mine)
                return fault_say(FIELD_ME_TWICE, complain(complaint, CODE_FIELD), "");
            mine = true;
            *plan = (struct seat_plan){.kind = SEAT_PERSON};
        } else if (!read_plan(word, plan)) {
            return field_complain(complaint, field->name, value, field->wanted);
        }
    }
    return true;
}

static void write_seats(const struct field *field, const struct field_table *table,
                        const void *record, struct text *text)
{
    const struct match_settings *settings = record;
    (void)field, (void)table;
    json_open(text, '[');
    for (unsigned seat = 0; seat < settings->seats; seat++)
        json_add_string(text, plan_word(&settings->plan[seat]));
    json_close(text, ']');
}

/* ---- The clock ------------------------------------------------------------------------------- */

/* The clock as written in JSON: seconds and days. */
struct spelled_clock {
    enum clock_kind kind;
    unsigned bank, increment, days;
};

#define IN_CLOCK(member) .at = offsetof(struct spelled_clock, member)

static const char *const clock_names[] = {"none", "live", "slow"};

static const struct field kind_field = {"kind",          FIELD_WORD,
                                        IN_CLOCK(kind),  .words = clock_names,
                                        .word_count = 3, .wanted = TERM_CLOCK_KIND_WANTED};
static const struct field bank_field = {"bank", FIELD_NUMBER, IN_CLOCK(bank), .lowest = BANK_MIN_S,
                                        .highest = BANK_MAX_S};
static const struct field increment_field = {"increment", FIELD_NUMBER, IN_CLOCK(increment),
                                             .highest = INCREMENT_MAX_S};
static const struct field days_field = {"days", FIELD_NUMBER, IN_CLOCK(days), .lowest = 1,
                                        .highest = DAYS_MAX};

static const struct field *const kind_fields[] = {&kind_field, NULL};
static const struct field *const clock_fields[][3] = {
    [CLOCK_NONE] = {NULL},
    [CLOCK_LIVE] = {&bank_field, &increment_field},
    [CLOCK_SLOW] = {&days_field},
};

static bool read_clock(const struct field *field, const struct field_table *table,
                       struct json_value value, void *record, struct complaint *complaint)
{
    struct match_settings *settings = record;
    struct spelled_clock clock = {.kind = CLOCK_NONE};
    if (value.kind != TOKEN_OBJECT)
        return field_complain(complaint, field->name, value, TERM_CLOCK_WANTED);
    if (!fields_read(kind_fields, table, value, &clock, complaint) ||
        !fields_read(clock_fields[clock.kind], table, value, &clock, complaint))
        return false;
    settings->clock = (struct clock){.kind = clock.kind,
                                     .bank = (int64_t)clock.bank * SECOND_MS,
                                     .increment = (int64_t)clock.increment * SECOND_MS,
                                     .turn = (int64_t)clock.days * DAY_MS};
    return true;
}

static void write_clock(const struct field *field, const struct field_table *table,
                        const void *record, struct text *text)
{
    const struct match_settings *settings = record;
    const struct spelled_clock clock = {
        .kind = settings->clock.kind,
        .bank = (unsigned)(settings->clock.bank / SECOND_MS),
        .increment = (unsigned)(settings->clock.increment / SECOND_MS),
        .days = (unsigned)(settings->clock.turn / DAY_MS),
    };
    (void)field;
    json_open(text, '{');
    fields_write(kind_fields, table, &clock, text);
    fields_write(clock_fields[clock.kind], table, &clock, text);
    json_close(text, '}');
}

/* ---- Settings -------------------------------------------------------------------------------- */

static const struct field board_field = {"board", FIELD_OTHER, .read = read_board,
                                         .write = write_board, .shape = "Board"};
static const struct field variants_field = {"variants",
                                            FIELD_OTHER,
                                            .flags = FIELD_OPTIONAL,
                                            .read = read_variants,
                                            .write = write_variants,
                                            .shape = "Variants",
                                            .wanted = TERM_VARIANTS_WANTED};
static const struct field seats_field = {"seats",
                                         FIELD_OTHER,
                                         .read = read_seats,
                                         .write = write_seats,
                                         .shape = "OpeningPlans",
                                         .wanted = TERM_SEATS_WANTED};
static const struct field clock_field = {
    "clock",         FIELD_OTHER, .flags = FIELD_OPTIONAL, .read = read_clock, .write = write_clock,
    .shape = "Clock"};
static const struct field public_field = {"public", FIELD_TRUTH, IN_SETTINGS(listed),
                                          .flags = FIELD_OPTIONAL};
static const struct field chat_field = {"chat", FIELD_TRUTH, IN_SETTINGS(chat),
                                        .flags = FIELD_OPTIONAL};
static const struct field seed_field = {"seed",
                                        FIELD_TEXT,
                                        IN_SETTINGS(seed_words),
                                        .size = sizeof((struct match_settings *)0)->seed_words,
                                        .flags = FIELD_OPTIONAL,
                                        .highest = SEED_WORDS_CHARACTERS};

static const struct field *const settings_fields[] = {
    &board_field,  &variants_field, &seats_field, &clock_field,
    &public_field, &chat_field,     &seed_field,  NULL};

bool seats_complain(struct complaint *complaint)
{
    return field_complain(complaint, seats_field.name, (struct json_value){.kind = TOKEN_LIST},
                          seats_field.wanted);
}

static const struct field_table any_table = {.seats = SEATS_MAX};

bool settings_value_read(struct match_settings *settings, struct json_value object,
                         struct complaint *complaint)
{
    *settings = (struct match_settings){.chat = true};
    return fields_read(settings_fields, &any_table, object, settings, complaint);
}

bool settings_read(struct match_settings *settings, const char *bytes, size_t length,
                   struct complaint *complaint)
{
    struct json_value object;
    return object_read(bytes, length, SETTINGS_SIZE_MAX, &object, complaint) &&
           settings_value_read(settings, object, complaint);
}

void settings_write(const struct match_settings *settings, struct text *text)
{
    json_open(text, '{');
    fields_write(settings_fields, &any_table, settings, text);
    json_close(text, '}');
}

/* ---- Opening --------------------------------------------------------------------------------- */

static const struct field tables_field = {"tables",
                                          FIELD_NUMBER,
                                          .at = offsetof(struct opening_body, tables),
                                          .flags = FIELD_OPTIONAL,
                                          .lowest = 1,
                                          .highest = PARTY_TABLES_MAX};
static const struct field *const opening_fields[] = {&tables_field, NULL};

/* Duplicate tables share the deal, so open cards at one would reveal the others'. */
bool opening_read(struct opening_body *opening, const char *bytes, size_t length,
                  struct complaint *complaint)
{
    struct json_value object;
    opening->tables = 1;
    if (!object_read(bytes, length, SETTINGS_SIZE_MAX, &object, complaint) ||
        !settings_value_read(&opening->settings, object, complaint) ||
        !fields_read(opening_fields, &any_table, object, opening, complaint))
        return false;
    return opening->tables == 1 || !(opening->settings.variants & VARIANT_OPEN_CARDS) ||
           fault_say(FIELD_OPEN_PARTY, complain(complaint, CODE_FIELD), "");
}

void opening_write(const struct opening_body *opening, struct text *text)
{
    json_open(text, '{');
    fields_write(settings_fields, &any_table, &opening->settings, text);
    fields_write(opening_fields, &any_table, opening, text);
    json_close(text, '}');
}

/* ---- Schemas --------------------------------------------------------------------------------- */

/* Writes the words for these kinds of seats, and those of the levels. */
static void plan_shape(struct text *text, const char *name, bool mine, unsigned kinds)
{
    shape_open_words(text, name);
    if (mine)
        json_add_string(text, my_seat);
    for (unsigned kind = 0; kind < kinds; kind++)
        json_add_string(text, seat_kind_names[kind]);
    for (unsigned i = 0; i < level_count(); i++)
        json_add_string(text, level_at(i)->name);
    shape_close_words(text);
}

static void board_shape(struct text *text)
{
    shape_open_words(text, "Board");
    for (unsigned i = 0; i < board_builtin_count(); i++)
        json_add_string(text, board_builtin_at(i)->id);
    shape_close_words(text);
}

static void variants_shape(struct text *text)
{
    unsigned all = VARIANTS_ALL;
    shape_open_words(text, "Variant");
    for (const char *word; (word = variants_next(&all)) != NULL;)
        json_add_string(text, word);
    shape_close_words(text);
    shape_add_list(text, "Variants", 0, VARIANTS, "Variant");
}

static void clock_shape(struct text *text)
{
    shape_open_choice(text, "Clock");
    for (unsigned kind = 0; kind < kind_field.word_count; kind++) {
        const struct shape_mark marks[] = {{kind_field.name, clock_names[kind]}, {NULL, NULL}};
        shape_object(text, &(struct shape){.marks = marks, .fields = clock_fields[kind]});
    }
    shape_close_choice(text);
}

void settings_shapes(struct text *text)
{
    board_shape(text);
    variants_shape(text);
    plan_shape(text, "BotPlan", false, 0);
    plan_shape(text, "SeatPlan", false, SEAT_INVITED + 1);
    plan_shape(text, "OpeningPlan", true, SEAT_INVITED + 1);
    shape_add_list(text, "OpeningPlans", SEATS_MIN, SEATS_MAX, "OpeningPlan");
    clock_shape(text);
    shape_add(text, "Settings", &(struct shape){.fields = settings_fields});
    shape_add(text, "Opening", &(struct shape){.first = settings_fields, .fields = opening_fields});
}
