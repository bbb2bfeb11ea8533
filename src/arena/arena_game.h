/*
 * One thread's part of the arena: it plays the games it is given, one after the other, and keeps
 * the players between them.
 */
#ifndef RAILHEAD_ARENA_ARENA_GAME_H
#define RAILHEAD_ARENA_ARENA_GAME_H

#include "arena/arena.h"
#include "play/game.h"

struct arena_worker {
    const struct arena_setup *setup;
    struct contender_player *player[SEATS_MAX][SEATS_MAX]; /* owned: the copies of a contender */
    struct game *game;                                     /* owned; NULL before the first */
    struct arena_readers readers;                          /* where beliefs are measured */
    struct arena_account account[ARENA_ROWS_MAX];
    void (*report)(void *context, const char *sentence); /* what an engine has done wrong */
    void *context;
    char error[ARENA_ERROR_SIZE];
};

/* Nothing is allocated and no engine is started before the first game; `report` is set after. */
void arena_worker_init(struct arena_worker *worker, const struct arena_setup *setup);
void arena_worker_release(struct arena_worker *worker);

/* Plays one game and keeps its record; false after setting `error`. */
bool arena_worker_play(struct arena_worker *worker, unsigned game, struct arena_game *result);

/* The path of a game's record. */
void arena_record_path(const struct arena_setup *setup, unsigned game, char path[], size_t size);

uint64_t arena_nanoseconds(void);

#endif
