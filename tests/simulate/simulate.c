/*
 * The simulator's program: worlds by their seeds, step by step.
 *
 *   simulate [--seed S] [--servers N] [--worlds N] [--seconds N] [--steps N] [--verbose]
 *   simulate --fail store|unheard|memory [--seed S] [--from N] [--every N] [--worlds N] [--seconds
 * N]
 *
 * See README.md for what it looks for.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <sodium.h>

#include "base/check.h"
#include "simulate/inspect.h"
#include "simulate/player.h"
#include "simulate/sweep.h"

enum { PATIENCE_SECONDS = 60 };

/* For those who have no argument: signals, CHECK() and the sanitizer. */
static struct world *current;

/* ---- What goes wrong outside of an inspection -------------------------------------------------
 */

void __wrap_check_failed(const char *condition, const char *file, int line);
void __wrap_check_failed(const char *condition, const char *file, int line)
{
    if (!current)
        abort();
    world_fail(current, "%s:%d: check failed: %s", file, line, condition);
}

/* The sanitizer has said what is wrong; this says where in the world. */
static void died(void)
{
    if (current)
        world_say_where(current);
    world_folder_end();
}

extern void __sanitizer_set_death_callback(void (*callback)(void)) __attribute__((weak));

static void signalled(int number)
{
    printf("FAILED: signal %d%s\n", number,
           number == SIGALRM ? ": it does not come to an end" : "");
    died();
    _exit(1);
}

static void watch(void)
{
    if (__sanitizer_set_death_callback)
        __sanitizer_set_death_callback(died);
    else
        signal(SIGSEGV, signalled);
    signal(SIGALRM, signalled);
}

/* ---- Faults ---------------------------------------------------------------------------------- */

static void store_trouble(struct world *world)
{
    struct faults *faults = &world->faults;
    faults->unheard_per_million = world_chance(world, 3) ? FAULTY_ALWAYS : 0;
    switch (world_random(world, 4)) {
    case 0:
        faults->call = FAULTY_COMMIT;
        faults->number = faults->calls[FAULTY_COMMIT] + 1 + world_random(world, 3);
        break;
    case 1:
        faults->per_million = FAULTY_ALWAYS; /* it is gone for a while */
        break;
    case 2:
        faults->per_million = 20000;
        break;
    default:
        faults->call = FAULTY_ANY;
        faults->number = faults->calls[FAULTY_ANY] + 1 + world_random(world, 30);
    }
    world_did(world, "the store will fail: call %d number %llu, %u in a million, %u unheard",
              (int)faults->call, (unsigned long long)faults->number, faults->per_million,
              faults->unheard_per_million);
}

static void memory_trouble(struct world *world)
{
    if (world_chance(world, 3))
        allocation.per_million = world_chance(world, 4) ? 500000 : 10000;
    else if (world_chance(world, 2))
        allocation.growth_per_million = 300000;
    else
        allocation.number = allocation.asked + 1 + world_random(world, 100);
    world_did(world, "memory will be short: number %llu, %u in a million, %u of what grows",
              (unsigned long long)allocation.number, allocation.per_million,
              allocation.growth_per_million);
}

static void trouble(struct world *world)
{
    if (world_chance(world, 2)) {
        world_did(world, "no more trouble");
        world_heal(world);
    } else if (world_chance(world, 2)) {
        store_trouble(world);
    } else {
        memory_trouble(world);
    }
}

/* ---- One step -------------------------------------------------------------------------------- */

static int64_t some_time(struct world *world)
{
    const unsigned chance = world_random(world, 300);
    if (chance == 0)
        return world_random(world, 30 * 3600) * INT64_C(1000);
    if (chance < 8)
        return world_random(world, 200000);
    return chance < 60 ? world_random(world, 4000) : world_random(world, 150);
}

/* Another server may have its place meanwhile, or nobody. */
static void restart(struct world *world)
{
    struct server *server = &world->server[world_random(world, world->servers)];
    if (server->is_up && world_chance(world, 2))
        server_stop(server);
    else if (server->is_up)
        server_kill(server);
    if (!ledger_is_kept(&world->ledger, world->truth))
        world_fail(world, "%s", world->ledger.fault);
    if (world->servers > 1 && world_chance(world, 2))
        return; /* it stays away for a while */
    while (!server_start(server))
        if (world_chance(world, 3))
            world_heal(world);
}

/* What happens only among several servers. */
static void server_trouble(struct world *world)
{
    struct server *server = &world->server[world_random(world, world->servers)];
    if (!server->is_up) {
        server_start(server);
    } else if (world_chance(world, 2)) {
        server_miss(server);
        world_did(world, "server %u misses what it was told", server->number);
    } else {
        server->stands_still = !server->stands_still;
        world->tally->stills += server->stands_still;
        world_did(world, "server %u %s", server->number,
                  server->stands_still ? "stands still" : "goes on");
    }
}

