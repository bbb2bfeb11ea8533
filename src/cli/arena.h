/*
 * The arena: many games between bots, on all cores, with a result that does not depend on them.
 *
 * Every game is decided by the series' seed and its own number alone; threads only take the next
 * number.  What is measured in time is the only thing that differs from run to run.
 */
#ifndef RAILHEAD_CLI_ARENA_H
#define RAILHEAD_CLI_ARENA_H

#include "bots/bot.h"
#include "core/board.h"

enum { ARENA_GAMES_MAX = 10000000, ARENA_THREADS_MAX = 256 };

struct arena_setup {
    const struct board *board;
    unsigned variants;
    unsigned seats;
    const struct bot *bot[SEATS_MAX]; /* the entries: one for each seat of the first game */
    unsigned games;
    uint64_t seed;
    bool duplicate; /* every deal is played with the entries rotated through all seats */
    unsigned threads;
    const char *records; /* a folder, or NULL */
};

/* What became of one game, by entry rather than by seat. */
struct arena_game {
    double won[SEATS_MAX]; /* 1, a share of it for a shared win, or 0 */
    unsigned lost[SEATS_MAX];
    unsigned turns[SEATS_MAX];
    uint64_t nanoseconds[SEATS_MAX]; /* spent thinking */
    unsigned rounds;
};

struct arena_mean {
    double mean;
    double margin; /* half of the 95 % interval; not a number when there is but one deal */
};

struct arena_entry {
    struct arena_mean won;  /* share of the games */
    struct arena_mean lost; /* points a round */
    double microseconds;    /* a turn */
};

struct arena_result {
    struct arena_entry entry[SEATS_MAX];
    unsigned games;
    unsigned deals; /* the units of the intervals */
    uint64_t rounds;
    uint64_t turns;
    double seconds;
};

/* False with a sentence in `error` when a record cannot be written or memory runs out. */
bool arena_run(const struct arena_setup *setup, struct arena_result *result, char *error,
               size_t error_size);

/* The seed of a game's deals, and the seat of an entry in it. */
void arena_game_seed(const struct arena_setup *setup, unsigned game, uint8_t seed[SEED_SIZE]);
unsigned arena_seat(const struct arena_setup *setup, unsigned game, unsigned entry);

#endif
