/* Events on their way to disk, and from there to everybody; see change.h. */
#include "server/change.h"

#include <jansson.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "board/json_text.h"
#include "core/check.h"
#include "server/event_json.h"
#include "server/room_internal.h"
#include "server/saved.h"
#include "server/settings.h"
#include "server/table_json.h"

struct change_event {
    struct packet *packet; /* the message */
    char *body;            /* for the store */
    int64_t at;
    char author[PERSON_SIZE];       /* of what goes with its author */
    struct packet *hand[SEATS_MAX]; /* for the persons of a round that is dealt */
};

struct change {
    struct job job;
    struct room *room;
    char table[TABLE_ID_SIZE];
    uint32_t first; /* the number of the first event */
    unsigned count, turns;
    bool starts, finishes, names_author;
    struct change_event event[CHANGE_EVENTS_MAX];

    /* What else is to be written. */
    bool adds_table, updates_table, listed;
    enum store_state state;
    int64_t opened, now;
    char *settings, *summary;
    char seed[2 * SEED_SIZE + 1];
    char person[PERSON_SIZE]; /* to be known before the rest; "" for nobody */
    bool seat_changed[SEATS_MAX];
    char seat_person[SEATS_MAX][PERSON_SIZE];

    struct link *link;
    struct message message; /* its kind and id */
};

/* ---- What happens ---------------------------------------------------------------------------- */

static struct packet *hand_packet(const struct match *match, unsigned seat)
{
    const struct board *board = match->settings.board;
    char buffer[512];
    struct text text;
    struct hand hand;
    CHECK(match_hand(match, seat, &hand));
    text_init(&text, buffer, sizeof buffer);
    json_open(&text, '{');
    json_add_string_field(&text, "is", "hand");
    json_add_number_field(&text, "round", match->position.table.round);
    json_add_number_field(&text, "seat", (long)seat + 1);
    json_add_key(&text, "cities");
    json_open(&text, '[');
    for (unsigned group = 0; group < GROUPS; group++)
        json_add_string(&text, board->city[hand.city[group]].id);
    json_close(&text, ']');
    json_close(&text, '}');
    CHECK(!text.cut);
    return packet_new(buffer, text.used);
}

void room_send_hand(struct room *room, struct link *link)
{
    unsigned seat = match_seat_of(&room->match, link->identity.person);
    struct hand hand;
    if (seat == SEAT_NONE || !match_hand(&room->match, seat, &hand))
        return;
    struct packet *packet = hand_packet(&room->match, seat);
    link_give(link, packet);
}

/* Whoever writes for the first time has a name that nobody has been told yet. */
static void note_author(struct change *change, const struct event *event)
{
    struct text name;
    if (event->kind != EVENT_CHAT || !change->link)
        return;
    struct author *author = history_author(&change->room->history, event->person);
    if (!author || strcmp(author->name, change->link->identity.name) == 0)
        return;
    text_init(&name, author->name, NAME_SIZE);
    text_add(&name, change->link->identity.name);
    change->names_author = true;
}

/* The names on the seats, and what the store keeps beside the events. */
static void note_seat(struct change *change, const struct match *match, const struct event *event)
{
    struct room *room = change->room;
    struct text name;
    if (event->kind != EVENT_SIT && event->kind != EVENT_STAND && event->kind != EVENT_SEAT)
        return;
    change->seat_changed[event->seat] = true;
    memcpy(change->seat_person[event->seat], match->seat[event->seat].person, PERSON_SIZE);
    text_init(&name, room->name[event->seat], NAME_SIZE);
    if (event->kind == EVENT_SIT && change->link)
        text_add(&name, change->link->identity.name);
}

static struct packet *event_packet(const struct match *match, const struct event *event,
                                   char **kept_body)
{
    char body[EVENT_BODY_SIZE], message[EVENT_MESSAGE_SIZE];
    struct text text;
    text_init(&text, body, sizeof body);
    event_body_write(&text, match, event);
    CHECK(!text.cut);
    *kept_body = strdup(body);
    CHECK(*kept_body);
    size_t length = text.used;
    text_init(&text, message, sizeof message);
    event_message_write(&text, match->events, event->at, body, length);
    CHECK(!text.cut);
    return packet_new(message, text.used);
}

static bool changes_summary(enum event_kind kind)
{
    return kind != EVENT_TURN && kind != EVENT_READY && kind != EVENT_AWAY && kind != EVENT_BACK &&
           kind != EVENT_CHAT && kind != EVENT_MUTE;
}

static void happened(void *context, const struct match *match, const struct event *event)
{
    struct change *change = context;
    CHECK(change->count < CHANGE_EVENTS_MAX);
    struct change_event *kept = &change->event[change->count++];
    kept->packet = event_packet(match, event, &kept->body);
    kept->at = event->at;
    if (event->kind == EVENT_CHAT)
        memcpy(kept->author, event->person, PERSON_SIZE);
    if (event->kind == EVENT_ROUND)
        for (unsigned seat = 0; seat < match->settings.seats; seat++)
            if (match->seat[seat].kind == SEAT_PERSON)
                kept->hand[seat] = hand_packet(match, seat);
    change->turns += event->kind == EVENT_TURN;
    change->starts |= event->kind == EVENT_START;
    change->finishes |= event->kind == EVENT_RESULT;
    change->updates_table |= changes_summary(event->kind);
    note_seat(change, match, event);
    history_note(&change->room->history, match, event);
    note_author(change, event);
}