/* The pools go on for a while. */
static void work(struct world *world)
{
    const unsigned rounds = world_random(world, 4) ? 1 + world_random(world, 4) : 30;
    for (unsigned i = 0; i < rounds; i++) {
        struct server *server = world_some_server(world);
        if (!server || server->stands_still)
            return;
        for (unsigned pool = 0; pool < HUB_POOLS; pool++)
            if (world_random(world, 4) > 0)
                server_step_pool(server, (enum hub_pool)pool);
        server_collect(server);
        server_hear(server, world_random(world, 3));
        world->now += world_random(world, 20);
    }
    world_did(world, "%u rounds of work", rounds);
}

static void act(struct client *client)
{
    if (client->is_hostile)
        hostile_act(client);
    else
        player_act(client);
}

static void step(struct world *world)
{
    struct client *client = &world->client[world_random(world, world->clients)];
    struct server *server = world_some_server(world);
    const unsigned chance = world_random(world, 1000);
    world->now += world_random(world, 30);
    if (!server || server->stands_still)
        restart(world);
    else if (chance < 550)
        act(client);
    else if (chance < 700)
        work(world);
    else if (chance < 800)
        world_did(world, "worker pool %u: %d", chance % HUB_POOLS,
                  server_step_pool(server, (enum hub_pool)(chance % HUB_POOLS)));
    else if (chance < 850)
        server_collect(server);
    else if (chance < 900)
        client_read(client, 1 + world_random(world, 4));
    else if (chance < 985)
        world_tick(world, some_time(world));
    else if (chance < 992)
        trouble(world);
    else if (chance < 996)
        client_gone(client);
    else if (chance < 998)
        inspect_quiet(world);
    else if (world->servers > 1 && world_chance(world, 2))
        server_trouble(world);
    else if (world_chance(world, 2))
        restart(world);
    inspect_glance(world);
}

/* ---- Worlds ---------------------------------------------------------------------------------- */

struct options {
    uint64_t seed;
    bool has_seed;
    uint64_t servers, worlds, steps, seconds; /* worlds, seconds: 0 for no limit */
    const char *fail;
    uint64_t from, every;
    bool verbose;
};

static uint64_t run_world(uint64_t seed, const struct options *options, struct tally *tally)
{
    struct world *world = calloc(1, sizeof *world);
    const int64_t blocks = allocation.blocks;
    if (!world)
        abort();
    current = world;
    world_begin(world, seed, (unsigned)options->servers, tally, options->verbose);
    if (options->servers > 1)
        snprintf(world->story, sizeof world->story, " --servers %u", world->servers);
    for (world->step = 1; world->step <= options->steps; world->step++) {
        if (world->step % 256 == 1)
            alarm(PATIENCE_SECONDS);
        step(world);
    }
    inspect_quiet(world);
    world_end(world);
    if (allocation.blocks != blocks)
        world_fail(world, "%lld blocks of memory are nobody's",
                   (long long)(allocation.blocks - blocks));
    const uint64_t hash = world->hash;
    current = NULL;
    free(world);
    return hash;
}

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void say(const struct tally *tally, double seconds)
{
    printf("%llu worlds, %llu steps, %llu games, %llu turns, %llu restarts, %llu kills, "
           "%llu store failures, %llu memory failures, %llu connections, %llu requests, "
           "%llu messages, %llu quiet points in %.1f s: %.0f games a minute, %.0f steps a second\n",
           (unsigned long long)tally->worlds, (unsigned long long)tally->steps,
           (unsigned long long)tally->games, (unsigned long long)tally->turns,
           (unsigned long long)tally->restarts, (unsigned long long)tally->kills,
           (unsigned long long)tally->store_failures, (unsigned long long)tally->memory_failures,
           (unsigned long long)tally->connections, (unsigned long long)tally->requests,
           (unsigned long long)tally->messages, (unsigned long long)tally->quiet_points, seconds,
           (double)tally->games * 60 / seconds, (double)tally->steps / seconds);
    if (tally->from_others > 0)
        printf("among servers: %llu events from others, %llu races lost, %llu times news were "
               "missed, %llu times one stood still\n",
               (unsigned long long)tally->from_others, (unsigned long long)tally->races,
               (unsigned long long)tally->missed, (unsigned long long)tally->stills);
}

/* Whether a run that has done so many worlds, or stories, may begin another one. */
static bool may_go_on(const struct options *options, uint64_t done, double began)
{
    return (options->worlds == 0 || done < options->worlds) &&
           (options->seconds == 0 || seconds_now() - began < (double)options->seconds);
}

