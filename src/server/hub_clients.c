/* Clients of the hub: who they are, what they send, how they are answered. */
#include <stdlib.h>
#include <string.h>

#include "core/check.h"
#include "net/http_head.h"
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
    if (hub->clients)
        hub->clients->previous = client;
    hub->clients = client;
    hash_table_add(&hub->clients_by_id, &client->by_id, client->id);
}

static void remove_client(struct hub *hub, struct hub_client *client)
{
    if (client->previous)
        client->previous->next = client->next;
    else
        hub->clients = client->next;
    if (client->next)
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
    struct told_error told = {.has_re = message && message->has_id};
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

/* A collision only causes a superfluous lookup. */
static uint64_t hash_identity(const char *session_or_person)
{
    uint64_t hash = UINT64_C(14695981039346656037);
    for (const char *c = session_or_person; *c; c++)
        hash = (hash ^ (uint8_t)*c) * UINT64_C(1099511628211);
    return hash;
}

void hub_look_up_again(struct hub *hub, const char *session_or_person)
{
    hub->changed[hub->changes++ % CHANGED_MAX] = hash_identity(session_or_person);
}

bool hub_has_changed(const struct hub *hub, const char *session_or_person)
{
    return hub_has_changed_since(hub, hub->changes > CHANGED_MAX ? hub->changes - CHANGED_MAX : 0,
                                 session_or_person);
}

bool hub_has_changed_since(const struct hub *hub, uint64_t changes, const char *session_or_person)
{
    if (hub->changes - changes > CHANGED_MAX)
        return true;
    const uint64_t wanted = hash_identity(session_or_person);
    for (uint64_t n = changes; n < hub->changes; n++)
        if (hub->changed[n % CHANGED_MAX] == wanted)
            return true;
    return false;
}

void hub_end_session(struct hub *hub, const char *session)
{
    hub_look_up_again(hub, session);
    for (struct hub_client *client = hub->clients; client; client = client->next)
        if (!client->once && strcmp(client->identity.session, session) == 0)
            hub_client_dismiss(client, FAULT_SESSION_ENDED);
}

void hub_end_person(struct hub *hub, const char *person, const char *except_session)
{
    hub_look_up_again(hub, person);
    for (struct hub_client *client = hub->clients; client; client = client->next)
        if (!client->once && strcmp(client->identity.person, person) == 0 &&
            strcmp(client->identity.session, except_session) != 0)
            hub_client_dismiss(client, FAULT_SESSION_ENDED);
}

static void send_hello(struct hub_client *client)
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

/* ---- What the store is asked for them ---------------------------------------------------------
 */

static void set_key(char key[FAIR_KEY_SIZE], const char *name)
{
    text_copy(key, FAIR_KEY_SIZE, name);
}

void hub_read(struct hub *hub, struct job *job, const char *key, const char *subkey)
{
    set_key(job->key, key);
    set_key(job->subkey, subkey);
    job->slow = false;
    worker_pool_add(hub->readers, job);
}

void hub_read_in_turn(const struct hub_client *client, struct job *job)
{
    struct hub *hub = client->hub;
    set_key(job->key, client->address);
    job->slow = true;
    metrics_count(&hub->metrics, COUNTER_LOOKUPS, 1);
    worker_pool_add(hub->readers, job);
}

void hub_read_for(struct hub_client *client, struct worker_pool *pool, struct job *job)
{
    CHECK(!client->asking);
    client->asking = job;
    client->asking_pool = pool;
    if (pool == client->hub->readers)
        hub_read_in_turn(client, job);
    else
        worker_pool_add(pool, job);
}

bool hub_may_look_up(struct hub *hub, const char *address)
{
    const bool may = worker_pool_has_capacity(hub->readers, address);
    if (!may)
        metrics_count(&hub->metrics, COUNTER_LOOKUPS_REFUSED, 1);
    return may;
}

/* ---- Identity -------------------------------------------------------------------------------- */

struct lookup {
    struct job job;
    struct hub *hub;
    uint64_t client;
    uint64_t changes; /* hub->changes when the store was asked */
    struct identity identity;
};

static void person_found(void *context, const struct store_person *person)
{
    struct identity *identity = context;
    text_copy(identity->person, sizeof identity->person, person->id);
    text_copy(identity->name, sizeof identity->name, person->name);
    text_copy(identity->login, sizeof identity->login, person->login);
}

struct own_person {
    struct identity *identity;
    bool gone;
};

static void own_person_found(void *context, const struct store_person *person)
{
    struct own_person *own = context;
    own->gone = person->gone;
    person_found(own->identity, person);
}

/*
 * Accepts a session of an account, or the person that the secret itself stands for. The latter is
 * valid only until that person creates an account, whose sessions then count, or is deleted.
 */
static enum store_result lookup_run(struct job *job, struct store *store)
{
    struct identity *identity = &((struct lookup *)job)->identity;
    enum store_result result = store_session_find(store, identity->session, person_found, identity);
    if (result != STORE_NONE)
        return result;
    struct own_person own = {.identity = identity};
    result = store_person_ever(store, identity->person, own_person_found, &own);
    if (result == STORE_OK && (own.gone || identity->login[0] != '\0'))
        memset(identity, 0, sizeof *identity);
    return result;
}

/* ---- Last use of sessions -------------------------------------------------------------------- */

struct sighting {
    struct job job;
    struct hub *hub;
    int64_t now;
    char session[HASH_SIZE];
};

static enum store_result sighting_run(struct job *job, struct store *store)
{
    const struct sighting *sighting = (struct sighting *)job;
    const enum store_result result = store_session_seen(store, sighting->session, sighting->now);
    return result == STORE_NONE ? STORE_OK : result; /* the session has just ended */
}

static void sighting_done(struct job *job)
{
    struct sighting *sighting = (struct sighting *)job;
    if (job->result == STORE_FAILED)
        hub_job_failed(sighting->hub, sighting->hub->writer, job);
    free(sighting);
}

/* Only accounts can list their sessions. If allocation fails the time shown is too old. */
static void note_sighting(const struct hub_client *client)
{
    struct hub *hub = client->hub;
    const struct identity *identity = &client->identity;
    if (hub->stopping || identity->login[0] == '\0' ||
        !rate_limit_take(&hub->limit[LIMIT_SIGHTINGS], identity->session, hub_now(hub), SEEN_COST))
        return;
    struct sighting *sighting = calloc(1, sizeof *sighting);
    if (!sighting)
        return;
    sighting->job = (struct job){.run = sighting_run, .done = sighting_done};
    sighting->hub = hub;
    sighting->now = hub_now(hub);
    memcpy(sighting->session, identity->session, sizeof sighting->session);
    worker_pool_add(hub->writer, &sighting->job);
}

/* ---- New clients ----------------------------------------------------------------------------- */

/* A person may have as many connections as an address. */
static void welcome_client(struct hub_client *client)
{
    struct hub *hub = client->hub;
    const char *person = client->identity.person;
    client->counted =
        person[0] != '\0' && rate_limit_connect(&hub->limit[LIMIT_PERSONS], person, hub_now(hub),
                                                hub->options.connections_per_address);
    if (client->counted || person[0] == '\0') {
        note_sighting(client);
        send_hello(client);
    } else {
        metrics_count(&hub->metrics, COUNTER_CONNECTIONS_REFUSED, 1);
        hub_client_dismiss(client, FAULT_TOO_MANY_CONNECTIONS);
    }
}

/* The identity could not be determined. */
static void not_looked_up(struct hub_client *client, enum fault_id why)
{
    if (client->once)
        hub_refuse(client, NULL, CODE_STORE, why);
    else
        hub_client_dismiss(client, why);
}

static void ask_who(struct lookup *lookup, struct hub_client *client)
{
    lookup->identity = client->identity;
    lookup->changes = client->hub->changes;
    hub_read_for(client, client->hub->readers, &lookup->job);
}

static void lookup_forgotten(struct job *job)
{
    struct lookup *lookup = (struct lookup *)job;
    metrics_count(&lookup->hub->metrics, COUNTER_LOOKUPS_FORGOTTEN, 1);
    free(lookup);
}

/*
 * Returns true if the session or its person changed while the lookup was running, when the client's
 * person was unknown. The store must then be asked again.
 */
static bool has_changed_since(const struct hub *hub, const struct lookup *lookup)
{
    return hub_has_changed_since(hub, lookup->changes, lookup->identity.person) ||
           hub_has_changed_since(hub, lookup->changes, lookup->identity.session);
}

static void lookup_done(struct job *job)
{
    struct lookup *lookup = (struct lookup *)job;
    struct hub *hub = lookup->hub;
    struct hub_client *client = hub_find_client(hub, lookup->client);
    if (client)
        client->asking = NULL;
    if (client && client->state == CLIENT_ASKING && has_changed_since(hub, lookup) &&
        !hub->stopping) {
        ask_who(lookup, client);
        return;
    }
    if (client && client->state == CLIENT_ASKING && job->result == STORE_FAILED) {
        hub_job_failed(hub, hub->readers, job);
        not_looked_up(client, FAULT_NOBODY_RECOGNISED);
    } else if (client && client->state == CLIENT_ASKING) {
        client->identity = lookup->identity;
        client->state = CLIENT_READY;
        if (!client->once)
            welcome_client(client);
        if (client->state == CLIENT_READY)
            client->resume(client);
    }
    free(lookup);
}

/* Returns false if allocation fails. */
static bool look_up(struct hub_client *client)
{
    struct lookup *lookup = calloc(1, sizeof *lookup);
    if (!lookup)
        return false;
    lookup->job =
        (struct job){.run = lookup_run, .done = lookup_done, .forgotten = lookup_forgotten};
    lookup->hub = client->hub;
    lookup->client = client->id;
    client->state = CLIENT_ASKING;
    ask_who(lookup, client);
    return true;
}

/* ---- Repeated lookups ------------------------------------------------------------------------ */

/* A lookup that began before a change may finish after it. */
static void ask_again(struct lookup *lookup, const struct hub_client *client)
{
    lookup->identity = client->identity;
    lookup->identity.name[0] = lookup->identity.login[0] = '\0';
    lookup->changes = client->hub->changes;
    hub_read_in_turn(client, &lookup->job);
}

static void relook_done(struct job *job)
{
    struct lookup *lookup = (struct lookup *)job;
    struct hub *hub = lookup->hub;
    struct hub_client *client = hub_find_client(hub, lookup->client);
    const bool is_there =
        client && client->state != CLIENT_ENDING && client->state != CLIENT_ASKING;
    if (is_there && has_changed_since(hub, lookup) && !hub->stopping) {
        ask_again(lookup, client);
        return;
    }
    const struct identity *found = &lookup->identity;
    if (is_there && job->result == STORE_FAILED)
        hub_client_dismiss(client, FAULT_STORE_SILENT_LATER);
    else if (is_there && strcmp(found->person, client->identity.person) != 0)
        hub_client_dismiss(client, FAULT_SESSION_ENDED);
    else if (is_there && strcmp(found->name, client->identity.name) != 0)
        hub_rename_person(hub, found->person, found->name);
    free(lookup);
}

/* If allocation fails clients are disconnected and have to reconnect. */
void hub_look_up_all_again(struct hub *hub)
{
    for (struct hub_client *client = hub->clients; client; client = client->next) {
        if (client->once || client->state == CLIENT_ENDING || client->identity.person[0] == '\0')
            continue;
        if (client->state == CLIENT_ASKING) {
            hub_look_up_again(hub, client->identity.person);
            continue;
        }
        struct lookup *lookup = calloc(1, sizeof *lookup);
        if (!lookup) {
            hub_client_dismiss(client, FAULT_NO_MEMORY_LATER);
            continue;
        }
        lookup->job = (struct job){.run = lookup_run, .done = relook_done};
        lookup->hub = hub;
        lookup->client = client->id;
        ask_again(lookup, client);
    }
}

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

static void identify_client(struct hub_client *client)
{
    struct hub *hub = client->hub;
    if (hub_is_cut_off(hub)) {
        hub_store_failed(hub, HUB_CUT_OFF);
        not_looked_up(client, FAULT_NOBODY_RECOGNISED);
    } else if (!look_up(client)) {
        hub_allocation_failed(hub, "a lookup");
        not_looked_up(client, FAULT_NO_MEMORY);
    }
}

void hub_client_identify(struct hub_client *client, const char *secret)
{
    if (http_is_secret(secret)) {
        identity_of_secret(&client->identity, secret);
        identify_client(client);
    } else if (client->once) {
        client->resume(client);
    } else {
        send_hello(client);
    }
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
    if (client->asking)
        worker_pool_forget(client->asking_pool, client->asking);
    if (awaited) {
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
    if (table)
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
    if (table && hub_may_ask(client, message))
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
    if (!shared) {
        hub_client_dismiss(client, FAULT_NO_MEMORY_LATER);
        return;
    }
    client->inbox[client->inbox_count++] = shared;
    if (client->state == CLIENT_READY)
        hub_go_on(client);
    hub_run(client->hub);
}
