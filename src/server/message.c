/* Messages: which fields each kind has, and how each field is read. */
#include "server/message.h"

#include <string.h>

#include "server/fields.h"
#include "server/settings.h"

/* As JavaScript's numbers are exact up to here, every client can compare ids. */
static const int64_t id_most = (INT64_C(1) << 53) - 1;

const char *const message_kind_names[MESSAGE_KINDS] = {
    [MESSAGE_FOLLOW] = "follow", [MESSAGE_LOBBY] = "lobby", [MESSAGE_SIT] = "sit",
    [MESSAGE_STAND] = "stand",   [MESSAGE_SEAT] = "seat",   [MESSAGE_FILL] = "fill",
    [MESSAGE_START] = "start",   [MESSAGE_CLOSE] = "close", [MESSAGE_TURN] = "turn",
    [MESSAGE_READY] = "ready",   [MESSAGE_LEAVE] = "leave", [MESSAGE_BACK] = "back",
    [MESSAGE_AWAY] = "away",     [MESSAGE_CHAT] = "chat",   [MESSAGE_MUTE] = "mute",
    [MESSAGE_PING] = "ping",
};

static bool read_table(struct message *message, const json_t *object, struct complaint *complaint)
{
    static const struct field_text field = {"table", 1, TABLE_ID_CHARACTERS, LETTERS_ID};
    return field_text(object, &field, message->table, sizeof message->table, complaint);
}

static bool read_after(struct message *message, const json_t *object, struct complaint *complaint)
{
    int64_t after;
    if (!field_integer(object, "after", 0, UINT32_MAX, &after, complaint))
        return false;
    message->after = (uint32_t)after;
    return true;
}

static bool read_seat(struct message *message, const json_t *object, struct complaint *complaint)
{
    int64_t seat;
    if (!field_integer(object, "seat", 1, SEATS_MAX, &seat, complaint))
        return false;
    message->seat = (unsigned)seat - 1;
    return true;
}

/* The key is needed on some seats only, and this file does not know which. */
static bool read_key(struct message *message, const json_t *object, struct complaint *complaint)
{
    static const struct field_text field = {"key", 1, TABLE_KEY_CHARACTERS, LETTERS_ID};
    return !field_is_there(object, "key") ||
           field_text(object, &field, message->key, sizeof message->key, complaint);
}

static bool read_as(struct message *message, const json_t *object, struct complaint *complaint)
{
    const json_t *value = json_object_get(object, "as");
    if (json_is_string(value) && seat_plan_read(&message->as, json_string_value(value)))
        return true;
    return field_complain(complaint, "as", value, TERM_SEAT_AS_WANTED);
}

static bool read_bot(struct message *message, const json_t *object, struct complaint *complaint)
{
    const json_t *value = json_object_get(object, "as");
    if (json_is_string(value) && seat_plan_read(&message->as, json_string_value(value)) &&
        message->as.kind == SEAT_BOT)
        return true;
    return field_complain(complaint, "as", value, TERM_BOT_WANTED);
}

static bool read_turn(struct message *message, const json_t *object, struct complaint *complaint)
{
    const json_t *value = json_object_get(object, "turn");
    const size_t length = json_string_length(value); /* 0 for what is no text */
    if (length == 0 || length >= sizeof message->turn)
        return field_complain(complaint, "turn", value, TERM_TURN_WANTED);
    memcpy(message->turn, json_string_value(value), length + 1);
    return true;
}

static bool read_text(struct message *message, const json_t *object, struct complaint *complaint)
{
    static const struct field_text field = {"text", 1, CHAT_CHARACTERS, LETTERS_ANY};
    return field_text(object, &field, message->text, sizeof message->text, complaint);
}

static bool read_who(struct message *message, const json_t *object, struct complaint *complaint)
{
    static const struct field_text field = {"who", 1, PERSON_SIZE - 1, LETTERS_ID};
    return field_text(object, &field, message->person, sizeof message->person, complaint);
}

static bool read_on(struct message *message, const json_t *object, struct complaint *complaint)
{
    return field_truth(object, "on", &message->on, complaint);
}

typedef bool field_reader(struct message *message, const json_t *object,
                          struct complaint *complaint);

enum { MESSAGE_FIELDS_MAX = 2 };

static field_reader *const kind_fields[MESSAGE_KINDS][MESSAGE_FIELDS_MAX] = {
    [MESSAGE_FOLLOW] = {read_table, read_after},
    [MESSAGE_SIT] = {read_seat, read_key},
    [MESSAGE_SEAT] = {read_seat, read_as},
    [MESSAGE_FILL] = {read_bot},
    [MESSAGE_TURN] = {read_after, read_turn},
    [MESSAGE_READY] = {read_after},
    [MESSAGE_AWAY] = {read_seat},
    [MESSAGE_CHAT] = {read_text},
    [MESSAGE_MUTE] = {read_who, read_on},
};

static bool read_kind(struct message *message, const json_t *object, struct complaint *complaint)
{
    const json_t *value = json_object_get(object, "do");
    if (!json_is_string(value))
        return field_complain(complaint, "do", value, TERM_DO_WANTED);
    const char *word = json_string_value(value);
    for (unsigned kind = 0; kind < MESSAGE_KINDS; kind++) {
        if (strcmp(word, message_kind_names[kind]) == 0) {
            message->kind = (enum message_kind)kind;
            return true;
        }
    }
    return fault_say(UNKNOWN_MESSAGE, complain(complaint, "unknown"), "",
                     (struct word){word, json_string_length(value)});
}

static bool read_object(struct message *message, const json_t *object, struct complaint *complaint)
{
    if (field_is_there(object, "id")) {
        if (!field_integer(object, "id", -id_most, id_most, &message->id, complaint))
            return false;
        message->has_id = true;
    }
    if (!read_kind(message, object, complaint))
        return false;
    field_reader *const *fields = kind_fields[message->kind];
    for (unsigned i = 0; i < MESSAGE_FIELDS_MAX && fields[i] != NULL; i++) {
        if (!fields[i](message, object, complaint))
            return false;
    }
    return true;
}

bool message_read(struct message *message, const char *bytes, size_t length,
                  struct complaint *complaint)
{
    *message = (struct message){0};
    json_t *object = fields_load(bytes, length, MESSAGE_SIZE_MAX, complaint);
    if (object == NULL)
        return false;
    const bool sound = read_object(message, object, complaint);
    json_decref(object);
    return sound;
}