/* One that nobody has run: a run without a seed looks where none has looked before. */
static uint64_t fresh_seed(void)
{
    uint64_t seed;
    randombytes_buf(&seed, sizeof seed);
    return seed >> 16; /* short enough to be typed */
}

/* A single world, if there is no limit. */
static void run_worlds(struct options *options)
{
    struct tally tally = {0};
    const double begin = seconds_now();
    uint64_t hash = 0;
    if (!options->has_seed)
        options->seed = fresh_seed();
    if (options->worlds == 0 && options->seconds == 0)
        options->worlds = 1;
    const unsigned long long seed = options->seed, servers = options->servers;
    printf("seed %llu, servers %llu\n", seed, servers);
    fflush(stdout);
    while (may_go_on(options, tally.worlds, begin))
        hash = hash * 31 + run_world(seed + tally.worlds, options, &tally);
    say(&tally, seconds_now() - begin);
    printf("clean: %llu worlds of %llu %s, seeds %llu to %llu\n", (unsigned long long)tally.worlds,
           servers, servers == 1 ? "server" : "servers", seed, seed + tally.worlds - 1);
    printf("hash %016llx\n", (unsigned long long)hash);
}

/* ---- Every call fails once --------------------------------------------------------------------
 */

static bool run_story(const struct options *options, enum sweep_kind kind, uint64_t number,
                      struct tally *tally)
{
    struct world *world = calloc(1, sizeof *world);
    const int64_t blocks = allocation.blocks;
    if (!world)
        abort();
    current = world;
    alarm(PATIENCE_SECONDS);
    world_begin(world, options->seed, 1, tally, options->verbose);
    world->step = number;
    snprintf(world->story, sizeof world->story, " --fail %s --from %llu --worlds 1", options->fail,
             (unsigned long long)number);
    const bool failed = sweep_story(world, kind, number);
    world->step = 0;
    world_end(world);
    if (allocation.blocks != blocks)
        world_fail(world, "%lld blocks of memory are nobody's",
                   (long long)(allocation.blocks - blocks));
    current = NULL;
    free(world);
    return failed;
}

static int run_stories(const struct options *options)
{
    static const char *const names[] = {"store", "unheard", "memory"};
    struct tally tally = {0};
    unsigned kind = 0;
    uint64_t number = options->from, stories = 0;
    const double begin = seconds_now();
    while (kind < 3 && strcmp(names[kind], options->fail) != 0)
        kind++;
    if (kind == 3) {
        fprintf(stderr, "simulate: --fail store, unheard or memory, not %s\n", options->fail);
        return 2;
    }
    bool failed = true;
    while (failed && may_go_on(options, stories, begin)) {
        failed = run_story(options, (enum sweep_kind)kind, number, &tally);
        number += options->every;
        stories++;
    }
    printf("%s: %llu stories, each with another call that fails, up to number %llu%s\n",
           options->fail, (unsigned long long)stories, (unsigned long long)number,
           failed ? "; time is up" : ": all of them");
    return 0;
}

/* ---- Options ----------------------------------------------------------------------------------
 */

static void read_options(struct options *options, int count, char **words)
{
    for (int i = 1; i < count; i++) {
        const char *word = words[i];
        uint64_t *number = strcmp(word, "--seed") == 0      ? &options->seed
                           : strcmp(word, "--servers") == 0 ? &options->servers
                           : strcmp(word, "--worlds") == 0  ? &options->worlds
                           : strcmp(word, "--steps") == 0   ? &options->steps
                           : strcmp(word, "--seconds") == 0 ? &options->seconds
                           : strcmp(word, "--from") == 0    ? &options->from
                           : strcmp(word, "--every") == 0   ? &options->every
                                                            : NULL;
        if (strcmp(word, "--verbose") == 0) {
            options->verbose = true;
        } else if (strcmp(word, "--fail") == 0 && i + 1 < count) {
            options->fail = words[++i];
        } else if (number && i + 1 < count) {
            *number = strtoull(words[++i], NULL, 0);
            options->has_seed |= number == &options->seed;
        } else {
            fprintf(stderr, "simulate: %s is not an option\n", word);
            exit(2);
        }
    }
}

int main(int count, char **words)
{
    struct options options = {.seed = 1, .servers = 1, .steps = 4000, .from = 1, .every = 1};
    read_options(&options, count, words);
    if (options.servers < 1 || options.servers > SERVERS_MAX) {
        fprintf(stderr, "simulate: there are 1 to %d servers\n", SERVERS_MAX);
        return 2;
    }
    if (sodium_init() < 0)
        return 2;
    watch();
    world_folder_begin();
    int status = 0;
    if (options.fail)
        status = run_stories(&options);
    else
        run_worlds(&options);
    world_folder_end();
    return status;
}
