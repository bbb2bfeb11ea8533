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
    fflush(stdout);
}

void world_fail(struct world *world, const char *format, ...)
{
    memory_disarm();
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

/* ---- The server ------------------------------------------------------------------------------ */

/* Not hashed: it may name the folder. */
static void log_line(void *context, const char *text)
{
    struct world *world = context;
    char *line = next_line(world);
    snprintf(line, TRAIL_LINE_SIZE, "       server: %s", text);
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

static struct store *open_store(struct world *world)
{
    char reason[STORE_REASON_SIZE];
    return store_open_as(&world->kind.kind, world->path, reason);
}

bool world_start(struct world *world)
{
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
    struct hub_stores stores = {.writing = open_store(world)};
    stores.reading = stores.writing ? open_store(world) : NULL;
    if (!stores.reading) {
        store_close(stores.writing);
        world_did(world, "the database cannot be opened");
        return false;
    }
    memory_arm();
    world->is_up = hub_start(&world->hub, &options, stores, reason);
    memory_disarm();
    world_did(world, world->is_up ? "the server starts" : "the server cannot start");
    return world->is_up;
}

static void down(struct world *world)
{
    for (unsigned i = 0; i < world->clients; i++)
        client_gone(&world->client[i]);
    if (holding_total(&world->hub.holding) != 0)
        world_fail(world, "%zu bytes are held for nobody", holding_total(&world->hub.holding));
    const struct metrics *metrics = &world->hub.metrics;
    world->tally->games += metrics->counter[COUNTER_GAMES_FINISHED];
    world->tally->turns += metrics->counter[COUNTER_MOVES];
    world->tally->connections += metrics->counter[COUNTER_CONNECTIONS];
    world->tally->requests += metrics->counter[COUNTER_REQUESTS];
    world->tally->messages += metrics->counter[COUNTER_MESSAGES];
    memory_arm();
    hub_release(&world->hub);
    memory_disarm();
    world->is_up = false;
}

void world_stop(struct world *world)
{
    world_did(world, "the server stops");
    memory_arm();
    hub_stop(&world->hub);
    memory_disarm();
    for (unsigned i = 0; i < world->clients; i++)
        if (!world->client[i].never_reads)
            client_read(&world->client[i], UINT32_MAX);
    for (unsigned i = 0; i < world->clients; i++)
        for (unsigned j = 0; j < REQUESTS_MAX; j++)
            if (world->client[i].exchange[j])
                client_finish(&world->client[i], j);
    down(world);
    world->tally->restarts++;
}

void world_kill(struct world *world)
{
    world_did(world, "the server is killed");
    memory_arm();
    hub_abandon(&world->hub);
    memory_disarm();
    down(world);
    world->tally->kills++;
}

bool world_step_crew(struct world *world, enum hub_crew crew)
{
    memory_arm();
    const bool worked = hub_step(&world->hub, crew);
    memory_disarm();
    return worked;
}

void world_collect(struct world *world)
{
    memory_arm();
    hub_collect(&world->hub);
    memory_disarm();
}

void world_tick(struct world *world, int64_t milliseconds)
{
    world->now += milliseconds;
    memory_arm();
    hub_tick(&world->hub);
    memory_disarm();
}

void world_drain(struct world *world, unsigned bots)
{
    for (unsigned rounds = 0;; rounds++) {
        bool worked = world_step_crew(world, HUB_GUARD);
        worked |= world_step_crew(world, HUB_READER);
        worked |= world_step_crew(world, HUB_WRITER);
        if (bots > 0 && world_step_crew(world, HUB_BOT)) {
            worked = true;
            bots--;
        }
        world_collect(world);
        if (!worked)
            return;
        if (rounds > 20000)
            world_fail(world, "the crews never come to an end");
    }
}

void world_heal(struct world *world)
{
    world->faults.number = 0;
    world->faults.per_million = 0;
    world->faults.unheard_per_million = 0;
    memory.number = 0;
    memory.per_million = 0;
}

/* ---- Beginning and end ----------------------------------------------------------------------- */

void world_begin(struct world *world, uint64_t seed, struct tally *tally, bool verbose)
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
    world->truth = store_open_as(&sqlite_kind, world->path, reason);
    if (!world->truth)
        world_fail(world, "%s", reason);
    world->pace = paces[world_random(world, 4)];
    world->clients = 6 + world_random(world, CLIENTS_MAX - 6 + 1);
    for (unsigned i = 0; i < world->clients; i++)
        client_init(&world->client[i], world, i);
    if (!world_start(world))
        world_fail(world, "the server does not start");
}

void world_end(struct world *world)
{
    if (world->is_up)
        world_stop(world);
    world->tally->worlds++;
    world->tally->steps += world->step;
    world->tally->store_failures += world->faults.failed[FAULTY_ANY];
    world->tally->memory_failures += memory.failed;
    store_close(world->truth);
    ledger_release(&world->ledger);
    packet_release(world->record);
    packet_release(world->uploaded);
    remove_files(world->path);
}
