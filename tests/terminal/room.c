/* Messages written as a server writes them. */
#include "terminal/room.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

json_t *read_json(const char *format, ...)
{
    char text[4000];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    json_t *json = json_loads(text, 0, NULL);
    assert_non_null(json);
    return json;
}

static bool take(struct room *room, long number, int64_t at, const char *rest)
{
    json_t *json =
        read_json("{\"is\": \"event\", \"n\": %ld, \"at\": %lld, %s}", number, (long long)at, rest);
    const bool taken = remote_take_event(&room->state, json, room->why);
    json_decref(json);
    return taken;
}

void event(struct room *room, long number, int64_t at, const char *rest)
{
    if (!take(room, number, at, rest))
        fail_msg("%s", room->why);
}

bool takes_event(struct room *room, long number, const char *rest)
{
    return take(room, number, T, rest);
}

void people(struct room *room, const char *list)
{
    json_t *json = read_json("{\"is\": \"people\", \"people\": [%s], \"watching\": 2}", list);
    remote_take_people(&room->state, json);
    json_decref(json);
}

void open_room(struct room *room, const char *me, const char *clock, long last)
{
    memset(room, 0, sizeof *room);
    history_init(&room->source.history);
    remote_state_init(&room->state, &room->source);
    json_t *hello = read_json("{\"is\": \"hello\", \"now\": %d, \"you\": {\"id\": \"%s\"}}", T, me);
    json_t *table = read_json(
        "{\"is\": \"table\", \"last\": %ld, \"since\": 0, \"table\": {\"id\": \"x\", \"host\": "
        "\"ada\", \"state\": \"open\", \"settings\": {\"board\": \"transamerica\", \"clock\": %s, "
        "\"seats\": [\"me\", \"invited\", \"hard\"]}, \"seats\": [{\"kind\": \"person\", \"who\": "
        "\"ada\", \"name\": \"Ada\"}, {\"kind\": \"invited\"}, {\"kind\": \"bot\", \"bot\": "
        "\"hard\"}]}}",
        last, clock);
    remote_take_hello(&room->state, hello, 0); /* so that 0 here is T there */
    if (!remote_take_table(&room->state, table, room->why))
        fail_msg("%s", room->why);
    json_decref(hello);
    json_decref(table);
}

void start_game(struct room *room, unsigned first)
{
    char round[80];
    event(room, 1, T, "\"kind\": \"sit\", \"seat\": 2, \"who\": \"ben\"");
    event(room, 2, T, "\"kind\": \"start\"");
    snprintf(round, sizeof round, "\"kind\": \"round\", \"round\": 1, \"first\": %u", first);
    event(room, 3, T, round);
}

void close_room(struct room *room)
{
    history_release(&room->source.history);
}
