/* Connections of the hub: who they are, what they say, what they are answered. */
#include <stdlib.h>
#include <string.h>

#include "core/check.h"
#include "net/http_head.h"
#include "protocol/told_message.h"
#include "server/hub_internal.h"

enum { OFFENCES_MAX = 3 };

/* ---- Found by id ----------------------------------------------------------------------------- */

/* Ids are their own hashes: they follow each other, and so fill the buckets evenly. */
struct link *hub_find_link(const struct hub *hub, uint64_t id)
{
    return (struct link *)hash_table_find(&hub->links_by_id, id);
}

static void add_link(struct hub *hub, struct link *link)
{
    link->hub = hub;
    link->id = ++hub->last_link;
    link->holding = &hub->holding;
    link->previous = NULL;
    link->next = hub->links;
    if (hub->links)
        hub->links->previous = link;
    hub->links = link;
    hash_table_add(&hub->links_by_id, &link->by_id, link->id);
}

static void remove_link(struct hub *hub, struct link *link)
{
    if (link->previous)
        link->previous->next = link->next;
    else
        hub->links = link->next;
    if (link->next)
        link->next->previous = link->previous;
    hash_table_remove(&hub->links_by_id, &link->by_id);
}

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
                    const struct fault *fault)
{
    struct told_error told = {.has_re = message && message->has_id};
    char buffer[TOLD_TEXT_SIZE];
    struct text text;
    metrics_count(&link->hub->metrics, COUNTER_MESSAGES_REFUSED, 1);
    told.re = told.has_re ? message->id : 0;
    told_error_say(&told, code, fault);
    text_init(&text, buffer, sizeof buffer);
    if (link->once)
        error_body_write(&told, &text);
    else
        told_error_write(&told, &text);
    reply(link, error_status(code), packet_of_text(&text));
}

void hub_refuse(struct link *link, const struct message *message, const char *code,
                enum fault_id why)
{
    struct fault fault = {0};
    fault_say_plain(&fault, why, "");
    hub_send_error(link, message, code, &fault);
}

void hub_send_done(struct link *link, const struct message *message, uint32_t number, bool again)
{
    const struct told_done told = {.has_re = message->has_id, .re = message->id, .number = number};
    char buffer[TOLD_TEXT_SIZE];
    struct text text;
    if (!link->once && !message->has_id && !again)
        return;
    text_init(&text, buffer, sizeof buffer);
    if (link->once)
        done_body_write(&told, &text);
    else
        told_done_write(&told, &text);
    reply(link, 200, packet_of_text(&text));
}

void hub_link_end(struct link *link, enum fault_id why)
{
    struct told_bye told;
    struct fault fault = {0};
    char buffer[TOLD_TEXT_SIZE];
    struct text text;
    if (link->state == LINK_ENDING)
        return;
    if (link->once) {
        hub_refuse(link, NULL, "stopping", why);
        return;
    }
    fault_say_plain(&fault, why, "");
    told_fault_say(&told.why, &fault);
    text_init(&text, buffer, sizeof buffer);
    told_bye_write(&told, &text);
    link_give(link, packet_of_text(&text));
    link_end(link);
}

/* Two with the same hash are looked up once more than it takes, which does no harm. */
static uint64_t hash(const char *session_or_person)
{
    uint64_t hash = UINT64_C(14695981039346656037);
    for (const char *c = session_or_person; *c; c++)
        hash = (hash ^ (uint8_t)*c) * UINT64_C(1099511628211);
    return hash;
}

void hub_look_again(struct hub *hub, const char *session_or_person)
{
    hub->changed[hub->changes++ % CHANGED_MAX] = hash(session_or_person);
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
    const uint64_t wanted = hash(session_or_person);
    for (uint64_t n = changes; n < hub->changes; n++)
        if (hub->changed[n % CHANGED_MAX] == wanted)
            return true;
    return false;
}

void hub_end_session(struct hub *hub, const char *session)
{
    hub_look_again(hub, session);
    for (struct link *link = hub->links; link; link = link->next)
        if (!link->once && strcmp(link->identity.session, session) == 0)
            hub_link_end(link, FAULT_SESSION_ENDED);
}

