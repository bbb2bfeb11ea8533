/*
 * The state of a run: which game is taken next, and the results so far.
 *
 * In a team (team.h) the leader owns the run.  Every other member has a stock of games that it
 * fetches from the leader, and sends back results:
 *
 *     leader    threads take games one by one  <---- run ---->  answers messages of members
 *     member    threads take games one by one  <--- stock --->  a message when it is empty
 *
 * Games are taken and tested in order, no matter who plays them.  So neither threads nor members
 * affect the result.
 */
#ifndef RAILHEAD_ARENA_ARENA_RUN_H
#define RAILHEAD_ARENA_ARENA_RUN_H

#include <pthread.h>

#include "arena/arena.h"

struct arena_post;

/* Shared by threads; everything but the setup is protected by the lock. */
struct arena {
    const struct arena_setup *setup;
    pthread_mutex_t lock;
    struct arena_game *game;
    bool *played;
    unsigned next;  /* the first game not taken; for a member, the next of its stock */
    unsigned stock; /* for a member: end of its stock */
    unsigned limit; /* number of games that count: reduced by a verdict of the test */
    unsigned done;
    struct sprt sprt;
    struct tally tally;  /* of the deals before `deals_seen` */
    unsigned deals_seen; /* number of deals tested, in order */
    struct arena_account account[ARENA_ROWS_MAX];
    struct arena_post *post; /* owned; message buffers in a team */
    bool interrupted;        /* stopped by the watch */
    bool failed;
    char error[ARENA_ERROR_SIZE];
};

/*
 * Takes up to `most` games, from `next` on, and returns how many.  Ends the run early if the watch
 * stops it.  The caller holds the lock.
 */
unsigned arena_take(struct arena *arena, unsigned most);

/* Records a finished game, whose result is in its place.  The caller holds the lock. */
void arena_hand_in(struct arena *arena, unsigned game);

/* Ends the run without a result.  The first sentence is kept.  The caller holds the lock. */
void arena_fail(struct arena *arena, const char error[ARENA_ERROR_SIZE]);

void arena_add_accounts(struct arena_account to[ARENA_ROWS_MAX],
                        const struct arena_account from[ARENA_ROWS_MAX]);

/* ---- Teams (arena_team.c) -------------------------------------------------------------------- */

/* Returns false if allocation fails for any member. */
bool arena_team_begin(struct arena *arena);
void arena_team_end(struct arena *arena);

/* For the leader: answers messages until all members have left. */
void arena_team_serve(struct arena *arena);

/*
 * For a member: sends results and fetches more games.  Returns false if there are none.  The caller
 * holds the lock.
 */
bool arena_team_fetch(struct arena *arena);

/* For a member: records a finished game.  The caller holds the lock. */
void arena_team_note(struct arena *arena, unsigned game);

/* For a member whose threads have ended: sends the remaining results. */
void arena_team_leave(struct arena *arena);

/* Copies the leader's run to all members. */
void arena_team_share(struct arena *arena);

#endif
