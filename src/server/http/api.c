/* HTTP requests: the routes, and the requests about tables; see api.h. */
#include "server/http/api.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/check.h"
#include "server/http/api_internal.h"

static const char json_words[] = "application/json";

/* ---- Answers --------------------------------------------------------------------------------- */

/* If allocating the answer failed the connection ends. */
static void client_answered(struct hub_client *client, int status, struct shared_bytes *body)
{
    struct api_request *request = (struct api_request *)client;
    if (request->status != 0) {
        shared_bytes_release(body);
        return;
    }
    client->state = CLIENT_ENDING;
    if (request->page != NULL && status != 200 && status != 429) {
        /* Show the page in any case; it reports errors itself. */
        shared_bytes_release(body);
        body = api_page_without(request);
        request->answer_type = request->page->type;
        status = 200;
    }
    request->status = status;
    request->answer = body;
    if (request->answer_type == NULL)
        request->answer_type = json_words;
    request->ready(request);
}

void api_answer(struct api_request *request, const char *type, struct shared_bytes *shared)
{
    request->answer_type = type;
    client_answered(&request->client, 200, shared);
}

void api_answer_text(struct api_request *request, const struct text *text)
{
    CHECK(!text->cut);
    api_answer(request, json_words, shared_bytes_of_text(text));
}

void api_error(struct api_request *request, enum error_code code, const struct fault *fault)
{
    hub_send_error(&request->client, NULL, code, fault);
}

void api_refuse(struct api_request *request, enum error_code code, enum fault_id why)
{
    hub_refuse(&request->client, NULL, code, why);
}

static void no_wake(struct hub_client *client)
{
    (void)client;
}

void growing_add(struct growing *growing, const char *bytes, size_t length)
{
    growing->failed |= !ARRAY_GROW(growing->start, growing->capacity, growing->used + length);
    if (length == 0 || growing->failed)
        return;
    memcpy(growing->start + growing->used, bytes, length);
    growing->used += length;
}

void growing_begin_list(struct growing *growing, enum list_kind kind)
{
    char buffer[LIST_BRACKETS_SIZE];
    struct text text;
    text_init(&text, buffer, sizeof buffer);
    list_begin(kind, &text);
    growing_add(growing, buffer, text.used);
}

void growing_add_part(struct growing *growing, const struct text *part)
{
    if (growing->parts++ > 0)
        growing_add(growing, ",", 1);
    growing_add(growing, part->start, part->used);
}

void growing_end_list(struct growing *growing)
{
    char buffer[LIST_BRACKETS_SIZE];
    struct text text;
    text_init(&text, buffer, sizeof buffer);
    list_end(&text);
    growing_add(growing, buffer, text.used);
}

struct shared_bytes *growing_end(struct growing *growing)
{
    struct shared_bytes *shared =
        growing->failed
            ? NULL
            : shared_bytes_new(growing->start != NULL ? growing->start : "", growing->used);
    free(growing->start);
    *growing = (struct growing){0};
    return shared;
}

/* ---- Bodies ---------------------------------------------------------------------------------- */

bool api_is_json(struct api_request *request)
{
    if (http_is_type(request->type, json_words))
        return true;
    api_refuse(request, CODE_TYPE, FAULT_NEEDS_JSON);
    return false;
}

bool api_knows(struct api_request *request)
{
    if (request->client.identity.person[0] != '\0')
        return true;
    api_refuse(request, CODE_IDENTITY, FAULT_IDENTITY_NEEDED);
    return false;
}

bool api_may(struct api_request *request, struct rate_limit *limit, enum fault_id why)
{
    if (rate_limit_take(limit, request->client.address, hub_now(request->client.hub), 1))
        return true;
    api_refuse(request, CODE_SLOW, why);
    return false;
}

/* ---- Jobs ------------------------------------------------------------------------------------ */

