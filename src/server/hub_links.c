/* Connections of the hub: who they are, what they say, what they are answered. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "board/json_text.h"
#include "core/check.h"
#include "server/change.h"
#include "server/hub.h"
#include "server/identity.h"

enum { OFFENCES_MAX = 3 };

/* ---- Answers --------------------------------------------------------------------------------- */

int error_status(const char *code)
{
    static const struct {
        const char *code;
        int status;
    } statuses[] = {
        {"syntax", 400},   {"field", 400},    {"unknown", 400},   {"size", 413},    {"type", 415},
        {"identity", 401}, {"origin", 403},   {"forbidden", 403}, {"missing", 404}, {"method", 405},
        {"taken", 409},    {"state", 409},    {"stale", 409},     {"illegal", 422}, {"slow", 429},
        {"store", 503},    {"stopping", 503},
    };
    for (size_t i = 0; i < sizeof statuses / sizeof statuses[0]; i++)
        if (strcmp(statuses[i].code, code) == 0)
            return statuses[i].status;
    CHECK(!"an error has a code of the protocol");
    return 500;
}

/* The answer to a request, or a message; takes the packet over. */
static void reply(struct link *link, int status, struct packet *packet)
{
    if (link->once)
        link->answered(link, status, packet);
    else
        link_give(link, packet);
}

void hub_send_error(struct link *link, const struct message *message, const char *code,
                    const char *rule, const char *sentence)
{
    char buffer[2048];
    struct text text;
    metrics_count(&link->hub->metrics, COUNTER_MESSAGES_REFUSED, 1);
    text_init(&text, buffer, sizeof buffer);
    text_add_char(&text, '{');
    if (!link->once)
        json_add_string_field(&text, "is", "error");
    if (!link->once && message && message->has_id)
        json_add_number_field(&text, "re", (long)message->id);
    json_add_string_field(&text, "error", code);
    if (rule[0] != '\0')
        json_add_string_field(&text, "rule", rule);
    json_add_string_field(&text, "text", sentence);
    text_add_char(&text, '}');
    CHECK(!text.cut);
    struct packet *packet = packet_new(buffer, text.used);
    reply(link, error_status(code), packet);
}

void hub_send_done(struct link *link, const struct message *message, uint32_t number, bool again)
{
    char buffer[128];
    struct text text;
    if (!link->once && !message->has_id && !again)
        return;
    text_init(&text, buffer, sizeof buffer);
    text_add_char(&text, '{');
    if (!link->once)
        json_add_string_field(&text, "is", "done");
    if (!link->once && message->has_id)
        json_add_number_field(&text, "re", (long)message->id);
    json_add_number_field(&text, "n", (long)number);
    text_add_char(&text, '}');
    struct packet *packet = packet_new(buffer, text.used);
    reply(link, 200, packet);
}

void hub_link_end(struct link *link, const char *sentence)
{
    char buffer[512];
    struct text text;
    if (link->state == LINK_ENDING)
        return;
    if (link->once) {
        hub_send_error(link, NULL, "stopping", "", sentence);
        return;
    }
    text_init(&text, buffer, sizeof buffer);
    text_add_char(&text, '{');
    json_add_string_field(&text, "is", "bye");
    json_add_string_field(&text, "text", sentence);
    text_add_char(&text, '}');
    struct packet *packet = packet_new(buffer, text.used);
    link_give(link, packet);
    link->state = LINK_ENDING;
    link->wake(link);
}

static void send_hello(struct link *link)
{
    struct packet *packet =
        packet_of_json(json_pack("{sssisssIs{ssss}}", "is", "hello", "version", 1, "server",
                                 link->hub->options.version, "now", (json_int_t)now_ms(), "you",
                                 "id", link->identity.person, "name", link->identity.name));
    link_give(link, packet);
}

/* ---- Who it is ------------------------------------------------------------------------------- */

struct lookup {
    struct job job;
    struct link *link; /* NULL when it has gone */
    struct identity identity;
};

static void person_found(void *context, const struct store_person *person)
{
    struct identity *identity = context;
    struct text text;
    text_init(&text, identity->person, sizeof identity->person);
    text_add(&text, person->id);
    text_init(&text, identity->name, sizeof identity->name);
    text_add(&text, person->name);
    text_init(&text, identity->login, sizeof identity->login);
    text_add(&text, person->login);
}

/* A session of an account, or the person that the secret itself stands for. */
static enum store_result lookup_run(struct job *job, struct store *store)
{
    struct identity *identity = &((struct lookup *)job)->identity;
    enum store_result result = store_session_find(store, identity->session, person_found, identity);
    if (result == STORE_NONE)
        result = store_person_by_id(store, identity->person, person_found, identity);
    return result;
}

