/* The life of a simulated world: see world.h. */
#define _DEFAULT_SOURCE
#include "simulate/world.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "store/no_sync.h"
#include "support.h"

#define BEGINNING INT64_C(1794700000000)

/* One folder for each process. */
static char folder[64];

/* ---- The folder ------------------------------------------------------------------------------ */

void world_folder_begin(void)
{
    const bool in_memory = access("/dev/shm", W_OK) == 0;
    snprintf(folder, sizeof folder, "%s/railhead-simulate-XXXXXX", in_memory ? "/dev/shm" : "/tmp");
    assert_non_null(mkdtemp(folder));
    no_sync();
}

static void remove_files(const char *path)
{
    static const char *const ends[] = {"", "-wal", "-shm", "-journal", "-lock"};
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        char name[PATH_MAX_SIZE + 16];
        snprintf(name, sizeof name, "%s%s", path, ends[i]);
        unlink(name);
    }
}

void world_folder_end(void)
{
    char path[PATH_MAX_SIZE];
    if (folder[0] == '\0')
        return;
    snprintf(path, sizeof path, "%s/store", folder);
    remove_files(path);
    rmdir(folder);
    folder[0] = '\0';
}

/* ---- What happens is written down ------------------------------------------------------------ */

unsigned world_random(struct world *world, unsigned below)
{
    return test_random_below(&world->random, below);
}

void world_hash(struct world *world, const void *bytes, size_t length)
{
    const uint8_t *byte = bytes;
    uint64_t hash = world->hash;
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ byte[i]) * 1099511628211u;
    world->hash = hash;
}

static char *next_line(struct world *world)
{
    return world->trail[world->trail_next++ % TRAIL_LINES];
}

void world_did(struct world *world, const char *format, ...)
{
    char *line = next_line(world);
    const int start = snprintf(line, TRAIL_LINE_SIZE, "%6llu ", (unsigned long long)world->step);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line + start, TRAIL_LINE_SIZE - (size_t)start, format, arguments);
    va_end(arguments);
    world_hash(world, line, strlen(line));
    if (world->verbose)
        printf("%s\n", line);
}

void world_say_where(const struct world *world)
{
    for (unsigned i = 0; i < TRAIL_LINES; i++) {
        const char *line = world->trail[(world->trail_next + i) % TRAIL_LINES];
        if (line[0] != '\0')
            printf("  %s\n", line);
    }
    printf("seed %llu, step %llu; again with: simulate --seed %llu%s\n",
           (unsigned long long)world->seed, (unsigned long long)world->step,
           (unsigned long long)world->seed, world->story);
    printf("worlds of this run that were clean: %llu\n", (unsigned long long)world->tally->worlds);
    fflush(stdout);
}

void world_fail(struct world *world, const char *format, ...)
{
    allocation_disarm();
    va_list arguments;
    va_start(arguments, format);
    printf("FAILED: ");
    vprintf(format, arguments);
    printf("\n");
    va_end(arguments);
    world_say_where(world);
    world_folder_end();
    _exit(1);
}

void world_note_gone(struct world *world, const char *person)
{
    if (person[0] != '\0')
        memcpy(world->gone[world->gone_next++ % GONE_MAX], person, PERSON_SIZE);
}

bool world_is_gone(const struct world *world, const char *person)
{
    for (unsigned i = 0; i < GONE_MAX; i++)
        if (strcmp(world->gone[i], person) == 0)
            return true;
    return false;
}

/* ---- The server ------------------------------------------------------------------------------ */

/* Not hashed: it may name the folder. */
static void log_line(void *context, const struct hub_line *said)
{
    struct world *world = context;
    char *line = next_line(world);
    snprintf(line, TRAIL_LINE_SIZE, "       server: %s", said->words);
    if (world->verbose)
        printf("%s\n", line);
}

static int64_t world_now(void *context)
{
    return ((const struct world *)context)->now;
}

static void wake(void *context)
{
    (void)context;
}

/* ---- News ------------------------------------------------------------------------------------ */

static void add_news(struct server *server, int64_t from, const char *text)
{
    const size_t size = strlen(text) + 1;
    struct news *news = malloc(sizeof *news + size);
    assert_non_null(news);
    *news = (struct news){.from = from};
    memcpy(news->text, text, size);
    *server->last_news = news;
    server->last_news = &news->next;
}

static void forget_news(struct server *server)
{
    while (server->news) {
        struct news *news = server->news;
        server->news = news->next;
        free(news);
    }
    server->last_news = &server->news;
}

/* With a commit: "NUMBER\nLINES", to all that are up. */
static void told(void *context, const char *text)
{
    struct world *world = context;
    const bool armed = allocation.armed;
    const char *lines = strchr(text, '\n');
    assert_non_null(lines);
    allocation_disarm();
    for (unsigned i = 0; i < world->servers; i++)
        if (world->server[i].is_up)
            add_news(&world->server[i], strtoll(text, NULL, 10), lines + 1);
    allocation.armed = armed;
}

