/* What is said about a table; see table_json.h. */
#include "server/table_json.h"

#include "core/check.h"

const char *const store_state_names[4] = {
    [STORE_OPEN] = "open",
    [STORE_RUNNING] = "running",
    [STORE_FINISHED] = "finished",
    [STORE_CLOSED] = "closed",
};

enum store_state match_store_state(const struct match *match)
{
    switch (match->phase) {
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

static json_t *seat_json(const struct match_seat *seat)
{
    switch (seat->kind) {
    case SEAT_OPEN:
        return json_pack("{ss}", "kind", "open");
    case SEAT_INVITED:
        return json_pack("{ss}", "kind", "invited");
    case SEAT_PERSON:
        return json_pack("{ssss}", "kind", "person", "who", seat->person);
    case SEAT_BOT:
        break;
    }
    return json_pack("{ssss}", "kind", "bot", "bot", seat->bot);
}

json_t *table_summary(const struct match *match)
{
    const struct table *table = &match->position.table;
    bool started = match->phase != MATCH_OPEN && match->phase != MATCH_CLOSED;
    json_t *seats = json_array(), *points = json_array(), *winners = json_array();
    for (unsigned seat = 0; seat < match->settings.seats; seat++) {
        json_array_append_new(seats, seat_json(&match->seat[seat]));
        if (started)
            json_array_append_new(points, json_integer(table->points[seat]));
        if (match->phase == MATCH_FINISHED && (table->winners >> seat & 1))
            json_array_append_new(winners, json_integer(seat + 1));
    }
    json_t *summary = json_pack("{sssosisoso}", "host", match->host, "seats", seats, "round",
                                (int)table->round, "points", points, "winners", winners);
    CHECK(summary);
    return summary;
}

json_t *table_json(const struct store_game *game, json_t *summary)
{
    json_t *settings = json_loads(game->settings, 0, NULL);
    json_t *table = NULL;
    if (settings && summary)
        table = json_pack("{sssssOsIsI}", "id", game->id, "state", store_state_names[game->state],
                          "settings", settings, "opened", (json_int_t)game->opened, "changed",
                          (json_int_t)game->changed);
    if (table)
        json_object_update(table, summary);
    json_decref(settings);
    json_decref(summary);
    return table;
}

void table_json_set_name(json_t *table, unsigned seat, const char *name)
{
    json_t *entry = json_array_get(json_object_get(table, "seats"), seat);
    if (entry && json_object_get(entry, "who"))
        json_object_set_new(entry, "name", json_string(name));
}

void summary_host(const char *summary, char host[PERSON_SIZE])
{
    json_t *object = json_loads(summary, 0, NULL);
    const char *id = json_string_value(json_object_get(object, "host"));
    struct text text;
    text_init(&text, host, PERSON_SIZE);
    text_add(&text, id ? id : "");
    json_decref(object);
}
