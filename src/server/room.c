/* A table in memory: followers, questions, clocks; see room.h. */
#include "server/room.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "core/check.h"
#include "server/change.h"
#include "server/hub.h"
#include "server/identity.h"
#include "server/room_internal.h"
#include "server/settings.h"
#include "server/table_json.h"

#define IDLE_MS           (10 * 60 * INT64_C(1000))
#define IDLE_WHEN_OVER_MS (60 * INT64_C(1000))

/* ---- Life ------------------------------------------------------------------------------------ */

struct room *room_new(struct hub *hub, const char *id)
{
    struct room *room = calloc(1, sizeof *room);
    CHECK(room && strlen(id) < TABLE_ID_SIZE);
    room->hub = hub;
    memcpy(room->id, id, strlen(id) + 1);
    room->state = ROOM_LOADING;
    room->due = MATCH_NEVER;
    room->idle_since = now_ms();
    return room;
}

void room_release(struct room *room)
{
    CHECK(!room->waiting && !room->change);
    while (room->links)
        room_unfollow(room->links);
    history_release(&room->history);
    free(room);
}

struct room *room_open(struct hub *hub, const struct match_settings *settings, struct link *host)
{
    char id[TABLE_ID_SIZE];
    uint8_t seed[SEED_SIZE];
    struct message message = {.kind = MESSAGE_START};
    random_id(id, TABLE_ID_SIZE - 1);
    struct room *room = room_new(hub, id);
    room->opened = room->changed = now_ms();
    table_seed(hub->secret, settings, seed);
    match_init(&room->match, settings, host->identity.person, seed, room->opened);
    room->state = ROOM_READY;
    hub_add_room(hub, room);
    struct change *change = change_begin(room, host, &message);
    change_adds_table(change);
    match_open(&room->match, room->opened, change_listener(change));
    change_submit(change);
    return room;
}

/* ---- What is said about it ------------------------------------------------------------------- */

/* `person` is whoever is told: the host gets the key. */
static json_t *room_json(const struct room *room, const char *person)
{
    char settings[SETTINGS_TEXT_SIZE];
    struct text text;
    struct store_game game = {
        .id = room->id,
        .state = match_store_state(&room->match),
        .opened = room->opened,
        .changed = room->changed,
        .settings = settings,
    };
    text_init(&text, settings, sizeof settings);
    settings_write(&room->match.settings, &text);
    json_t *table = table_json(&game, table_summary(&room->match));
    CHECK(table);
    for (unsigned seat = 0; seat < room->match.settings.seats; seat++)
        table_json_set_name(table, seat, room->name[seat]);
    if (person[0] != '\0' && strcmp(room->match.host, person) == 0) {
        char key[KEY_SIZE];
        invitation_key(room->hub->secret, room->id, key);
        json_object_set_new(table, "key", json_string(key));
    }
    return table;
}

json_t *room_public_json(const struct room *room)
{
    return room_json(room, "");
}

void room_answer_table(struct room *room, struct link *link)
{
    link->answered(link, 200, packet_of_json(room_json(room, link->identity.person)));
}

static void send_json(struct link *link, json_t *json)
{
    link_give(link, packet_of_json(json));
}

static bool is_here(const struct room *room, const char *person)
{
    for (const struct link *link = room->links; link; link = link->next_in_room)
        if (strcmp(link->identity.person, person) == 0)
            return true;
    return false;
}

static void note_presence(struct room *room)
{
    int64_t now = now_ms();
    for (unsigned seat = 0; seat < room->match.settings.seats; seat++) {
        const struct match_seat *taken = &room->match.seat[seat];
        int64_t *gone = &room->presence.gone_since[seat];
        if (taken->kind != SEAT_PERSON || is_here(room, taken->person))
            *gone = 0;
        else if (*gone == 0)
            *gone = now;
    }
    if (room->links)
        room->idle_since = 0;
    else if (room->idle_since == 0)
        room->idle_since = now;
    room->due = match_due(&room->match, &room->presence);
}

static void add_person(json_t *people, const char *person, const char *name, bool here, bool seated)
{
    json_array_append_new(people, json_pack("{sssssbsb}", "id", person, "name", name, "here", here,
                                            "seated", seated));
}

