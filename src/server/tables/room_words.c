/* What is said about a room: TABLE, the people, the cards of somebody who follows. */
#include <string.h>

#include "core/check.h"
#include "protocol/told_message.h"
#include "server/tables/room_internal.h"
#include "server/tables/table_told.h"

_Static_assert(AUTHORS_MAX + SEATS_MAX <= TOLD_PEOPLE_MAX, "all people of a room can be told of");

/* `person` is whoever is told: the host gets the key. */
static void tell_table(const struct room *room, const char *person, struct told_table *told)
{
    const bool is_host = person[0] != '\0' && strcmp(room->match.state.host, person) == 0;
    told_table_of(told, &room->match.state, &room->match.position.table);
    told_of_party(told, &room->party);
    memcpy(told->id, room->id, sizeof told->id);
    told->opened = room->opened;
    told->changed = room->changed;
    for (unsigned seat = 0; seat < told->settings.seats; seat++)
        if (told->seat[seat].person[0] != '\0')
            memcpy(told->seat[seat].name, room->name[seat], sizeof told->seat[seat].name);
    if (is_host)
        memcpy(told->key, room->key, sizeof room->key);
    if (!match_is_revealed(&room->match))
        told->settings.seed_words[0] = '\0';
}

struct packet *room_table(const struct room *room, const char *person)
{
    struct told_table told;
    char buffer[TABLE_TEXT_SIZE];
    struct text text;
    tell_table(room, person, &told);
    text_init(&text, buffer, sizeof buffer);
    told_table_write(&told, &text);
    return packet_of_text(&text);
}

struct packet *room_listing(const struct room *room)
{
    struct told_table told;
    char buffer[TABLE_TEXT_SIZE];
    struct text text;
    tell_table(room, "", &told);
    told.has_mover = false;
    text_init(&text, buffer, sizeof buffer);
    told_table_write(&told, &text);
    return packet_of_text(&text);
}

struct packet *room_greeting(const struct room *room, const struct asker *asker)
{
    struct told_following told;
    char buffer[FOLLOWING_TEXT_SIZE];
    struct text text;
    tell_table(room, asker->identity.person, &told.table);
    told.seat = match_state_seat_of(&room->match.state, asker->identity.person);
    told.last = table_history_events(&room->history);
    told.since = room->match.state.since;
    told.has_re = asker->has_id;
    told.re = asker->id;
    text_init(&text, buffer, sizeof buffer);
    told_following_write(&told, &text);
    return packet_of_text(&text);
}

static void add_person(struct told_people *told, const char *person, const char *name, bool here,
                       bool seated)
{
    struct told_person *entry = &told->person[told->people++];
    memcpy(entry->id, person, sizeof entry->id);
    memcpy(entry->name, name, sizeof entry->name);
    entry->here = here;
    entry->seated = seated;
}

/* Those who sit or have a seat kept for them, and those who have written something. */
static void add_people(const struct room *room, struct told_people *told)
{
    const struct match_state *state = &room->match.state;
    for (unsigned seat = 0; seat < state->settings.seats; seat++) {
        const char *person = match_state_person_of(state, seat);
        if (person[0] != '\0')
            add_person(told, person, room->name[seat], room_has(room, person),
                       state->seat[seat].kind == SEAT_PERSON);
    }
    for (unsigned i = 0; i < room->history.authors; i++) {
        const struct author *author = &room->history.author[i];
        if (match_state_place_of(state, author->person) == SEAT_NONE)
            add_person(told, author->person, author->name, room_has(room, author->person), false);
    }
}

static unsigned count_watching(const struct room *room)
{
    unsigned watching = 0;
    for (unsigned i = 0; i < room->followers; i++)
        watching += match_state_seat_of(&room->match.state, room->follower[i].person) == SEAT_NONE;
    return watching;
}

/* Whether it matters to others that this person is here. */
static bool is_known(const struct room *room, const char *person)
{
    return person[0] != '\0' && (match_state_place_of(&room->match.state, person) != SEAT_NONE ||
                                 table_history_author(&room->history, person));
}

static bool follows_before(const struct room *room, unsigned place)
{
    for (unsigned i = 0; i < place; i++)
        if (strcmp(room->follower[i].person, room->follower[place].person) == 0)
            return true;
    return false;
}

void room_write_here(const struct room *room, struct text *text)
{
    text_add(text, "here ");
    text_add(text, room->id);
    text_add(text, " ");
    text_add_number(text, count_watching(room));
    for (unsigned i = 0; i < room->followers; i++) {
        const char *person = room->follower[i].person;
        if (!is_known(room, person) || follows_before(room, i))
            continue;
        text_add(text, " ");
        text_add(text, person);
    }
    CHECK(!text->cut);
}

struct packet *room_people(const struct room *room)
{
    struct told_people told;
    char buffer[PEOPLE_TEXT_SIZE];
    struct text text;
    told.people = 0; /* the rest is large and need not be cleared */
    add_people(room, &told);
    told.watching = count_watching(room);
    for (const struct crowd *crowd = room->crowds; crowd; crowd = crowd->next)
        told.watching += crowd->watching;
    text_init(&text, buffer, sizeof buffer);
    told_people_write(&told, &text);
    return packet_of_text(&text);
}

static struct packet *no_hand(struct answer *answer, enum objection objection, enum fault_id why)
{
    answer->objection = objection;
    fault_say_plain(&answer->fault, why, "");
    return NULL;
}

struct packet *room_hand(const struct room *room, const char *person, struct answer *answer)
{
    const struct match_state *state = &room->match.state;
    const unsigned seat = match_state_seat_of(state, person);
    struct hand hand;
    *answer = (struct answer){.objection = OBJECTION_NONE};
    if (seat == SEAT_NONE)
        return no_hand(answer, OBJECTION_FORBIDDEN, FAULT_NO_PLAYER);
    if (!match_hand(&room->match, seat, &hand))
        return no_hand(answer, OBJECTION_STATE,
                       state->phase == MATCH_PAUSE  ? FAULT_ROUND_OVER
                       : match_state_is_over(state) ? FAULT_GAME_OVER
                                                    : FAULT_GAME_NOT_STARTED);
    return hand_packet(&room->match, seat);
}

void room_send_hand(const struct room *room, const struct follower *follower, struct mail *mail)
{
    const unsigned seat = match_state_seat_of(&room->match.state, follower->person);
    struct hand hand;
    if (seat != SEAT_NONE && match_hand(&room->match, seat, &hand))
        mail_to_link(mail, follower->link, hand_packet(&room->match, seat));
}
