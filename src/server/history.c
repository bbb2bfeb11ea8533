/* What a table remembers; see history.h. */
#include "server/history.h"

#include <stdlib.h>
#include <string.h>

#include "core/check.h"

void history_keep(struct history *history, struct packet *packet)
{
    if (history->events == history->event_room) {
        history->event_room = history->event_room ? 2 * history->event_room : 16;
        history->event = realloc(history->event, history->event_room * sizeof(struct packet *));
        CHECK(history->event);
    }
    history->event[history->events++] = packet;
}

static void add_turn(struct history *history, const struct turn *turn)
{
    if (history->turns == history->turn_room) {
        history->turn_room = history->turn_room ? 2 * history->turn_room : 32;
        history->turn = realloc(history->turn, history->turn_room * sizeof *history->turn);
        CHECK(history->turn);
    }
    history->turn[history->turns++] = *turn;
}

void history_note(struct history *history, const struct match *after, const struct event *event)
{
    if (event->kind == EVENT_ROUND) {
        history->round_start = after->position;
        history->turns = 0;
    } else if (event->kind == EVENT_TURN) {
        add_turn(history, &event->turn);
    }
}

void history_release(struct history *history)
{
    for (uint32_t i = 0; i < history->events; i++)
        packet_release(history->event[i]);
    free(history->event);
    free(history->turn);
    memset(history, 0, sizeof *history);
}
