/* The history of a table; see table_history.h. */
#include "server/tables/table_history.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"

bool table_history_init(struct table_history *history)
{
    memset(history, 0, sizeof *history);
    history->log = event_log_new();
    return history->log != NULL;
}

void table_history_release(struct table_history *history)
{
    event_log_release(history->log);
    free(history->author);
    free(history->turn);
    free(history->ended);
    memset(history, 0, sizeof *history);
}

static bool add_turn(struct table_history *history, const struct turn *turn)
{
    if (!ARRAY_GROW(history->turn, history->turn_capacity, history->turns + 1))
        return false;
    history->turn[history->turns++] = *turn;
    return true;
}

static bool add_ended(struct table_history *history, const struct position *position)
{
    if (!ARRAY_GROW(history->ended, history->ended_capacity, history->ended_count + 1))
        return false;
    history->ended[history->ended_count++] = *position;
    return true;
}

const struct position *table_history_ended(const struct table_history *history, unsigned round)
{
    return round > 0 && round <= history->ended_count ? &history->ended[round - 1] : NULL;
}

struct author *table_history_author(const struct table_history *history, const char *person)
{
    for (unsigned i = 0; i < history->authors; i++) {
        if (strcmp(history->author[i].person, person) == 0)
            return &history->author[i];
    }
    return NULL;
}

/* Messages whose author was deleted have no author. */
static bool add_author(struct table_history *history, const char *person)
{
    if (person[0] == '\0' || table_history_author(history, person) != NULL)
        return true;
    if (history->author == NULL)
        history->author = calloc(AUTHORS_MAX, sizeof *history->author);
    if (history->author == NULL)
        return false;
    if (history->authors == AUTHORS_MAX) {
        history->authors--;
        memmove(history->author, history->author + 1, history->authors * sizeof *history->author);
    }
    struct author *author = &history->author[history->authors++];
    memset(author, 0, sizeof *author);
    memcpy(author->person, person, PERSON_SIZE);
    return true;
}

static bool note_words(struct table_history *history, const struct match *after,
                       const struct event *event)
{
    const size_t bytes = strlen(event->text) + sizeof event->person;
    history->talk_bytes += bytes;
    if (match_state_seat_of(&after->state, event->person) == SEAT_NONE)
        history->guest_talk_bytes += bytes;
    return add_author(history, event->person);
}

bool table_history_note(struct table_history *history, const struct match *after,
                        const struct event *event)
{
    switch (event->kind) {
    case EVENT_ROUND:
        history->round_start = after->position;
        history->turns = 0;
        return true;
    case EVENT_TURN:
        return add_turn(history, &event->turn);
    case EVENT_UNDO:
        history->turns -= event->turns;
        return true;
    case EVENT_END:
        return !after->state.settings.party || add_ended(history, &after->position);
    case EVENT_CHAT:
        return note_words(history, after, event);
    case EVENT_SIT:
    case EVENT_STAND:
    case EVENT_SEAT:
    case EVENT_AWAY:
    case EVENT_BACK:
    case EVENT_MUTE:
        history->comings++;
        return true;
    default:
        return true;
    }
}
