/* Clients of the hub: who they are, what they send, how they are answered. */
#include <stdlib.h>
#include <string.h>

#include "protocol/told_message.h"
#include "server/hub_internal.h"

enum { OFFENCES_MAX = 3 };

/* ---- Lookup by id ---------------------------------------------------------------------------- */

/* Ids are consecutive and their own hashes, so they fill the buckets evenly. */
struct hub_client *hub_find_client(const struct hub *hub, uint64_t id)
{
    return (struct hub_client *)hash_table_find(&hub->clients_by_id, id);
}

static void add_client(struct hub *hub, struct hub_client *client)
{
    client->hub = hub;
    client->id = ++hub->last_client;
    client->quota = &hub->quota;
    client->previous = NULL;
    client->next = hub->clients;
    if (hub->clients != NULL)
        hub->clients->previous = client;
    hub->clients = client;
    hash_table_add(&hub->clients_by_id, &client->by_id, client->id);
}

static void remove_client(struct hub *hub, struct hub_client *client)
{
    if (client->previous != NULL)
        client->previous->next = client->next;
    else
        hub->clients = client->next;
    if (client->next != NULL)
        client->next->previous = client->previous;
    hash_table_remove(&hub->clients_by_id, &client->by_id);
}

/* ---- Answers --------------------------------------------------------------------------------- */

enum error_code hub_error_of(enum objection objection)
{
    static const enum error_code of_objection[OBJECTIONS] = {
        [OBJECTION_FIELD] = CODE_FIELD, [OBJECTION_FORBIDDEN] = CODE_FORBIDDEN,
        [OBJECTION_TAKEN] = CODE_TAKEN, [OBJECTION_STATE] = CODE_STATE,
        [OBJECTION_STALE] = CODE_STALE, [OBJECTION_ILLEGAL] = CODE_ILLEGAL,
        [OBJECTION_SLOW] = CODE_SLOW,
    };
    return of_objection[objection];
}

/* Sends the answer to a request, or a message. Takes ownership of the bytes. */
static void answer_message(struct hub_client *client, int status, struct shared_bytes *shared)
{
    if (client->once)
        client->answered(client, status, shared);
    else
        hub_client_give(client, shared);
}

void hub_send_error(struct hub_client *client, const struct message *message, enum error_code code,
                    const struct fault *fault)
{
    struct told_error told = {.has_re = message != NULL && message->has_id};
    char buffer[TOLD_TEXT_SIZE];
    struct text text;
    metrics_count(&client->hub->metrics, COUNTER_MESSAGES_REFUSED, 1);
    told.re = told.has_re ? message->id : 0;
    told_error_say(&told, code, fault);
    text_init(&text, buffer, sizeof buffer);
    if (client->once)
        error_body_write(&told, &text);
    else
        told_error_write(&told, &text);
    answer_message(client, error_code_status(code), shared_bytes_of_text(&text));
}

void hub_refuse(struct hub_client *client, const struct message *message, enum error_code code,
                enum fault_id why)
{
    struct fault fault = {0};
    fault_say_plain(&fault, why, "");
    hub_send_error(client, message, code, &fault);
}

void hub_send_done(struct hub_client *client, const struct message *message, uint32_t number,
                   bool again)
{
    const struct told_done told = {.has_re = message->has_id, .re = message->id, .number = number};
    char buffer[TOLD_TEXT_SIZE];
    struct text text;
    if (!client->once && !message->has_id && !again)
        return;
    text_init(&text, buffer, sizeof buffer);
    if (client->once)
        done_body_write(&told, &text);
    else
        told_done_write(&told, &text);
    answer_message(client, 200, shared_bytes_of_text(&text));
}

void hub_client_dismiss(struct hub_client *client, enum fault_id why)
{
    struct told_bye told;
    struct fault fault = {0};
    char buffer[TOLD_TEXT_SIZE];
    struct text text;
    if (client->state == CLIENT_ENDING)
        return;
    if (client->once) {
        hub_refuse(client, NULL, CODE_STOPPING, why);
        return;
    }
    fault_say_plain(&fault, why, "");
    told_fault_say(&told.why, &fault);
    text_init(&text, buffer, sizeof buffer);
    told_bye_write(&told, &text);
    hub_client_give(client, shared_bytes_of_text(&text));
    hub_client_finish(client);
}

void hub_end_session(struct hub *hub, const char *session)
{
    hub_look_up_again(hub, session);
    for (struct hub_client *client = hub->clients; client != NULL; client = client->next) {
        if (!client->once && strcmp(client->identity.session, session) == 0)
            hub_client_dismiss(client, FAULT_SESSION_ENDED);
    }
}

void hub_end_person(struct hub *hub, const char *person, const char *except_session)
{
    hub_look_up_again(hub, person);
    for (struct hub_client *client = hub->clients; client != NULL; client = client->next) {
        if (!client->once && strcmp(client->identity.person, person) == 0 &&
            strcmp(client->identity.session, except_session) != 0)
            hub_client_dismiss(client, FAULT_SESSION_ENDED);
    }
}

