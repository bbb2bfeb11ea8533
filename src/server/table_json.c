/* What is said about a table; see table_json.h. */
#include "server/table_json.h"

#include <string.h>

#include "core/check.h"
#include "server/fields.h"
#include "server/settings.h"
#include "json/json_text.h"

static const char *const store_state_names[] = {
    [STORE_OPEN] = "open",
    [STORE_RUNNING] = "running",
    [STORE_FINISHED] = "finished",
    [STORE_CLOSED] = "closed",
};

static const char *const seat_kind_names[] = {
    [SEAT_OPEN] = "open",
    [SEAT_INVITED] = "invited",
    [SEAT_PERSON] = "person",
    [SEAT_BOT] = "bot",
};

enum store_state match_store_state(const struct match *match)
{
    switch (match->state.phase) {
    case MATCH_OPEN:
        return STORE_OPEN;
    case MATCH_PLAYING:
    case MATCH_PAUSE:
        return STORE_RUNNING;
    case MATCH_FINISHED:
        return STORE_FINISHED;
    case MATCH_CLOSED:
        break;
    }
    return STORE_CLOSED;
}

void summary_of_match(struct table_summary *summary, const struct match *match)
{
    const struct table *table = &match->position.table;
    *summary = (struct table_summary){
        .seats = match->state.settings.seats,
        .round = table->round,
        .started = match->state.phase != MATCH_OPEN && match->state.phase != MATCH_CLOSED,
        .winners = match->state.phase == MATCH_FINISHED ? table->winners : 0,
    };
    memcpy(summary->host, match->state.host, sizeof summary->host);
    for (unsigned seat = 0; seat < summary->seats; seat++) {
        const struct match_seat *taken = &match->state.seat[seat];
        struct seat_summary *entry = &summary->seat[seat];
        entry->kind = taken->kind;
        memcpy(entry->person, taken->person, sizeof entry->person);
        memcpy(entry->bot, taken->bot, sizeof entry->bot);
        summary->points[seat] = table->points[seat];
    }
}

/* ---- Writing --------------------------------------------------------------------------------- */

static void write_seat(const struct seat_summary *seat, const char *name, struct text *text)
{
    json_open(text, '{');
    json_add_string_field(text, "kind", seat_kind_names[seat->kind]);
    if (seat->kind == SEAT_PERSON)
        json_add_string_field(text, "who", seat->person);
    if (seat->kind == SEAT_PERSON && name)
        json_add_string_field(text, "name", name);
    if (seat->kind == SEAT_BOT)
        json_add_string_field(text, "bot", seat->bot);
    json_close(text, '}');
}

/* The fields, without the brackets around them. */
static void write_fields(const struct table_summary *summary, const char (*name)[NAME_SIZE],
                         struct text *text)
{
    json_add_string_field(text, "host", summary->host);
    json_add_key(text, "seats");
    json_open(text, '[');
    for (unsigned seat = 0; seat < summary->seats; seat++)
        write_seat(&summary->seat[seat], name ? name[seat] : NULL, text);
    json_close(text, ']');
    json_add_number_field(text, "round", (long)summary->round);
    json_add_key(text, "points");
    json_open(text, '[');
    for (unsigned seat = 0; summary->started && seat < summary->seats; seat++)
        json_add_number(text, summary->points[seat]);
    json_close(text, ']');
    json_add_key(text, "winners");
    json_open(text, '[');
    for (unsigned seat = 0; seat < summary->seats; seat++)
        if (summary->winners >> seat & 1)
            json_add_number(text, (long)seat + 1);
    json_close(text, ']');
}

void summary_write(const struct table_summary *summary, struct text *text)
{
    json_open(text, '{');
    write_fields(summary, NULL, text);
    json_close(text, '}');
    CHECK(!text->cut);
}

static void write_party(const struct party *party, struct text *text)
{
    json_add_key(text, "party");
    json_open(text, '[');
    for (unsigned i = 0; i < party->tables; i++)
        json_add_string(text, party->table[i]);
    json_close(text, ']');
}

