/*
 * A simulated world: whole servers in one process, without network and threads, their database, its
 * clock, its faults and the people who use it.  One seed decides all that happens.
 *
 *      world  --owns-->  servers: hubs (while they are up) --own--> stores that may fail
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

enum {
    SERVERS_MAX = 3,
    CLIENTS_MAX = 16,
    TRAIL_LINES = 32,
    TRAIL_LINE_SIZE = 200,
    PATH_MAX_SIZE = 128,
    GONE_MAX = 64
};

/* What has happened, over all worlds. */
struct tally {
    uint64_t worlds, steps, games, turns, restarts, kills, store_failures, memory_failures;
    uint64_t connections, requests, messages, quiet_points;
    uint64_t stills, races, from_others, missed; /* where there are several servers */
};

/* What a server was told and has not heard yet; a `from` of 0 is that something was missed. */
struct news {
    struct news *next;
    int64_t from;
    char text[];
};

struct server {
    struct hub hub;
    struct world *world;
    unsigned number;
    bool is_up;
    bool stands_still; /* does nothing, while time goes on */
    struct news *news, **last_news;
};

struct world {
    uint64_t seed, random;
    uint64_t step;
    int64_t now;
    uint64_t hash; /* of all that was done and sent */
    bool verbose;
    char story[64]; /* the options that tell it again, beside the seed; or "" */

    struct server server[SERVERS_MAX];
    unsigned servers;
    unsigned pace; /* messages a second, for its limits */
    char path[PATH_MAX_SIZE];
    struct faults faults;
    struct faulty kind;
    struct store *truth;

    struct client client[CLIENTS_MAX];
    unsigned clients;
    struct ledger ledger;
    char gone[GONE_MAX]
             [PERSON_SIZE]; /* who was told that they are deleted: the last ones, a ring */
    unsigned gone_next;
    struct shared_bytes *record;   /* of a game that was finished last, to be uploaded; or NULL */
    struct shared_bytes *uploaded; /* what was kept last, under this id; or NULL */
    char upload[RECORD_ID_SIZE];
    struct tally *tally;

    char trail[TRAIL_LINES][TRAIL_LINE_SIZE];
    unsigned trail_next;
};

/* A folder for the databases of this process, taken away at its end. */
void world_folder_begin(void);
void world_folder_end(void);

/* A person, "" for an unknown one, was told that they are deleted; and whether one was. */
void world_note_gone(struct world *world, const char *person);
bool world_is_gone(const struct world *world, const char *person);

/* The servers are up afterwards. */
void world_begin(struct world *world, uint64_t seed, unsigned servers, struct tally *tally,
                 bool verbose);
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
bool server_start(struct server *server);

/* In order, or as if the power had failed.  All its connections are gone afterwards. */
void server_stop(struct server *server);
void server_kill(struct server *server);

/* One job of a pool; bringing the results; and hearing what others told, at most so much. */
bool server_step_pool(struct server *server, enum hub_pool pool);
void server_collect(struct server *server);
bool server_hear(struct server *server, unsigned most);

/* What it was told and has not heard is lost, and it knows that something may be. */
void server_miss(struct server *server);

/* One that is up, and does something if there is such a one. */
struct server *world_some_server(struct world *world);

/* The table in the memory of that server, or of any; NULL when it is in none. */
const struct live_table *world_find_table(const struct world *world, const char *table);

/* Time goes on and the servers notice. */
void world_tick(struct world *world, int64_t milliseconds);

/* All pools work until nothing waits but bots; `bots` says how many turns they may still make. */
void world_drain(struct world *world, unsigned bots);

/* No call fails from now on, and nobody stands still. */
void world_heal(struct world *world);

#endif
