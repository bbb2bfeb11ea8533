/* Messages between the leader of a team, which owns the run, and the members that play for it. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "arena/arena_run.h"
#include "arena/team.h"
#include "base/check.h"

enum {
    STOCK_MAX = 64, /* games that a member gets at once */
    /* the most games it can finish between two messages */
    DONE_MAX = STOCK_MAX + ARENA_THREADS_MAX,
    STOCKS = 8, /* a member's stock is 1/STOCKS of its share of the remaining games */
};

struct played_game {
    unsigned number;
    struct arena_game game;
};

/* To the leader: results.  Every message of a member except the last also requests more games. */
struct done_letter {
    bool leaves;
    bool failed;
    char error[ARENA_ERROR_SIZE];
    struct arena_account account[ARENA_ROWS_MAX]; /* only in the last message */
    unsigned count;
    struct played_game game[DONE_MAX];
};

/* To a member: a stock of games, possibly empty. */
struct stock_letter {
    unsigned from, to;
};

struct arena_post {
    struct done_letter done;
};

bool arena_team_begin(struct arena *arena)
{
    if (team_size() == 1)
        return true;
    arena->post = calloc(1, sizeof *arena->post);
    return team_all(arena->post != NULL);
}

void arena_team_end(struct arena *arena)
{
    free(arena->post);
    arena->post = NULL;
}

/* ---- The leader ---------------------------------------------------------------------------- */

/* Large at first, so that there are few messages; single games at the end. */
static unsigned stock_size(const struct arena *arena)
{
    const unsigned left = arena->limit - arena->next;
    const unsigned size = left / (team_size() * STOCKS);
    /* a verdict would make the rest of a stock useless */
    if (size < 1 || arena->setup->test != ARENA_NO_TEST)
        return 1;
    return size < STOCK_MAX ? size : STOCK_MAX;
}

static void take_in(struct arena *arena, const struct done_letter *letter)
{
    for (unsigned i = 0; i < letter->count; i++) {
        arena->game[letter->game[i].number] = letter->game[i].game;
        arena_hand_in(arena, letter->game[i].number);
    }
    if (letter->failed)
        arena_fail(arena, letter->error);
    if (letter->leaves)
        arena_add_accounts(arena->account, letter->account);
}

void arena_team_serve(struct arena *arena)
{
    struct done_letter *letter = &arena->post->done;
    for (unsigned left = team_size() - 1; left > 0;) {
        const unsigned member = team_receive(letter, sizeof *letter);
        struct stock_letter stock;
        pthread_mutex_lock(&arena->lock);
        take_in(arena, letter);
        stock.from = arena->next;
        stock.to = letter->leaves ? stock.from : stock.from + arena_take(arena, stock_size(arena));
        pthread_mutex_unlock(&arena->lock);
        if (letter->leaves)
            left--;
        else
            team_send(member, &stock, sizeof stock);
    }
}

/* ---- Members --------------------------------------------------------------------------------- */

static void send_done(struct arena *arena)
{
    struct done_letter *letter = &arena->post->done;
    letter->failed = arena->failed;
    memcpy(letter->error, arena->error, sizeof letter->error);
    team_send(0, letter,
              offsetof(struct done_letter, game) + letter->count * sizeof letter->game[0]);
    letter->count = 0;
}

bool arena_team_fetch(struct arena *arena)
{
    struct stock_letter stock;
    send_done(arena);
    team_receive(&stock, sizeof stock);
    arena->next = stock.from;
    arena->stock = stock.to;
    return stock.from < stock.to;
}

void arena_team_note(struct arena *arena, unsigned game)
{
    struct done_letter *letter = &arena->post->done;
    CHECK(letter->count < DONE_MAX);
    letter->game[letter->count++] = (struct played_game){game, arena->game[game]};
}

void arena_team_leave(struct arena *arena)
{
    struct done_letter *letter = &arena->post->done;
    letter->leaves = true;
    memcpy(letter->account, arena->account, sizeof letter->account);
    send_done(arena);
}

/* ---- All ------------------------------------------------------------------------------------- */

void arena_team_share(struct arena *arena)
{
    team_share(&arena->failed, sizeof arena->failed);
    team_share(&arena->interrupted, sizeof arena->interrupted);
    team_share(arena->error, sizeof arena->error);
    team_share(&arena->limit, sizeof arena->limit);
    team_share(&arena->next, sizeof arena->next);
    team_share(arena->account, sizeof arena->account);
    team_share(arena->game, arena->limit * sizeof *arena->game);
}