void table_write(const struct table_facts *facts, struct text *text)
{
    json_open(text, '{');
    json_add_string_field(text, "id", facts->id);
    json_add_string_field(text, "state", store_state_names[facts->state]);
    json_add_key(text, "settings");
    settings_write(facts->settings, facts->revealed, text);
    json_add_number_field(text, "opened", (long)facts->opened);
    json_add_number_field(text, "changed", (long)facts->changed);
    write_fields(facts->summary, facts->name, text);
    if (facts->party->tables > 0)
        write_party(facts->party, text);
    if (facts->key)
        json_add_string_field(text, "key", facts->key);
    json_close(text, '}');
    CHECK(!text->cut);
}

/* ---- Reading --------------------------------------------------------------------------------- */

static bool read_id(const json_t *value, char *id, size_t size)
{
    const size_t length = json_string_length(value);
    if (!json_is_string(value) || length >= size)
        return false;
    memcpy(id, json_string_value(value), length + 1);
    return true;
}

static bool read_seat(struct seat_summary *seat, const json_t *object)
{
    const char *kind = json_string_value(json_object_get(object, "kind"));
    for (unsigned i = 0; kind && i < sizeof seat_kind_names / sizeof seat_kind_names[0]; i++) {
        if (strcmp(kind, seat_kind_names[i]) != 0)
            continue;
        seat->kind = (enum seat_kind)i;
        return (seat->kind != SEAT_PERSON ||
                read_id(json_object_get(object, "who"), seat->person, sizeof seat->person)) &&
               (seat->kind != SEAT_BOT ||
                read_id(json_object_get(object, "bot"), seat->bot, sizeof seat->bot));
    }
    return false;
}

static bool read_seats(struct table_summary *summary, const json_t *object)
{
    const json_t *seats = json_object_get(object, "seats");
    const size_t count = json_array_size(seats);
    if (count < SEATS_MIN || count > SEATS_MAX)
        return false;
    summary->seats = (unsigned)count;
    for (unsigned seat = 0; seat < summary->seats; seat++)
        if (!read_seat(&summary->seat[seat], json_array_get(seats, seat)))
            return false;
    return true;
}

/* A list of at most six small numbers, or an empty one. */
static bool read_numbers(const json_t *list, int *number, size_t *count)
{
    *count = json_array_size(list);
    if (!json_is_array(list) || *count > SEATS_MAX)
        return false;
    for (size_t i = 0; i < *count; i++) {
        const json_int_t value = json_integer_value(json_array_get(list, i));
        if (value < INT16_MIN || value > INT16_MAX)
            return false;
        number[i] = (int)value;
    }
    return true;
}

static bool read_results(struct table_summary *summary, const json_t *object)
{
    int winner[SEATS_MAX] = {0};
    size_t points, winners;
    const json_int_t round = json_integer_value(json_object_get(object, "round"));
    if (round < 0 || round > INT16_MAX ||
        !read_numbers(json_object_get(object, "points"), summary->points, &points) ||
        !read_numbers(json_object_get(object, "winners"), winner, &winners) ||
        (points != 0 && points != summary->seats))
        return false;
    summary->round = (unsigned)round;
    summary->started = points > 0;
    for (size_t i = 0; i < winners; i++) {
        if (winner[i] < 1 || winner[i] > (int)summary->seats)
            return false;
        summary->winners |= 1U << (winner[i] - 1);
    }
    return true;
}

bool summary_read(struct table_summary *summary, const char *bytes, size_t length)
{
    struct complaint complaint;
    json_t *object = fields_load(bytes, length, SUMMARY_TEXT_SIZE, &complaint);
    *summary = (struct table_summary){0};
    const bool sound =
        object && read_id(json_object_get(object, "host"), summary->host, sizeof summary->host) &&
        read_seats(summary, object) && read_results(summary, object);
    json_decref(object);
    return sound;
}