static struct news *take_news(struct server *server)
{
    struct news *news = server->news;
    if (!news)
        return NULL;
    server->news = news->next;
    if (!server->news)
        server->last_news = &server->news;
    return news;
}

bool server_hear(struct server *server, unsigned most)
{
    struct news *news = NULL;
    bool heard = false;
    while (most-- > 0 && (news = take_news(server)) != NULL) {
        allocation_arm();
        if (news->from != 0)
            hub_take_messages(&server->hub, news->from, news->text);
        else
            hub_messages_missed(&server->hub);
        hub_run(&server->hub);
        allocation_disarm();
        free(news);
        heard = true;
    }
    return heard;
}

void server_miss(struct server *server)
{
    forget_news(server);
    add_news(server, 0, "");
    server->world->tally->missed++;
}

/* ---- A server -------------------------------------------------------------------------------- */

static struct store *open_store(struct world *world)
{
    char reason[STORE_REASON_SIZE];
    return store_open_as(&world->kind.kind, world->path, reason);
}

static bool open_stores(struct server *server, struct hub_stores *stores)
{
    struct world *world = server->world;
    stores->writing = open_store(world);
    stores->reading[0] = stores->writing ? open_store(world) : NULL;
    if (world->servers > 1)
        stores->sharing = stores->reading[0] ? open_store(world) : NULL;
    if (stores->reading[0] && (world->servers == 1 || stores->sharing))
        return true;
    store_close(stores->writing);
    store_close(stores->reading[0]);
    return false;
}

bool server_start(struct server *server)
{
    struct world *world = server->world;
    const struct hub_options options = {
        .connections_per_address = 64,
        .name = "simulated",
        .messages_per_second = world->pace,
        .bytes_per_address = 4 << 20,
        .version = "simulated",
        .log = log_line,
        .log_context = world,
        .wake = wake,
        .wake_context = world,
        .now = world_now,
        .now_context = world,
    };
    char reason[STORE_REASON_SIZE];
    struct hub_stores stores = {0};
    if (!open_stores(server, &stores)) {
        world_did(world, "server %u: the database cannot be opened", server->number);
        return false;
    }
    allocation_arm();
    server->is_up = hub_start(&server->hub, &options, stores, reason);
    allocation_disarm();
    server->stands_still = false;
    world_did(world, "server %u %s", server->number, server->is_up ? "starts" : "cannot start");
    return server->is_up;
}

static void drop_connections(struct server *server)
{
    for (unsigned i = 0; i < server->world->clients; i++)
        client_lost(&server->world->client[i], &server->hub);
}

static void down(struct server *server)
{
    struct world *world = server->world;
    struct tally *tally = world->tally;
    drop_connections(server);
    if (memory_quota_total(&server->hub.quota) != 0)
        world_fail(world, "%zu bytes are held for nobody", memory_quota_total(&server->hub.quota));
    const struct metrics *metrics = &server->hub.metrics;
    tally->games += metrics->counter[COUNTER_GAMES_FINISHED];
    tally->turns += metrics->counter[COUNTER_MOVES];
    tally->connections += metrics->counter[COUNTER_CONNECTIONS];
    tally->requests += metrics->counter[COUNTER_REQUESTS];
    tally->messages += metrics->counter[COUNTER_MESSAGES];
    tally->races += metrics->counter[COUNTER_RACES_LOST];
    tally->from_others += metrics->counter[COUNTER_EVENTS_FROM_OTHERS];
    allocation_arm();
    hub_release(&server->hub);
    allocation_disarm();
    server->is_up = false;
    forget_news(server);
}

void server_stop(struct server *server)
{
    struct world *world = server->world;
    world_did(world, "server %u stops", server->number);
    allocation_arm();
    hub_stop(&server->hub);
    allocation_disarm();
    for (unsigned i = 0; i < world->clients; i++)
        if (!world->client[i].never_reads)
            client_read(&world->client[i], UINT32_MAX);
    for (unsigned i = 0; i < world->clients; i++)
        for (unsigned j = 0; j < REQUESTS_MAX; j++)
            if (world->client[i].request[j] &&
                world->client[i].request[j]->request.client.hub == &server->hub)
                client_finish(&world->client[i], j);
    down(server);
    world->tally->restarts++;
}

void server_kill(struct server *server)
{
    world_did(server->world, "server %u is killed", server->number);
    allocation_arm();
    hub_abandon(&server->hub);
    allocation_disarm();
    down(server);
    server->world->tally->kills++;
}

bool server_step_pool(struct server *server, enum hub_pool pool)
{
    allocation_arm();
    const bool worked = hub_step(&server->hub, pool);
    allocation_disarm();
    return worked;
}