struct api_job *api_job_new(struct api_request *request, api_run *run, api_done *done)
{
    struct api_job *job = calloc(1, sizeof *job);
    if (job == NULL) {
        hub_allocation_failed(request->client.hub, "a request");
        api_refuse(request, CODE_STORE, FAULT_NO_MEMORY);
        return NULL;
    }
    job->job = (struct job){.run = run};
    job->done = done;
    job->hub = request->client.hub;
    job->request = request->client.id;
    job->now = hub_now(job->hub);
    job->identity = request->client.identity;
    memcpy(job->request_id, request->client.request, sizeof job->request_id);
    memcpy(job->label, request->agent, sizeof job->label);
    memcpy(job->job.key, request->client.address, sizeof request->client.address);
    return job;
}

static void step_done(struct job *job)
{
    struct api_job *work = (struct api_job *)job;
    struct hub_client *client = hub_find_client(work->hub, work->request);
    if (client != NULL && client->asking == job)
        client->asking = NULL;
    work->done(job);
}

static void job_forgotten(struct job *job)
{
    struct api_job *work = (struct api_job *)job;
    metrics_count(&work->hub->metrics, COUNTER_LOOKUPS_FORGOTTEN, 1);
    api_job_free(work);
}

void api_job_add(struct api_job *job, struct worker_pool *pool)
{
    struct hub *hub = job->hub;
    struct hub_client *client = hub_find_client(hub, job->request);
    job->job.done = step_done;
    job->job.forgotten = job_forgotten;
    if (pool == hub->writer)
        job->job.slow = job->text != NULL; /* a record takes as long as many turns */
    if (hub->stopping || hub_is_cut_off(hub)) {
        job->job.result = STORE_FAILED;
        job->job.failed_allocation = NULL;
        job->done(&job->job);
    } else if (pool == hub->writer || client == NULL) {
        worker_pool_add(pool, &job->job);
    } else if (pool != hub->readers || hub_may_look_up(hub, client->address)) {
        hub_read_for(client, pool, &job->job);
    } else {
        api_refuse((struct api_request *)client, CODE_SLOW, FAULT_TOO_MUCH_AT_ONCE);
        api_job_free(job);
    }
}

void api_job_then(struct api_job *job, struct worker_pool *pool, api_run *run, api_done *done)
{
    job->job.run = run;
    job->done = done;
    api_job_add(job, pool);
}

void api_job_free(struct api_job *job)
{
    sodium_memzero(job->password, sizeof job->password);
    sodium_memzero(job->old_password, sizeof job->old_password);
    sodium_memzero(job->secret, sizeof job->secret);
    shared_bytes_release(job->text);
    free(job->growing.start);
    free(job->table);
    free(job);
}

enum store_result api_job_add_person(struct api_job *job, struct store *store)
{
    const enum store_result result = store_person_add(store, job->identity.person, job->now);
    job->gone = result == STORE_NONE;
    return result;
}

struct api_request *api_job_asker(struct api_job *job, struct worker_pool *pool)
{
    struct api_request *request = (struct api_request *)hub_find_client(job->hub, job->request);
    if (job->gone) {
        hub_end_person(job->hub, job->identity.person, "");
        if (request != NULL)
            api_refuse(request, CODE_IDENTITY, FAULT_SESSION_ENDED);
        return NULL;
    }
    if (job->job.result != STORE_FAILED)
        return request;
    hub_job_failed(job->hub, pool, &job->job);
    if (request != NULL)
        api_refuse(request, CODE_STORE,
                   job->job.failed_allocation != NULL ? FAULT_NO_MEMORY : FAULT_STORE_SILENT);
    return NULL;
}

/* ---- Tables ---------------------------------------------------------------------------------- */

static void get_tables(struct api_request *request)
{
    api_answer(request, json_words, lobby_list(&request->client.hub->lobby));
}

/* The cost of the first table has been charged already. */
static bool may_open(struct api_request *request, const struct match_settings *settings,
                     unsigned tables)
{
    if (tables > 1 && !hub_pay(&request->client, (enum request_cost)((tables - 1) * COST_MORE))) {
        api_refuse(request, CODE_SLOW, FAULT_TOO_MANY_REQUESTS);
        return false;
    }
    if (hub_may_open(&request->client, settings, tables))
        return true;
    api_refuse(request, CODE_SLOW, FAULT_TOO_MANY_TABLES);
    return false;
}

