/* Reading events: what was decided, and nothing that follows from it. */
#include <string.h>

#include "server/event_json.h"
#include "server/fields.h"
#include "server/settings.h"

/* What is read, for which table, and what is wrong with it. */
struct reading {
    const json_t *object;
    const struct match_settings *settings;
    struct fault *fault;
};

static bool damaged(const struct reading *reading, const struct complaint *complaint)
{
    *reading->fault = complaint->fault;
    return false;
}

/* The number of a field's word in a list, or `count` with a fault. */
static unsigned read_word(const struct reading *reading, const char *name,
                          const char *const words[], unsigned count)
{
    const json_t *value = json_object_get(reading->object, name);
    for (unsigned i = 0; json_is_string(value) && i < count; i++) {
        if (strcmp(json_string_value(value), words[i]) == 0)
            return i;
    }
    struct complaint complaint;
    field_complain(&complaint, name, value, TERM_WORD_WANTED);
    damaged(reading, &complaint);
    return count;
}

static bool read_number(const struct reading *reading, const char *name, int64_t lowest,
                        int64_t highest, int64_t *number)
{
    struct complaint complaint;
    return field_integer(reading->object, name, lowest, highest, number, &complaint) ||
           damaged(reading, &complaint);
}

static bool read_seat(const struct reading *reading, struct event *event)
{
    int64_t seat;
    if (!read_number(reading, "seat", 1, reading->settings->seats, &seat))
        return false;
    event->seat = (unsigned)seat - 1;
    return true;
}

static bool read_who(const struct reading *reading, struct event *event)
{
    static const struct field_text field = {"who", 1, PERSON_SIZE - 1, LETTERS_ID};
    struct complaint complaint;
    return field_text(reading->object, &field, event->person, sizeof event->person, &complaint) ||
           damaged(reading, &complaint);
}

static bool read_as(const struct reading *reading, struct event *event)
{
    const json_t *value = json_object_get(reading->object, "as");
    struct seat_plan plan;
    struct complaint complaint;
    if (!json_is_string(value) || !seat_plan_read(&plan, json_string_value(value))) {
        field_complain(&complaint, "as", value, TERM_SEAT_KEPT_WANTED);
        return damaged(reading, &complaint);
    }
    event->as = plan.kind;
    memcpy(event->bot, plan.bot, sizeof event->bot);
    return true;
}

static bool read_moves(const struct reading *reading, struct event *event)
{
    const json_t *value = json_object_get(reading->object, "turn");
    if (!json_is_string(value)) {
        struct complaint complaint;
        field_complain(&complaint, "turn", value, TERM_TURN_WANTED);
        return damaged(reading, &complaint);
    }
    struct words words;
    words_init(&words, json_string_value(value), json_string_length(value));
    return notation_read_turn(reading->settings->board, &words, &event->turn, reading->fault);
}

static bool read_turn(const struct reading *reading, struct event *event)
{
    static const char *const players[] = {"bot"};
    int64_t after;
    if (!read_seat(reading, event) || !read_moves(reading, event) ||
        !read_number(reading, "after", 0, UINT32_MAX, &after))
        return false;
    event->after = (uint32_t)after;
    if (field_is_there(reading->object, "by")) {
        if (read_word(reading, "by", players, 1) == 1)
            return false;
        event->stand_in = true;
    }
    return !field_is_there(reading->object, "left") ||
           read_number(reading, "left", 0, INT32_MAX, &event->left);
}

static bool read_away(const struct reading *reading, struct event *event)
{
    if (!read_seat(reading, event))
        return false;
    const unsigned why = read_word(reading, "why", away_reason_names, AWAY_REASONS);
    event->away = (enum away_reason)why;
    return why < AWAY_REASONS;
}

static bool read_close(const struct reading *reading, struct event *event)
{
    const unsigned why = read_word(reading, "why", close_reason_names, CLOSE_REASONS);
    event->close = (enum close_reason)why;
    return why < CLOSE_REASONS;
}

/* A chat whose author has deleted it has no text and no author. */
static bool read_chat(const struct reading *reading, struct event *event)
{
    static const struct field_text field = {"text", 1, CHAT_CHARACTERS, LETTERS_ANY};
    struct complaint complaint;
    if (!field_is_there(reading->object, "text"))
        return true;
    if (!field_text(reading->object, &field, event->text, sizeof event->text, &complaint))
        return damaged(reading, &complaint);
    return read_who(reading, event);
}

static bool read_mute(const struct reading *reading, struct event *event)
{
    struct complaint complaint;
    if (!field_truth(reading->object, "on", &event->on, &complaint))
        return damaged(reading, &complaint);
    return read_who(reading, event);
}

static bool read_fields(const struct reading *reading, struct event *event)
{
    switch (event->kind) {
    case EVENT_SIT:
        return read_seat(reading, event) && read_who(reading, event);
    case EVENT_SEAT:
        return read_seat(reading, event) && read_as(reading, event);
    case EVENT_STAND:
    case EVENT_READY:
    case EVENT_BACK:
        return read_seat(reading, event);
    case EVENT_TURN:
        return read_turn(reading, event);
    case EVENT_AWAY:
        return read_away(reading, event);
    case EVENT_CLOSE:
        return read_close(reading, event);
    case EVENT_CHAT:
        return read_chat(reading, event);
    case EVENT_MUTE:
        return read_mute(reading, event);
    case EVENT_START:
    case EVENT_ROUND:
    case EVENT_END:
    case EVENT_RESULT:
    case EVENT_REVEAL:
    case EVENT_KINDS:
        break; /* nothing was decided but that it happened */
    }
    return true;
}

bool event_body_read(struct event *event, const struct match_settings *settings, int64_t at,
                     const char *body, size_t length, struct fault *fault)
{
    struct complaint complaint;
    json_t *object = fields_load(body, length, EVENT_BODY_SIZE, &complaint);
    if (object == NULL) {
        *fault = complaint.fault;
        return false;
    }
    const struct reading reading = {object, settings, fault};
    const unsigned kind = read_word(&reading, "kind", event_kind_names, EVENT_KINDS);
    *event = (struct event){.kind = (enum event_kind)kind, .at = at};
    const bool sound = kind < EVENT_KINDS && read_fields(&reading, event);
    json_decref(object);
    return sound;
}
