/*
 * A simulated world: a whole server in one process, without network and threads, its database, its
 * clock, its faults and the people who use it.  One seed decides all that happens.
 *
 *      world  --owns-->  hub (the server, while it is up) --owns--> two stores that may fail
 *        |   --owns-->  clients, each with its connections
 *        |   --owns-->  ledger: what anybody was told
 *        '-  truth: a store that never fails, for whoever looks whether all is well
 */
#ifndef RAILHEAD_TESTS_SIMULATE_WORLD_H
#define RAILHEAD_TESTS_SIMULATE_WORLD_H

#include "server/hub.h"
#include "simulate/client.h"
#include "simulate/ledger.h"
#include "simulate/memory.h"
#include "store/faulty.h"

enum { CLIENTS_MAX = 16, TRAIL_LINES = 32, TRAIL_LINE_SIZE = 200, PATH_MAX_SIZE = 128 };

/* What has happened, over all worlds. */
struct tally {
    uint64_t worlds, steps, games, turns, restarts, kills, store_failures, memory_failures;
    uint64_t connections, requests, messages, quiet_points;
};

struct world {
    uint64_t seed, random;
    uint64_t step;
    int64_t now;
    uint64_t hash; /* of all that was done and sent */
    bool verbose;
    char story[64]; /* the options that tell it again, beside the seed; or "" */

    struct hub hub;
    bool is_up;
    unsigned pace; /* messages a second, for its limits */
    char path[PATH_MAX_SIZE];
    struct faults faults;
    struct faulty kind;
    struct store *truth;

    struct client client[CLIENTS_MAX];
    unsigned clients;
    struct ledger ledger;
    struct packet *record;   /* of a game that was finished last, to be uploaded; or NULL */
    struct packet *uploaded; /* what was kept last, under this id; or NULL */
    char upload[RECORD_ID_SIZE];
    struct tally *tally;

    char trail[TRAIL_LINES][TRAIL_LINE_SIZE];
    unsigned trail_next;
};

/* A folder for the databases of this process, taken away at its end. */
void world_folder_begin(void);
void world_folder_end(void);

/* The server is up afterwards. */
void world_begin(struct world *world, uint64_t seed, struct tally *tally, bool verbose);
void world_end(struct world *world);

unsigned world_random(struct world *world, unsigned below);
static inline bool world_chance(struct world *world, unsigned one_in)
{
    return world_random(world, one_in) == 0;
}

/* Notes an action: it counts for the hash, and the last ones are shown when something fails. */
__attribute__((format(printf, 2, 3))) void world_did(struct world *world, const char *format, ...);
void world_hash(struct world *world, const void *bytes, size_t length);

/* Something is wrong: says what, where, and how it came to be; ends the program with status 1. */
__attribute__((format(printf, 2, 3))) _Noreturn void world_fail(struct world *world,
                                                                const char *format, ...);
void world_say_where(const struct world *world);

/* ---- The server ------------------------------------------------------------------------------ */

/* Starts it; false when a fault kept it from starting. */
bool world_start(struct world *world);

/* In order, or as if the power had failed.  All connections are gone afterwards. */
void world_stop(struct world *world);
void world_kill(struct world *world);

/* One job of a crew; and bringing the results. */
bool world_step_crew(struct world *world, enum hub_crew crew);
void world_collect(struct world *world);

/* Time goes on and the server notices. */
void world_tick(struct world *world, int64_t milliseconds);

/* All crews work until nothing waits but bots; `bots` says how many turns they may still make. */
void world_drain(struct world *world, unsigned bots);

/* No call fails from now on. */
void world_heal(struct world *world);

#endif