static void post_tables(struct api_request *request)
{
    struct opening_body opening;
    struct complaint complaint;
    if (!api_knows(request) || !api_is_json(request))
        return;
    if (!opening_read(&opening, shared_bytes_text(request->body), request->body->length,
                      &complaint))
        api_error(request, complaint.code, &complaint.fault);
    else if (!may_open(request, &opening.settings, opening.tables))
        return;
    else if (opening.tables > 1)
        hub_open_duplicates(&request->client, &opening.settings, opening.tables);
    else
        hub_open_table(&request->client, &opening.settings);
}

static void get_table(struct api_request *request, struct live_table *table)
{
    api_answer(request, json_words, live_table_table(table, request->client.identity.person));
}

/* For clients without a WebSocket, which receive no `hand` message. */
static void get_hand(struct api_request *request, struct live_table *table)
{
    struct answer answer;
    if (!api_knows(request))
        return;
    struct shared_bytes *hand = live_table_hand(table, request->client.identity.person, &answer);
    if (answer.objection != OBJECTION_NONE)
        api_error(request, hub_error_of(answer.objection), &answer.fault);
    else
        api_answer(request, json_words, hand);
}

/* Removes "&undo=1" from the end of a query: the client understands turns that were taken back. */
static bool take_undo(struct word *query)
{
    static const char key[] = "&undo=1";
    const size_t length = sizeof key - 1;
    if (query->length < length || memcmp(query->start + query->length - length, key, length) != 0)
        return false;
    query->length -= length;
    return true;
}

/* Sends the events as they were sent before, assembled as the client reads them. */
static void get_events(struct api_request *request, struct live_table *table)
{
    static const char key[] = "after=";
    const char *query = request->query;
    long after = 0;
    if (strncmp(query, key, sizeof key - 1) == 0)
        query += sizeof key - 1;
    struct word word = {query, strlen(query)};
    if (!take_undo(&word) && live_table_has_undone(table)) {
        api_refuse(request, CODE_STATE, FAULT_TURNS_TAKEN_BACK);
        return;
    }
    if (word.length > 0 && !word_number(word, 0, INT32_MAX, &after)) {
        api_refuse(request, CODE_FIELD, FAULT_AFTER_WANTED);
        return;
    }
    request->log = event_log_share(table->history.log);
    request->after = (uint32_t)after;
    api_answer(request, json_words, NULL);
}

static void post_table(struct api_request *request, struct live_table *table)
{
    struct message message;
    struct complaint complaint;
    if (!api_is_json(request))
        return;
    if (!message_read(&message, shared_bytes_text(request->body), request->body->length,
                      &complaint))
        api_error(request, complaint.code, &complaint.fault);
    else if (message.kind == MESSAGE_FOLLOW || message.kind == MESSAGE_LOBBY ||
             message.kind == MESSAGE_PING)
        api_refuse(request, CODE_UNKNOWN, FAULT_NEEDS_SOCKET);
    else if (hub_may_ask(&request->client, &message))
        hub_ask(&request->client, table, &message);
}

static const char tables_prefix[] = "/api/v1/tables/";

/* Handles "/api/v1/tables/ID" and everything below it. */
static void handle_table(struct api_request *request)
{
    const char *id = request->path + sizeof tables_prefix - 1;
    const char *rest = strchr(id, '/');
    size_t length = rest != NULL ? (size_t)(rest - id) : strlen(id);
    char table[TABLE_ID_SIZE];
    if (length != TABLE_ID_SIZE - 1) {
        api_refuse(request, CODE_MISSING, FAULT_NO_TABLE);
        return;
    }
    memcpy(table, id, length);
    table[length] = '\0';
    const bool is_get = request->method == HTTP_GET, is_post = request->method == HTTP_POST;
    const bool is_record = rest != NULL && strcmp(rest, "/record") == 0;
    const bool is_events = rest != NULL && strcmp(rest, "/events") == 0;
    const bool is_hand = rest != NULL && strcmp(rest, "/hand") == 0;
    if (rest != NULL && !is_record && !is_events && !is_hand)
        api_refuse(request, CODE_MISSING, FAULT_NO_PAGE);
    else if (!is_get && (rest != NULL || !is_post))
        api_refuse(request, CODE_METHOD, FAULT_NO_METHOD);
    else if (is_record)
        api_get_game_record(request, table);
    else {
        struct live_table *live = is_get ? hub_current_table(&request->client, table, NULL)
                                         : hub_ready_table(&request->client, table, NULL);
        if (live != NULL && is_events)
            get_events(request, live);
        else if (live != NULL && is_hand)
            get_hand(request, live);
        else if (live != NULL && is_get)
            get_table(request, live);
        else if (live != NULL)
            post_table(request, live);
    }
}