void hub_end_person(struct hub *hub, const char *person, const char *except_session)
{
    hub_look_again(hub, person);
    for (struct link *link = hub->links; link; link = link->next)
        if (!link->once && strcmp(link->identity.person, person) == 0 &&
            strcmp(link->identity.session, except_session) != 0)
            hub_link_end(link, FAULT_SESSION_ENDED);
}

static void send_hello(struct link *link)
{
    struct told_hello told = {.version = PROTOCOL_VERSION, .now = hub_now(link->hub)};
    char buffer[TOLD_TEXT_SIZE];
    struct text text;
    text_copy(told.server, sizeof told.server, link->hub->options.version);
    memcpy(told.id, link->identity.person, sizeof told.id);
    memcpy(told.name, link->identity.name, sizeof told.name);
    text_init(&text, buffer, sizeof buffer);
    told_hello_write(&told, &text);
    link_give(link, packet_of_text(&text));
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
    crew_add(hub->readers, job);
}

void hub_read_in_turn(const struct link *link, struct job *job)
{
    struct hub *hub = link->hub;
    set_key(job->key, link->address);
    job->slow = true;
    metrics_count(&hub->metrics, COUNTER_LOOKUPS, 1);
    crew_add(hub->readers, job);
}

void hub_read_for(struct link *link, struct crew *crew, struct job *job)
{
    CHECK(!link->asking);
    link->asking = job;
    link->asking_crew = crew;
    if (crew == link->hub->readers)
        hub_read_in_turn(link, job);
    else
        crew_add(crew, job);
}

bool hub_may_look(struct hub *hub, const char *address)
{
    const bool may = crew_has_room(hub->readers, address);
    if (!may)
        metrics_count(&hub->metrics, COUNTER_LOOKUPS_REFUSED, 1);
    return may;
}

/* ---- Who it is ------------------------------------------------------------------------------- */

struct lookup {
    struct job job;
    struct hub *hub;
    uint64_t link;
    uint64_t changes; /* that had been when the store was asked */
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
 * A session of an account, or the person that the secret itself stands for: as long as that person
 * has no account, whose sessions alone count then, and has not been deleted.
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

/* ---- When they were seen --------------------------------------------------------------------- */

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
    return result == STORE_NONE ? STORE_OK : result; /* it has just ended */
}

static void sighting_done(struct job *job)
{
    struct sighting *sighting = (struct sighting *)job;
    if (job->result == STORE_FAILED)
        hub_job_failed(sighting->hub, sighting->hub->writer, job);
    free(sighting);
}

/* Only accounts have a list to show it in; without memory it is shown too old. */
static void note_sighting(const struct link *link)
{
    struct hub *hub = link->hub;
    const struct identity *identity = &link->identity;
    if (hub->stopping || identity->login[0] == '\0' ||
        !limits_take(&hub->notes, identity->session, hub_now(hub), SEEN_COST))
        return;
    struct sighting *sighting = calloc(1, sizeof *sighting);
    if (!sighting)
        return;
    sighting->job = (struct job){.run = sighting_run, .done = sighting_done};
    sighting->hub = hub;
    sighting->now = hub_now(hub);
    memcpy(sighting->session, identity->session, sizeof sighting->session);
    crew_add(hub->writer, &sighting->job);
}

/* ---- Who comes in ---------------------------------------------------------------------------- */

/* A person may have as many connections as an address. */
static void welcome(struct link *link)
{
    struct hub *hub = link->hub;
    const char *person = link->identity.person;
    link->counted = person[0] != '\0' && limits_connect(&hub->persons, person, hub_now(hub),
                                                        hub->options.connections_per_address);
    if (link->counted || person[0] == '\0') {
        note_sighting(link);
        send_hello(link);
    } else {
        metrics_count(&hub->metrics, COUNTER_CONNECTIONS_REFUSED, 1);
        hub_link_end(link, FAULT_TOO_MANY_CONNECTIONS);
    }
}

/* Nobody knows who is there. */
static void not_looked_up(struct link *link, enum fault_id why)
{
    if (link->once)
        hub_refuse(link, NULL, "store", why);
    else
        hub_link_end(link, why);
}

