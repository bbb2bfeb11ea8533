/* Requests over HTTP: which there are, and those about tables; see api.h. */
#include "server/api.h"

#include <stdlib.h>
#include <string.h>

#include "core/check.h"
#include "server/api_internal.h"
#include "server/fields.h"
#include "server/room_internal.h"
#include "server/settings.h"

/* ---- Answers --------------------------------------------------------------------------------- */

static void answered(struct link *link, int status, struct packet *body)
{
    struct request *request = (struct request *)link;
    CHECK(!request->answer);
    link->state = LINK_ENDING;
    request->status = status;
    request->answer = body;
    if (!request->answer_type)
        request->answer_type = "application/json";
    request->ready(request);
}

void api_answer_packet(struct request *request, const char *type, struct packet *packet)
{
    request->answer_type = type;
    answered(&request->link, 200, packet);
}

void api_answer_json(struct request *request, json_t *json)
{
    api_answer_packet(request, "application/json", packet_of_json(json));
}

void api_error(struct request *request, const char *code, const char *sentence)
{
    hub_send_error(&request->link, NULL, code, "", sentence);
}

static void no_wake(struct link *link)
{
    (void)link;
}

/* ---- Bodies ---------------------------------------------------------------------------------- */

static bool is_json(struct request *request)
{
    static const char json[] = "application/json";
    size_t length = sizeof json - 1;
    if (strncmp(request->type, json, length) == 0 &&
        (request->type[length] == '\0' || request->type[length] == ';'))
        return true;
    api_error(request, "type", "Content-Type: this request takes application/json");
    return false;
}

json_t *api_body(struct request *request)
{
    struct complaint complaint;
    if (!is_json(request))
        return NULL;
    json_t *object = fields_load(packet_text(request->body), request->body->length,
                                 MESSAGE_SIZE_MAX, &complaint);
    if (!object)
        api_error(request, complaint.code, complaint.text);
    return object;
}

bool api_knows(struct request *request)
{
    if (request->link.identity.person[0] != '\0')
        return true;
    api_error(request, "identity", "say who you are: a cookie, or Authorization: Bearer SECRET");
    return false;
}

/* ---- Jobs ------------------------------------------------------------------------------------ */

struct api_job *api_job_new(struct request *request,
                            enum store_result (*run)(struct job *job, struct store *store),
                            void (*done)(struct job *job))
{
    struct api_job *job = calloc(1, sizeof *job);
    CHECK(job && !request->job);
    job->job = (struct job){.run = run, .done = done};
    job->hub = request->link.hub;
    job->request = request;
    job->identity = request->link.identity;
    request->job = job;
    return job;
}

void api_job_then(struct api_job *job, struct crew *crew,
                  enum store_result (*run)(struct job *job, struct store *store),
                  void (*done)(struct job *job))
{
    job->job = (struct job){.run = run, .done = done};
    if (job->hub->stopping)
        job->job.result = STORE_FAILED, done(&job->job);
    else
        crew_add(crew, &job->job);
}

void api_job_free(struct api_job *job)
{
    if (job->request)
        job->request->job = NULL;
    sodium_memzero(job->password, sizeof job->password);
    sodium_memzero(job->secret, sizeof job->secret);
    packet_release(job->text);
    json_decref(job->json);
    free(job);
}

bool api_job_is_off(struct api_job *job, struct crew *crew)
{
    if (job->job.result == STORE_FAILED) {
        hub_store_failed(job->hub, crew);
        if (job->request)
            api_error(job->request, "store", "the store does not answer: try again");
        return true;
    }
    return !job->request;
}

/* ---- Tables ---------------------------------------------------------------------------------- */

static void get_tables(struct request *request)
{
    api_answer_json(request, json_pack("{so}", "tables", hub_public_tables(request->link.hub)));
}

static void post_tables(struct request *request)
{
    struct hub *hub = request->link.hub;
    struct match_settings settings;
    struct complaint complaint;
    if (!api_knows(request) || !is_json(request))
        return;
    if (!settings_read(&settings, packet_text(request->body), request->body->length, &complaint))
        api_error(request, complaint.code, complaint.text);
    else if (!limits_take(&hub->openings, request->link.address, tick_ms(), 1))
        api_error(request, "slow", "too many tables: wait a little before opening another");
    else
        room_open(hub, &settings, &request->link);
}