struct match_listener change_listener(struct change *change)
{
    return (struct match_listener){.happened = happened, .context = change};
}

unsigned change_events(const struct change *change)
{
    return change->count;
}

struct change *change_begin(struct room *room, struct link *link, const struct message *message)
{
    CHECK(room->state == ROOM_READY);
    struct change *change = calloc(1, sizeof *change);
    CHECK(change);
    change->room = room;
    memcpy(change->table, room->id, sizeof change->table);
    change->first = room->match.events + 1;
    change->now = now_ms();
    if (link) {
        change->link = link;
        change->message.kind = message->kind;
        change->message.has_id = message->has_id;
        change->message.id = message->id;
        memcpy(change->person, link->identity.person, PERSON_SIZE);
    }
    return change;
}

void change_adds_table(struct change *change)
{
    const struct room *room = change->room;
    char buffer[SETTINGS_TEXT_SIZE];
    struct text text;
    change->adds_table = true;
    change->listed = room->match.settings.listed;
    change->opened = room->opened;
    text_init(&text, buffer, sizeof buffer);
    settings_write(&room->match.settings, &text);
    CHECK(!text.cut);
    change->settings = strdup(buffer);
    CHECK(change->settings);
    sodium_bin2hex(change->seed, sizeof change->seed, room->match.position.seed, SEED_SIZE);
}

void change_drop(struct change *change)
{
    for (unsigned i = 0; i < change->count; i++) {
        packet_release(change->event[i].packet);
        free(change->event[i].body);
        for (unsigned seat = 0; seat < SEATS_MAX; seat++)
            packet_release(change->event[i].hand[seat]);
    }
    sodium_memzero(change->seed, sizeof change->seed);
    free(change->settings);
    free(change->summary);
    free(change);
}

/* ---- To disk --------------------------------------------------------------------------------- */

static enum store_result write_table(const struct change *change, struct store *store)
{
    struct store_game game = {
        .id = change->table,
        .state = change->state,
        .listed = change->listed,
        .opened = change->opened,
        .changed = change->now,
        .settings = change->settings,
        .secret = change->seed,
        .summary = change->summary,
    };
    if (change->adds_table)
        return store_game_add(store, &game);
    return store_game_update(store, change->table, change->state, change->now, change->summary);
}

static struct store_event stored_event(const struct change *change, unsigned place)
{
    const struct change_event *event = &change->event[place];
    return (struct store_event){
        .game = change->table,
        .number = change->first + place,
        .at = event->at,
        .author = event->author,
        .body = event->body,
    };
}

/* A person whom the store is to know: who opened the table, sits there or has written something. */
static bool names_person(const struct change *change)
{
    bool named = change->adds_table;
    for (unsigned i = 0; i < change->count; i++)
        named |= change->event[i].author[0] != '\0';
    for (unsigned seat = 0; seat < SEATS_MAX; seat++)
        named |= change->seat_changed[seat];
    return named && change->person[0] != '\0';
}

/* All but a new table and the events. */
static enum store_result write_rest(const struct change *change, struct store *store)
{
    enum store_result result = STORE_OK;
    if (change->updates_table && !change->adds_table)
        result = write_table(change, store);
    for (unsigned seat = 0; seat < SEATS_MAX && result == STORE_OK; seat++)
        if (change->seat_changed[seat])
            result = store_seat_set(store, change->table, seat + 1, change->seat_person[seat]);
    if (result == STORE_OK && names_person(change))
        result = store_person_add(store, change->person, change->now);
    return result;
}

/* The events come first: when one of their numbers is taken, nothing at all is written. */
static enum store_result write_change(struct job *job, struct store *store)
{
    const struct change *change = (const struct change *)job;
    enum store_result result = STORE_OK;
    if (change->adds_table)
        result = write_table(change, store);
    for (unsigned i = 0; i < change->count && result == STORE_OK; i++) {
        struct store_event event = stored_event(change, i);
        result = store_event_add(store, &event);
    }
    return result == STORE_OK ? write_rest(change, store) : result;
}

/* ---- Many at once ---------------------------------------------------------------------------- */

enum { EVENTS_AT_ONCE = 256 };

static bool is_change(const struct job *job)
{
    return job->run == write_change;
}

/* The events of the changes from `jobs` to `end`, which is another job or NULL. */
static enum store_result add_events(const struct job *jobs, const struct job *end,
                                    struct store *store)
{
    struct store_event events[EVENTS_AT_ONCE];
    bool added[EVENTS_AT_ONCE];
    enum store_result result = STORE_OK;
    unsigned count = 0;
    for (const struct job *job = jobs; job != end && result == STORE_OK; job = job->next) {
        const struct change *change = (const struct change *)job;
        for (unsigned i = 0; i < change->count; i++)
            events[count++] = stored_event(change, i);
        if (count > EVENTS_AT_ONCE - CHANGE_EVENTS_MAX || job->next == end) {
            result = count > 0 ? store_events_add(store, events, count, added) : STORE_OK;
            count = 0;
        }
    }
    return result;
}