static void ask_who(struct lookup *lookup, struct link *link)
{
    lookup->identity = link->identity;
    lookup->changes = link->hub->changes;
    hub_read_for(link, link->hub->readers, &lookup->job);
}

static void lookup_forgotten(struct job *job)
{
    struct lookup *lookup = (struct lookup *)job;
    metrics_count(&lookup->hub->metrics, COUNTER_LOOKUPS_FORGOTTEN, 1);
    free(lookup);
}

/*
 * Whether the session or its person was changed while the store was asked, when nobody could know
 * whose the link is; the store has to be asked again.
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
    struct link *link = hub_find_link(hub, lookup->link);
    if (link)
        link->asking = NULL;
    if (link && link->state == LINK_ASKING && has_changed_since(hub, lookup) && !hub->stopping) {
        ask_who(lookup, link);
        return;
    }
    if (link && link->state == LINK_ASKING && job->result == STORE_FAILED) {
        hub_job_failed(hub, hub->readers, job);
        not_looked_up(link, FAULT_NOBODY_RECOGNISED);
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

/* False when there is no memory. */
static bool look_up(struct link *link)
{
    struct lookup *lookup = calloc(1, sizeof *lookup);
    if (!lookup)
        return false;
    lookup->job =
        (struct job){.run = lookup_run, .done = lookup_done, .forgotten = lookup_forgotten};
    lookup->hub = link->hub;
    lookup->link = link->id;
    link->state = LINK_ASKING;
    ask_who(lookup, link);
    return true;
}

/* ---- Whether they are still who they were ---------------------------------------------------- */

/* What was read before a change may come after what was read behind it. */
static void ask_again(struct lookup *lookup, const struct link *link)
{
    lookup->identity = link->identity;
    lookup->identity.name[0] = lookup->identity.login[0] = '\0';
    lookup->changes = link->hub->changes;
    hub_read_in_turn(link, &lookup->job);
}

static void relook_done(struct job *job)
{
    struct lookup *lookup = (struct lookup *)job;
    struct hub *hub = lookup->hub;
    struct link *link = hub_find_link(hub, lookup->link);
    const bool is_there = link && link->state != LINK_ENDING && link->state != LINK_ASKING;
    if (is_there && has_changed_since(hub, lookup) && !hub->stopping) {
        ask_again(lookup, link);
        return;
    }
    const struct identity *found = &lookup->identity;
    if (is_there && job->result == STORE_FAILED)
        hub_link_end(link, FAULT_STORE_SILENT_LATER);
    else if (is_there && strcmp(found->person, link->identity.person) != 0)
        hub_link_end(link, FAULT_SESSION_ENDED);
    else if (is_there && strcmp(found->name, link->identity.name) != 0)
        hub_rename(hub, found->person, found->name);
    free(lookup);
}

/* Without memory they have to come back. */
void hub_look_again_at_all(struct hub *hub)
{
    for (struct link *link = hub->links; link; link = link->next) {
        if (link->once || link->state == LINK_ENDING || link->identity.person[0] == '\0')
            continue;
        if (link->state == LINK_ASKING) {
            hub_look_again(hub, link->identity.person);
            continue;
        }
        struct lookup *lookup = calloc(1, sizeof *lookup);
        if (!lookup) {
            hub_link_end(link, FAULT_NO_MEMORY_LATER);
            continue;
        }
        lookup->job = (struct job){.run = lookup_run, .done = relook_done};
        lookup->hub = hub;
        lookup->link = link->id;
        ask_again(lookup, link);
    }
}

bool hub_link_add(struct hub *hub, struct link *link)
{
    unsigned most = hub->options.connections_per_address;
    const bool others_can = !link->once && !hub_may_answer(hub) && hub->cluster.members > 0;
    if (hub->stopping || others_can ||
        !limits_connect(&hub->addresses, link->address, hub_now(hub), most)) {
        metrics_count(&hub->metrics, COUNTER_CONNECTIONS_REFUSED, 1);
        return false;
    }
    add_link(hub, link);
    metrics_count(&hub->metrics, link->once ? COUNTER_REQUESTS : COUNTER_CONNECTIONS, 1);
    if (!link->once) {
        hub->metrics.gauge[GAUGE_CONNECTIONS]++;
        link->resume = hub_go_on;
        link->give_up = hub_give_up;
    }
    link->state = LINK_READY;
    return true;
}