static void get_table(struct request *request, struct room *room)
{
    room_answer_table(room, &request->link);
}

/* The events as they were sent, put together. */
static struct packet *events_after(const struct room *room, uint32_t after)
{
    static const char start[] = "{\"events\":[", end[] = "]}";
    size_t length = sizeof start - 1 + sizeof end - 1;
    for (uint32_t n = after; n < room->history.events; n++)
        length += room->history.event[n]->length + (n > after);
    struct packet *packet = packet_new(NULL, length);
    struct text text;
    text_init(&text, packet_text(packet), length + 1);
    text_add(&text, start);
    for (uint32_t n = after; n < room->history.events; n++) {
        if (n > after)
            text_add_char(&text, ',');
        text_add_part(&text, packet_text(room->history.event[n]), room->history.event[n]->length);
    }
    text_add(&text, end);
    CHECK(!text.cut && text.used == length);
    return packet;
}

static void get_events(struct request *request, struct room *room)
{
    static const char key[] = "after=";
    const char *query = request->query;
    long after = 0;
    if (strncmp(query, key, sizeof key - 1) == 0)
        query += sizeof key - 1;
    struct word word = {query, strlen(query)};
    if (word.length > 0 && !word_number(word, 0, INT32_MAX, &after))
        api_error(request, "field", "after: the number of the last event that you have seen");
    else
        api_answer_packet(request, "application/json", events_after(room, (uint32_t)after));
}

static void post_table(struct request *request, struct room *room)
{
    struct message message;
    struct complaint complaint;
    if (!is_json(request))
        return;
    if (!message_read(&message, packet_text(request->body), request->body->length, &complaint))
        api_error(request, complaint.code, complaint.text);
    else if (message.kind == MESSAGE_FOLLOW || message.kind == MESSAGE_LOBBY ||
             message.kind == MESSAGE_PING)
        api_error(request, "unknown", "do: this needs a WebSocket");
    else if (hub_may_ask(&request->link, &message))
        room_ask(room, &request->link, &message);
}

/* ---- Which request it is --------------------------------------------------------------------- */

static const char tables_prefix[] = "/api/v1/tables/";
static const char records_prefix[] = "/api/v1/records/";

/* "/api/v1/tables/ID" and what is below it. */
static void handle_table(struct request *request)
{
    const char *id = request->path + sizeof tables_prefix - 1;
    const char *rest = strchr(id, '/');
    size_t length = rest ? (size_t)(rest - id) : strlen(id);
    char table[TABLE_ID_SIZE];
    struct room *room = NULL;
    if (length == TABLE_ID_SIZE - 1) {
        memcpy(table, id, length);
        table[length] = '\0';
        if (rest && strcmp(rest, "/record") == 0 && request->method == METHOD_GET) {
            api_get_game_record(request, table);
            return;
        }
        room = hub_room(request->link.hub, table);
    }
    if (!room)
        api_error(request, "missing", "there is no such table");
    else if (room->state != ROOM_READY)
        hub_wait(&request->link, room, NULL, 0);
    else if (!rest && request->method == METHOD_GET)
        get_table(request, room);
    else if (!rest && request->method == METHOD_POST)
        post_table(request, room);
    else if (rest && strcmp(rest, "/events") == 0 && request->method == METHOD_GET)
        get_events(request, room);
    else if (!rest || strcmp(rest, "/events") == 0 || strcmp(rest, "/record") == 0)
        api_error(request, "method", "not with this method");
    else
        api_error(request, "missing", "there is no such page");
}

static void get_health(struct request *request)
{
    struct hub *hub = request->link.hub;
    if (hub->stopping)
        api_error(request, "stopping", "the server is about to stop");
    else if (now_ms() - hub->failure_logged < 5000)
        api_error(request, "store", "the store has failed within the last seconds");
    else
        api_answer_json(request,
                        json_pack("{ssss}", "status", "ok", "version", hub->options.version));
}

