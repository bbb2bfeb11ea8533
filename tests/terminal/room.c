/* Writes messages as a server does. */
#include "terminal/room.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool hears(struct room *room, const char *format, ...)
{
    char text[8000];
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    assert_in_range(length, 0, sizeof text - 1);
    room->why[0] = '\0';
    return server_table_receive(&room->table, text, 0, room->why);
}

static bool take(struct room *room, long number, int64_t at, const char *rest)
{
    return hears(room, "{\"is\": \"event\", \"n\": %ld, \"at\": %lld, %s}", number, (long long)at,
                 rest);
}

void event(struct room *room, long number, int64_t at, const char *rest)
{
    if (!take(room, number, at, rest))
        fail_msg("%s: %s", rest, room->why);
}

bool takes_event(struct room *room, long number, const char *rest)
{
    return take(room, number, T, rest);
}

void people(struct room *room, const char *list)
{
    if (!hears(room, "{\"is\": \"people\", \"people\": [%s], \"watching\": 2}", list))
        fail_msg("%s", room->why);
}

void enter_room(struct room *room)
{
    memset(room, 0, sizeof *room);
    history_init(&room->source.history);
    server_table_init(&room->table, &room->source);
}

bool describe_room(struct room *room, const char *clock, long last)
{
    return hears(room,
                 "{\"is\": \"table\", \"last\": %ld, \"since\": 0, \"seat\": 0, \"table\": {"
                 "\"id\": \"x\", \"host\": \"ada\", \"state\": \"open\", \"opened\": 0, "
                 "\"changed\": 0, \"settings\": {\"board\": \"transamerica\", \"clock\": %s, "
                 "\"seats\": [\"me\", \"invited\", \"hard\"]}, \"seats\": [{\"kind\": \"person\", "
                 "\"who\": \"ada\", \"name\": \"Ada\"}, {\"kind\": \"invited\"}, {\"kind\": "
                 "\"bot\", \"bot\": \"hard\"}], \"round\": 0, \"points\": [], \"winners\": []}}",
                 last, clock);
}

void open_room(struct room *room, const char *me, const char *clock, long last)
{
    enter_room(room);
    if (!hears(room, "{\"is\": \"hello\", \"now\": %d, \"you\": {\"id\": \"%s\", \"name\": \"\"}}",
               T, me) || /* so that local time 0 is server time T */
        !describe_room(room, clock, last))
        fail_msg("%s", room->why);
    event(room, 1, T, "\"kind\": \"sit\", \"seat\": 1, \"who\": \"ada\"");
}

void start_game(struct room *room, unsigned first)
{
    char round[80];
    event(room, 2, T, "\"kind\": \"sit\", \"seat\": 2, \"who\": \"ben\"");
    event(room, 3, T, "\"kind\": \"start\", \"commitment\": \"00\"");
    snprintf(round, sizeof round, "\"kind\": \"round\", \"round\": 1, \"first\": %u", first);
    event(room, 4, T, round);
}

void close_room(struct room *room)
{
    history_release(&room->source.history);
}