static void identify(struct link *link)
{
    struct hub *hub = link->hub;
    if (hub_is_cut_off(hub)) {
        hub_store_failed(hub, HUB_CUT_OFF);
        not_looked_up(link, FAULT_NOBODY_RECOGNISED);
    } else if (!look_up(link)) {
        hub_starved(hub, "a lookup");
        not_looked_up(link, FAULT_NO_MEMORY);
    }
}

void hub_link_identify(struct link *link, const char *secret)
{
    if (http_is_secret(secret)) {
        identity_of_secret(&link->identity, secret);
        identify(link);
    } else if (link->once) {
        link->resume(link);
    } else {
        send_hello(link);
    }
}

bool hub_link_open(struct hub *hub, struct link *link, const char *secret)
{
    if (!hub_link_add(hub, link))
        return false;
    hub_link_identify(link, secret);
    return true;
}

void hub_link_close(struct link *link)
{
    struct hub *hub = link->hub;
    struct room *awaited = link->awaited[0] != '\0' ? hub_find_room(hub, link->awaited) : NULL;
    if (link->asking)
        crew_forget(link->asking_crew, link->asking);
    if (awaited) {
        room_stop_waiting(awaited, link->id);
        hub_stop_loading(hub, awaited);
    }
    hub_unfollow(link);
    remove_link(hub, link);
    link_release(link);
    limits_disconnect(&hub->addresses, link->address);
    if (link->counted)
        limits_disconnect(&hub->persons, link->identity.person);
    if (!link->once)
        hub->metrics.gauge[GAUGE_CONNECTIONS]--;
    hub_run(hub);
}

/* ---- What it says ---------------------------------------------------------------------------- */

/* What the message costs beside being read; once, also when it has to wait. */
static bool pay_more(struct link *link, const struct message *message, enum price price)
{
    if (link->has_paid || hub_pay(link, price)) {
        link->has_paid = true;
        return true;
    }
    hub_refuse(link, message, "slow", FAULT_TOO_MANY_MESSAGES);
    link->hurries++;
    return false;
}

static void follow(struct link *link, const struct message *message)
{
    if (!pay_more(link, message, PRICE_FOLLOW))
        return;
    struct room *room = hub_ready_room(link, message->table, message);
    if (room)
        hub_follow(link, room, message);
}

static void send_pong(struct link *link, const struct message *message)
{
    const struct told_pong told = {
        .now = hub_now(link->hub), .has_re = message->has_id, .re = message->id};
    char buffer[TOLD_TEXT_SIZE];
    struct text text;
    text_init(&text, buffer, sizeof buffer);
    told_pong_write(&told, &text);
    link_give(link, packet_of_text(&text));
}

static void enter_lobby(struct link *link, const struct message *message)
{
    if (!pay_more(link, message, PRICE_LIST))
        return;
    hub_unfollow(link);
    link->in_lobby = true;
    link_give(link, lobby_message(&link->hub->lobby, message->has_id ? &message->id : NULL));
}

/* Names are free, so words have a pace by person and by address. */
static bool may_chat(struct link *link)
{
    struct hub *hub = link->hub;
    return limits_take(&hub->chats, link->identity.person, hub_now(hub), 1) &&
           limits_take(&hub->talks, link->address, hub_now(hub), 1);
}

bool hub_may_ask(struct link *link, const struct message *message)
{
    if (link->identity.person[0] == '\0') {
        hub_refuse(link, message, "identity", FAULT_IDENTITY_FIRST);
        return false;
    }
    if (message->kind == MESSAGE_CHAT && !link->looked && !may_chat(link)) {
        hub_refuse(link, message, "slow", FAULT_CHAT_TOO_FAST);
        return false;
    }
    return true;
}