/* ---- The server itself ----------------------------------------------------------------------- */

static void get_health(struct api_request *request)
{
    struct hub *hub = request->client.hub;
    struct health_body health = {.status = "ok"};
    char buffer[BODY_TEXT_SIZE];
    struct text text;
    if (hub->stopping) {
        api_refuse(request, CODE_STOPPING, FAULT_STOPPING);
        return;
    }
    if (!hub_is_healthy(hub)) {
        api_refuse(request, CODE_STORE, FAULT_STORE_FAILED_LATELY);
        return;
    }
    text_copy(health.version, sizeof health.version, hub->options.version);
    text_init(&text, buffer, sizeof buffer);
    health_body_write(&health, &text);
    api_answer_text(request, &text);
}

static void get_address(struct api_request *request)
{
    const char *address = request->client.hub->options.address;
    struct address_body body;
    char buffer[BODY_TEXT_SIZE];
    struct text text;
    text_copy(body.address, sizeof body.address, address != NULL ? address : "");
    text_init(&text, buffer, sizeof buffer);
    address_body_write(&body, &text);
    api_answer_text(request, &text);
}

/* Tables that another server owns are counted there. */
void api_count_tables(struct hub *hub)
{
    int64_t open = 0, running = 0;
    for (const struct live_table *table = NULL; (table = hub_next_table(hub, table)) != NULL;) {
        if (table->elsewhere)
            continue;
        open += table->match.state.phase == MATCH_OPEN;
        running +=
            table->match.state.phase == MATCH_PLAYING || table->match.state.phase == MATCH_PAUSE;
    }
    metrics_set(&hub->metrics, GAUGE_TABLES_OPEN, open);
    metrics_set(&hub->metrics, GAUGE_TABLES_RUNNING, running);
}

/* Totals of all servers; a server that is alone counts itself. */
static void count_cluster(struct hub *hub)
{
    const bool alone = hub->cluster.pool == NULL;
    const int64_t running = hub->metrics.gauge[GAUGE_TABLES_RUNNING];
    metrics_set(&hub->metrics, GAUGE_CLUSTER_SHARDS,
                alone ? STORE_SHARDS : hub->cluster.counts.shards);
    metrics_set(&hub->metrics, GAUGE_CLUSTER_TABLES, alone ? running : hub->cluster.counts.tables);
}

static void get_metrics(struct api_request *request)
{
    struct hub *hub = request->client.hub;
    char buffer[METRICS_TEXT_SIZE];
    struct text text;
    api_count_tables(hub);
    count_cluster(hub);
    metrics_set(&hub->metrics, GAUGE_BOT_QUEUE, worker_pool_load(hub->bots));
    metrics_set(&hub->metrics, GAUGE_STORE_QUEUE, worker_pool_load(hub->writer));
    metrics_set(&hub->metrics, GAUGE_SERVERS, hub->cluster.members + 1);
    metrics_set(&hub->metrics, GAUGE_SHARDS, hub_shards(hub));
    metrics_set(&hub->metrics, GAUGE_LOOKUP_QUEUE, worker_pool_load(hub->readers));
    metrics_set(&hub->metrics, GAUGE_HEALTHY, hub_is_healthy(hub) && !hub->stopping);
    metrics_set(&hub->metrics, GAUGE_BYTES_HELD, (int64_t)memory_quota_total(&hub->quota));
    metrics_set(&hub->metrics, GAUGE_BYTES_HISTORY, (int64_t)hub->history_bytes);
    metrics_look_at_process(&hub->metrics);
    text_init(&text, buffer, sizeof buffer);
    metrics_write_server(hub->options.name, hub->options.version, &text);
    metrics_write(&hub->metrics, &text);
    api_answer(request, METRICS_CONTENT_TYPE, shared_bytes_of_text(&text));
}