static enum store_result write_changes(struct job *jobs, const struct job *end, struct store *store)
{
    enum store_result result = STORE_OK;
    for (struct job *job = jobs; job != end && result == STORE_OK; job = job->next)
        if (((const struct change *)job)->adds_table)
            result = write_table((const struct change *)job, store);
    if (result == STORE_OK)
        result = add_events(jobs, end, store);
    for (struct job *job = jobs; job != end && result == STORE_OK; job = job->next)
        job->result = result = write_rest((const struct change *)job, store);
    return result;
}

enum store_result changes_write(struct job *jobs, struct store *store)
{
    while (jobs) {
        if (is_change(jobs)) {
            const struct job *end = jobs;
            while (end && is_change(end))
                end = end->next;
            enum store_result result = write_changes(jobs, end, store);
            if (result != STORE_OK)
                return result == STORE_FAILED ? STORE_FAILED : STORE_TAKEN;
            while (jobs != end)
                jobs = jobs->next;
        } else {
            jobs->result = jobs->run(jobs, store);
            if (jobs->result == STORE_FAILED)
                return STORE_FAILED;
            jobs = jobs->next;
        }
    }
    return STORE_OK;
}

/* ---- And back -------------------------------------------------------------------------------- */

static void send_to_all(struct room *room, const struct change_event *event)
{
    for (struct link *link = room->links; link; link = link->next_in_room) {
        link_send(link, event->packet);
        for (unsigned seat = 0; seat < room->match.settings.seats; seat++)
            if (event->hand[seat] &&
                strcmp(room->match.seat[seat].person, link->identity.person) == 0)
                link_send(link, event->hand[seat]);
    }
}

static void change_kept(struct change *change)
{
    struct room *room = change->room;
    struct hub *hub = room->hub;
    bool seats_changed = false;
    if (change->names_author)
        room_send_people(room); /* so that his words arrive with his name */
    for (unsigned i = 0; i < change->count; i++) {
        history_keep(&room->history, packet_share(change->event[i].packet));
        send_to_all(room, &change->event[i]);
    }
    for (unsigned seat = 0; seat < SEATS_MAX; seat++)
        seats_changed |= change->seat_changed[seat];
    room->changed = change->now;
    metrics_count(&hub->metrics, COUNTER_EVENTS, change->count);
    metrics_count(&hub->metrics, COUNTER_MOVES, change->turns);
    if (change->starts)
        metrics_count(&hub->metrics, COUNTER_GAMES_STARTED, 1);
    if (change->finishes)
        metrics_count(&hub->metrics, COUNTER_GAMES_FINISHED, 1);
    if (seats_changed)
        room_send_people(room);
    if (change->updates_table && room->match.settings.listed)
        hub_lobby_changed(hub);
    if (!change->link)
        return;
    if (change->adds_table && change->link->once)
        room_answer_table(room, change->link);
    else
        hub_send_done(change->link, &change->message, change->first + change->count - 1, false);
}

static void change_failed(struct change *change)
{
    struct room *room = change->room;
    hub_store_failed(room->hub, room->hub->writer);
    if (change->link)
        hub_send_error(change->link, &change->message, "store", "",
                       "it could not be kept and has not happened: try again");
}

static void change_done(struct job *job)
{
    struct change *change = (struct change *)job;
    struct room *room = change->room;
    struct hub *hub = room->hub;
    bool kept = job->result == STORE_OK;
    metrics_observe(&hub->metrics, change->turns ? TIMING_MOVE : TIMING_STORE,
                    (uint64_t)job->micros);
    if (change->link)
        change->link->asked = NULL;
    room->change = NULL;
    if (kept) {
        room->state = ROOM_READY;
        change_kept(change);
    } else {
        room->state = ROOM_DOUBTFUL;
        room->retry_at = now_ms() + ROOM_RETRY_MS;
        change_failed(change);
    }
    if (!kept && change->adds_table)
        hub_drop_room(hub, room);
    else
        room_settle(room);
    change_drop(change);
}

void change_submit(struct change *change)
{
    struct room *room = change->room;
    CHECK(change->count > 0 || change->adds_table);
    change->job = (struct job){.run = write_change, .done = change_done};
    change->state = match_store_state(&room->match);
    if (change->updates_table || change->adds_table) {
        json_t *summary = table_summary(&room->match);
        change->summary = json_dumps(summary, JSON_COMPACT);
        CHECK(change->summary);
        json_decref(summary);
    }
    if (change->link)
        change->link->asked = change;
    room->change = change;
    room->state = ROOM_BUSY;
    crew_add(room->hub->writer, &change->job);
}

void change_forget_link(struct change *change)
{
    change->link->asked = NULL;
    change->link = NULL;
}