void server_collect(struct server *server)
{
    allocation_arm();
    hub_collect(&server->hub);
    allocation_disarm();
}

/* ---- All of them ----------------------------------------------------------------------------- */

static bool is_busy(const struct server *server)
{
    return server->is_up && !server->stands_still;
}

struct server *world_some_server(struct world *world)
{
    const unsigned first = world->servers > 1 ? world_random(world, world->servers) : 0;
    for (unsigned i = 0; i < world->servers; i++)
        if (is_busy(&world->server[(first + i) % world->servers]))
            return &world->server[(first + i) % world->servers];
    for (unsigned i = 0; i < world->servers; i++)
        if (world->server[i].is_up)
            return &world->server[i];
    return NULL;
}

const struct live_table *world_find_table(const struct world *world, const char *table)
{
    const struct live_table *live = NULL;
    for (unsigned i = 0; i < world->servers && !live; i++)
        if (world->server[i].is_up)
            live = hub_find_table(&world->server[i].hub, table);
    return live;
}

void world_tick(struct world *world, int64_t milliseconds)
{
    world->now += milliseconds;
    for (unsigned i = 0; i < world->servers; i++) {
        if (!is_busy(&world->server[i]))
            continue;
        allocation_arm();
        hub_tick(&world->server[i].hub);
        allocation_disarm();
    }
}

static bool drain_server(struct server *server, unsigned *bots)
{
    bool worked = server_step_pool(server, HUB_PASSWORD_WORKER);
    worked |= server_step_pool(server, HUB_SHARER);
    worked |= server_step_pool(server, HUB_READER);
    worked |= server_step_pool(server, HUB_WRITER);
    if (*bots > 0 && server_step_pool(server, HUB_BOT)) {
        worked = true;
        --*bots;
    }
    server_collect(server);
    return worked | server_hear(server, 1);
}

void world_drain(struct world *world, unsigned bots)
{
    for (unsigned rounds = 0;; rounds++) {
        bool worked = false;
        for (unsigned i = 0; i < world->servers; i++)
            worked |= is_busy(&world->server[i]) && drain_server(&world->server[i], &bots);
        if (!worked)
            return;
        if (rounds > 20000)
            world_fail(world, "the worker pools never come to an end");
    }
}

void world_heal(struct world *world)
{
    world->faults.number = 0;
    world->faults.per_million = 0;
    world->faults.unheard_per_million = 0;
    allocation.number = 0;
    allocation.per_million = 0;
    allocation.growth_per_million = 0;
    for (unsigned i = 0; i < world->servers; i++)
        world->server[i].stands_still = false;
}

/* ---- Beginning and end ----------------------------------------------------------------------- */

static void begin_servers(struct world *world, unsigned servers)
{
    world->servers = servers;
    world->faults.rolls_back = servers > 1;
    for (unsigned i = 0; i < servers; i++) {
        struct server *server = &world->server[i];
        *server = (struct server){.world = world, .number = i};
        server->last_news = &server->news;
        if (!server_start(server))
            world_fail(world, "server %u does not start", i);
    }
}

void world_begin(struct world *world, uint64_t seed, unsigned servers, struct tally *tally,
                 bool verbose)
{
    static const unsigned paces[] = {30, 200, 2000, 2000};
    char reason[STORE_REASON_SIZE];
    memset(world, 0, sizeof *world);
    world->seed = world->random = seed;
    world->hash = 14695981039346656037u;
    world->now = BEGINNING;
    world->tally = tally;
    world->verbose = verbose;
    world->faults.random = seed ^ 0x6661756c7473;
    memory_begin(seed);
    snprintf(world->path, sizeof world->path, "%s/store", folder);
    remove_files(world->path);
    faulty_init(&world->kind, &sqlite_kind, &world->faults);
    world->kind.told = told;
    world->kind.context = world;
    world->truth = store_open_as(&sqlite_kind, world->path, reason);
    if (!world->truth)
        world_fail(world, "%s", reason);
    world->pace = paces[world_random(world, 4)];
    world->clients = 6 + world_random(world, CLIENTS_MAX - 6 + 1);
    for (unsigned i = 0; i < world->clients; i++)
        client_init(&world->client[i], world, i);
    begin_servers(world, servers);
}

void world_end(struct world *world)
{
    for (unsigned i = 0; i < world->servers; i++)
        if (world->server[i].is_up)
            server_stop(&world->server[i]);
    world->tally->worlds++;
    world->tally->steps += world->step;
    world->tally->store_failures += world->faults.failed[FAULTY_ANY];
    world->tally->memory_failures += allocation.failed;
    store_close(world->truth);
    ledger_release(&world->ledger);
    shared_bytes_release(world->record);
    shared_bytes_release(world->uploaded);
    remove_files(world->path);
}
