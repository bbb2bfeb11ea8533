/* The words for events, and which events refer to a seat or a person. */
#include "match/event.h"

const char *const event_kind_names[EVENT_KINDS] = {
    [EVENT_SIT] = "sit",       [EVENT_STAND] = "stand",     [EVENT_SEAT] = "seat",
    [EVENT_START] = "start",   [EVENT_ROUND] = "round",     [EVENT_TURN] = "turn",
    [EVENT_END] = "end",       [EVENT_READY] = "ready",     [EVENT_AWAY] = "away",
    [EVENT_BACK] = "back",     [EVENT_RESULT] = "result",   [EVENT_CLOSE] = "close",
    [EVENT_CHAT] = "chat",     [EVENT_MUTE] = "mute",       [EVENT_REVEAL] = "reveal",
    [EVENT_KEEP] = "keep",     [EVENT_REMATCH] = "rematch", [EVENT_TAKEBACK] = "takeback",
    [EVENT_ANSWER] = "answer", [EVENT_UNDO] = "undo",
};
const char *const away_reason_names[3] = {"time", "left", "gone"};
const char *const close_reason_names[2] = {"host", "old"};

bool event_names_seat(enum event_kind kind)
{
    return kind == EVENT_SIT || kind == EVENT_STAND || kind == EVENT_SEAT || kind == EVENT_TURN ||
           kind == EVENT_READY || kind == EVENT_AWAY || kind == EVENT_BACK || kind == EVENT_KEEP ||
           kind == EVENT_TAKEBACK || kind == EVENT_ANSWER || kind == EVENT_UNDO;
}

bool event_names_person(enum event_kind kind)
{
    return kind == EVENT_SIT || kind == EVENT_CHAT || kind == EVENT_MUTE || kind == EVENT_KEEP ||
           kind == EVENT_REMATCH;
}
