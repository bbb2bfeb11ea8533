/* All tables and the crews that work for them; see hub.h.  Links are in hub_links.c. */
#include "server/hub.h"

#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/check.h"
#include "server/change.h"
#include "server/room_internal.h"
#include "server/table_json.h"

enum {
    BUCKETS_MIN = 1024,
    LOBBY_EVERY_MS = 1000,
    LOBBY_MAX = 200, /* tables that a list shows, those with free seats first */
    FAILURE_LOG_MS = 1000,
    LIMITED_KEYS = 16384,    /* addresses whose pace is remembered */
    LIMITED_PERSONS = 65536, /* and persons, who may be many behind one */
    PERSON_MESSAGES_MIN = 20,
    PERSON_SHARE = 10, /* a person may send this part of what an address may */
};

int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int64_t tick_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void hub_log(struct hub *hub, const char *format, ...)
{
    char line[LOG_LINE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    hub->options.log(hub->options.log_context, line);
}

void hub_store_failed(struct hub *hub, struct crew *crew)
{
    char reason[STORE_REASON_SIZE];
    int64_t now = now_ms();
    if (hub->stopping)
        return; /* dropped, not failed */
    metrics_count(&hub->metrics, COUNTER_STORE_FAILURES, 1);
    if (now - hub->failure_logged < FAILURE_LOG_MS)
        return;
    hub->failure_logged = now;
    crew_reason(crew, reason);
    hub_log(hub, "the store failed: %s", reason);
}

/* ---- Rooms ----------------------------------------------------------------------------------- */

static struct room **bucket_of(const struct hub *hub, const char *id)
{
    uint32_t hash = 2166136261u;
    for (const char *c = id; *c; c++)
        hash = (hash ^ (uint8_t)*c) * 16777619u;
    return &hub->bucket[hash & (hub->buckets - 1)];
}

struct room *hub_find_room(const struct hub *hub, const char *id)
{
    struct room *room = *bucket_of(hub, id);
    while (room && strcmp(room->id, id) != 0)
        room = room->next_in_bucket;
    return room;
}

static void grow(struct hub *hub)
{
    struct room **old = hub->bucket;
    unsigned count = hub->buckets;
    hub->buckets = count ? 2 * count : BUCKETS_MIN;
    hub->bucket = calloc(hub->buckets, sizeof *hub->bucket);
    CHECK(hub->bucket);
    for (unsigned i = 0; i < count; i++)
        while (old[i]) {
            struct room *room = old[i];
            struct room **bucket = bucket_of(hub, room->id);
            old[i] = room->next_in_bucket;
            room->next_in_bucket = *bucket;
            *bucket = room;
        }
    free(old);
}

void hub_add_room(struct hub *hub, struct room *room)
{
    if (hub->rooms >= hub->buckets)
        grow(hub);
    struct room **bucket = bucket_of(hub, room->id);
    room->next_in_bucket = *bucket;
    *bucket = room;
    hub->rooms++;
}

void hub_drop_room(struct hub *hub, struct room *room)
{
    struct room **place = bucket_of(hub, room->id);
    while (*place != room)
        place = &(*place)->next_in_bucket;
    *place = room->next_in_bucket;
    hub->rooms--;
    if (room->match.settings.listed)
        hub_lobby_changed(hub);
    room_release(room);
}

static bool is_table_id(const char *id)
{
    return strlen(id) == TABLE_ID_SIZE - 1 &&
           strspn(id, "abcdefghijklmnopqrstuvwxyz0123456789") == TABLE_ID_SIZE - 1;
}

struct room *hub_room(struct hub *hub, const char *id)
{
    struct room *room = hub_find_room(hub, id);
    if (!room && is_table_id(id)) {
        room = room_new(hub, id);
        hub_add_room(hub, room);
        room_load(room);
    }
    if (room && room->state == ROOM_DOUBTFUL)
        room_load(room);
    return room;
}

/* ---- The lobby ------------------------------------------------------------------------------- */

void hub_lobby_changed(struct hub *hub)
{
    hub->lobby_changed = true;
}

static void add_tables(const struct hub *hub, enum store_state state, json_t *tables)
{
    for (unsigned i = 0; i < hub->buckets; i++)
        for (const struct room *room = hub->bucket[i]; room; room = room->next_in_bucket) {
            bool known = room->state == ROOM_READY || room->state == ROOM_BUSY;
            if (json_array_size(tables) == LOBBY_MAX)
                return;
            if (known && room->match.settings.listed && room->opened > 0 &&
                match_store_state(&room->match) == state)
                json_array_append_new(tables, room_public_json(room));
        }
}

json_t *hub_public_tables(const struct hub *hub)
{
    json_t *tables = json_array();
    add_tables(hub, STORE_OPEN, tables);
    add_tables(hub, STORE_RUNNING, tables);
    return tables;
}

struct packet *hub_lobby(struct hub *hub, const int64_t *re)
{
    json_t *lobby = json_pack("{ssso}", "is", "lobby", "tables", hub_public_tables(hub));
    if (re)
        json_object_set_new(lobby, "re", json_integer(*re));
    return packet_of_json(lobby);
}

static void send_lobby(struct hub *hub, int64_t now)
{
    struct packet *packet = NULL;
    hub->lobby_changed = false;
    hub->lobby_sent = now;
    for (struct link *link = hub->links; link; link = link->next) {
        if (!link->in_lobby)
            continue;
        if (!packet)
            packet = hub_lobby(hub, NULL);
        link_send(link, packet);
    }
    packet_release(packet);
}

/* ---- Time ------------------------------------------------------------------------------------ */

void hub_tick(struct hub *hub)
{
    int64_t now = now_ms();
    if (hub->stopping)
        return;
    for (unsigned i = 0; i < hub->buckets; i++) {
        struct room *next;
        for (struct room *room = hub->bucket[i]; room; room = next) {
            next = room->next_in_bucket; /* the room may be dropped, but no other */
            room_tick(room, now);
        }
    }
    if (hub->lobby_changed && now - hub->lobby_sent >= LOBBY_EVERY_MS)
        send_lobby(hub, now);
}

void hub_collect(struct hub *hub)
{
    crew_collect(hub->writer);
    crew_collect(hub->readers);
    crew_collect(hub->workers);
}

/* ---- Start and stop -------------------------------------------------------------------------- */

static void secret_found(void *context, const char *value)
{
    uint8_t *secret = context;
    size_t length = 0;
    if (sodium_hex2bin(secret, SERVER_SECRET_SIZE, value, strlen(value), NULL, &length, NULL) != 0)
        sodium_memzero(secret, SERVER_SECRET_SIZE);
}

/* The server's own secret: the one given, else the store's, which is made the first time. */
static bool find_secret(struct hub *hub, struct store *store, char reason[STORE_REASON_SIZE])
{
    char fresh[2 * SERVER_SECRET_SIZE + 1];
    uint8_t bytes[SERVER_SECRET_SIZE];
    if (hub->options.secret) {
        secret_found(hub->secret, hub->options.secret);
        return true;
    }
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2hex(fresh, sizeof fresh, bytes, sizeof bytes);
    bool good = store_begin(store) == STORE_OK &&
                store_settle(store, "secret", fresh, secret_found, hub->secret) == STORE_OK &&
                store_commit(store) == STORE_OK;
    if (!good)
        memcpy(reason, store_reason(store), STORE_REASON_SIZE);
    sodium_memzero(fresh, sizeof fresh);
    sodium_memzero(bytes, sizeof bytes);
    return good;
}

/* Tables that run are read one after the other, so that their clocks and bots go on. */
struct running {
    struct job job;
    struct hub *hub;
    char (*id)[TABLE_ID_SIZE];
    unsigned count, room;
};

static void running_found(void *context, const char *id)
{
    struct running *running = context;
    struct text text;
    if (running->count == running->room) {
        running->room = running->room ? 2 * running->room : 64;
        running->id = realloc(running->id, running->room * sizeof running->id[0]);
        CHECK(running->id);
    }
    text_init(&text, running->id[running->count++], TABLE_ID_SIZE);
    text_add(&text, id);
}

static void open_found(void *context, const struct store_game *game)
{
    running_found(context, game->id);
}

/* And those that wait for people in the list of tables. */
static enum store_result running_run(struct job *job, struct store *store)
{
    enum store_result result = store_games_running(store, running_found, (struct running *)job);
    if (result == STORE_OK)
        result = store_games_listed(store, STORE_OPEN, INT64_MAX, LOBBY_MAX, open_found, job);
    return result;
}

static void running_done(struct job *job)
{
    struct running *running = (struct running *)job;
    if (job->result == STORE_FAILED && !running->hub->stopping)
        hub_store_failed(running->hub, running->hub->readers);
    for (unsigned i = 0; i < running->count && !running->hub->stopping; i++)
        hub_room(running->hub, running->id[i]);
    free(running->id);
    free(running);
}

static void ask_for_running(struct hub *hub)
{
    struct running *running = calloc(1, sizeof *running);
    CHECK(running);
    running->job = (struct job){.run = running_run, .done = running_done};
    running->hub = hub;
    crew_add(hub->readers, &running->job);
}

static void start_limits(struct hub *hub)
{
    unsigned address = hub->options.messages_per_second;
    unsigned person = address / PERSON_SHARE;
    if (person < PERSON_MESSAGES_MIN)
        person = PERSON_MESSAGES_MIN;
    struct limits_rate addresses = {.burst = 2 * address, .per_minute = 60 * address};
    struct limits_rate persons = {.burst = 2 * person, .per_minute = 60 * person};
    struct limits_rate chats = {.burst = 5, .per_minute = 30};
    struct limits_rate openings = {.burst = hub->options.connections_per_address, .per_minute = 12};
    CHECK(limits_init(&hub->addresses, LIMITED_KEYS, addresses));
    CHECK(limits_init(&hub->persons, LIMITED_PERSONS, persons));
    CHECK(limits_init(&hub->chats, LIMITED_KEYS, chats));
    CHECK(limits_init(&hub->openings, LIMITED_KEYS, openings));
}

static void end_crew(struct crew *crew, struct store *store)
{
    if (crew) {
        crew_stop(crew);
        crew_release(crew);
    } else if (store) {
        store_close(store);
    }
}

/* The stores are the crews', or closed when one of them cannot be started. */
static bool start_crews(struct hub *hub, struct store *writing, struct store *reading)
{
    struct crew_plan plan = {
        .name = "writer",
        .threads = 1,
        .stores = &writing,
        .grouped = true,
        .run_group = changes_write,
        .wake = hub->options.wake,
        .context = hub->options.wake_context,
    };
    hub->writer = crew_start(&plan);
    plan.name = "reader";
    plan.stores = &reading;
    plan.grouped = false;
    plan.run_group = NULL;
    hub->readers = crew_start(&plan);
    plan.name = "worker";
    plan.stores = NULL;
    plan.threads = hub->options.bot_threads;
    hub->workers = crew_start(&plan);
    if (hub->writer && hub->readers && hub->workers)
        return true;
    end_crew(hub->writer, writing);
    end_crew(hub->readers, reading);
    end_crew(hub->workers, NULL);
    return false;
}

bool hub_start(struct hub *hub, const struct hub_options *options, const char *database,
               char reason[STORE_REASON_SIZE])
{
    memset(hub, 0, sizeof *hub);
    hub->options = *options;
    struct store *writing = store_open(database, reason);
    if (!writing)
        return false;
    struct store *reading = store_open(database, reason);
    store_heed(writing, options->claim);
    if (reading)
        store_heed(reading, options->claim);
    if (!reading || !find_secret(hub, writing, reason)) {
        store_close(writing);
        if (reading)
            store_close(reading);
        return false;
    }
    if (!start_crews(hub, writing, reading)) {
        snprintf(reason, STORE_REASON_SIZE,
                 "there is no memory or no thread for the server's work");
        return false;
    }
    grow(hub);
    start_limits(hub);
    metrics_set(&hub->metrics, GAUGE_STARTED, now_ms() / 1000);
    ask_for_running(hub);
    return true;
}

void hub_stop(struct hub *hub)
{
    hub->stopping = true;
    /* Workers and readers first: what they bring may still have to be written. */
    crew_drop(hub->workers);
    crew_stop(hub->workers);
    crew_collect(hub->workers);
    crew_drop(hub->readers);
    crew_stop(hub->readers);
    crew_collect(hub->readers);
    crew_stop(hub->writer);
    crew_collect(hub->writer);
    for (struct link *link = hub->links; link; link = link->next)
        hub_link_end(link, "the server stops; come back later");
}

void hub_release(struct hub *hub)
{
    CHECK(!hub->links);
    for (unsigned i = 0; i < hub->buckets; i++)
        while (hub->bucket[i])
            hub_drop_room(hub, hub->bucket[i]);
    free(hub->bucket);
    limits_release(&hub->addresses);
    limits_release(&hub->persons);
    limits_release(&hub->chats);
    limits_release(&hub->openings);
    crew_release(hub->writer);
    crew_release(hub->readers);
    crew_release(hub->workers);
    sodium_memzero(hub->secret, sizeof hub->secret);
}