/* ---- Routes ---------------------------------------------------------------------------------- */

/* Whether the person must be looked up in the store. */
enum who { ANYBODY, SOMEBODY };

static const struct route {
    enum http_method method;
    const char *path;
    enum request_cost cost;
    enum who who;
    void (*handle)(struct api_request *request);
} routes[] = {
    {HTTP_GET, "/healthz", COST_LOOK, ANYBODY, get_health},
    {HTTP_GET, "/metrics", COST_READ, ANYBODY, get_metrics},
    {HTTP_GET, "/status", COST_READ, ANYBODY, api_get_status},
    {HTTP_GET, "/status.css", COST_FILE, ANYBODY, api_get_status_style},
    {HTTP_GET, "/api/v1/address", COST_LOOK, ANYBODY, get_address},
    {HTTP_GET, "/api/v1/me", COST_LOOK, SOMEBODY, api_get_me},
    {HTTP_POST, "/api/v1/me", COST_WRITE, SOMEBODY, api_post_me},
    {HTTP_DELETE, "/api/v1/me", COST_FORGET, SOMEBODY, api_delete_me},
    {HTTP_POST, "/api/v1/account", COST_HASH, SOMEBODY, api_post_account},
    {HTTP_POST, "/api/v1/login", COST_HASH, ANYBODY, api_post_login},
    {HTTP_POST, "/api/v1/logout", COST_WRITE, SOMEBODY, api_post_logout},
    {HTTP_GET, "/api/v1/sessions", COST_READ, SOMEBODY, api_get_sessions},
    {HTTP_DELETE, "/api/v1/sessions", COST_WRITE, SOMEBODY, api_delete_sessions},
    {HTTP_GET, "/api/v1/tables", COST_LIST, ANYBODY, get_tables},
    {HTTP_POST, "/api/v1/tables", COST_OPEN, SOMEBODY, post_tables},
    {HTTP_GET, "/api/v1/games", COST_READ, SOMEBODY, api_get_games},
    {HTTP_POST, "/api/v1/records", COST_UPLOAD, SOMEBODY, api_post_record},
};
enum { ROUTES = sizeof routes / sizeof routes[0] };

/* Paths that end in an id. */
static const struct {
    enum http_method method;
    const char *start;
    enum request_cost cost;
    enum who who;
    void (*handle)(struct api_request *request, const char *id);
} places[] = {
    {HTTP_GET, "/api/v1/records/", COST_READ, ANYBODY, api_get_record},
    {HTTP_DELETE, "/api/v1/sessions/", COST_WRITE, SOMEBODY, api_delete_session},
};
enum { PLACES = sizeof places / sizeof places[0] };

static bool starts_with(const char *path, const char *start)
{
    return strncmp(path, start, strlen(start)) == 0;
}

static void handle_request(struct api_request *request)
{
    const char *path = request->path;
    bool known = false;
    if (request->page != NULL) {
        api_get_page(request);
        return;
    }
    for (size_t i = 0; i < ROUTES; i++) {
        if (strcmp(routes[i].path, path) != 0)
            continue;
        known = true;
        if (routes[i].method == request->method) {
            routes[i].handle(request);
            return;
        }
    }
    for (size_t i = 0; i < PLACES; i++) {
        if (!starts_with(path, places[i].start))
            continue;
        known = true;
        if (places[i].method == request->method) {
            places[i].handle(request, path + strlen(places[i].start));
            return;
        }
    }
    if (known)
        api_refuse(request, CODE_METHOD, FAULT_NO_METHOD);
    else if (starts_with(path, tables_prefix))
        handle_table(request);
    else
        api_refuse(request, CODE_MISSING, FAULT_NO_PAGE);
}

struct terms {
    enum request_cost cost;
    enum who who;
};