/* A person may have as many connections as an address. */
static void welcome(struct link *link)
{
    struct hub *hub = link->hub;
    link->counted = limits_connect(&hub->persons, link->identity.person, tick_ms(),
                                   hub->options.connections_per_address);
    if (link->counted) {
        send_hello(link);
    } else {
        metrics_count(&hub->metrics, COUNTER_CONNECTIONS_REFUSED, 1);
        hub_link_end(link, "you have too many connections");
    }
}

static void lookup_failed(struct link *link)
{
    static const char sentence[] = "nobody can be recognised now: try again";
    hub_store_failed(link->hub, link->hub->readers);
    if (link->once)
        hub_send_error(link, NULL, "store", "", sentence);
    else
        hub_link_end(link, sentence);
}

static void lookup_done(struct job *job)
{
    struct lookup *lookup = (struct lookup *)job;
    struct link *link = lookup->link;
    if (link)
        link->lookup = NULL;
    if (link && link->state == LINK_ASKING && job->result == STORE_FAILED) {
        lookup_failed(link);
    } else if (link && link->state == LINK_ASKING) {
        link->identity = lookup->identity;
        link->state = LINK_READY;
        if (!link->once)
            welcome(link);
        if (link->state == LINK_READY)
            link->resume(link);
    }
    free(lookup);
}

static void look_up(struct link *link)
{
    struct lookup *lookup = calloc(1, sizeof *lookup);
    CHECK(lookup);
    lookup->job = (struct job){.run = lookup_run, .done = lookup_done};
    lookup->link = link;
    lookup->identity = link->identity;
    link->lookup = lookup;
    link->state = LINK_ASKING;
    crew_add(link->hub->readers, &lookup->job);
}

bool hub_link_open(struct hub *hub, struct link *link, const char *secret)
{
    unsigned most = hub->options.connections_per_address;
    if (hub->stopping || !limits_connect(&hub->addresses, link->address, tick_ms(), most)) {
        metrics_count(&hub->metrics, COUNTER_CONNECTIONS_REFUSED, 1);
        return false;
    }
    link->hub = hub;
    link->previous = NULL;
    link->next = hub->links;
    if (hub->links)
        hub->links->previous = link;
    hub->links = link;
    metrics_count(&hub->metrics, link->once ? COUNTER_REQUESTS : COUNTER_CONNECTIONS, 1);
    if (!link->once)
        hub->metrics.gauge[GAUGE_CONNECTIONS]++;
    if (!link->once) {
        link->resume = hub_go_on;
        link->give_up = hub_give_up;
    }
    if (secret_is_sound(secret)) {
        identity_of_secret(&link->identity, secret);
        look_up(link);
    } else {
        link->state = LINK_READY;
        if (!link->once)
            send_hello(link);
    }
    return true;
}

/* ---- Waiting --------------------------------------------------------------------------------- */

void hub_wait(struct link *link, struct room *room, const char *bytes, size_t length)
{
    struct link **last = &room->waiting;
    while (*last)
        last = &(*last)->next_waiting;
    *last = link;
    link->next_waiting = NULL;
    link->awaited = room;
    link->state = LINK_WAITING;
    if (!bytes)
        return;
    CHECK(link->inbox_count < INBOX_MAX);
    memmove(&link->inbox[1], &link->inbox[0], link->inbox_count * sizeof link->inbox[0]);
    link->inbox[0] = packet_new(bytes, length);
    link->inbox_count++;
}

static void stop_waiting(struct link *link)
{
    struct link **place = &link->awaited->waiting;
    while (*place != link)
        place = &(*place)->next_waiting;
    *place = link->next_waiting;
    link->awaited = NULL;
}

static struct packet *inbox_take(struct link *link)
{
    struct packet *packet = link->inbox[0];
    link->inbox_count--;
    memmove(&link->inbox[0], &link->inbox[1], link->inbox_count * sizeof link->inbox[0]);
    return packet;
}

void hub_link_close(struct link *link)
{
    struct hub *hub = link->hub;
    if (link->lookup)
        link->lookup->link = NULL;
    if (link->awaited)
        stop_waiting(link);
    if (link->asked)
        change_forget_link(link->asked);
    while (link->inbox_count > 0)
        packet_release(inbox_take(link));
    link->state = LINK_ENDING;
    room_unfollow(link);
    link_outbox_release(link);
    if (link->previous)
        link->previous->next = link->next;
    else
        hub->links = link->next;
    if (link->next)
        link->next->previous = link->previous;
    limits_disconnect(&hub->addresses, link->address);
    if (link->counted)
        limits_disconnect(&hub->persons, link->identity.person);
    if (!link->once)
        hub->metrics.gauge[GAUGE_CONNECTIONS]--;
}

/* ---- What it says ---------------------------------------------------------------------------- */

static void follow(struct link *link, const struct message *message, const char *bytes,
                   size_t length)
{
    struct room *room = hub_room(link->hub, message->table);
    if (!room)
        hub_send_error(link, message, "missing", "", "table: there is none of that id");
    else if (room->state != ROOM_READY)
        hub_wait(link, room, bytes, length);
    else
        room_follow(room, link, message);
}

