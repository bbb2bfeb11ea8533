/*
 * One thread of the arena: plays the games it takes one after the other, and keeps the players
 * between games.
 */
#ifndef RAILHEAD_ARENA_ARENA_GAME_H
#define RAILHEAD_ARENA_ARENA_GAME_H

#include "arena/arena.h"
#include "game/game.h"

struct arena_worker {
    const struct arena_setup *setup;
    /* owned: the instances of each contender */
    struct contender_player *player[SEATS_MAX][SEATS_MAX];
    struct game *game;            /* owned; NULL before the first game */
    struct arena_readers readers; /* if beliefs are measured */
    struct arena_account account[ARENA_ROWS_MAX];
    void (*report)(void *context, const char *sentence); /* a mistake of an engine */
    void *context;
    char error[ARENA_ERROR_SIZE];
};

/*
 * Initialises a worker.  Memory is allocated and engines are started at the first game.  Set
 * `report` afterwards.
 */
void arena_worker_init(struct arena_worker *worker, const struct arena_setup *setup);
void arena_worker_release(struct arena_worker *worker);

/* Plays a game and writes its record.  Returns false and sets `error` on failure. */
bool arena_worker_play(struct arena_worker *worker, unsigned game, struct arena_game *result);

/* Writes the path of a game's record. */
void arena_record_path(const struct arena_setup *setup, unsigned game, char path[], size_t size);

#endif