void hub_send_hello(struct hub_client *client)
{
    struct told_hello told = {.version = PROTOCOL_VERSION, .now = hub_now(client->hub)};
    char buffer[TOLD_TEXT_SIZE];
    struct text text;
    text_copy(told.server, sizeof told.server, client->hub->options.version);
    memcpy(told.id, client->identity.person, sizeof told.id);
    memcpy(told.name, client->identity.name, sizeof told.name);
    text_init(&text, buffer, sizeof buffer);
    told_hello_write(&told, &text);
    hub_client_give(client, shared_bytes_of_text(&text));
}

/* ---- Opening and closing --------------------------------------------------------------------- */

bool hub_client_add(struct hub *hub, struct hub_client *client)
{
    unsigned most = hub->options.connections_per_address;
    const bool others_can = !client->once && !hub_may_answer(hub) && hub->cluster.members > 0;
    if (hub->stopping || others_can ||
        !rate_limit_connect(&hub->limit[LIMIT_ADDRESSES], client->address, hub_now(hub), most)) {
        metrics_count(&hub->metrics, COUNTER_CONNECTIONS_REFUSED, 1);
        return false;
    }
    add_client(hub, client);
    metrics_count(&hub->metrics, client->once ? COUNTER_REQUESTS : COUNTER_CONNECTIONS, 1);
    if (!client->once) {
        hub->metrics.gauge[GAUGE_CONNECTIONS]++;
        client->resume = hub_go_on;
        client->give_up = hub_give_up;
    }
    client->state = CLIENT_READY;
    return true;
}

bool hub_client_open(struct hub *hub, struct hub_client *client, const char *secret)
{
    if (!hub_client_add(hub, client))
        return false;
    hub_client_identify(client, secret);
    return true;
}

void hub_client_close(struct hub_client *client)
{
    struct hub *hub = client->hub;
    struct live_table *awaited =
        client->awaited[0] != '\0' ? hub_find_table(hub, client->awaited) : NULL;
    if (client->asking != NULL)
        worker_pool_forget(client->asking_pool, client->asking);
    if (awaited != NULL) {
        live_table_stop_waiting(awaited, client->id);
        hub_stop_loading(hub, awaited);
    }
    hub_unfollow(client);
    remove_client(hub, client);
    hub_client_release(client);
    rate_limit_disconnect(&hub->limit[LIMIT_ADDRESSES], client->address);
    if (client->counted)
        rate_limit_disconnect(&hub->limit[LIMIT_PERSONS], client->identity.person);
    if (!client->once)
        hub->metrics.gauge[GAUGE_CONNECTIONS]--;
    hub_run(hub);
}

/* ---- Messages -------------------------------------------------------------------------------- */

/* Charges what the message costs beyond being read; only once, even if it has to wait. */
static bool pay_more(struct hub_client *client, const struct message *message,
                     enum request_cost cost)
{
    if (client->has_paid || hub_pay(client, cost)) {
        client->has_paid = true;
        return true;
    }
    hub_refuse(client, message, CODE_SLOW, FAULT_TOO_MANY_MESSAGES);
    client->rate_refusals++;
    return false;
}

static void follow_table(struct hub_client *client, const struct message *message)
{
    if (!pay_more(client, message, COST_FOLLOW))
        return;
    struct live_table *table = hub_ready_table(client, message->table, message);
    if (table != NULL)
        hub_follow(client, table, message);
}

static void send_pong(struct hub_client *client, const struct message *message)
{
    const struct told_pong told = {
        .now = hub_now(client->hub), .has_re = message->has_id, .re = message->id};
    char buffer[TOLD_TEXT_SIZE];
    struct text text;
    text_init(&text, buffer, sizeof buffer);
    told_pong_write(&told, &text);
    hub_client_give(client, shared_bytes_of_text(&text));
}

static void enter_lobby(struct hub_client *client, const struct message *message)
{
    if (!pay_more(client, message, COST_LIST))
        return;
    hub_unfollow(client);
    client->in_lobby = true;
    hub_client_give(client,
                    lobby_message(&client->hub->lobby, message->has_id ? &message->id : NULL));
}

/* Anyone can take a new name, so chat is limited by person and by address. */
static bool may_chat(struct hub_client *client)
{
    struct hub *hub = client->hub;
    return rate_limit_take(&hub->limit[LIMIT_CHATS], client->identity.person, hub_now(hub), 1) &&
           rate_limit_take(&hub->limit[LIMIT_TALKS], client->address, hub_now(hub), 1);
}

bool hub_may_ask(struct hub_client *client, const struct message *message)
{
    if (client->identity.person[0] == '\0') {
        hub_refuse(client, message, CODE_IDENTITY, FAULT_IDENTITY_FIRST);
        return false;
    }
    if (message->kind == MESSAGE_CHAT && !client->reloaded && !may_chat(client)) {
        hub_refuse(client, message, CODE_SLOW, FAULT_CHAT_TOO_FAST);
        return false;
    }
    return true;
}

