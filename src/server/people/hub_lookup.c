/* Who the clients of the hub are: looked up in the store when they connect, and again after a
 * change. */
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "net/http_head.h"
#include "server/hub_internal.h"

/* ---- Recent changes -------------------------------------------------------------------------- */

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

/* ---- Reads on behalf of clients -------------------------------------------------------------- */

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
    if (sighting == NULL)
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
        hub_send_hello(client);
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
    if (client != NULL)
        client->asking = NULL;
    if (client != NULL && client->state == CLIENT_ASKING && has_changed_since(hub, lookup) &&
        !hub->stopping) {
        ask_who(lookup, client);
        return;
    }
    if (client != NULL && client->state == CLIENT_ASKING && job->result == STORE_FAILED) {
        hub_job_failed(hub, hub->readers, job);
        not_looked_up(client, FAULT_NOBODY_RECOGNISED);
    } else if (client != NULL && client->state == CLIENT_ASKING) {
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
    if (lookup == NULL)
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
        client != NULL && client->state != CLIENT_ENDING && client->state != CLIENT_ASKING;
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
    for (struct hub_client *client = hub->clients; client != NULL; client = client->next) {
        if (client->once || client->state == CLIENT_ENDING || client->identity.person[0] == '\0')
            continue;
        if (client->state == CLIENT_ASKING) {
            hub_look_up_again(hub, client->identity.person);
            continue;
        }
        struct lookup *lookup = calloc(1, sizeof *lookup);
        if (lookup == NULL) {
            hub_client_dismiss(client, FAULT_NO_MEMORY_LATER);
            continue;
        }
        lookup->job = (struct job){.run = lookup_run, .done = relook_done};
        lookup->hub = hub;
        lookup->client = client->id;
        ask_again(lookup, client);
    }
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
        hub_send_hello(client);
    }
}
