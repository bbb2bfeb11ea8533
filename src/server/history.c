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

struct author *history_author(const struct history *history, const char *person)
{
    for (unsigned i = 0; i < history->authors; i++)
        if (strcmp(history->author[i].person, person) == 0)
            return &history->author[i];
    return NULL;
}

/* Words that their author has deleted are nobody's. */
static void add_author(struct history *history, const char *person)
{
    if (person[0] == '\0' || history_author(history, person))
        return;
    if (!history->author) {
        history->author = calloc(AUTHORS_MAX, sizeof *history->author);
        CHECK(history->author);
    }
    if (history->authors == AUTHORS_MAX) {
        history->authors--;
        memmove(history->author, history->author + 1, history->authors * sizeof *history->author);
    }
    struct author *author = &history->author[history->authors++];
    memset(author, 0, sizeof *author);
    memcpy(author->person, person, PERSON_SIZE);
}

void history_note(struct history *history, const struct match *after, const struct event *event)
{
    if (event->kind == EVENT_ROUND) {
        history->round_start = after->position;
        history->turns = 0;
    } else if (event->kind == EVENT_TURN) {
        add_turn(history, &event->turn);
    } else if (event->kind == EVENT_CHAT) {
        add_author(history, event->person);
    }
}

void history_release(struct history *history)
{
    for (uint32_t i = 0; i < history->events; i++)
        packet_release(history->event[i]);
    free(history->event);
    free(history->author);
    free(history->turn);
    memset(history, 0, sizeof *history);
}