static void ask_table(struct hub_client *client, const struct message *message)
{
    if (client->table[0] == '\0') {
        hub_refuse(client, message, CODE_STATE, FAULT_FOLLOW_FIRST);
        return;
    }
    struct live_table *table = hub_ready_table(client, client->table, message);
    if (table != NULL && hub_may_ask(client, message))
        hub_ask(client, table, message);
}

static void count_refusal(struct hub_client *client, enum error_code code)
{
    if (code != CODE_SYNTAX && code != CODE_SIZE)
        return;
    if (++client->malformed_messages >= OFFENCES_MAX)
        hub_client_dismiss(client, FAULT_UNREADABLE_THREE_TIMES);
}

static void handle_message(struct hub_client *client, const char *bytes, size_t length)
{
    struct message message;
    struct complaint complaint;
    if (!message_read(&message, bytes, length, &complaint)) {
        hub_send_error(client, &message, complaint.code, &complaint.fault);
        count_refusal(client, complaint.code);
    } else if (client->hub->stopping) {
        hub_refuse(client, &message, CODE_STOPPING, FAULT_STOPPING);
    } else {
        switch (message.kind) {
        case MESSAGE_FOLLOW:
            follow_table(client, &message);
            break;
        case MESSAGE_LOBBY:
            enter_lobby(client, &message);
            break;
        case MESSAGE_PING:
            send_pong(client, &message);
            break;
        default:
            ask_table(client, &message);
        }
    }
}

static void drop_first_message(struct hub_client *client)
{
    shared_bytes_release(client->inbox[0]);
    client->has_paid = client->reloaded = false;
    client->inbox_count--;
    memmove(&client->inbox[0], &client->inbox[1], client->inbox_count * sizeof client->inbox[0]);
}

/* A message that waits for its table stays first in the inbox and is handled again. */
void hub_go_on(struct hub_client *client)
{
    if (client->state != CLIENT_ENDING)
        client->state = CLIENT_READY;
    while (client->state == CLIENT_READY && client->inbox_count > 0) {
        handle_message(client, shared_bytes_text(client->inbox[0]), client->inbox[0]->length);
        if (client->state != CLIENT_WAITING)
            drop_first_message(client);
    }
}

void hub_give_up(struct hub_client *client, enum error_code code, enum fault_id why)
{
    const struct message message = {.has_id = client->names_id, .id = client->its_id};
    if (client->inbox_count > 0) {
        hub_refuse(client, &message, code, why);
        drop_first_message(client);
    }
    hub_go_on(client);
}

bool hub_pays(struct hub *hub, const char *address, enum request_cost cost)
{
    return rate_limit_take(&hub->limit[LIMIT_ADDRESSES], address, hub_now(hub), (uint32_t)cost);
}

bool hub_person_pays(struct hub_client *client, enum request_cost cost)
{
    struct hub *hub = client->hub;
    const char *person = client->identity.person;
    return person[0] == '\0' ||
           rate_limit_take(&hub->limit[LIMIT_PERSONS], person, hub_now(hub), (uint32_t)cost);
}

bool hub_pay(struct hub_client *client, enum request_cost cost)
{
    return hub_pays(client->hub, client->address, cost) && hub_person_pays(client, cost);
}

void hub_receive_too_long(struct hub_client *client)
{
    struct message none = {0};
    struct fault fault = {0};
    if (client->state == CLIENT_ENDING)
        return;
    fault_say(MESSAGE_TOO_LONG, &fault, "", MESSAGE_SIZE_MAX);
    hub_send_error(client, &none, CODE_SIZE, &fault);
    count_refusal(client, CODE_SIZE);
}

void hub_receive(struct hub_client *client, const char *bytes, size_t length)
{
    struct message none = {0};
    if (client->state == CLIENT_ENDING)
        return;
    metrics_count(&client->hub->metrics, COUNTER_MESSAGES, 1);
    if (!hub_pay(client, COST_MESSAGE)) {
        hub_refuse(client, &none, CODE_SLOW, FAULT_TOO_MANY_MESSAGES);
        client->rate_refusals++;
        return;
    }
    client->rate_refusals = 0;
    if (client->inbox_count >= INBOX_MAX) {
        hub_refuse(client, &none, CODE_SLOW, FAULT_TOO_MANY_WAITING);
        return;
    }
    struct shared_bytes *shared = shared_bytes_new(bytes, length);
    if (shared == NULL) {
        hub_client_dismiss(client, FAULT_NO_MEMORY_LATER);
        return;
    }
    client->inbox[client->inbox_count++] = shared;
    if (client->state == CLIENT_READY)
        hub_go_on(client);
    hub_run(client->hub);
}