static void count_tables(struct hub *hub)
{
    int64_t open = 0, running = 0;
    for (unsigned i = 0; i < hub->buckets; i++)
        for (const struct room *room = hub->bucket[i]; room; room = room->next_in_bucket) {
            open += room->match.phase == MATCH_OPEN;
            running += room->match.phase == MATCH_PLAYING || room->match.phase == MATCH_PAUSE;
        }
    metrics_set(&hub->metrics, GAUGE_TABLES_OPEN, open);
    metrics_set(&hub->metrics, GAUGE_TABLES_RUNNING, running);
}

static void get_metrics(struct request *request)
{
    struct hub *hub = request->link.hub;
    char buffer[METRICS_TEXT_SIZE];
    struct text text;
    count_tables(hub);
    metrics_set(&hub->metrics, GAUGE_BOT_QUEUE, crew_load(hub->workers));
    metrics_set(&hub->metrics, GAUGE_STORE_QUEUE, crew_load(hub->writer));
    text_init(&text, buffer, sizeof buffer);
    metrics_write(&hub->metrics, &text);
    api_answer_packet(request, METRICS_CONTENT_TYPE, packet_new(buffer, text.used));
}

static const struct route {
    enum method method;
    const char *path;
    void (*handle)(struct request *request);
} routes[] = {
    {METHOD_GET, "/healthz", get_health},
    {METHOD_GET, "/metrics", get_metrics},
    {METHOD_GET, "/api/v1/me", api_get_me},
    {METHOD_POST, "/api/v1/me", api_post_me},
    {METHOD_DELETE, "/api/v1/me", api_delete_me},
    {METHOD_POST, "/api/v1/account", api_post_account},
    {METHOD_POST, "/api/v1/login", api_post_login},
    {METHOD_POST, "/api/v1/logout", api_post_logout},
    {METHOD_GET, "/api/v1/tables", get_tables},
    {METHOD_POST, "/api/v1/tables", post_tables},
    {METHOD_GET, "/api/v1/games", api_get_games},
    {METHOD_POST, "/api/v1/records", api_post_record},
};

static void handle(struct request *request)
{
    bool known = false;
    for (size_t i = 0; i < sizeof routes / sizeof routes[0]; i++) {
        if (strcmp(routes[i].path, request->path) != 0)
            continue;
        known = true;
        if (routes[i].method == request->method) {
            routes[i].handle(request);
            return;
        }
    }
    if (known)
        api_error(request, "method", "not with this method");
    else if (strncmp(request->path, tables_prefix, sizeof tables_prefix - 1) == 0)
        handle_table(request);
    else if (strncmp(request->path, records_prefix, sizeof records_prefix - 1) == 0 &&
             request->method == METHOD_GET)
        api_get_record(request, request->path + sizeof records_prefix - 1);
    else
        api_error(request, "missing", "there is no such page");
}

static void resume(struct link *link)
{
    struct request *request = (struct request *)link;
    struct hub *hub = link->hub;
    link->state = LINK_READY;
    if (hub->stopping && strcmp(request->path, "/healthz") != 0)
        api_error(request, "stopping", "the server is about to stop");
    else if (request->foreign && request->method != METHOD_GET)
        api_error(request, "origin", "Origin: this request comes from another site's page");
    else
        handle(request);
}

static void give_up(struct link *link, const char *code, const char *sentence)
{
    api_error((struct request *)link, code, sentence);
}

bool api_takes(const char *path)
{
    return strncmp(path, "/api/", 5) == 0 || strcmp(path, "/healthz") == 0 ||
           strcmp(path, "/metrics") == 0;
}

bool api_begin(struct hub *hub, struct request *request, const char *secret)
{
    request->link.once = true;
    request->link.wake = no_wake;
    request->link.answered = answered;
    request->link.resume = resume;
    request->link.give_up = give_up;
    if (!hub_link_open(hub, &request->link, secret))
        return false;
    if (hub_is_too_fast(&request->link))
        api_error(request, "slow", "too many requests: wait a little");
    else if (request->link.state == LINK_READY)
        resume(&request->link);
    return true;
}

void api_end(struct request *request)
{
    if (request->job)
        request->job->request = NULL;
    request->job = NULL;
    hub_link_close(&request->link);
    packet_release(request->body);
    packet_release(request->answer);
    request->body = request->answer = NULL;
}