/* Those who sit, and those who have written something. */
static json_t *people_json(const struct room *room)
{
    json_t *people = json_array();
    for (unsigned seat = 0; seat < room->match.settings.seats; seat++)
        if (room->match.seat[seat].kind == SEAT_PERSON)
            add_person(people, room->match.seat[seat].person, room->name[seat],
                       room->presence.gone_since[seat] == 0, true);
    for (unsigned i = 0; i < room->history.authors; i++) {
        const struct author *author = &room->history.author[i];
        if (match_seat_of(&room->match, author->person) == SEAT_NONE)
            add_person(people, author->person, author->name, is_here(room, author->person), false);
    }
    return people;
}

void room_send_people(struct room *room)
{
    note_presence(room);
    if (!room->links)
        return;
    int watching = 0;
    for (struct link *link = room->links; link; link = link->next_in_room)
        watching += match_seat_of(&room->match, link->identity.person) == SEAT_NONE;
    struct packet *packet = packet_of_json(
        json_pack("{sssosi}", "is", "people", "people", people_json(room), "watching", watching));
    for (struct link *link = room->links; link; link = link->next_in_room)
        link_send(link, packet);
    packet_release(packet);
}

/* ---- Followers ------------------------------------------------------------------------------- */

void room_follow(struct room *room, struct link *link, const struct message *message)
{
    uint32_t after = message->after;
    CHECK(room->state == ROOM_READY);
    room_unfollow(link);
    link->in_lobby = false;
    link->room = room;
    link->previous_in_room = NULL;
    link->next_in_room = room->links;
    if (room->links)
        room->links->previous_in_room = link;
    room->links = link;
    unsigned seat = match_seat_of(&room->match, link->identity.person);
    json_t *table =
        json_pack("{sssosisIsI}", "is", "table", "table", room_json(room, link->identity.person),
                  "seat", seat == SEAT_NONE ? 0 : (int)seat + 1, "last",
                  (json_int_t)room->history.events, "since", (json_int_t)room->match.since);
    if (message->has_id)
        json_object_set_new(table, "re", json_integer(message->id));
    send_json(link, table);
    for (uint32_t n = after > room->history.events ? 0 : after; n < room->history.events; n++)
        link_send(link, room->history.event[n]);
    room_send_hand(room, link);
    room_send_people(room);
}

void room_unfollow(struct link *link)
{
    struct room *room = link->room;
    if (!room)
        return;
    if (link->previous_in_room)
        link->previous_in_room->next_in_room = link->next_in_room;
    else
        room->links = link->next_in_room;
    if (link->next_in_room)
        link->next_in_room->previous_in_room = link->previous_in_room;
    link->room = NULL;
    if (room->state != ROOM_LOADING)
        room_send_people(room);
}

static void put_name(char kept[NAME_SIZE], const char *name)
{
    struct text text;
    text_init(&text, kept, NAME_SIZE);
    text_add(&text, name);
}

void room_rename(struct room *room, const char *person, const char *name)
{
    unsigned seat = match_seat_of(&room->match, person);
    struct author *author = history_author(&room->history, person);
    if (room->state == ROOM_LOADING || (seat == SEAT_NONE && !author))
        return;
    if (seat != SEAT_NONE)
        put_name(room->name[seat], name);
    if (author)
        put_name(author->name, name);
    room_send_people(room);
}

/* ---- What is asked for ----------------------------------------------------------------------- */

static void ask_match(struct room *room, struct link *link, const struct message *message,
                      const struct asking *asking, struct answer *answer)
{
    struct match *match = &room->match;
    switch (message->kind) {
    case MESSAGE_SIT:
        match_sit(match, asking, message->seat,
                  invitation_is_true(room->hub->secret, room->id, message->key) ||
                      strcmp(match->host, link->identity.person) == 0,
                  answer);
        break;
    case MESSAGE_STAND:
        match_stand(match, asking, answer);
        break;
    case MESSAGE_SEAT:
        match_seat(match, asking, message->seat, message->as.kind, message->as.bot, answer);
        break;
    case MESSAGE_FILL:
        match_fill(match, asking, message->as.bot, answer);
        break;
    case MESSAGE_START:
        match_start(match, asking, answer);
        break;
    case MESSAGE_CLOSE:
        match_close(match, asking, answer);
        break;
    case MESSAGE_TURN:
        match_turn(match, asking, message->after, message->turn, strlen(message->turn), answer);
        break;
    case MESSAGE_READY:
        match_ready(match, asking, message->after, answer);
        break;
    case MESSAGE_LEAVE:
        match_leave(match, asking, answer);
        break;
    case MESSAGE_BACK:
        match_back(match, asking, answer);
        break;
    case MESSAGE_AWAY:
        match_send_away(match, asking, message->seat, answer);
        break;
    case MESSAGE_CHAT:
        match_chat(match, asking, message->text, answer);
        break;
    case MESSAGE_MUTE:
        match_mute(match, asking, message->person, message->on, answer);
        break;
    case MESSAGE_FOLLOW:
    case MESSAGE_LOBBY:
    case MESSAGE_PING:
    case MESSAGE_KINDS:
        CHECK(!"the hub takes these itself");
    }
}

