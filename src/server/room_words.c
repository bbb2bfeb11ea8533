/* What is said about a room: TABLE, the people, the cards of somebody who follows. */
#include <string.h>

#include "core/check.h"
#include "server/room_internal.h"
#include "server/table_json.h"
#include "json/json_text.h"

/* Room for the 64 authors and six seats, every letter of a name escaped. */
enum { PEOPLE_TEXT_SIZE = (AUTHORS_MAX + SEATS_MAX) * (2 * NAME_SIZE + PERSON_SIZE + 64) + 64 };

/* `person` is whoever is told: the host gets the key. */
static void write_table(const struct room *room, const char *person, struct text *text)
{
    const bool is_host = person[0] != '\0' && strcmp(room->match.state.host, person) == 0;
    struct table_summary summary;
    summary_of_match(&summary, &room->match);
    const struct table_facts facts = {
        .id = room->id,
        .state = match_store_state(&room->match),
        .opened = room->opened,
        .changed = room->changed,
        .settings = &room->match.state.settings,
        .summary = &summary,
        .name = room->name,
        .key = is_host ? room->key : NULL,
        .party = &room->party,
        .revealed = match_is_revealed(&room->match),
    };
    table_write(&facts, text);
}

struct packet *room_table(const struct room *room, const char *person)
{
    char buffer[TABLE_TEXT_SIZE];
    struct text text;
    text_init(&text, buffer, sizeof buffer);
    write_table(room, person, &text);
    return packet_of_text(&text);
}

struct packet *room_greeting(const struct room *room, const struct asker *asker)
{
    char buffer[TABLE_TEXT_SIZE + 256];
    struct text text;
    const unsigned seat = match_state_seat_of(&room->match.state, asker->identity.person);
    text_init(&text, buffer, sizeof buffer);
    json_open(&text, '{');
    json_add_string_field(&text, "is", "table");
    json_add_key(&text, "table");
    write_table(room, asker->identity.person, &text);
    json_add_number_field(&text, "seat", seat == SEAT_NONE ? 0 : (long)seat + 1);
    json_add_number_field(&text, "last", (long)table_history_events(&room->history));
    json_add_number_field(&text, "since", (long)room->match.state.since);
    if (asker->has_id)
        json_add_number_field(&text, "re", (long)asker->id);
    json_close(&text, '}');
    CHECK(!text.cut);
    return packet_of_text(&text);
}

static void add_person(struct text *text, const char *person, const char *name, bool here,
                       bool seated)
{
    json_open(text, '{');
    json_add_string_field(text, "id", person);
    json_add_string_field(text, "name", name);
    json_add_bool_field(text, "here", here);
    json_add_bool_field(text, "seated", seated);
    json_close(text, '}');
}

/* Those who sit, and those who have written something. */
static void add_people(const struct room *room, struct text *text)
{
    for (unsigned seat = 0; seat < room->match.state.settings.seats; seat++)
        if (room->match.state.seat[seat].kind == SEAT_PERSON)
            add_person(text, room->match.state.seat[seat].person, room->name[seat],
                       room->presence.gone_since[seat] == 0, true);
    for (unsigned i = 0; i < room->history.authors; i++) {
        const struct author *author = &room->history.author[i];
        if (match_state_seat_of(&room->match.state, author->person) == SEAT_NONE)
            add_person(text, author->person, author->name, room_has(room, author->person), false);
    }
}

struct packet *room_people(const struct room *room)
{
    char buffer[PEOPLE_TEXT_SIZE];
    struct text text;
    long watching = 0;
    for (unsigned i = 0; i < room->followers; i++)
        watching += match_state_seat_of(&room->match.state, room->follower[i].person) == SEAT_NONE;
    text_init(&text, buffer, sizeof buffer);
    json_open(&text, '{');
    json_add_string_field(&text, "is", "people");
    json_add_key(&text, "people");
    json_open(&text, '[');
    add_people(room, &text);
    json_close(&text, ']');
    json_add_number_field(&text, "watching", watching);
    json_close(&text, '}');
    CHECK(!text.cut);
    return packet_of_text(&text);
}

void room_send_hand(const struct room *room, const struct follower *follower, struct mail *mail)
{
    const unsigned seat = match_state_seat_of(&room->match.state, follower->person);
    struct hand hand;
    if (seat != SEAT_NONE && match_hand(&room->match, seat, &hand))
        mail_to_link(mail, follower->link, hand_packet(&room->match, seat));
}
