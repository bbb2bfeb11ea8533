/* Settings, both ways. */
#include "server/settings.h"

#include <string.h>

#include "board/boards.h"
#include "bots/bot.h"
#include "core/check.h"
#include "server/fields.h"
#include "server/party.h"
#include "json/json_text.h"

enum { SECOND_MS = 1000, DAY_MS = 24 * 60 * 60 * 1000 };

static const char *const clock_names[] = {"none", "live", "slow"};

static bool bot_plan_read(struct seat_plan *plan, const char *word)
{
    const size_t length = strlen(word);
    if (level_find(word, length) == NULL)
        return false;
    CHECK(length < sizeof plan->bot);
    *plan = (struct seat_plan){.kind = SEAT_BOT};
    memcpy(plan->bot, word, length + 1);
    return true;
}

bool seat_plan_read(struct seat_plan *plan, const char *word)
{
    if (strcmp(word, "open") == 0)
        *plan = (struct seat_plan){.kind = SEAT_OPEN};
    else if (strcmp(word, "invited") == 0)
        *plan = (struct seat_plan){.kind = SEAT_INVITED};
    else
        return bot_plan_read(plan, word);
    return true;
}

/* ---- Reading --------------------------------------------------------------------------------- */

static bool read_board(struct match_settings *settings, const json_t *object,
                       struct complaint *complaint)
{
    const json_t *value = json_object_get(object, "board");
    settings->board = NULL;
    if (json_is_string(value))
        settings->board = board_builtin(json_string_value(value), json_string_length(value));
    if (settings->board != NULL)
        return true;
    char buffer[160];
    struct text allowed;
    text_init(&allowed, buffer, sizeof buffer);
    for (unsigned i = 0; i < board_builtin_count(); i++) {
        text_add(&allowed, i == 0 ? "'" : ", '");
        text_add(&allowed, board_builtin_at(i)->id);
        text_add_char(&allowed, '\'');
    }
    struct fault *fault = complain(complaint, "field");
    return value == NULL ? fault_say(FIELD_BOARD_MISSING, fault, "", "board", buffer)
                         : fault_say(FIELD_BOARD, fault, "", "board", buffer);
}

/* The bit of a variant, or 0. */
static unsigned variant_of(const json_t *value)
{
    const char *word = json_string_value(value);
    return word != NULL ? variant_find((struct word){word, strlen(word)}) : 0;
}

static bool read_variants(struct match_settings *settings, const json_t *object,
                          struct complaint *complaint)
{
    const json_t *list = json_object_get(object, "variants");
    if (list == NULL)
        return true;
    if (!json_is_array(list))
        return field_complain(complaint, "variants", list, TERM_VARIANTS_WANTED);
    for (size_t i = 0; i < json_array_size(list); i++) {
        const unsigned variant = variant_of(json_array_get(list, i));
        if (variant == 0 || settings->variants & variant)
            return field_complain(complaint, "variants", list, TERM_VARIANTS_WANTED);
        settings->variants |= variant;
    }
    return true;
}

static bool read_seats(struct match_settings *settings, const json_t *object,
                       struct complaint *complaint)
{
    const json_t *list = json_object_get(object, "seats");
    const size_t count = json_array_size(list); /* 0 for what is no list */
    if (count < SEATS_MIN || count > SEATS_MAX)
        return field_complain(complaint, "seats", list, TERM_SEATS_WANTED);
    settings->seats = (unsigned)count;
    bool mine = false;
    for (unsigned seat = 0; seat < settings->seats; seat++) {
        const char *word = json_string_value(json_array_get(list, seat));
        if (word == NULL)
            return field_complain(complaint, "seats", list, TERM_SEATS_WANTED);
        if (strcmp(word, "me") == 0) {
            if (mine)
                return fault_say(FIELD_ME_TWICE, complain(complaint, "field"), "");
            mine = true;
            settings->plan[seat] = (struct seat_plan){.kind = SEAT_PERSON};
        } else if (!seat_plan_read(&settings->plan[seat], word)) {
            return field_complain(complaint, "seats", list, TERM_SEATS_WANTED);
        }
    }
    return true;
}

static bool read_live_clock(struct clock *clock, const json_t *object, struct complaint *complaint)
{
    int64_t bank, increment;
    if (!field_integer(object, "bank", BANK_MIN_S, BANK_MAX_S, &bank, complaint) ||
        !field_integer(object, "increment", 0, INCREMENT_MAX_S, &increment, complaint))
        return false;
    *clock = (struct clock){
        .kind = CLOCK_LIVE, .bank = bank * SECOND_MS, .increment = increment * SECOND_MS};
    return true;
}

static bool read_slow_clock(struct clock *clock, const json_t *object, struct complaint *complaint)
{
    int64_t days;
    if (!field_integer(object, "days", 1, DAYS_MAX, &days, complaint))
        return false;
    *clock = (struct clock){.kind = CLOCK_SLOW, .turn = days * DAY_MS};
    return true;
}

