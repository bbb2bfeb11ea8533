/* Messages of clients: the fields of each kind and their limits. */
#include "protocol/message.h"

#include <string.h>

#include "base/check.h"
#include "protocol/field.h"
#include "protocol/settings.h"
#include "protocol/shape.h"
#include "json/json_text.h"

#define IN_MESSAGE(member) .at = offsetof(struct message, member)
#define SIZE_IN_MESSAGE(member)                                                                    \
    .at = offsetof(struct message, member), .size = sizeof((struct message *)0)->member

/* ---- Fields ---------------------------------------------------------------------------------- */

static const struct field id_field = {"id",
                                      FIELD_NUMBER64,
                                      IN_MESSAGE(id),
                                      .has = offsetof(struct message, has_id),
                                      .lowest = -NUMBER_EXACT_MAX,
                                      .highest = NUMBER_EXACT_MAX};
static const struct field table_field = {"table",
                                         FIELD_TEXT,
                                         SIZE_IN_MESSAGE(table),
                                         .lowest = 1,
                                         .highest = TABLE_ID_CHARACTERS,
                                         .letters = LETTERS_ID};
static const struct field after_field = {"after", FIELD_NUMBER, IN_MESSAGE(after),
                                         .highest = UINT32_MAX};
static const struct field seat_field = {"seat", FIELD_SEAT, IN_MESSAGE(seat)};

/* required for some seats only, which this file does not know */
static const struct field key_field = {"key",
                                       FIELD_TEXT,
                                       SIZE_IN_MESSAGE(key),
                                       .flags = FIELD_OPTIONAL,
                                       .lowest = 1,
                                       .highest = TABLE_KEY_CHARACTERS,
                                       .letters = LETTERS_ID};
static const struct field as_field = {"as",
                                      FIELD_OTHER,
                                      IN_MESSAGE(as),
                                      .read = seat_plan_field_read,
                                      .write = seat_plan_field_write,
                                      .shape = "SeatPlan",
                                      .wanted = TERM_SEAT_AS_WANTED};
static const struct field bot_field = {"as",
                                       FIELD_OTHER,
                                       IN_MESSAGE(as),
                                       .read = bot_plan_field_read,
                                       .write = seat_plan_field_write,
                                       .shape = "BotPlan",
                                       .wanted = TERM_BOT_WANTED};
static const struct field turn_field = {"turn",
                                        FIELD_TEXT,
                                        SIZE_IN_MESSAGE(turn),
                                        .lowest = 1,
                                        .highest = TURN_TEXT_SIZE - 1,
                                        .wanted = TERM_TURN_WANTED};
static const struct field text_field = {"text",
                                        FIELD_TEXT,
                                        SIZE_IN_MESSAGE(text),
                                        .lowest = 1,
                                        .highest = CHAT_CHARACTERS,
                                        .letters = LETTERS_SHOWN};
static const struct field who_field = {"who",
                                       FIELD_TEXT,
                                       SIZE_IN_MESSAGE(person),
                                       .lowest = 1,
                                       .highest = PERSON_SIZE - 1,
                                       .letters = LETTERS_ID};
static const struct field on_field = {"on", FIELD_TRUTH, IN_MESSAGE(on)};
static const struct field yes_field = {"yes", FIELD_TRUTH, IN_MESSAGE(on)};
static const struct field event_field = {"event", FIELD_NUMBER, IN_MESSAGE(event), .lowest = 1,
                                         .highest = UINT32_MAX};
static const struct field undo_field = {"undo", FIELD_TRUTH, IN_MESSAGE(undo),
                                        .flags = FIELD_OPTIONAL};
static const struct field program_field = {"program", FIELD_TRUTH, IN_MESSAGE(program),
                                           .flags = FIELD_OPTIONAL | FIELD_WHEN_TRUE};

/* ---- Kinds ----------------------------------------------------------------------------------- */

enum { MESSAGE_FIELDS_MAX = 3 };