void room_ask(struct room *room, struct link *link, const struct message *message)
{
    CHECK(room->state == ROOM_READY);
    struct answer answer;
    struct change *change = change_begin(room, link, message);
    struct asking asking = {
        .person = link->identity.person,
        .now = now_ms(),
        .listener = change_listener(change),
    };
    ask_match(room, link, message, &asking, &answer);
    if (change_events(change) > 0) {
        change_submit(change);
        return;
    }
    change_drop(change);
    if (answer.objection != OBJECTION_NONE)
        hub_send_error(link, message, objection_names[answer.objection], answer.rule, answer.text);
    else
        hub_send_done(link, message, answer.number, true);
}

/* Whether the person sits there or has said something. */
static bool mentions(const struct room *room, const char *person)
{
    for (uint32_t n = 0; n < room->history.events; n++)
        if (strstr(packet_text(room->history.event[n]), person))
            return true;
    return false;
}

void room_forget(struct room *room, const char *person)
{
    struct answer answer;
    if (room->state == ROOM_LOADING || !mentions(room, person))
        return;
    room->outdated = true;
    if (room->state != ROOM_READY)
        return;
    struct change *change = change_begin(room, NULL, NULL);
    struct asking asking = {
        .person = person,
        .now = now_ms(),
        .listener = change_listener(change),
    };
    if (room->match.phase == MATCH_OPEN)
        match_stand(&room->match, &asking, &answer);
    else
        match_leave(&room->match, &asking, &answer);
    if (change_events(change) > 0) {
        change_submit(change);
    } else {
        change_drop(change);
        room_settle(room);
    }
}

/* ---- What happens by itself ------------------------------------------------------------------ */

void room_serve(struct room *room)
{
    while (room->waiting && room->state != ROOM_BUSY && room->state != ROOM_LOADING) {
        struct link *link = room->waiting;
        room->waiting = link->next_waiting;
        link->awaited = NULL;
        link->resume(link);
    }
}

void room_settle(struct room *room)
{
    if (room->state == ROOM_READY && room->outdated && !room->hub->stopping) {
        room->outdated = false;
        room_load(room);
    } else if (room->state == ROOM_READY) {
        room->due = match_due(&room->match, &room->presence);
        room_ask_bot(room);
    }
    room_serve(room);
}

void room_bot_turn(struct room *room, uint32_t changed, const struct turn *turn)
{
    CHECK(room->state == ROOM_READY);
    room->bot_asked = false;
    /* Its person may have come back, or the room has been read again. */
    if (room->match.changed != changed || !match_bot_to_move(&room->match)) {
        room_ask_bot(room);
        return;
    }
    struct change *change = change_begin(room, NULL, NULL);
    match_bot_turn(&room->match, turn, now_ms(), change_listener(change));
    change_submit(change);
}

static bool is_over(const struct room *room)
{
    return room->match.phase == MATCH_FINISHED || room->match.phase == MATCH_CLOSED;
}

/* Whether nothing happens here unless somebody comes; tables in the list wait for that. */
static bool is_quiet(const struct room *room)
{
    bool waits = room->match.phase == MATCH_OPEN && !room->match.settings.listed;
    return !room->bot_asked && (room->due == MATCH_NEVER || waits);
}

void room_tick(struct room *room, int64_t now)
{
    if (room->state == ROOM_DOUBTFUL && now >= room->retry_at) {
        room_load(room);
        return;
    }
    if (room->state != ROOM_READY)
        return;
    if (now >= room->due) {
        struct change *change = change_begin(room, NULL, NULL);
        match_tick(&room->match, &room->presence, now, change_listener(change));
        if (change_events(change) > 0)
            change_submit(change);
        else
            change_drop(change);
        return;
    }
    int64_t patience = is_over(room) ? IDLE_WHEN_OVER_MS : IDLE_MS;
    if (room->idle_since != 0 && now - room->idle_since >= patience && is_quiet(room))
        hub_drop_room(room->hub, room);
}