static bool read_clock(struct match_settings *settings, const json_t *object,
                       struct complaint *complaint)
{
    const json_t *clock = json_object_get(object, "clock");
    if (clock == NULL)
        return true;
    if (!json_is_object(clock))
        return field_complain(complaint, "clock", clock, TERM_CLOCK_WANTED);
    const json_t *value = json_object_get(clock, "kind");
    const char *kind = json_is_string(value) ? json_string_value(value) : "";
    if (strcmp(kind, clock_names[CLOCK_NONE]) == 0)
        return true;
    if (strcmp(kind, clock_names[CLOCK_LIVE]) == 0)
        return read_live_clock(&settings->clock, clock, complaint);
    if (strcmp(kind, clock_names[CLOCK_SLOW]) == 0)
        return read_slow_clock(&settings->clock, clock, complaint);
    return field_complain(complaint, "kind", value, TERM_CLOCK_KIND_WANTED);
}

static bool read_rest(struct match_settings *settings, const json_t *object,
                      struct complaint *complaint)
{
    static const struct field_text seed = {"seed", 0, SEED_WORDS_CHARACTERS, LETTERS_ANY};
    if (field_is_there(object, "public") &&
        !field_truth(object, "public", &settings->listed, complaint))
        return false;
    if (field_is_there(object, "chat") && !field_truth(object, "chat", &settings->chat, complaint))
        return false;
    return !field_is_there(object, "seed") ||
           field_text(object, &seed, settings->seed_words, sizeof settings->seed_words, complaint);
}

static bool read_all(struct match_settings *settings, const json_t *object,
                     struct complaint *complaint)
{
    *settings = (struct match_settings){.chat = true};
    return read_board(settings, object, complaint) && read_variants(settings, object, complaint) &&
           read_seats(settings, object, complaint) && read_clock(settings, object, complaint) &&
           read_rest(settings, object, complaint);
}

bool settings_read(struct match_settings *settings, const char *bytes, size_t length,
                   struct complaint *complaint)
{
    json_t *object = fields_load(bytes, length, SETTINGS_SIZE_MAX, complaint);
    if (object == NULL)
        return false;
    const bool sound = read_all(settings, object, complaint);
    json_decref(object);
    return sound;
}

/* Open cards at one table would be those of the others. */
static bool read_tables(const struct match_settings *settings, unsigned *tables,
                        const json_t *object, struct complaint *complaint)
{
    int64_t number = 1;
    if (field_is_there(object, "tables") &&
        !field_integer(object, "tables", 1, PARTY_TABLES_MAX, &number, complaint))
        return false;
    if (number > 1 && settings->variants & VARIANT_OPEN_CARDS)
        return fault_say(FIELD_OPEN_PARTY, complain(complaint, "field"), "");
    *tables = (unsigned)number;
    return true;
}

bool opening_read(struct match_settings *settings, unsigned *tables, const char *bytes,
                  size_t length, struct complaint *complaint)
{
    json_t *object = fields_load(bytes, length, SETTINGS_SIZE_MAX, complaint);
    if (object == NULL)
        return false;
    const bool sound =
        read_all(settings, object, complaint) && read_tables(settings, tables, object, complaint);
    json_decref(object);
    return sound;
}

/* ---- Writing --------------------------------------------------------------------------------- */

static const char *plan_word(const struct seat_plan *plan)
{
    switch (plan->kind) {
    case SEAT_OPEN:
        return "open";
    case SEAT_INVITED:
        return "invited";
    case SEAT_PERSON:
        return "me";
    case SEAT_BOT:
        return plan->bot;
    }
    CHECK(!"a seat's plan is of one of these kinds");
    return "";
}

static void write_clock(const struct clock *clock, struct text *text)
{
    json_add_key(text, "clock");
    text_add_char(text, '{');
    json_add_string_field(text, "kind", clock_names[clock->kind]);
    if (clock->kind == CLOCK_LIVE) {
        json_add_number_field(text, "bank", (long)(clock->bank / SECOND_MS));
        json_add_number_field(text, "increment", (long)(clock->increment / SECOND_MS));
    } else if (clock->kind == CLOCK_SLOW) {
        json_add_number_field(text, "days", (long)(clock->turn / DAY_MS));
    }
    text_add_char(text, '}');
}

void settings_write(const struct match_settings *settings, bool with_seed, struct text *text)
{
    json_open(text, '{');
    json_add_string_field(text, "board", settings->board->id);
    json_add_key(text, "variants");
    text_add_char(text, '[');
    unsigned variants = settings->variants;
    for (const char *word; (word = variants_next(&variants)) != NULL;)
        json_add_string(text, word);
    text_add_char(text, ']');
    json_add_key(text, "seats");
    text_add_char(text, '[');
    for (unsigned seat = 0; seat < settings->seats; seat++) {
        json_add_string(text, plan_word(&settings->plan[seat]));
    }
    text_add_char(text, ']');
    write_clock(&settings->clock, text);
    json_add_bool_field(text, "public", settings->listed);
    json_add_bool_field(text, "chat", settings->chat);
    if (with_seed && settings->seed_words[0] != '\0')
        json_add_string_field(text, "seed", settings->seed_words);
    text_add_char(text, '}');
}
