/*
 * A run of the arena while it lasts: who takes which game, and what has been handed in.
 *
 * In a team (team.h) the leader has the run; every other member has a stock of games that it
 * fetches from the leader, and sends what came of them:
 *
 *     leader    threads take games one by one  <---- run ---->  serves the others' letters
 *     member    threads take games one by one  <--- stock --->  a letter when it is empty
 *
 * Games are taken in their order, whoever plays them, and the test sees them in their order too: so
 * neither threads nor members decide anything.
 */
#ifndef RAILHEAD_ARENA_ARENA_RUN_H
#define RAILHEAD_ARENA_ARENA_RUN_H

#include <pthread.h>

#include "arena/arena.h"

struct arena_post;

/* What the threads share; all but the setup is guarded by the lock. */
struct arena {
    const struct arena_setup *setup;
    pthread_mutex_t lock;
    struct arena_game *game;
    bool *played;
    unsigned next;  /* the first game that nobody has taken; of a member, the next of its stock */
    unsigned stock; /* of a member: where its stock ends */
    unsigned limit; /* games that count: fewer once the test has its verdict */
    unsigned done;
    struct sprt sprt;
    struct tally tally;  /* of the deals before `deals_seen` */
    unsigned deals_seen; /* by the test, which takes them in their order */
    struct arena_account account[ARENA_ROWS_MAX];
    struct arena_post *post; /* owned, in a team: letters */
    bool interrupted;        /* the watch stops it */
    bool failed;
    char error[ARENA_ERROR_SIZE];
};

/* For whoever holds the lock: up to so many games for one player of them, from `next` on. */
unsigned arena_take(struct arena *arena, unsigned most);

/* For whoever holds the lock.  The game's result is in its place. */
void arena_hand_in(struct arena *arena, unsigned game);

/* For whoever holds the lock: the run ends without a result.  The first sentence stays. */
void arena_fail(struct arena *arena, const char error[ARENA_ERROR_SIZE]);

void arena_add_accounts(struct arena_account to[ARENA_ROWS_MAX],
                        const struct arena_account from[ARENA_ROWS_MAX]);

/* ---- In a team (arena_team.c) --------------------------------------------------------------- */

/* False when memory runs out for some member. */
bool arena_team_begin(struct arena *arena);
void arena_team_end(struct arena *arena);

/* Of the leader: serves the others until all of them have left. */
void arena_team_serve(struct arena *arena);

/* Of a member, for whoever holds the lock: sends what is done and fetches more; false if no more.
 */
bool arena_team_fetch(struct arena *arena);

/* Of a member, for whoever holds the lock: a game is done. */
void arena_team_note(struct arena *arena, unsigned game);

/* Of a member, when its threads have ended: sends the rest. */
void arena_team_leave(struct arena *arena);

/* Everybody gets the run as the leader has it. */
void arena_team_share(struct arena *arena);

#endif