static const struct {
    const char *word;
    const struct field *field[MESSAGE_FIELDS_MAX + 1];
} kinds[MESSAGE_KINDS] = {
    [MESSAGE_FOLLOW] = {"follow", {&table_field, &after_field, &undo_field}},
    [MESSAGE_LOBBY] = {"lobby", {NULL}},
    [MESSAGE_SIT] = {"sit", {&seat_field, &key_field, &program_field}},
    [MESSAGE_STAND] = {"stand", {NULL}},
    [MESSAGE_SEAT] = {"seat", {&seat_field, &as_field}},
    [MESSAGE_FILL] = {"fill", {&bot_field}},
    [MESSAGE_START] = {"start", {NULL}},
    [MESSAGE_CLOSE] = {"close", {NULL}},
    [MESSAGE_TURN] = {"turn", {&after_field, &turn_field}},
    [MESSAGE_READY] = {"ready", {&after_field}},
    [MESSAGE_LEAVE] = {"leave", {NULL}},
    [MESSAGE_BACK] = {"back", {NULL}},
    [MESSAGE_AWAY] = {"away", {&seat_field}},
    [MESSAGE_CHAT] = {"chat", {&text_field}},
    [MESSAGE_MUTE] = {"mute", {&who_field, &on_field}},
    [MESSAGE_TAKEBACK] = {"takeback", {&event_field}},
    [MESSAGE_ANSWER] = {"answer", {&event_field, &yes_field}},
    [MESSAGE_REMATCH] = {"rematch", {NULL}},
    [MESSAGE_PING] = {"ping", {NULL}},
};

static const struct field *const id_fields[] = {&id_field, NULL};

/* for messages about any table */
static const struct field_table any_table = {.seats = SEATS_MAX};

const char *message_word(enum message_kind kind)
{
    CHECK(kind < MESSAGE_KINDS);
    return kinds[kind].word;
}

void message_list(enum message_kind kind, struct text *text)
{
    CHECK(kind < MESSAGE_KINDS);
    fields_list(kinds[kind].field, text);
}

static bool read_kind(struct message *message, struct json_value object,
                      struct complaint *complaint)
{
    const struct json_value word = json_find(object, "do");
    if (word.kind != TOKEN_TEXT)
        return field_complain(complaint, "do", word, TERM_DO_WANTED);
    for (unsigned kind = 0; kind < MESSAGE_KINDS; kind++) {
        if (json_is(word, kinds[kind].word)) {
            message->kind = (enum message_kind)kind;
            return true;
        }
    }
    char name[MESSAGE_SIZE_MAX];
    const bool named = json_text(word, name, sizeof name);
    return fault_say(UNKNOWN_MESSAGE, complain(complaint, CODE_UNKNOWN), "",
                     (struct word){name, named ? strlen(name) : 0});
}

bool message_read(struct message *message, const char *bytes, size_t length,
                  struct complaint *complaint)
{
    struct json_value object;
    *message = (struct message){0};
    return object_read(bytes, length, MESSAGE_SIZE_MAX, &object, complaint) &&
           fields_read(id_fields, &any_table, object, message, complaint) &&
           read_kind(message, object, complaint) &&
           fields_read(kinds[message->kind].field, &any_table, object, message, complaint);
}

bool message_say(struct message *message, const char *typed, struct complaint *complaint)
{
    return field_text_set(&text_field, typed, message->text, complaint);
}

bool message_seat_as(struct message *message, const char *typed, struct complaint *complaint)
{
    const struct field *field = message->kind == MESSAGE_FILL ? &bot_field : &as_field;
    struct seat_plan plan;
    if (!seat_plan_read(&plan, typed) || (field == &bot_field && plan.kind != SEAT_BOT))
        return field_complain(complaint, field->name, (struct json_value){.kind = TOKEN_TEXT},
                              field->wanted);
    message->as = plan;
    return true;
}

void message_write(const struct message *message, struct text *text)
{
    json_open(text, '{');
    json_add_string_field(text, "do", message_word(message->kind));
    fields_write(kinds[message->kind].field, &any_table, message, text);
    fields_write(id_fields, &any_table, message, text);
    json_close(text, '}');
}

void message_shapes(struct text *text)
{
    for (unsigned kind = 0; kind < MESSAGE_KINDS; kind++) {
        const struct shape_mark marks[] = {{"do", kinds[kind].word}, {NULL, NULL}};
        shape_add_kind(text, "Do", kinds[kind].word,
                       &(struct shape){marks, id_fields, kinds[kind].field});
    }
}