static void ask_room(struct link *link, const struct message *message)
{
    if (link->table[0] == '\0') {
        hub_refuse(link, message, "state", FAULT_FOLLOW_FIRST);
        return;
    }
    struct room *room = hub_ready_room(link, link->table, message);
    if (room && hub_may_ask(link, message))
        hub_ask(link, room, message);
}

static void offended(struct link *link, const char *code)
{
    if (strcmp(code, "syntax") != 0 && strcmp(code, "size") != 0)
        return;
    if (++link->offences >= OFFENCES_MAX)
        hub_link_end(link, FAULT_UNREADABLE_THREE_TIMES);
}

static void handle(struct link *link, const char *bytes, size_t length)
{
    struct message message;
    struct complaint complaint;
    if (!message_read(&message, bytes, length, &complaint)) {
        hub_send_error(link, &message, complaint.code, &complaint.fault);
        offended(link, complaint.code);
    } else if (link->hub->stopping) {
        hub_refuse(link, &message, "stopping", FAULT_STOPPING);
    } else {
        switch (message.kind) {
        case MESSAGE_FOLLOW:
            follow(link, &message);
            break;
        case MESSAGE_LOBBY:
            enter_lobby(link, &message);
            break;
        case MESSAGE_PING:
            send_pong(link, &message);
            break;
        default:
            ask_room(link, &message);
        }
    }
}

static void drop_first(struct link *link)
{
    packet_release(link->inbox[0]);
    link->has_paid = link->looked = false;
    link->inbox_count--;
    memmove(&link->inbox[0], &link->inbox[1], link->inbox_count * sizeof link->inbox[0]);
}

/* A message that has to wait for its table stays the first and is handled again. */
void hub_go_on(struct link *link)
{
    if (link->state != LINK_ENDING)
        link->state = LINK_READY;
    while (link->state == LINK_READY && link->inbox_count > 0) {
        handle(link, packet_text(link->inbox[0]), link->inbox[0]->length);
        if (link->state != LINK_WAITING)
            drop_first(link);
    }
}

void hub_give_up(struct link *link, const char *code, enum fault_id why)
{
    const struct message message = {.has_id = link->names_id, .id = link->its_id};
    if (link->inbox_count > 0) {
        hub_refuse(link, &message, code, why);
        drop_first(link);
    }
    hub_go_on(link);
}

bool hub_pays(struct hub *hub, const char *address, enum price price)
{
    return limits_take(&hub->addresses, address, hub_now(hub), (uint32_t)price);
}

bool hub_person_pays(struct link *link, enum price price)
{
    struct hub *hub = link->hub;
    const char *person = link->identity.person;
    return person[0] == '\0' || limits_take(&hub->persons, person, hub_now(hub), (uint32_t)price);
}

bool hub_pay(struct link *link, enum price price)
{
    return hub_pays(link->hub, link->address, price) && hub_person_pays(link, price);
}

void hub_receive_too_long(struct link *link)
{
    struct message none = {0};
    struct fault fault = {0};
    if (link->state == LINK_ENDING)
        return;
    fault_say(MESSAGE_TOO_LONG, &fault, "", MESSAGE_SIZE_MAX);
    hub_send_error(link, &none, "size", &fault);
    offended(link, "size");
}

void hub_receive(struct link *link, const char *bytes, size_t length)
{
    struct message none = {0};
    if (link->state == LINK_ENDING)
        return;
    metrics_count(&link->hub->metrics, COUNTER_MESSAGES, 1);
    if (!hub_pay(link, PRICE_MESSAGE)) {
        hub_refuse(link, &none, "slow", FAULT_TOO_MANY_MESSAGES);
        link->hurries++;
        return;
    }
    link->hurries = 0;
    if (link->inbox_count >= INBOX_MAX) {
        hub_refuse(link, &none, "slow", FAULT_TOO_MANY_WAITING);
        return;
    }
    struct packet *packet = packet_new(bytes, length);
    if (!packet) {
        hub_link_end(link, FAULT_NO_MEMORY_LATER);
        return;
    }
    link->inbox[link->inbox_count++] = packet;
    if (link->state == LINK_READY)
        hub_go_on(link);
    hub_run(link->hub);
}
