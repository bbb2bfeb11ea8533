/* What a server says: see server.h. */
#include "follow/server.h"

#include <string.h>

#include "base/check.h"
#include "rules/record_write.h"

static void say_text(char *to, size_t size, const char *text)
{
    CHECK(strlen(text) < size);
    memset(to, 0, size);
    memcpy(to, text, strlen(text));
}

static void show_hands(struct told_event *told, const struct position *position)
{
    told->has_hands = true;
    memcpy(told->hand, position->hand, sizeof told->hand);
}

static void say_end(struct told_event *told, const struct match *after)
{
    const struct table *table = &after->position.table;
    told->round = table->round;
    told->connected = table->connected;
    memcpy(told->lost, table->lost, sizeof told->lost);
    memcpy(told->points, table->points, sizeof told->points);
    told->has_barrier = record_has_barrier(after->state.settings.board, table);
    told->barrier = told->has_barrier ? table->barrier : (int16_t)0;
    if (!after->state.settings.party)
        show_hands(told, &after->position);
}

void say_event(struct told_event *told, const struct match *after, const struct event *event,
               const struct position *ended)
{
    const struct table *table = &after->position.table;
    memset(told, 0, sizeof *told);
    told->number = after->state.events;
    memcpy(&told->event, event, sizeof *event);
    if (event->kind == EVENT_ROUND) {
        told->round = table->round;
        told->first = table->first;
        if (table->variants & VARIANT_OPEN_CARDS)
            show_hands(told, &after->position);
    } else if (event->kind == EVENT_END) {
        say_end(told, after);
    } else if (event->kind == EVENT_RESULT) {
        told->winners = table->winners;
        if (!after->state.settings.party)
            say_text(told->seed, sizeof told->seed, "0123456789abcdef");
    } else if (event->kind == EVENT_REVEAL && ended) {
        told->round = ended->table.round;
        show_hands(told, ended);
    }
    if (event->kind == EVENT_REVEAL && match_is_revealed(after))
        say_text(told->seed, sizeof told->seed, "0123456789abcdef");
}

void say_table(struct told_following *told, const struct match *match, const char *person)
{
    const struct match_state *state = &match->state;
    memset(told, 0, sizeof *told);
    say_text(told->table.id, sizeof told->table.id, "q7m2x9kd4wpz");
    memcpy(told->table.host, state->host, PERSON_SIZE);
    if (strcmp(state->host, person) == 0)
        say_text(told->table.key, sizeof told->table.key, "key");
    told->table.settings = state->settings;
    told->table.settings.party = false; /* told by the number of tables */
    told->table.party = state->settings.party ? 2 : 0;
    for (unsigned seat = 0; seat < state->settings.seats; seat++) {
        told->table.seat[seat].kind = state->seat[seat].kind;
        memcpy(told->table.seat[seat].person, state->seat[seat].person, PERSON_SIZE);
        memcpy(told->table.seat[seat].bot, state->seat[seat].bot, BOT_NAME_SIZE);
    }
    told->seat = match_state_seat_of(state, person);
    told->last = state->events;
    told->since = state->since;
}

bool say_cards(struct told_hand *told, const struct match *match, const char *person)
{
    memset(told, 0, sizeof *told);
    told->seat = match_state_seat_of(&match->state, person);
    told->round = match->position.table.round;
    return told->seat != SEAT_NONE && match_hand(match, told->seat, &told->hand);
}

void say_people(struct told_people *told, const struct match *match, unsigned gone)
{
    memset(told, 0, sizeof *told);
    for (unsigned seat = 0; seat < match->state.settings.seats; seat++) {
        const struct match_seat *taken = &match->state.seat[seat];
        if (taken->kind != SEAT_PERSON)
            continue;
        struct told_person *person = &told->person[told->people++];
        memcpy(person->id, taken->person, PERSON_SIZE);
        say_text(person->name, sizeof person->name, taken->person);
        person->name[0] = (char)(person->name[0] - 'a' + 'A');
        person->here = !(gone >> seat & 1);
        person->seated = true;
    }
    told->watching = 1;
}

void say_hello(struct told_hello *told, const char *person, int64_t now)
{
    memset(told, 0, sizeof *told);
    say_text(told->id, sizeof told->id, person);
    told->now = now;
}