static void send_pong(struct link *link, const struct message *message)
{
    json_t *pong = json_pack("{sssI}", "is", "pong", "now", (json_int_t)now_ms());
    if (message->has_id)
        json_object_set_new(pong, "re", json_integer(message->id));
    struct packet *packet = packet_of_json(pong);
    link_give(link, packet);
}

static void enter_lobby(struct link *link, const struct message *message)
{
    room_unfollow(link);
    link->in_lobby = true;
    struct packet *packet = hub_lobby(link->hub, message->has_id ? &message->id : NULL);
    link_give(link, packet);
}

/* Chats have a pace of their own. */
bool hub_may_ask(struct link *link, const struct message *message)
{
    if (link->identity.person[0] == '\0') {
        hub_send_error(link, message, "identity", "", "say who you are first: send a secret");
        return false;
    }
    if (message->kind == MESSAGE_CHAT &&
        !limits_take(&link->hub->chats, link->identity.person, tick_ms(), 1)) {
        hub_send_error(link, message, "slow", "", "not so fast: wait a few seconds between words");
        return false;
    }
    return true;
}

static void ask_room(struct link *link, const struct message *message, const char *bytes,
                     size_t length)
{
    struct room *room = link->room;
    if (!room) {
        hub_send_error(link, message, "state", "", "follow a table first");
        return;
    }
    if (room->state == ROOM_DOUBTFUL)
        room_load(room);
    if (room->state != ROOM_READY)
        hub_wait(link, room, bytes, length);
    else if (hub_may_ask(link, message))
        room_ask(room, link, message);
}

static void offended(struct link *link, const struct complaint *complaint)
{
    if (strcmp(complaint->code, "syntax") != 0 && strcmp(complaint->code, "size") != 0)
        return;
    if (++link->offences >= OFFENCES_MAX)
        hub_link_end(link, "this connection has sent what is no message three times");
}

static void handle(struct link *link, const char *bytes, size_t length)
{
    struct message message;
    struct complaint complaint;
    if (!message_read(&message, bytes, length, &complaint)) {
        hub_send_error(link, &message, complaint.code, "", complaint.text);
        offended(link, &complaint);
    } else if (link->hub->stopping) {
        hub_send_error(link, &message, "stopping", "", "the server is about to stop");
    } else {
        switch (message.kind) {
        case MESSAGE_FOLLOW:
            follow(link, &message, bytes, length);
            break;
        case MESSAGE_LOBBY:
            enter_lobby(link, &message);
            break;
        case MESSAGE_PING:
            send_pong(link, &message);
            break;
        default:
            ask_room(link, &message, bytes, length);
        }
    }
}

void hub_go_on(struct link *link)
{
    if (link->state != LINK_ENDING)
        link->state = LINK_READY;
    while (link->state == LINK_READY && link->inbox_count > 0) {
        struct packet *packet = inbox_take(link);
        handle(link, packet_text(packet), packet->length);
        packet_release(packet);
    }
}

void hub_give_up(struct link *link, const char *code, const char *sentence)
{
    struct message message;
    struct complaint complaint;
    struct packet *packet = inbox_take(link);
    message_read(&message, packet_text(packet), packet->length, &complaint);
    hub_send_error(link, &message, code, "", sentence);
    packet_release(packet);
    hub_go_on(link);
}

bool hub_is_too_fast(struct link *link)
{
    struct hub *hub = link->hub;
    int64_t now = tick_ms();
    const char *person = link->identity.person;
    return !limits_take(&hub->addresses, link->address, now, 1) ||
           (person[0] != '\0' && !limits_take(&hub->persons, person, now, 1));
}

void hub_receive_too_long(struct link *link)
{
    struct message none = {0};
    struct complaint complaint;
    if (link->state == LINK_ENDING)
        return;
    complain(&complaint, "size", "a message has at most 4096 bytes");
    hub_send_error(link, &none, complaint.code, "", complaint.text);
    offended(link, &complaint);
}

void hub_receive(struct link *link, const char *bytes, size_t length)
{
    struct message none = {0};
    if (link->state == LINK_ENDING)
        return;
    metrics_count(&link->hub->metrics, COUNTER_MESSAGES, 1);
    if (hub_is_too_fast(link)) {
        hub_send_error(link, &none, "slow", "", "too many messages: wait a little");
        link->hurries++;
        return;
    }
    link->hurries = 0;
    if (link->state == LINK_READY) {
        handle(link, bytes, length);
    } else if (link->inbox_count + 1 < INBOX_MAX) {
        link->inbox[link->inbox_count++] = packet_new(bytes, length);
    } else {
        hub_send_error(link, &none, "slow", "", "too many messages wait for their answer");
    }
}