static struct terms terms_of(const struct api_request *request)
{
    const char *path = request->path;
    if (request->page != NULL)
        return (struct terms){COST_READ, ANYBODY};
    for (size_t i = 0; i < ROUTES; i++) {
        if (routes[i].method == request->method && strcmp(routes[i].path, path) == 0)
            return (struct terms){routes[i].cost, routes[i].who};
    }
    for (size_t i = 0; i < PLACES; i++) {
        if (starts_with(path, places[i].start))
            return (struct terms){places[i].cost, places[i].who};
    }
    if (starts_with(path, tables_prefix))
        return (struct terms){request->method == HTTP_GET ? COST_FOLLOW : COST_MESSAGE, SOMEBODY};
    return (struct terms){COST_LOOK, ANYBODY};
}

/* Charges the person once, though a request may be resumed several times. */
static bool has_person_paid(struct api_request *request)
{
    struct hub_client *client = &request->client;
    client->has_paid = client->has_paid || hub_person_pays(client, terms_of(request).cost);
    return client->has_paid;
}

static void resume_client(struct hub_client *client)
{
    struct api_request *request = (struct api_request *)client;
    struct hub *hub = client->hub;
    if (request->status != 0)
        return; /* answered while it waited */
    client->state = CLIENT_READY;
    if (hub->stopping && strcmp(request->path, "/healthz") != 0 &&
        !starts_with(request->path, "/status"))
        api_refuse(request, CODE_STOPPING, FAULT_STOPPING);
    else if (request->foreign && request->method != HTTP_GET)
        api_refuse(request, CODE_ORIGIN, FAULT_ANOTHER_SITE);
    else if (!has_person_paid(request))
        api_refuse(request, CODE_SLOW, FAULT_TOO_MANY_REQUESTS);
    else
        handle_request(request);
}

static void give_up_client(struct hub_client *client, enum error_code code, enum fault_id why)
{
    api_refuse((struct api_request *)client, code, why);
}

bool api_takes(const char *path)
{
    for (size_t i = 0; i < ROUTES; i++)
        if (strcmp(routes[i].path, path) == 0)
            return true;
    return starts_with(path, "/api/");
}

/* Agrees with handle_request() and handle_table(). */
unsigned api_methods(const char *path)
{
    const unsigned get = 1U << HTTP_GET, post = 1U << HTTP_POST;
    unsigned methods = 0;
    for (size_t i = 0; i < ROUTES; i++)
        methods |= strcmp(routes[i].path, path) == 0 ? 1U << routes[i].method : 0;
    for (size_t i = 0; i < PLACES; i++)
        methods |= starts_with(path, places[i].start) ? 1U << places[i].method : 0;
    if (methods == 0 && starts_with(path, tables_prefix))
        return strchr(path + strlen(tables_prefix), '/') != NULL ? get : get | post;
    return methods;
}

size_t api_body_max(const char *path)
{
    return strcmp(path, "/api/v1/records") == 0 ? BODY_MAX : BODY_SMALL_MAX;
}

/* The address is charged before the lookup, so that a refused request costs no more than that. */
bool api_begin(struct hub *hub, struct api_request *request, const char *secret)
{
    struct hub_client *client = &request->client;
    const struct terms terms = terms_of(request);
    client->once = true;
    client->wake = no_wake;
    client->answered = client_answered;
    client->resume = resume_client;
    client->give_up = give_up_client;
    if (!hub_client_add(hub, client))
        return false;
    const bool looks = terms.who == SOMEBODY && secret[0] != '\0';
    if (!hub_pays(hub, client->address, terms.cost))
        api_refuse(request, CODE_SLOW, FAULT_TOO_MANY_REQUESTS);
    else if (looks && !hub_may_look_up(hub, client->address))
        api_refuse(request, CODE_SLOW, FAULT_TOO_MUCH_AT_ONCE);
    else
        hub_client_identify(client, looks ? secret : "");
    hub_run(hub);
    return true;
}

void api_end(struct api_request *request)
{
    hub_client_close(&request->client);
    shared_bytes_release(request->body);
    shared_bytes_release(request->answer);
    event_log_release(request->log);
    request->body = request->answer = NULL;
    request->log = NULL;
}
